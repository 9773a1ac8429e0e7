#include "emulator/web/room_advice.hpp"

#include <gtest/gtest.h>

namespace mariner::web {
namespace {

using namespace std::string_view_literals;

JsonValue answer_to(RoomAdvice& advice, const std::string& wish) {
    const Result<JsonValue> read = read_json(wish);
    Result<JsonValue> answer = read_json(advice.answer(*read));
    return answer ? *answer : JsonValue();
}

TEST(RoomAdviceTest, TellsWhatTheColumnsAreWorth) {
    RoomAdvice advice;
    // Yellow has three in the first column, red three beside it.
    const JsonValue told = answer_to(advice, R"({"room":"bitmap","seed":1,"typed":"1\n2\n1\n2\n1\n2\n","hints":true})");
    EXPECT_EQ(told["game"]["mover"]["kind"].text(), "yellow");
    EXPECT_TRUE(told["game"]["asksForColumn"].flag());
    ASSERT_EQ(told["hints"].items().size(), 7U);
    EXPECT_EQ(told["hints"].items()[0]["kind"].text(), "wins");
    EXPECT_EQ(told["hints"].items()[0]["moves"].integer(), 1);
    EXPECT_EQ(told["hints"].items()[6]["kind"].text(), "loses");
    EXPECT_EQ(told["hints"].items()[6]["moves"].integer(), 1);
}

TEST(RoomAdviceTest, LeavesNoColumnOpenAtTheEmptyBoardAndAfterOneMove) {
    RoomAdvice advice;
    for (const char* const typed : {"", "1\\n", "2\\n", "3\\n", "4\\n", "5\\n", "6\\n", "7\\n"}) {
        const JsonValue told =
            answer_to(advice, R"({"room":"bitmap","seed":1,"typed":")" + std::string(typed) + R"(","hints":true})");
        ASSERT_EQ(told["hints"].items().size(), 7U) << typed;
        for (const JsonValue& hint : told["hints"].items()) {
            EXPECT_NE(hint["kind"].text(), "unknown") << typed;
            EXPECT_EQ(hint["moves"].integer() == 0, hint["kind"].text() == "draws") << typed;
        }
    }
}

TEST(RoomAdviceTest, NamesTheMoveThatGaveAGameAwayAndWhereToGoBackTo) {
    RoomAdvice advice;
    std::string typed;
    for (const char column : std::string("44444423337567")) {  // red would have won by all columns but the last
        typed += std::string(1, column) + "\\n";
    }
    const JsonValue told = answer_to(advice, R"({"room":"bitmap","seed":1,"typed":")" + typed + R"(","review":true})");
    EXPECT_FALSE(told["game"]["isOver"].flag());
    const auto slips = told["review"]["slips"].items();
    ASSERT_FALSE(slips.empty());
    const JsonValue& last = slips.back();
    EXPECT_EQ(last["move"].integer(), 14);
    EXPECT_EQ(last["player"]["kind"].text(), "red");
    EXPECT_EQ(last["column"].integer(), 7);
    EXPECT_EQ(last["typed"].integer(), 26);
    EXPECT_EQ(last["before"].text(), "won");
    EXPECT_EQ(last["after"].text(), "lost");
    EXPECT_EQ(last["better"].items().size(), 5U);
    EXPECT_EQ(last["board"].text(), "...2...\n...1...\n...2...\n..21...\n..12...\n.121211\n"sv);
}

TEST(RoomAdviceTest, ColumnsAreCountedAndPeopleNamedAsTheRoomDoes) {
    RoomAdvice advice;
    const JsonValue solo = answer_to(advice, R"({"room":"solo","seed":7,"typed":""})");
    EXPECT_EQ(solo["game"]["mover"]["kind"].text(), "you");
    EXPECT_EQ(solo["game"]["first"].integer(), 0);
    const JsonValue named = answer_to(advice, R"({"room":"columns","seed":7,"typed":"An\nBình\nX\n"})");
    EXPECT_EQ(named["game"]["mover"]["kind"].text(), "named");
}

TEST(RoomAdviceTest, TheSameGameGoesOnAndAnotherBeginsAnew) {
    RoomAdvice advice;
    EXPECT_EQ(answer_to(advice, R"({"room":"bitmap","seed":1,"typed":"4\n"})")["game"]["turns"].integer(), 1);
    EXPECT_EQ(answer_to(advice, R"({"room":"bitmap","seed":1,"typed":"4\n4\n"})")["game"]["turns"].integer(), 2);
    EXPECT_EQ(answer_to(advice, R"({"room":"bitmap","seed":1,"typed":"3\n"})")["game"]["turns"].integer(), 1);
}

TEST(RoomAdviceTest, APuzzleIsSetUpByWhatIsTyped) {
    RoomAdvice advice;
    const JsonValue puzzle = answer_to(advice, R"({"puzzle":"2026-11-19"})")["puzzle"];
    EXPECT_EQ(puzzle["room"].text(), "master");
    const std::string input(puzzle["input"].text());
    EXPECT_EQ(input.substr(0, 2), "5\n");
    EXPECT_EQ(input.size(), 5 + static_cast<size_t>(puzzle["turns"].integer().value_or(0)));
    EXPECT_FALSE(answer_to(advice, R"({"puzzle":"2026-02-30"})")["trouble"].text().empty());
}

TEST(RoomAdviceTest, WhatIsNoGameIsRefused) {
    RoomAdvice advice;
    EXPECT_FALSE(answer_to(advice, R"({"room":"nowhere"})")["trouble"].text().empty());
    EXPECT_FALSE(answer_to(advice, "[]")["trouble"].text().empty());
}

}  // namespace
}  // namespace mariner::web
