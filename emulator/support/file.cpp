#include "emulator/support/file.hpp"

#include <fcntl.h>
#include <poll.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "emulator/support/descriptor.hpp"

namespace mariner {

namespace {

Error failure(const std::string& what, const std::string& path) {
    return {what + " " + path + ": " + std::strerror(errno)};
}

}  // namespace

Result<std::string> read_file(const std::string& path, size_t limit) {
    const Descriptor file(::open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.number() < 0) {
        return failure("cannot read", path);
    }
    struct stat facts {};
    if (::fstat(file.number(), &facts) == 0 && S_ISDIR(facts.st_mode)) {
        return Error{"cannot read " + path + ": it is a directory"};
    }
    std::string content;
    constexpr size_t most_reserved = size_t{64} << 20;  // a file may say any size
    content.reserve(std::min({static_cast<size_t>(facts.st_size), limit, most_reserved}));
    std::array<char, 65536> buffer;
    while (true) {
        const ssize_t count = ::read(file.number(), buffer.data(), buffer.size());
        if (count < 0 && errno == EINTR) {
            continue;
        }
        if (count < 0) {
            return failure("cannot read", path);
        }
        if (count == 0) {
            return content;
        }
        content.append(buffer.data(), static_cast<size_t>(count));
        if (content.size() > limit) {
            return Error{"cannot read " + path + ": it is longer than " + std::to_string(limit) + " bytes"};
        }
    }
}

Result<void> write_file(const std::string& path, std::string_view bytes) {
    const Descriptor file(::open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0666));
    if (file.number() < 0) {
        return failure("cannot write", path);
    }
    return write_all(file.number(), bytes) ? Result<void>() : failure("cannot write", path);
}

bool write_all(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
        if (count < 0 && errno != EINTR) {
            return false;
        }
        bytes.remove_prefix(count > 0 ? static_cast<size_t>(count) : 0);
    }
    return true;
}

bool is_readable(int descriptor, int patience_milliseconds) {
    pollfd request{descriptor, POLLIN, 0};
    return ::poll(&request, 1, patience_milliseconds) > 0;
}

size_t read_at(int descriptor, u64 offset, std::span<char> into) {
    size_t have = 0;
    while (have < into.size()) {
        const ssize_t count =
            ::pread(descriptor, into.data() + have, into.size() - have, static_cast<off_t>(offset + have));
        if (count == 0 || (count < 0 && errno != EINTR)) {
            break;
        }
        have += static_cast<size_t>(std::max<ssize_t>(count, 0));
    }
    return have;
}

}  // namespace mariner
