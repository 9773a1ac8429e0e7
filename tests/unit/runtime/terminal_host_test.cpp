// The host on file descriptors, with pipes in place of a terminal.

#include "emulator/runtime/terminal_host.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>

namespace mariner {
namespace {

class Pipe {
public:
    Pipe() { EXPECT_EQ(::pipe(m_ends.data()), 0); }
    Pipe(const Pipe&) = delete;
    Pipe& operator=(const Pipe&) = delete;
    ~Pipe() {
        ::close(m_ends[0]);
        close_writer();
    }
    [[nodiscard]] int reader() const { return m_ends[0]; }
    [[nodiscard]] int writer() const { return m_ends[1]; }
    void close_writer() {
        if (m_ends[1] >= 0) {
            ::close(m_ends[1]);
            m_ends[1] = -1;
        }
    }
    void write(std::string_view text) {
        EXPECT_EQ(::write(m_ends[1], text.data(), text.size()), static_cast<ssize_t>(text.size()));
    }
    std::string read() {
        std::array<char, 1000> buffer{};
        const ssize_t count = ::read(m_ends[0], buffer.data(), buffer.size());
        return {buffer.data(), static_cast<size_t>(count > 0 ? count : 0)};
    }

private:
    std::array<int, 2> m_ends{};
};

class TerminalHostTest : public testing::Test {
protected:
    TerminalOptions options() {
        TerminalOptions result;
        result.input = input.reader();
        result.output = output.writer();
        result.error = error.writer();
        result.seed = 42;
        return result;
    }
    Pipe input;
    Pipe output;
    Pipe error;
    std::array<u8, 16> buffer{};
    size_t count = 0;
};

TEST_F(TerminalHostTest, CollectsOutputUntilItIsWanted) {
    TerminalHost host(options());
    host.write_output("one ");
    host.write_output("two");
    host.flush();
    EXPECT_EQ(output.read(), "one two");
    host.write_output("three");
    host.pulse();
    EXPECT_EQ(output.read(), "three");
}

TEST_F(TerminalHostTest, KeepsTheOrderOfOutputAndErrors) {
    options();
    TerminalOptions both = options();
    both.error = both.output;
    TerminalHost host(both);
    host.write_output("a");
    host.write_error("b");
    host.write_output("c");
    host.flush();
    EXPECT_EQ(output.read(), "abc");
}

TEST_F(TerminalHostTest, ReadsWhatIsThere) {
    TerminalHost host(options());
    EXPECT_FALSE(host.input_is_ready());
    input.write("hello");
    EXPECT_TRUE(host.input_is_ready());
    EXPECT_EQ(host.read_input(buffer, count), InputState::ready);
    EXPECT_EQ(count, 5U);
    input.close_writer();
    EXPECT_EQ(host.read_input(buffer, count), InputState::end_of_input);
}

TEST_F(TerminalHostTest, WaitsEndWhenAStopIsWanted) {
    TerminalHost host(options());
    host.set_stop_check([] { return true; });
    EXPECT_EQ(host.read_input(buffer, count), InputState::interrupted);
    EXPECT_FALSE(host.sleep_milliseconds(1'000'000));
    EXPECT_FALSE(host.play_note({}, true));
}

TEST_F(TerminalHostTest, SleepsAndSeeds) {
    TerminalHost host(options());
    EXPECT_TRUE(host.sleep_milliseconds(1));
    EXPECT_EQ(host.random_seed(), 42);
    EXPECT_TRUE(host.play_note({}, false));
    EXPECT_TRUE(host.has_been_silent());
}

TEST_F(TerminalHostTest, NoticesThatOutputIsLost) {
    TerminalOptions closed = options();
    closed.output = -1;
    TerminalHost host(closed);
    host.write_output("x");
    host.flush();
    EXPECT_TRUE(host.has_lost_output());
}

TEST_F(TerminalHostTest, KeepsTheBeginningOfTheOutput) {
    TerminalOptions keeping = options();
    keeping.keep = 5;
    TerminalHost host(keeping);
    host.write_output("abc");
    host.write_output("de");
    EXPECT_EQ(host.kept_output(), "abcde");
    EXPECT_TRUE(host.has_kept_all());
    host.write_output("f");
    host.write_output("g");
    EXPECT_EQ(host.kept_output(), "abcde");
    EXPECT_FALSE(host.has_kept_all());
}

TEST_F(TerminalHostTest, AddsNothingToAPipe) {
    TerminalHost host(options());
    host.write_output("15$");
    host.end_line_on_terminal();
    host.flush();
    EXPECT_EQ(output.read(), "15$");
}

}  // namespace
}  // namespace mariner
