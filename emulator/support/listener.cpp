#include "emulator/support/listener.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <optional>

namespace mariner {

namespace {

constexpr int most_waiting = 8;
/// How long somebody who is sent away may take to hear why, and how long a system without room is left alone.
constexpr int farewell_milliseconds = 100;

struct Place {
    sockaddr_storage storage{};
    socklen_t size = sizeof(sockaddr_storage);

    sockaddr* address() { return reinterpret_cast<sockaddr*>(&storage); }
    sockaddr_in& four() { return reinterpret_cast<sockaddr_in&>(storage); }
    sockaddr_in6& six() { return reinterpret_cast<sockaddr_in6&>(storage); }
};

std::optional<Place> place_of(const std::string& address, u16 port) {
    Place place;
    place.four().sin_port = htons(port);  // in an IPv6 address it has the same place
    if (::inet_pton(AF_INET, address.c_str(), &place.four().sin_addr) == 1) {
        place.storage.ss_family = AF_INET;
        place.size = sizeof(sockaddr_in);
        return place;
    }
    if (::inet_pton(AF_INET6, address.c_str(), &place.six().sin6_addr) == 1) {
        place.storage.ss_family = AF_INET6;
        place.size = sizeof(sockaddr_in6);
        return place;
    }
    return std::nullopt;
}

void set_option(int socket, int level, int option) {
    const int on = 1;
    ::setsockopt(socket, level, option, &on, sizeof on);
}

std::string why_not(int error) {
    return error == EADDRINUSE ? "is taken: another program listens there (--port 0 finds a free one)"
                               : std::string("can't be listened on: ") + std::strerror(error);
}

void send_away(const Descriptor& peer, const std::string& word) {
    ::send(peer.number(), word.data(), word.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
    ::shutdown(peer.number(), SHUT_WR);
    // A connection that is closed with bytes unread takes the word back.
    pollfd request{peer.number(), POLLIN, 0};
    std::array<char, 4096> ignored{};
    ::poll(&request, 1, farewell_milliseconds);
    ::recv(peer.number(), ignored.data(), ignored.size(), MSG_DONTWAIT);
}

}  // namespace

Descriptor::~Descriptor() {
    if (m_number >= 0) {
        ::close(m_number);
    }
}

Result<Listener> Listener::open(const std::string& address, u16 port) {
    std::optional<Place> place = place_of(address, port);
    if (!place) {
        return Error{address + " is no address in numbers, such as " + std::string(this_machine)};
    }
    Descriptor socket(::socket(place->storage.ss_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0));
    set_option(socket.number(), SOL_SOCKET, SO_REUSEADDR);  // a port whose last conversation has just ended is free
    if (::bind(socket.number(), place->address(), place->size) != 0 || ::listen(socket.number(), most_waiting) != 0 ||
        ::getsockname(socket.number(), place->address(), &place->size) != 0) {
        return Error{"port " + std::to_string(port) + " of " + address + " " + why_not(errno)};
    }
    return Listener(std::move(socket), ntohs(place->four().sin_port));
}

Result<Descriptor> Listener::accept(int patience_milliseconds) const {
    int connection = -1;
    do {
        pollfd request{m_socket.number(), POLLIN, 0};
        ::poll(&request, 1, patience_milliseconds);
        connection = ::accept4(m_socket.number(), nullptr, nullptr, SOCK_CLOEXEC);
        // Who was there may have gone again.
    } while (connection < 0 && patience_milliseconds < 0 &&
             (errno == EINTR || errno == ECONNABORTED || errno == EAGAIN));
    if (connection < 0) {
        return Error{std::string("no connection can be accepted: ") + std::strerror(errno)};
    }
    set_option(connection, IPPROTO_TCP, TCP_NODELAY);  // packets are small, and each is waited for
    set_option(connection, SOL_SOCKET, SO_KEEPALIVE);  // a peer that has lost its power is noticed
    return Descriptor(connection);
}

Doorkeeper::Doorkeeper(const Listener& listener, std::string word) {
    if (::pipe2(m_end_signal, O_CLOEXEC) != 0) {
        return;
    }
    m_thread = std::thread([&listener, word = std::move(word), end = m_end_signal[0]] {
        std::array<pollfd, 2> requests = {{{end, POLLIN, 0}, {listener.descriptor(), POLLIN, 0}}};
        while (requests[0].revents == 0) {
            if (::poll(requests.data(), requests.size(), -1) > 0 && requests[1].revents != 0) {
                const Result<Descriptor> peer = listener.accept(0);
                if (peer) {
                    send_away(*peer, word);
                } else {
                    ::poll(requests.data(), 1, farewell_milliseconds);
                }
            }
        }
    });
}

Doorkeeper::~Doorkeeper() {
    if (m_thread.joinable()) {
        ::close(m_end_signal[1]);
        m_thread.join();
        ::close(m_end_signal[0]);
    }
}

}  // namespace mariner
