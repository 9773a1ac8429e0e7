#include <sys/stat.h>
#include <unistd.h>

#include <array>
#include <climits>

#include "emulator/platform/paths.hpp"

namespace mariner::platform {

namespace {

constexpr int most_links = 40;

/// Where the path leads if it is a link; empty if it is none.
std::string link_target(const std::string& path) {
    std::array<char, PATH_MAX> target{};
    const ssize_t length = ::readlink(path.c_str(), target.data(), target.size());
    return length > 0 ? std::string(target.data(), static_cast<size_t>(length)) : std::string();
}

}  // namespace

/// WASI's library has no realpath(): name by name, each link replaced by what it stands for.
std::string real_path(const std::string& path) {
    std::array<char, PATH_MAX> current{};
    if (path.empty() || ::getcwd(current.data(), current.size()) == nullptr) {
        return {};
    }
    std::string real = "/";
    std::string rest = join(current.data(), path) + "/";
    struct stat facts {};
    for (int links = 0; links <= most_links;) {
        rest.erase(0, rest.find_first_not_of('/'));
        if (::stat(real.c_str(), &facts) != 0 || (!rest.empty() && !S_ISDIR(facts.st_mode))) {
            return {};
        }
        if (rest.empty()) {
            return real;
        }
        const std::string name = rest.substr(0, rest.find('/'));
        rest.erase(0, name.size());
        if (name == "..") {
            real = normalized(folder_part(real));
        } else if (name != ".") {
            const std::string next = join(real, name);
            const std::string target = link_target(next);
            links += target.empty() ? 0 : 1;
            real = target.empty() ? next : is_absolute(target) ? "/" : real;
            rest.insert(0, target);
        }
    }
    return {};
}

}  // namespace mariner::platform
