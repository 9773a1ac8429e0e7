#pragma once
// From an input that shows a fault to a short one that still shows it: lines are left out, then the lines themselves
// are made simpler. Knows nothing of games; the caller says what a fault is.

#include <functional>
#include <string>

namespace mariner::games {

/// True if this input still shows the fault.
using ShowsFault = std::function<bool(const std::string& input)>;

/// The shortest input found within `attempts` trials; `input` itself must show the fault.
std::string shrink(const std::string& input, const ShowsFault& shows_fault, size_t attempts = 12'000);

}  // namespace mariner::games
