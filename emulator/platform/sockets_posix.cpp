#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>

#include "emulator/platform/sockets.hpp"
#include "emulator/platform/wait.hpp"

namespace mariner::platform {

namespace {

constexpr int most_waiting = 8;
constexpr int farewell_milliseconds = 100;

void set_option(int socket, int level, int option) {
    const int on = 1;
    ::setsockopt(socket, level, option, &on, sizeof on);
}

/// Not inherited; `flags`: whether it waits. Linux's flags for doing so at once aren't everybody's.
void keep_to_ourselves(int socket, int flags) {
    ::fcntl(socket, F_SETFD, FD_CLOEXEC);
    ::fcntl(socket, F_SETFL, flags);
}

}  // namespace

Result<Listener> Listener::open(const std::string& address, u16 port) {
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_port = htons(port);
    if (::inet_pton(AF_INET, address.c_str(), &place.sin_addr) != 1) {
        return Error{address + " is no address in numbers, such as " + std::string(this_machine)};
    }
    Descriptor socket(::socket(AF_INET, SOCK_STREAM, 0));
    keep_to_ourselves(socket.number(), O_NONBLOCK);
    set_option(socket.number(), SOL_SOCKET, SO_REUSEADDR);  // a port whose last conversation has just ended is free
    auto* const at = reinterpret_cast<sockaddr*>(&place);
    socklen_t size = sizeof place;
    if (::bind(socket.number(), at, size) != 0 || ::listen(socket.number(), most_waiting) != 0 ||
        ::getsockname(socket.number(), at, &size) != 0) {
        return Error{"port " + std::to_string(port) + " of " + address +
                     (errno == EADDRINUSE ? " is taken: another program listens there (--port 0 finds a free one)"
                                          : std::string(" can't be listened on: ") + std::strerror(errno))};
    }
    return Listener(std::move(socket), ntohs(place.sin_port));
}

Result<Descriptor> Listener::accept(int patience_milliseconds) const {
    int connection = -1;
    do {
        is_readable(m_socket.number(), patience_milliseconds);
        connection = ::accept(m_socket.number(), nullptr, nullptr);
        // Who was there may have gone again.
    } while (connection < 0 && patience_milliseconds < 0 &&
             (errno == EINTR || errno == ECONNABORTED || errno == EAGAIN));
    if (connection < 0) {
        return Error{std::string("no connection can be accepted: ") + std::strerror(errno)};
    }
    keep_to_ourselves(connection, 0);
    set_option(connection, IPPROTO_TCP, TCP_NODELAY);  // packets are small, and each is waited for
    set_option(connection, SOL_SOCKET, SO_KEEPALIVE);  // a peer that has lost its power is noticed
    return Descriptor(connection);
}

void Listener::send_away(std::string_view word) const {
    const Result<Descriptor> peer = accept(0);
    if (!peer) {
        return;
    }
    ::send(peer->number(), word.data(), word.size(), MSG_DONTWAIT);
    ::shutdown(peer->number(), SHUT_WR);
    // A connection that is closed with bytes unread takes the word back.
    std::array<char, 4096> ignored{};
    is_readable(peer->number(), farewell_milliseconds);
    ::recv(peer->number(), ignored.data(), ignored.size(), MSG_DONTWAIT);
}

}  // namespace mariner::platform
