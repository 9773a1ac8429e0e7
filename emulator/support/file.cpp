#include "emulator/support/file.hpp"

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

namespace mariner {

namespace {

Error failure(const std::string& what, const std::string& path) {
    return {what + " " + path + ": " + std::strerror(errno)};
}

}  // namespace

Result<std::string> read_file(const std::string& path, size_t limit) {
    const Descriptor file = platform::open_file(path, platform::Opening::read);
    if (file.number() < 0) {
        return failure("cannot read", path);
    }
    if (platform::kind_of(file.number()) == platform::FileKind::folder) {
        return Error{"cannot read " + path + ": it is a directory"};
    }
    std::string content;
    constexpr size_t most_reserved = size_t{64} << 20;  // a file may say any size
    content.reserve(std::min({static_cast<size_t>(platform::size_of(file.number())), limit, most_reserved}));
    std::array<char, 65536> buffer;
    while (true) {
        const platform::ByteTransfer got = platform::read_patiently(file.number(), buffer);
        if (got.state == platform::TransferState::failed) {
            return failure("cannot read", path);
        }
        if (got.count == 0) {
            return content;
        }
        content.append(buffer.data(), got.count);
        if (content.size() > limit) {
            return Error{"cannot read " + path + ": it is longer than " + std::to_string(limit) + " bytes"};
        }
    }
}

Result<void> write_file(const std::string& path, std::string_view bytes) {
    const Descriptor file = platform::open_file(path, platform::Opening::replace);
    return file.number() >= 0 && write_all(file.number(), bytes) ? Result<void>() : failure("cannot write", path);
}

}  // namespace mariner
