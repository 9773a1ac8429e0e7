#include "emulator/platform/paths.hpp"

namespace mariner::platform {

const char separator = '\\';

bool is_separator(char c) {
    return c == '\\' || c == '/';
}

/// C:\x, \\server\x, and \x on the current drive.
size_t root_length(std::string_view path) {
    const auto separates = [&](size_t i) { return i < path.size() && is_separator(path[i]); };
    const bool has_letter = path.size() > 1 && path[1] == ':' && ((path[0] | 0x20) >= 'a' && (path[0] | 0x20) <= 'z');
    if (has_letter) {
        return separates(2) ? 3 : 2;
    }
    return !separates(0) ? 0 : separates(1) ? 2 : 1;
}

}  // namespace mariner::platform
