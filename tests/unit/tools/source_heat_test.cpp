#include "emulator/tools/source_heat.hpp"

#include <gtest/gtest.h>

namespace mariner::tools {
namespace {

TEST(SourceHeat, ABarIsAPartOfTheLargest) {
    EXPECT_EQ(heat_bar(10, 10), "##########");
    EXPECT_EQ(heat_bar(5, 10), "#####");
    EXPECT_EQ(heat_bar(1, 1000), ".");
    EXPECT_EQ(heat_bar(0, 0), "");
}

TEST(SourceHeat, AddsTheInstructionsOfALine) {
    ProgramImage image;
    image.files = {"hw.asm"};
    image.statements.push_back({0, 7, 1, "ulw $t0, 1($t1)", {}, 0});
    for (const u32 address : {0x400000U, 0x400004U}) {
        TextEntry entry;
        entry.address = address;
        entry.statement = 0;
        image.text.push_back(entry);
    }
    const std::vector<std::string> lines = source_heat(image, {{0x400000, 3}, {0x400004, 2}});
    ASSERT_EQ(lines.size(), 1U);
    EXPECT_EQ(lines[0].substr(0, 13), "5  ##########");
    EXPECT_NE(lines[0].find("hw.asm:7"), std::string::npos);
}

}  // namespace
}  // namespace mariner::tools
