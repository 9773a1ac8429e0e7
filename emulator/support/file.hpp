#pragma once
// Whole files in and out, with a limit on what is read. Failures are sentences for the person at the keyboard.

#include <string>
#include <string_view>

#include "emulator/platform/files.hpp"
#include "emulator/support/result.hpp"
#include "emulator/support/types.hpp"

namespace mariner {

inline constexpr size_t default_file_limit = size_t{64} << 20;

/// A regular file's content (pipes and devices such as /dev/stdin work too).
Result<std::string> read_file(const std::string& path, size_t limit = default_file_limit);
Result<void> write_file(const std::string& path, std::string_view bytes);
/// A file that is there gets new content, whole or not at all, and keeps its mode; a link's file, not the link. Several
/// processes may do so at once: the content is that of one of them.
Result<void> replace_file(const std::string& path, std::string_view bytes);

using platform::read_at;
using platform::write_all;

}  // namespace mariner
