#pragma once
// The display's clock: presenters pace frames by it, the terminal guesses by it when a key is let go.

#include <chrono>

#include "emulator/support/types.hpp"

namespace mariner {

inline i64 now_milliseconds() {
    using namespace std::chrono;
    return duration_cast<milliseconds>(steady_clock::now().time_since_epoch()).count();
}

}  // namespace mariner
