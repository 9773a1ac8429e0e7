#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>

#include "emulator/platform/files.hpp"

namespace mariner::platform {

namespace {

int flags_of(Opening opening) {
    switch (opening) {
        case Opening::read:
            return O_RDONLY;
        case Opening::write:
            return O_WRONLY | O_CREAT;
        case Opening::replace:
            return O_WRONLY | O_CREAT | O_TRUNC;
        case Opening::append:
            return O_WRONLY | O_CREAT | O_APPEND;
        case Opening::create:
            return O_WRONLY | O_CREAT | O_EXCL;
    }
    return O_RDONLY;
}

ByteTransfer transfer(ssize_t count) {
    if (count >= 0) {
        return {TransferState::done, static_cast<size_t>(count)};
    }
    return {errno == EINTR || errno == EAGAIN ? TransferState::not_now : TransferState::failed, 0};
}

FileKind kind_of(const struct stat& facts) {
    return S_ISREG(facts.st_mode) ? FileKind::regular : S_ISDIR(facts.st_mode) ? FileKind::folder : FileKind::other;
}

}  // namespace

Descriptor open_file(const std::string& path, Opening opening, bool name_may_be_link) {
    const int flags = flags_of(opening) | O_CLOEXEC | (name_may_be_link ? 0 : O_NOFOLLOW);
    return Descriptor(::open(path.c_str(), flags, 0666));
}

void close(int descriptor) {
    ::close(descriptor);
}

ByteTransfer read(int descriptor, std::span<char> into) {
    return transfer(::read(descriptor, into.data(), into.size()));
}

ByteTransfer write(int descriptor, std::string_view bytes) {
    return transfer(::write(descriptor, bytes.data(), bytes.size()));
}

size_t read_at(int descriptor, u64 offset, std::span<char> into) {
    size_t have = 0;
    while (have < into.size()) {
        const ByteTransfer got =
            transfer(::pread(descriptor, into.data() + have, into.size() - have, static_cast<off_t>(offset + have)));
        if (got.state == TransferState::failed || (got.state == TransferState::done && got.count == 0)) {
            break;
        }
        have += got.count;
    }
    return have;
}

bool seek(int descriptor, u64 offset) {
    return ::lseek(descriptor, static_cast<off_t>(offset), SEEK_SET) >= 0;
}

FileKind kind_of(int descriptor) {
    struct stat facts {};
    return ::fstat(descriptor, &facts) == 0 ? kind_of(facts) : FileKind::none;
}

FileKind kind_of(const std::string& path) {
    struct stat facts {};
    return ::lstat(path.c_str(), &facts) == 0 ? kind_of(facts) : FileKind::none;
}

u64 size_of(int descriptor) {
    struct stat facts {};
    return ::fstat(descriptor, &facts) == 0 && facts.st_size > 0 ? static_cast<u64>(facts.st_size) : 0;
}

}  // namespace mariner::platform
