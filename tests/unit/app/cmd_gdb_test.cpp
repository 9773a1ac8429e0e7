// The command `gdb` as a whole, in a process of its own. Under AddressSanitizer this sees what outlives what.

#include <gtest/gtest.h>
#include <unistd.h>

#include <array>
#include <cstdlib>
#include <string>

#include "emulator/app/commands.hpp"
#include "emulator/support/file.hpp"

namespace mariner::app {
namespace {

/// `mariner gdb --stdio` on a program that ends at once, with this on its standard input.
[[noreturn]] void serve(std::string_view bytes) {
    std::array<int, 2> ends{};
    const std::string file = testing::TempDir() + "cmd_gdb_test." + std::to_string(::getpid()) + ".asm";
    if (::pipe(ends.data()) != 0 || !write_file(file, "li $v0, 10\nsyscall\n") ||
        ::write(ends[1], bytes.data(), bytes.size()) < 0) {
        std::exit(99);
    }
    ::close(ends[1]);
    ::dup2(ends[0], STDIN_FILENO);
    std::array<std::string, 3> words = {"gdb", "--stdio", file};
    std::array<char*, 4> argv = {words[0].data(), words[1].data(), words[2].data(), nullptr};
    const int code = cmd_gdb(3, argv.data());
    ::unlink(file.c_str());
    std::exit(code);
}

TEST(CmdGdb, LeavesNothingThatUsesWhatIsGone) {
    EXPECT_EXIT(serve("$k#6b"), testing::ExitedWithCode(exit_code::success), "");
    EXPECT_EXIT(serve("$c#63"), testing::ExitedWithCode(exit_code::success), "");
    EXPECT_EXIT(serve(""), testing::ExitedWithCode(exit_code::success), "");
}

TEST(CmdGdb, SpeaksWithNobodyElse) {
    EXPECT_EXIT(serve("POST / HTTP/1.1\r\n\r\n$k#6b"), testing::ExitedWithCode(exit_code::usage),
                "^mariner gdb: a connection that doesn't speak GDB's protocol is refused\n$");
}

}  // namespace
}  // namespace mariner::app
