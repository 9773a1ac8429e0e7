#include "emulator/grader/folder_lock.hpp"

#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <string_view>

namespace mariner::grader {

namespace {

std::string own_name() {
    std::array<char, 256> host{};
    static_cast<void>(::gethostname(host.data(), host.size() - 1));
    return "process " + std::to_string(::getpid()) + " on host " + host.data();
}

/// What the holder has written. Anybody may have written there: only plain characters are shown.
std::string holder_of(int file) {
    std::array<char, 300> bytes{};
    const ssize_t count = ::pread(file, bytes.data(), bytes.size(), 0);
    std::string name;
    for (const char c : std::string_view(bytes.data(), count > 0 ? static_cast<size_t>(count) : 0)) {
        name += c >= ' ' && c < 0x7f ? std::string(1, c) : "";
    }
    return name.empty() ? "another process" : name;
}

Error failure(const std::string& folder, const char* what) {
    return Error{std::string(what) + " " + folder + ": " + std::strerror(errno)};
}

}  // namespace

Result<FolderLock> FolderLock::take(const std::string& folder, Sharing kind) {
    const std::string path = folder + "/lock.mariner";
    const int how = kind == Sharing::alone ? O_RDWR | O_CREAT : O_RDONLY;
    FolderLock lock(Descriptor(::open(path.c_str(), how | O_CLOEXEC | O_NOFOLLOW, 0666)));
    const int file = lock.m_file.number();
    if (file < 0) {
        return kind == Sharing::shared && errno == ENOENT ? Result<FolderLock>(std::move(lock))
                                                          : failure(folder, "cannot lock");
    }
    // Of the open file: workers close theirs at once, and the system lets go when the last is closed.
    if (::flock(file, (kind == Sharing::alone ? LOCK_EX : LOCK_SH) | LOCK_NB) != 0) {
        return errno == EWOULDBLOCK ? Error{folder + " is in use by " + holder_of(file)}
                                    : failure(folder, "cannot lock");
    }
    if (kind == Sharing::alone) {
        const std::string name = own_name() + "\n";
        if (::ftruncate(file, 0) != 0 ||
            ::pwrite(file, name.data(), name.size(), 0) != static_cast<ssize_t>(name.size())) {
            return failure(folder, "cannot lock");
        }
    }
    return lock;
}

Result<FolderLock> FolderLock::wait_for(const std::string& path) {
    FolderLock lock(Descriptor(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0666)));
    const int file = lock.m_file.number();
    int result = file < 0 ? -1 : ::flock(file, LOCK_EX);
    while (file >= 0 && result != 0 && errno == EINTR) {
        result = ::flock(file, LOCK_EX);
    }
    return result == 0 ? Result<FolderLock>(std::move(lock)) : failure(path, "cannot lock");
}

}  // namespace mariner::grader
