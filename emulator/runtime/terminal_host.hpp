#pragma once
// The guest's world on three file descriptors: a terminal, pipes or files. Output is collected and written in large
// pieces; waiting for input or time ends when the runner wants to stop. Used by `mariner run` and `mariner mars`; the
// window host derives its console from it. Has no opinion on signals: the app sets the stop flag that the runner asks.

#include <optional>
#include <string>

#include "emulator/syscalls/host.hpp"

namespace mariner {

struct TerminalOptions {
    int input = 0;
    int output = 1;
    int error = 2;
    DialogStyle dialogs = DialogStyle::console;
    /// A synchronous note without sound: wait as long as it would have lasted, so that a melody keeps its time.
    bool silent_notes_take_time = true;
    /// What random streams start from that the program doesn't seed itself; nothing: something else each time.
    std::optional<i64> seed{};
};

class TerminalHost : public Host {
public:
    explicit TerminalHost(const TerminalOptions& options = {}) : m_options(options) {}
    ~TerminalHost() override { flush_output(); }

    void write_output(std::string_view bytes) override;
    void write_error(std::string_view bytes) override;
    void flush() override { flush_output(); }
    void pulse() override;
    InputState read_input(std::span<u8> buffer, size_t& count) override;
    bool input_is_ready() override;
    i64 now_milliseconds() override;
    bool sleep_milliseconds(u32 duration) override;
    i64 random_seed() override;
    bool play_note(const Note& note, bool wait) override;
    [[nodiscard]] DialogStyle dialog_style() const override { return m_options.dialogs; }

    /// Something could not be written (a full disk, a closed pipe); what followed is lost.
    [[nodiscard]] bool has_lost_output() const { return m_has_lost_output; }
    /// The guest's last character of output was no line feed: a message on the same terminal should begin a new line.
    [[nodiscard]] bool is_inside_line() const { return m_is_inside_line; }
    /// A note was asked for and not heard.
    [[nodiscard]] bool has_been_silent() const { return m_has_been_silent; }

private:
    void flush_output();
    void write_all(int descriptor, std::string_view bytes);

    TerminalOptions m_options;
    std::string m_buffer;
    bool m_is_inside_line = false;
    bool m_has_lost_output = false;
    bool m_has_been_silent = false;
};

}  // namespace mariner
