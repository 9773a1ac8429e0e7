#include "emulator/program/listing.hpp"

#include <gtest/gtest.h>

#include "tests/unit/program/sample_programs.hpp"

namespace mariner {
namespace {

TEST(Listing, ShowsFilesLabelsLinesAndMacroCalls) {
    const std::string text = write_listing(test::scattered_program());
    EXPECT_NE(text.find("; main.asm\nmain:\n  00400000  00000000  nop                               1      nop   # at"),
              std::string::npos)
        << text;
    EXPECT_NE(text.find("  00400008  00000000  nop\n\n; other.asm\nloop:\n  00400020  00000000  nop"),
              std::string::npos);
    EXPECT_NE(text.find("4<-300<-7  nop"), std::string::npos);
}

TEST(Listing, ShowsDataByLabelAndAllSymbols) {
    const std::string text = write_listing(test::scattered_program());
    EXPECT_NE(text.find("table:\n  10010010  0506"), std::string::npos) << text;
    EXPECT_NE(text.find("  10300000  buffer   data  all files\n"), std::string::npos);
    EXPECT_NE(text.find("  00400020  loop     text  other.asm\n"), std::string::npos);
}

TEST(Listing, ShowsWordsThatAreNoInstruction) {
    ProgramImage image;
    image.text = {entry_of_word(0x00400000, 0xffffffff), entry_of_word(0x00400004, 0x006001f4)};
    const std::string text = write_listing(image);
    EXPECT_NE(text.find("ffffffff  .word 0xffffffff\n"), std::string::npos);
    EXPECT_NE(text.find("006001f4  teq $3,$0\n"), std::string::npos);
}

}  // namespace
}  // namespace mariner
