#include "emulator/platform/sockets.hpp"

#include <ws2tcpip.h>

#include <array>
#include <system_error>

#include "emulator/platform/handles_windows.hpp"
#include "emulator/platform/wait.hpp"

namespace mariner::platform {

namespace {

constexpr int most_waiting = 8;
constexpr int farewell_milliseconds = 100;

void set_option(SOCKET socket, int level, int option) {
    const int on = 1;
    setsockopt(socket, level, option, reinterpret_cast<const char*>(&on), sizeof on);
}

void set_waiting(SOCKET socket, bool waits) {
    u_long does_not = waits ? 0 : 1;
    ioctlsocket(socket, static_cast<long>(FIONBIO), &does_not);
}

std::string last_failure() {
    return std::system_category().message(WSAGetLastError());
}

}  // namespace

Result<Listener> Listener::open(const std::string& address, u16 port) {
    WSADATA facts{};
    [[maybe_unused]] static const int started = WSAStartup(MAKEWORD(2, 2), &facts);
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_port = htons(port);
    if (inet_pton(AF_INET, address.c_str(), &place.sin_addr) != 1) {
        return Error{address + " is no address in numbers, such as " + std::string(this_machine)};
    }
    const SOCKET socket =
        WSASocketW(AF_INET, SOCK_STREAM, IPPROTO_TCP, nullptr, 0, WSA_FLAG_OVERLAPPED | WSA_FLAG_NO_HANDLE_INHERIT);
    Descriptor descriptor(keep_socket(socket));
    set_option(socket, SOL_SOCKET, SO_EXCLUSIVEADDRUSE);  // or another program could take the port over
    set_waiting(socket, false);
    auto* const at = reinterpret_cast<sockaddr*>(&place);
    int size = sizeof place;
    if (bind(socket, at, size) != 0 || listen(socket, most_waiting) != 0 || getsockname(socket, at, &size) != 0) {
        return Error{"port " + std::to_string(port) + " of " + address +
                     (WSAGetLastError() == WSAEADDRINUSE
                          ? " is taken: another program listens there (--port 0 finds a free one)"
                          : " can't be listened on: " + last_failure())};
    }
    return Listener(std::move(descriptor), ntohs(place.sin_port));
}

Result<Descriptor> Listener::accept(int patience_milliseconds) const {
    SOCKET connection = INVALID_SOCKET;
    do {
        is_readable(m_socket.number(), patience_milliseconds);
        connection = ::accept(*find_socket(m_socket.number()), nullptr, nullptr);
        // Who was there may have gone again.
    } while (connection == INVALID_SOCKET && patience_milliseconds < 0 &&
             (WSAGetLastError() == WSAECONNRESET || WSAGetLastError() == WSAEWOULDBLOCK));
    if (connection == INVALID_SOCKET) {
        return Error{"no connection can be accepted: " + last_failure()};
    }
    SetHandleInformation(reinterpret_cast<HANDLE>(connection), HANDLE_FLAG_INHERIT, 0);
    set_waiting(connection, true);
    set_option(connection, IPPROTO_TCP, TCP_NODELAY);  // packets are small, and each is waited for
    set_option(connection, SOL_SOCKET, SO_KEEPALIVE);  // a peer that has lost its power is noticed
    return Descriptor(keep_socket(connection));
}

void Listener::send_away(std::string_view word) const {
    const Result<Descriptor> peer = accept(0);
    if (!peer) {
        return;
    }
    const SOCKET socket = *find_socket(peer->number());
    set_waiting(socket, false);
    send(socket, word.data(), static_cast<int>(word.size()), 0);
    shutdown(socket, SD_SEND);
    // A connection that is closed with bytes unread takes the word back.
    std::array<char, 4096> ignored{};
    is_readable(peer->number(), farewell_milliseconds);
    recv(socket, ignored.data(), static_cast<int>(ignored.size()), 0);
}

}  // namespace mariner::platform
