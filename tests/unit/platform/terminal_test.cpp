// What is no terminal is told from one. Terminals themselves are driven by tests/terminal and tests/display.

#include "emulator/platform/terminal.hpp"

#include <gtest/gtest.h>

#include "emulator/platform/files.hpp"

namespace mariner::platform {
namespace {

TEST(Terminal, IsNoFile) {
    const Descriptor file = open_file(testing::TempDir() + "mariner_terminal_test", Opening::replace);
    EXPECT_FALSE(is_terminal(file.number()));
    EXPECT_FALSE(is_terminal(-1));
    const TerminalSize size = terminal_size(file.number());
    EXPECT_EQ(size.columns, 80U);
    EXPECT_EQ(size.lines, 24U);
    const auto lease = TerminalLease::take({file.number(), file.number(), "enter", "leave"});
    ASSERT_FALSE(lease);
    EXPECT_EQ(lease.error().message, "there is no terminal to draw on");
    EXPECT_EQ(size_of(file.number()), 0U);
}

}  // namespace
}  // namespace mariner::platform
