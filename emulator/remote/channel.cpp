#include "emulator/remote/channel.hpp"

#include <fcntl.h>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <cstring>
#include <utility>

namespace mariner::remote {

namespace {

constexpr size_t buffer_size = 65536;
constexpr int repeat_milliseconds = 5;

Error system_error(const std::string& what) {
    return Error{what + ": " + std::strerror(errno)};
}

void set_option(int socket, int level, int option) {
    const int on = 1;
    ::setsockopt(socket, level, option, &on, sizeof on);
}

}  // namespace

Descriptor::~Descriptor() {
    if (m_number >= 0) {
        ::close(m_number);
    }
}

bool Channel::is_ready() const {
    pollfd request{m_input, POLLIN, 0};
    return ::poll(&request, 1, 0) > 0;
}

std::string Channel::receive() const {
    std::string bytes(buffer_size, '\0');
    ssize_t count = 0;
    do {
        count = ::read(m_input, bytes.data(), bytes.size());
    } while (count < 0 && errno == EINTR);
    bytes.resize(count > 0 ? static_cast<size_t>(count) : 0);
    return bytes;
}

bool Channel::send(std::string_view bytes) const {
    while (!bytes.empty()) {
        const ssize_t count = ::write(m_output, bytes.data(), bytes.size());
        if (count > 0) {
            bytes.remove_prefix(static_cast<size_t>(count));
        } else if (errno != EINTR) {
            return false;
        }
    }
    return true;
}

Result<LocalListener> LocalListener::open(u16 port) {
    Descriptor socket(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
    if (socket.number() < 0) {
        return system_error("no socket");
    }
    set_option(socket.number(), SOL_SOCKET, SO_REUSEADDR);
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    auto* const place = reinterpret_cast<sockaddr*>(&address);
    socklen_t size = sizeof address;
    if (::bind(socket.number(), place, size) != 0 || ::listen(socket.number(), 1) != 0 ||
        ::getsockname(socket.number(), place, &size) != 0) {
        return system_error("port " + std::to_string(port) + " can't be listened on");
    }
    return LocalListener(std::move(socket), ntohs(address.sin_port));
}

Result<Descriptor> LocalListener::accept() const {
    int connection = -1;
    do {
        connection = ::accept4(m_socket.number(), nullptr, nullptr, SOCK_CLOEXEC);
    } while (connection < 0 && (errno == EINTR || errno == ECONNABORTED));
    if (connection < 0) {
        return system_error("no connection can be accepted");
    }
    set_option(connection, IPPROTO_TCP, TCP_NODELAY);  // packets are small, and each is waited for
    return Descriptor(connection);
}

MotionWatch::MotionWatch(int descriptor, debugger::Session& session) : m_session(session) {
    if (::pipe2(m_end_signal, O_CLOEXEC) != 0) {
        return;
    }
    m_thread = std::thread([descriptor, end = m_end_signal[0], &session] {
        std::array<pollfd, 2> requests = {{{end, POLLIN, 0}, {descriptor, POLLIN, 0}}};
        while (::poll(requests.data(), requests.size(), -1) < 0 && errno == EINTR) {
        }
        while (requests[0].revents == 0) {
            session.interrupt();
            ::poll(requests.data(), 1, repeat_milliseconds);
        }
    });
}

MotionWatch::~MotionWatch() {
    if (m_thread.joinable()) {
        ::close(m_end_signal[1]);
        m_thread.join();
        ::close(m_end_signal[0]);
        m_session.go_to(m_session.time());  // goes nowhere, and forgets an interruption that came too late
    }
}

}  // namespace mariner::remote
