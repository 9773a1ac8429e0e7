#include "emulator/grader/message_pipe.hpp"

#include <algorithm>
#include <array>
#include <cstring>
#include <span>

#include "emulator/platform/files.hpp"

namespace mariner::grader {

namespace {

bool read_whole(int pipe, std::span<char> bytes) {
    while (!bytes.empty()) {
        const platform::ByteTransfer read = platform::read_patiently(pipe, bytes);
        if (read.count <= 0) {
            return false;
        }
        bytes = bytes.subspan(static_cast<size_t>(read.count));
    }
    return true;
}

}  // namespace

bool write_message(int pipe, std::string_view message) {
    const auto length = static_cast<MessageLength>(message.size());
    std::string frame(sizeof length, '\0');
    std::memcpy(frame.data(), &length, sizeof length);
    frame += message;
    return message.size() <= longest_message && platform::write_all(pipe, frame);
}

std::optional<std::string> read_message(int pipe) {
    std::array<char, sizeof(MessageLength)> head{};
    if (!read_whole(pipe, head)) {
        return std::nullopt;
    }
    MessageLength length = 0;
    std::memcpy(&length, head.data(), sizeof length);
    std::string message(std::min<size_t>(length, longest_message), '\0');
    const bool is_whole = length <= longest_message && read_whole(pipe, message);
    return is_whole ? std::optional(std::move(message)) : std::nullopt;
}

}  // namespace mariner::grader
