#pragma once
// Where the protocols' bytes come from and go to: a connection on this machine, or standard input and output. Called by
// the commands that serve; knows no protocol. Who calls send() on a closed connection must have SIGPIPE ignored.

#include <string>
#include <string_view>
#include <thread>

#include "emulator/debugger/session.hpp"
#include "emulator/support/result.hpp"
#include "emulator/support/types.hpp"

namespace mariner::remote {

/// A file descriptor that is closed with its owner.
class Descriptor {
public:
    explicit Descriptor(int number = -1) : m_number(number) {}
    ~Descriptor();
    Descriptor(Descriptor&& other) noexcept : m_number(std::exchange(other.m_number, -1)) {}
    Descriptor& operator=(Descriptor&& other) noexcept {
        std::swap(m_number, other.m_number);
        return *this;
    }

    [[nodiscard]] int number() const { return m_number; }

private:
    int m_number;
};

/// Both directions of one conversation; owns neither descriptor.
class Channel {
public:
    Channel(int input, int output) : m_input(input), m_output(output) {}

    [[nodiscard]] int input() const { return m_input; }
    /// True if receive() wouldn't wait.
    [[nodiscard]] bool is_ready() const;
    /// What has arrived, waiting for it; empty at the end of the conversation.
    [[nodiscard]] std::string receive() const;
    /// False if the other side is gone.
    [[nodiscard]] bool send(std::string_view bytes) const;

private:
    int m_input;
    int m_output;
};

/// Waits for connections from this machine, and from no other.
class LocalListener {
public:
    /// Port 0: any free one.
    static Result<LocalListener> open(u16 port);

    [[nodiscard]] u16 port() const { return m_port; }
    [[nodiscard]] int descriptor() const { return m_socket.number(); }
    /// Waits for a connection.
    Result<Descriptor> accept() const;

private:
    LocalListener(Descriptor socket, u16 port) : m_socket(std::move(socket)), m_port(port) {}

    Descriptor m_socket;
    u16 m_port;
};

/// While it exists, bytes that arrive (or the end of them) interrupt the session's motion, again and again, since a
/// motion may consist of several that each forget it. The bytes stay to be read.
class MotionWatch {
public:
    MotionWatch(int descriptor, debugger::Session& session);
    ~MotionWatch();
    MotionWatch(const MotionWatch&) = delete;
    MotionWatch& operator=(const MotionWatch&) = delete;

private:
    debugger::Session& m_session;
    int m_end_signal[2] = {-1, -1};  // a pipe: its closing ends the thread's wait
    std::thread m_thread;
};

}  // namespace mariner::remote
