#pragma once
// The guest's world in a page: what it prints is kept until the page takes it, what it reads the page has given.
// Nothing here ever waits, since a page that waits is frozen: where the guest would, the run is broken off and tells
// why.

#include <string>
#include <utility>

#include "emulator/syscalls/host.hpp"

namespace mariner::web {

class PageHost final : public Host {
public:
    enum class Wait : u8 { none, input, time };

    explicit PageHost(i64 seed) : m_seed(seed) {}

    void write_output(std::string_view bytes) override { m_output += bytes; }
    void write_error(std::string_view bytes) override { m_output += bytes; }
    void flush() override {}
    InputState read_input(std::span<u8> buffer, size_t& count) override;
    bool input_is_ready() override { return !m_input.empty() || m_input_has_ended; }
    bool sleep_milliseconds(u32 duration) override;
    i64 random_seed() override { return m_seed; }
    bool play_note(const Note& note, bool wait) override;
    [[nodiscard]] DialogStyle dialog_style() const override { return DialogStyle::console; }

    void add_input(std::string_view bytes);
    /// Nothing follows what was added so far.
    void end_input();
    /// What was printed since the last call, on both streams.
    std::string take_output() { return std::exchange(m_output, {}); }
    /// Why the run was broken off, if it was the guest's wish.
    [[nodiscard]] Wait wait() const { return m_wait; }
    /// Milliseconds until a sleeping guest may go on.
    [[nodiscard]] u32 time_left();
    /// It goes on.
    void clear_wait() { m_wait = Wait::none; }

private:
    std::string m_input;
    bool m_input_has_ended = false;
    std::string m_output;
    i64 m_seed;
    Wait m_wait = Wait::none;
    i64 m_wakes_at = 0;  // of the sleep that was broken off; 0: none
};

}  // namespace mariner::web
