#pragma once
// Listening sockets, for every command that serves a port: on this machine's own address unless told otherwise, never
// inherited by another program. A connection is read and written like a file; whoever writes has called
// ignore_broken_pipes(). Knows no protocol.

#include <string>
#include <string_view>
#include <utility>

#include "emulator/platform/descriptor.hpp"
#include "emulator/support/result.hpp"
#include "emulator/support/types.hpp"

namespace mariner::platform {

class Listener {
public:
    /// Reached by programs of this machine only.
    static constexpr std::string_view this_machine = "127.0.0.1";

    /// `address` is one of this machine's, in numbers (IPv4). Port 0: any free one.
    static Result<Listener> open(const std::string& address, u16 port);

    [[nodiscard]] u16 port() const { return m_port; }
    [[nodiscard]] int descriptor() const { return m_socket.number(); }
    /// Waits for a connection, for ever (-1) or so long.
    [[nodiscard]] Result<Descriptor> accept(int patience_milliseconds = -1) const;
    /// Who has connected, if it is still there, is told so much and goes.
    void send_away(std::string_view word) const;

private:
    Listener(Descriptor socket, u16 port) : m_socket(std::move(socket)), m_port(port) {}

    Descriptor m_socket;
    u16 m_port;
};

}  // namespace mariner::platform
