#pragma once
// When a slice of work is over: the watch of a session (Session::set_watch) in a page, which has one thread.

#include <chrono>

#include "emulator/support/types.hpp"

namespace mariner::web {

class Deadline {
public:
    void set(u32 milliseconds) { m_end = Clock::now() + std::chrono::milliseconds(milliseconds); }
    [[nodiscard]] bool is_over() const { return Clock::now() >= m_end; }

private:
    using Clock = std::chrono::steady_clock;
    Clock::time_point m_end;
};

}  // namespace mariner::web
