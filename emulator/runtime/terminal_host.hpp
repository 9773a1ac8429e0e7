#pragma once
// The guest's world on three file descriptors: a terminal, pipes or files. Output is collected and written in large
// pieces; waiting for input or time ends when the runner wants to stop. Used by `mariner run` and `mariner mars`; the
// window host derives its console from it. Has no opinion on signals: the app sets the stop flag that the runner asks.

#include <optional>
#include <string>

#include "emulator/syscalls/host.hpp"

namespace mariner {

struct TerminalOptions {
    int input = 0;  // negative: none, which is as one at its end
    int output = 1;
    int error = 2;
    DialogStyle dialogs = DialogStyle::console;
    /// A synchronous note without sound: wait as long as it would have lasted, so that a melody keeps its time.
    bool silent_notes_take_time = true;
    /// What random streams start from that the program doesn't seed itself; nothing: something else each time.
    std::optional<i64> seed{};
    size_t keep = 0;  // so many bytes of output are also kept for a report
};

class TerminalHost : public Host {
public:
    explicit TerminalHost(const TerminalOptions& options = {}) : m_options(options) {}
    ~TerminalHost() override { flush_output(); }

    void write_output(std::string_view bytes) override;
    void write_error(std::string_view bytes) override;
    void flush() override { flush_output(); }
    void pulse() override { flush_output(); }
    InputState read_input(std::span<u8> buffer, size_t& count) override;
    bool input_is_ready() override;
    bool sleep_milliseconds(u32 duration) override;
    i64 random_seed() override;
    bool play_note(const Note& note, bool wait) override;
    [[nodiscard]] DialogStyle dialog_style() const override { return m_options.dialogs; }

    [[nodiscard]] bool has_lost_output() const override { return m_has_lost_output; }
    /// The guest's last character of output was no line feed: a message on the same terminal should begin a new line.
    [[nodiscard]] bool is_inside_line() const { return m_is_inside_line; }
    /// After the guest's end: what comes next on a terminal (a message, the shell's prompt) begins a new line there.
    /// Files and pipes get the guest's bytes and no other.
    void end_line_on_terminal();
    /// The first TerminalOptions::keep bytes of output, and whether there were more.
    [[nodiscard]] const std::string& kept_output() const { return m_kept; }
    [[nodiscard]] bool has_kept_all() const { return m_has_kept_all; }
    /// A note was asked for and not heard.
    [[nodiscard]] bool has_been_silent() const { return m_has_been_silent; }

protected:
    /// A terminal has shown what was read from it: after Enter its cursor stands at the beginning of a line.
    void note_echo(std::string_view typed);

private:
    void keep(std::string_view bytes);
    void flush_output();
    void write_all(int descriptor, std::string_view bytes);

    TerminalOptions m_options;
    std::string m_buffer;
    std::string m_kept;
    bool m_has_kept_all = true;
    bool m_is_inside_line = false;
    bool m_has_lost_output = false;
    bool m_has_been_silent = false;
};

}  // namespace mariner
