#pragma once
// Where the protocols' bytes come from and go to: a connection (platform/sockets.hpp), or standard input and output.
// Called by the commands that serve; knows no protocol. Who calls send() on a closed connection must have SIGPIPE
// ignored.

#include <string>
#include <string_view>

#include "emulator/platform/files.hpp"
#include "emulator/platform/wait.hpp"

namespace mariner::protocol {

/// Both directions of one conversation; owns neither descriptor.
class Channel {
public:
    Channel(int input, int output) : m_input(input), m_output(output) {}

    [[nodiscard]] int input() const { return m_input; }
    /// True if receive() wouldn't wait, or wouldn't after so long.
    [[nodiscard]] bool is_ready(int patience_milliseconds = 0) const {
        return platform::is_readable(m_input, patience_milliseconds);
    }
    /// What has arrived, waiting for it; empty at the end of the conversation.
    [[nodiscard]] std::string receive() const;
    /// False if the other side is gone.
    [[nodiscard]] bool send(std::string_view bytes) const { return platform::write_all(m_output, bytes); }

private:
    int m_input;
    int m_output;
};

}  // namespace mariner::protocol
