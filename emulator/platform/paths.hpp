#pragma once
// How the system writes the path of a file. All paths are UTF-8.

#include <string>
#include <string_view>

#include "emulator/support/types.hpp"

namespace mariner::platform {

/// What the system itself puts between a folder and what lies there.
extern const char separator;
bool is_separator(char c);
/// How many characters say where the path begins, as / does: 0 for one that counts from the current folder.
size_t root_length(std::string_view path);

inline bool is_absolute(std::string_view path) {
    return root_length(path) != 0;
}
/// What stands behind the last separator.
std::string_view file_name(std::string_view path);
/// What stands before it, with it: empty for a name alone.
std::string_view folder_part(std::string_view path);
/// `path` as seen from `folder`.
std::string join(std::string_view folder, std::string_view path);
/// From the root, without links, . and .. ; empty if it doesn't exist.
std::string real_path(const std::string& path);
/// With the system's separator, one at a time, and none at the end.
std::string normalized(std::string_view path);

}  // namespace mariner::platform
