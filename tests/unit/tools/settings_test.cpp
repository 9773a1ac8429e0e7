#include <gtest/gtest.h>

#include "emulator/tools/tool.hpp"

namespace mariner::tools {
namespace {

const std::vector<Parameter>& parameters() {
    static const std::vector<Parameter> known = {
        {"blocks", ParameterKind::range, {"1", "2", "4"}, "2", ""},
        {"miss", ParameterKind::count, {}, "none", "", 9},
    };
    return known;
}

TEST(Settings, ARangeIsTwoOfTheAllowedInOrder) {
    Settings settings;
    EXPECT_EQ(read_settings(parameters(), "blocks=1..4", ',', settings), "");
    EXPECT_EQ(settings.range("blocks"), std::pair(1U, 4U));
    for (const char* const wrong : {"blocks=4..1", "blocks=1..", "blocks=..4", "blocks=1..3", "blocks=1..2..4"}) {
        Settings none;
        EXPECT_NE(read_settings(parameters(), wrong, ',', none), "") << wrong;
    }
}

TEST(Settings, ACountMayStayOpen) {
    Settings settings;
    EXPECT_EQ(read_settings(parameters(), "", ',', settings), "");
    EXPECT_EQ(settings.number_if_given("miss"), std::nullopt);
    EXPECT_EQ(settings.range("blocks"), std::pair(2U, 2U));
    Settings given;
    EXPECT_EQ(read_settings(parameters(), "miss=7/blocks=4", '/', given), "");
    EXPECT_EQ(given.number_if_given("miss"), 7U);
}

}  // namespace
}  // namespace mariner::tools
