#pragma once
// A guest's world with a person's habits: input comes one line at a time, as it is typed, and whoever watches is told
// when the program waits for the next line. Nobody waits for the clock. Used by verify and by the grader.

#include <algorithm>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "emulator/syscalls/host.hpp"

namespace mariner::games {

class LineHost final : public Host {
public:
    /// Told whenever the program waits: asleep, or for a line of input; and how many bytes it has written by then.
    using WaitObserver = std::function<void(bool asleep, size_t printed)>;

    /// `input` must outlive the host.
    LineHost(std::string_view input, i64 seed, WaitObserver on_wait, DialogStyle dialog_style = DialogStyle::none)
        : m_rest(input), m_seed(seed), m_on_wait(std::move(on_wait)), m_dialog_style(dialog_style) {}

    void write_output(std::string_view bytes) override { m_output += bytes; }
    void write_error(std::string_view bytes) override { m_output += bytes; }
    void flush() override {}
    InputState read_input(std::span<u8> buffer, size_t& count) override {
        if (m_at_line_start) {
            tell(false);
        }
        if (m_rest.empty()) {
            m_at_line_start = true;  // a last line without LF ends here; whoever asks again waits for another one
            return InputState::end_of_input;
        }
        const size_t line = std::min(m_rest.find('\n'), m_rest.size() - 1) + 1;
        count = std::min(line, buffer.size());
        std::copy_n(m_rest.begin(), count, buffer.begin());
        m_at_line_start = m_rest[count - 1] == '\n';
        m_rest.remove_prefix(count);
        return InputState::ready;
    }
    /// For a program that polls its keyboard: the next byte typed, if there is one. Every poll may be the one that
    /// waits for the next line, so that whoever watches is told of each.
    std::optional<u8> take_key() {
        m_at_line_start = true;
        u8 key = 0;
        size_t count = 0;
        const bool is_there = read_input({&key, 1}, count) == InputState::ready;
        return is_there ? std::optional(key) : std::nullopt;
    }
    /// Nobody types the next line before the program waits for it, so nothing is read ahead over a line's end.
    bool input_is_ready() override { return !m_rest.empty() && !m_at_line_start; }
    i64 now_milliseconds() override { return m_now; }
    bool sleep_milliseconds(u32 duration) override {
        m_now += duration;
        tell(true);
        return true;
    }
    i64 random_seed() override { return m_seed; }
    bool play_note(const Note& /*note*/, bool /*wait*/) override { return true; }
    [[nodiscard]] DialogStyle dialog_style() const override { return m_dialog_style; }

    /// Both streams, in the order in which they were written.
    [[nodiscard]] const std::string& output() const { return m_output; }
    std::string take_output() { return std::move(m_output); }
    /// Bytes that the program has not got.
    [[nodiscard]] size_t input_left() const { return m_rest.size(); }

private:
    void tell(bool asleep) const {
        if (m_on_wait) {
            m_on_wait(asleep, m_output.size());
        }
    }

    std::string_view m_rest;
    i64 m_seed;
    WaitObserver m_on_wait;
    DialogStyle m_dialog_style;
    bool m_at_line_start = true;
    i64 m_now = 0;
    std::string m_output;
};

}  // namespace mariner::games
