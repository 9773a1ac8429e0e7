#include "emulator/platform/files.hpp"

#include "emulator/platform/wait.hpp"

namespace mariner {

Descriptor::~Descriptor() {
    if (m_number >= 0) {
        platform::close(m_number);
    }
}

namespace platform {

namespace {

/// In milliseconds. Then others may look after what else there is to do, and a signal's wish is asked for.
constexpr int longest_wait = 100;

}  // namespace

ByteTransfer read_patiently(int descriptor, std::span<char> into) {
    ByteTransfer result = read(descriptor, into);
    while (result.state == TransferState::not_now) {
        is_readable(descriptor, longest_wait);
        result = read(descriptor, into);
    }
    return result;
}

bool write_all(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ByteTransfer result = write(descriptor, bytes);
        if (result.state == TransferState::failed) {
            return false;
        }
        if (result.state == TransferState::not_now) {
            is_writable(descriptor, longest_wait);
        }
        bytes.remove_prefix(result.count);
    }
    return true;
}

}  // namespace platform

}  // namespace mariner
