#include <cstdlib>
#include <memory>

#include "emulator/platform/paths.hpp"

namespace mariner::platform {

std::string real_path(const std::string& path) {
    const std::unique_ptr<char, decltype(&std::free)> resolved(::realpath(path.c_str(), nullptr), &std::free);
    return resolved ? std::string(resolved.get()) : std::string();
}

}  // namespace mariner::platform
