#include "emulator/games/shrink.hpp"

#include <gtest/gtest.h>

namespace mariner::games {
namespace {

TEST(Shrink, KeepsOnlyTheLinesThatMatter) {
    std::string input;
    for (int i = 0; i < 100; ++i) {
        input += std::to_string(i) + "\n";
    }
    const auto fault = [](const std::string& text) {
        const std::string lines = "\n" + text;
        const size_t seven = lines.find("\n7\n");
        return seven != std::string::npos && lines.find("\n42\n", seven) != std::string::npos;
    };
    EXPECT_EQ(shrink(input, fault), "7\n42\n");
}

TEST(Shrink, SimplifiesLinesAndKeepsAMissingLineEnd) {
    const auto ends_with_x = [](const std::string& text) { return text.ends_with("x"); };
    EXPECT_EQ(shrink("hello\nworld\nabcx", ends_with_x), "abcx");
    const auto two_lines = [](const std::string& text) { return std::count(text.begin(), text.end(), '\n') >= 2; };
    EXPECT_EQ(shrink("hello\nworld\nagain\n", two_lines), "\n\n");
}

TEST(Shrink, LeavesOutTwoPlacesAtOnce) {
    const auto as_many_of_both = [](const std::string& text) {
        const auto a = std::count(text.begin(), text.end(), 'a');
        return a > 0 && a == std::count(text.begin(), text.end(), 'b');
    };
    EXPECT_EQ(shrink("a\na\na\nc\nb\nc\nb\nb\n", as_many_of_both), "a\nb\n");
}

TEST(Shrink, StopsWhenItsAttemptsAreUsedUp) {
    size_t calls = 0;
    const auto never = [&](const std::string&) {
        ++calls;
        return false;
    };
    EXPECT_EQ(shrink(std::string(5000, '\n'), never, {.attempts = 100}), std::string(5000, '\n'));
    EXPECT_EQ(calls, 100U);
}

}  // namespace
}  // namespace mariner::games
