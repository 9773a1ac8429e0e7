#pragma once
// From an input that shows a fault to a short one that still shows it: lines are left out, then the lines themselves
// are made simpler. Knows nothing of games; the caller says what a fault is.

#include <functional>
#include <string>

namespace mariner::games {

/// True if this input still shows the fault.
using ShowsFault = std::function<bool(const std::string& input)>;

struct ShrinkOptions {
    size_t attempts = 12'000;
    bool change_lines = true;  // or only leave lines out
};

/// The shortest input found; `input` itself must show the fault.
std::string shrink(const std::string& input, const ShowsFault& shows_fault, const ShrinkOptions& options = {});

}  // namespace mariner::games
