#pragma once
// A world made of values: input from a string, output into strings, a clock that moves only when the guest sleeps. The
// same script gives the same run on any machine. For tests, `verify`, the grader and whoever embeds the library.

#include <deque>
#include <string>
#include <utility>
#include <vector>

#include "emulator/syscalls/host.hpp"

namespace mariner {

class ScriptHost final : public Host {
public:
    explicit ScriptHost(std::string input = {}) : m_input(std::move(input)) {}

    void write_output(std::string_view bytes) override { m_output += bytes; }
    void write_error(std::string_view bytes) override { m_error += bytes; }
    void flush() override {}
    InputState read_input(std::span<u8> buffer, size_t& count) override;
    bool input_is_ready() override { return m_read < m_input.size(); }
    i64 now_milliseconds() override { return m_now; }
    bool sleep_milliseconds(u32 duration) override;
    i64 random_seed() override { return m_seed; }
    bool play_note(const Note& note, bool wait) override;
    [[nodiscard]] DialogStyle dialog_style() const override { return m_dialog_style; }
    std::optional<DialogReply> show_dialog(DialogKind kind, std::string_view message, MessageType type) override;

    /// More to read, as if it were typed now.
    void add_input(std::string_view bytes) { m_input += bytes; }
    void set_now(i64 milliseconds) { m_now = milliseconds; }
    void set_seed(i64 seed) { m_seed = seed; }
    void set_dialog_style(DialogStyle style) { m_dialog_style = style; }
    /// Answers for native dialogs, in order; without one left, a dialog is interrupted.
    void add_reply(DialogReply reply) { m_replies.push_back(std::move(reply)); }

    [[nodiscard]] const std::string& output() const { return m_output; }
    /// The output so far, which is then forgotten.
    std::string take_output() { return std::exchange(m_output, {}); }
    [[nodiscard]] const std::string& error() const { return m_error; }
    [[nodiscard]] const std::vector<Note>& notes() const { return m_notes; }
    [[nodiscard]] const std::vector<std::string>& dialogs() const { return m_dialogs; }
    [[nodiscard]] size_t input_left() const { return m_input.size() - m_read; }

private:
    std::string m_input;
    size_t m_read = 0;
    std::string m_output;
    std::string m_error;
    i64 m_now = 0;
    i64 m_seed = 0;
    DialogStyle m_dialog_style = DialogStyle::none;
    std::deque<DialogReply> m_replies;
    std::vector<Note> m_notes;
    std::vector<std::string> m_dialogs;
};

}  // namespace mariner
