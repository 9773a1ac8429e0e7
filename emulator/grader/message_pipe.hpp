#pragma once
// Whole messages through a pipe: how long each is stands before it. What comes is from processes that nobody trusts.

#include <optional>
#include <string>
#include <string_view>

#include "emulator/support/types.hpp"

namespace mariner::grader {

using MessageLength = u32;
inline constexpr size_t longest_message = size_t{64} << 20;

/// False once nobody reads any more, or if it is too long.
bool write_message(int pipe, std::string_view message);
/// Nothing once there are no more, or if what comes is none.
std::optional<std::string> read_message(int pipe);

}  // namespace mariner::grader
