// Listening sockets, with clients of this machine.

#include "emulator/platform/sockets.hpp"

#include <arpa/inet.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <array>

namespace mariner::platform {
namespace {

const std::string here(Listener::this_machine);

Descriptor client_of(const Listener& listener) {
    Descriptor client(::socket(AF_INET, SOCK_STREAM, 0));
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_port = htons(listener.port());
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    EXPECT_EQ(::connect(client.number(), reinterpret_cast<sockaddr*>(&place), sizeof place), 0);
    return client;
}

std::string hear(const Descriptor& client) {
    std::string all;
    std::array<char, 100> piece{};
    for (ssize_t count = 1; count > 0;) {
        count = ::read(client.number(), piece.data(), piece.size());
        all.append(piece.data(), static_cast<size_t>(std::max<ssize_t>(count, 0)));
    }
    return all;
}

TEST(Listener, ConnectsAndIsInheritedByNobody) {
    const Result<Listener> listener = Listener::open(here, 0);
    ASSERT_TRUE(listener) << listener.error().message;
    EXPECT_NE(listener->port(), 0);
    EXPECT_NE(::fcntl(listener->descriptor(), F_GETFD) & FD_CLOEXEC, 0);
    const Descriptor client = client_of(*listener);
    const Result<Descriptor> connection = listener->accept();
    ASSERT_TRUE(connection);
    EXPECT_NE(::fcntl(connection->number(), F_GETFD) & FD_CLOEXEC, 0);
    EXPECT_EQ(::fcntl(connection->number(), F_GETFL) & O_NONBLOCK, 0);
    EXPECT_EQ(::write(connection->number(), "x", 1), 1);
    char byte = 0;
    EXPECT_EQ(::read(client.number(), &byte, 1), 1);
    EXPECT_EQ(byte, 'x');
}

TEST(Listener, SaysWhatIsWrongInOneSentence) {
    const Result<Listener> first = Listener::open(here, 0);
    ASSERT_TRUE(first);
    const Result<Listener> second = Listener::open(here, first->port());
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().message, "port " + std::to_string(first->port()) +
                                          " of 127.0.0.1 is taken: another program listens there (--port 0 finds a "
                                          "free one)");
    EXPECT_EQ(Listener::open("localhost", 0).error().message, "localhost is no address in numbers, such as 127.0.0.1");
    EXPECT_TRUE(Listener::open("192.0.2.1", 0).error().message.starts_with("port 0 of 192.0.2.1 can't be listened on"));
}

TEST(Listener, WaitsNoLongerThanItIsTold) {
    const Result<Listener> listener = Listener::open(here, 0);
    ASSERT_TRUE(listener);
    EXPECT_FALSE(listener->accept(0));
    EXPECT_FALSE(listener->accept(1));
}

TEST(Listener, SendsOthersAwayWithAWordAndThenLetsThemIn) {
    const Result<Listener> listener = Listener::open(here, 0);
    ASSERT_TRUE(listener);
    for (int i = 0; i < 3; ++i) {
        const Descriptor client = client_of(*listener);
        EXPECT_EQ(::write(client.number(), "hello", 5), 5);
        listener->send_away("somebody is here");
        EXPECT_EQ(hear(client), "somebody is here");
    }
    const Descriptor client = client_of(*listener);
    EXPECT_TRUE(listener->accept());
}

}  // namespace
}  // namespace mariner::platform
