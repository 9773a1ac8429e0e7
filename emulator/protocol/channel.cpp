#include "emulator/protocol/channel.hpp"

namespace mariner::protocol {

namespace {

constexpr size_t buffer_size = 65536;

}  // namespace

std::string Channel::receive() const {
    std::string bytes(buffer_size, '\0');
    bytes.resize(platform::read_patiently(m_input, bytes).count);
    return bytes;
}

}  // namespace mariner::protocol
