#include "emulator/platform/paths.hpp"

namespace mariner::platform {

const char separator = '/';

bool is_separator(char c) {
    return c == '/';
}

size_t root_length(std::string_view path) {
    return path.starts_with('/') ? 1 : 0;
}

}  // namespace mariner::platform
