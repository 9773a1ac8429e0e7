#include "emulator/platform/paths.hpp"

#include <cstdlib>
#include <memory>

namespace mariner::platform {

const char separator = '/';

bool is_separator(char c) {
    return c == '/';
}

size_t root_length(std::string_view path) {
    return path.starts_with('/') ? 1 : 0;
}

std::string real_path(const std::string& path) {
    const std::unique_ptr<char, decltype(&std::free)> resolved(::realpath(path.c_str(), nullptr), &std::free);
    return resolved ? std::string(resolved.get()) : std::string();
}

}  // namespace mariner::platform
