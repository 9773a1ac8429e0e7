#pragma once
// The guest's world under the Debug Adapter Protocol: what it prints becomes output events, what it reads was typed
// into the client's console or stands in a file. It never waits for input, but says so, and the motion ends.

#include <functional>
#include <string>

#include "emulator/remote/output_marks.hpp"
#include "emulator/runtime/terminal_host.hpp"

namespace mariner::remote {

class DapHost final : public TerminalHost {
public:
    enum class Stream : u8 { output, error, input };
    /// Whole characters of UTF-8, as far as the guest writes such. Input is shown where the guest reads it.
    using Print = std::function<void(Stream stream, std::string_view text)>;

    DapHost(Print print, std::optional<i64> seed);

    void write_output(std::string_view bytes) override { write(Stream::output, bytes); }
    void write_error(std::string_view bytes) override { write(Stream::error, bytes); }
    void flush() override { show(false); }
    void pulse() override {
        show(false);
        if (m_on_pulse) {
            m_on_pulse();
        }
    }
    InputState read_input(std::span<u8> buffer, size_t& count) override;
    bool input_is_ready() override { return !m_input.empty(); }
    bool sleep_milliseconds(u32 duration) override;

    void add_input(std::string_view bytes);
    /// Nothing follows what was added so far.
    void end_input() {
        m_input_has_ended = true;
        m_is_waiting = false;
    }
    /// What was typed ahead, and isn't read yet, is taken back.
    void forget_input() { m_input.clear(); }
    /// The guest has asked for input that isn't there.
    [[nodiscard]] bool is_waiting() const { return m_is_waiting; }
    /// It no longer does: it was moved elsewhere.
    void stop_waiting();
    /// Asked for the moment of the run when something is printed or read.
    void set_clock(std::function<u64()> clock) { m_clock = std::move(clock); }
    /// Called every few milliseconds of a run.
    void set_pulse(std::function<void()> pulse) { m_on_pulse = std::move(pulse); }
    [[nodiscard]] OutputMarks& printed() { return m_printed; }
    [[nodiscard]] OutputMarks& consumed() { return m_consumed; }
    /// At the end of the program: an unfinished character, too.
    void finish() { show(true); }

private:
    void write(Stream stream, std::string_view bytes);
    void show(bool all);

    Print m_print;
    Stream m_stream = Stream::output;
    std::function<u64()> m_clock;
    std::function<void()> m_on_pulse;
    OutputMarks m_printed;
    OutputMarks m_consumed;
    std::string m_text;
    std::string m_input;
    bool m_input_has_ended = false;
    bool m_is_waiting = false;
    std::optional<i64> m_wakes_at{};  // of a sleep that was broken off
};

}  // namespace mariner::remote
