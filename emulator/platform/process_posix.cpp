#include "emulator/platform/process.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <array>
#include <bit>
#include <filesystem>
#include <initializer_list>

#ifdef __APPLE__
#include <mach-o/dyld.h>
#endif
#ifdef __linux__
#include <sys/auxv.h>
#endif

extern char** environ;

namespace mariner::platform {

namespace {

#ifdef __APPLE__
constexpr const char* opener = "open";

std::string own_path() {
    std::array<char, 4096> path{};
    uint32_t size = path.size();
    return _NSGetExecutablePath(path.data(), &size) == 0 ? path.data() : "";
}
#else
constexpr const char* opener = "xdg-open";

std::string own_path() {
    return "/proc/self/exe";
}
#endif

}  // namespace

const bool has_threads = true;

std::string program_path() {
    std::error_code trouble;
    const std::filesystem::path path = std::filesystem::canonical(own_path(), trouble);
    return trouble ? std::string() : path.string();
}

std::string startable_path() {
    std::string path = own_path();
#ifdef __linux__
    if (::access(path.c_str(), X_OK) != 0) {  // a bare root without /proc
        const auto* const started = std::bit_cast<const char*>(::getauxval(AT_EXECFN));
        return started != nullptr ? started : "";
    }
#endif
    return path;
}

/// It says nothing on our terminal, and is left to itself.
bool open_in_browser(const std::string& path) {
    std::string program = opener;
    std::string argument = path;
    const std::array<char*, 3> words = {program.data(), argument.data(), nullptr};
    posix_spawn_file_actions_t actions{};
    if (::posix_spawn_file_actions_init(&actions) != 0) {
        return false;
    }
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        ::posix_spawn_file_actions_addopen(&actions, stream, "/dev/null", stream == STDIN_FILENO ? O_RDONLY : O_WRONLY,
                                           0);
    }
    pid_t process = 0;
    const int trouble = ::posix_spawnp(&process, opener, &actions, nullptr, words.data(), environ);
    ::posix_spawn_file_actions_destroy(&actions);
    return trouble == 0;
}

bool has_console_of_its_own() {
    return false;
}

/// A file that is opened later must not take the number of a stream that was closed at the start: the guest's output
/// would end up in it. What stands in is open the wrong way round, so that using it fails as it would have.
bool prepare_process() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        const int mode = stream == STDIN_FILENO ? O_WRONLY : O_RDONLY;
        if (::fcntl(stream, F_GETFD) < 0 && ::open("/dev/null", mode) != stream) {
            return false;
        }
    }
    return true;
}

}  // namespace mariner::platform
