#include "emulator/debugger/tool_view.hpp"

#include <gtest/gtest.h>

#include "tests/unit/debugger/debugged.hpp"

namespace mariner::test {
namespace {

using namespace debugger;

constexpr const char* loop =
    "main: li $t0, 100\n"
    "la $t1, list\n"
    "next: lw $t2, 0($t1)\n"
    "addi $t1, $t1, 4\n"
    "addi $t0, $t0, -1\n"
    "bgtz $t0, next\n"
    "li $v0, 10\n"
    "syscall\n"
    ".data\nlist: .space 400\n";

std::string accesses_of(ToolView& view) {
    const tools::ToolSet* const now = view.now();
    return now != nullptr ? now->report("cache")->find("accesses")->value.text() : "interrupted";
}

TEST(ToolView, TheSameMomentHasTheSameCountsHoweverItWasReached) {
    Debugged debugged(loop);
    Session& session = *debugged.session;
    ToolView& view = session.tools();
    ASSERT_TRUE(view.choose({"cache:blocks=2"}));
    EXPECT_EQ(accesses_of(view), "0");
    session.move(Motion::resume);
    EXPECT_EQ(accesses_of(view), "100");
    const Time end = session.time();
    session.go_to(43);
    EXPECT_EQ(accesses_of(view), "10");
    EXPECT_EQ(session.time(), 43U);
    session.go_to(51);
    EXPECT_EQ(accesses_of(view), "12");
    session.move(Motion::instruction, Direction::backward, 4);
    EXPECT_EQ(accesses_of(view), "11");
    session.go_to(end);
    EXPECT_EQ(accesses_of(view), "100");
}

TEST(ToolView, AChangeOfThePastIsCounted) {
    Debugged debugged(loop);
    Session& session = *debugged.session;
    ASSERT_TRUE(session.tools().choose({"cache"}));
    session.move(Motion::resume);
    EXPECT_EQ(accesses_of(session.tools()), "100");
    session.go_to(43);
    EXPECT_TRUE(session.set_register(8, 1));
    session.move(Motion::resume);
    EXPECT_EQ(accesses_of(session.tools()), "11");
}

TEST(ToolView, RefusesWhatActsAndWhatIsWrong) {
    Debugged debugged(loop);
    ToolView& view = debugged.session->tools();
    EXPECT_FALSE(view.choose({"bot"}));
    EXPECT_FALSE(view.choose({"cache:blocks=3"}));
    EXPECT_TRUE(view.specifications().empty());
}

}  // namespace
}  // namespace mariner::test
