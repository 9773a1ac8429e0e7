#include "emulator/program/program_image.hpp"

#include <gtest/gtest.h>

#include "tests/unit/program/sample_programs.hpp"

namespace mariner {
namespace {

TEST(ProgramImage, FindsInstructionsAndTheirStatements) {
    const ProgramImage image = test::scattered_program();
    ASSERT_NE(image.find_text(0x00400020), nullptr);
    EXPECT_EQ(image.find_text(0x00400020)->address, 0x00400020U);
    EXPECT_EQ(image.find_text(0x0040000c), nullptr);
    EXPECT_EQ(image.find_text(0x00400002), nullptr);
    EXPECT_EQ(image.find_statement(0x00400020)->line, 4U);
    EXPECT_EQ(image.find_statement(0x00400008)->line, 2U);
    EXPECT_EQ(image.find_statement(0x00400024), nullptr);
}

TEST(ProgramImage, PrefersExportedSymbols) {
    ProgramImage image = test::scattered_program();
    image.symbols.push_back({"loop", 0x00400008, false, true, 1});
    EXPECT_EQ(image.find_symbol("loop")->address, 0x00400008U);
    EXPECT_EQ(image.find_symbol("table")->address, 0x10010010U);
    EXPECT_EQ(image.find_symbol("nothing"), nullptr);
    image.symbols.push_back({"start", 0x00400004, false, true, 0});
    EXPECT_EQ(image.symbol_at(0x00400004)->name, "start");
}

TEST(ProgramImage, FindsTheLabelBeforeAnAddressInItsOwnSegment) {
    const ProgramImage image = test::scattered_program();
    EXPECT_EQ(image.symbol_at(0x00400008), nullptr);
    EXPECT_EQ(image.symbol_at(0x00400008, true)->name, "loop");
    EXPECT_EQ(image.symbol_at(0x10010013, true)->name, "table");
    EXPECT_EQ(image.symbol_at(0x90000000, true), nullptr);
    EXPECT_EQ(image.symbol_at(0x10000000, true), nullptr);
}

}  // namespace
}  // namespace mariner
