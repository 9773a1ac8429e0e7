#pragma once
// Whole files in and out, with a limit on what is read. Failures are sentences for the person at the keyboard.

#include <span>
#include <string>
#include <string_view>

#include "emulator/support/result.hpp"
#include "emulator/support/types.hpp"

namespace mariner {

inline constexpr size_t default_file_limit = size_t{64} << 20;

/// A regular file's content (pipes and devices such as /dev/stdin work too).
Result<std::string> read_file(const std::string& path, size_t limit = default_file_limit);
Result<void> write_file(const std::string& path, std::string_view bytes);

/// All bytes to an open file, pipe or connection, in as many writes as it takes; false on an error, which errno names.
bool write_all(int descriptor, std::string_view bytes);

/// Whether a read would not wait, or not after so long.
bool is_readable(int descriptor, int patience_milliseconds = 0);

/// Reads at an offset; fewer bytes than asked for where the file ends or can't be read.
size_t read_at(int descriptor, u64 offset, std::span<char> into);

}  // namespace mariner
