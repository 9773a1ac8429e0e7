// What data directives store, and where.
#include "tests/unit/assembler/assemble.hpp"

namespace mariner {
namespace {

using test::address_of;
using test::assemble_text;
using test::data_at;

constexpr u32 base = 0x10010000;

using namespace std::string_literals;

TEST(Data, StringsKnowSimpleEscapesAndLoseTheirLastCharacter) {
    EXPECT_EQ(data_at(assemble_text(".data\n.ascii \"a\\n\\t\\\\\\\"\\0\\q\\101\"\n"), base), "a\n\t\\\"\0q101"s);
    EXPECT_EQ(data_at(assemble_text(".data\n.asciiz \"abc\n"), base), "ab\0"s);
    EXPECT_EQ(data_at(assemble_text(".data\n.asciiz \"\xC3\xA9\xE2\x82\xAC\"\n"), base), "\xE9\xAC\0"s);
    EXPECT_EQ(data_at(assemble_text(".data\n.ascii \"\xF0\x9F\x98\x80\"\n"), base), "\x3D\x00"s);
}

TEST(Data, AlignmentMovesTheLabelsThatStandThere) {
    const Assembly assembly = assemble_text(".data\n.byte 1\na:\nb: .word 5\nc: .half 1\n");
    EXPECT_EQ(address_of(assembly, "a"), base + 4);
    EXPECT_EQ(address_of(assembly, "b"), base + 4);
    EXPECT_EQ(address_of(assembly, "c"), base + 8);
}

TEST(Data, AReferenceToItselfStoresThePlaceBeforeAlignment) {
    const Assembly assembly = assemble_text(".data\n.byte 1\na: .word a, c\nc:\n");
    EXPECT_EQ(data_at(assembly, base + 4), "\x01\x00\x01\x10\x0c\x00\x01\x10"s);
}

TEST(Data, AlignZeroHoldsUntilTheNextDataDirective) {
    const Assembly assembly = assemble_text(".data\n.align 0\n.byte 1\n.half 2\n.data\n.half 3\n");
    EXPECT_EQ(data_at(assembly, base), "\x01\x02\x00"s);
    EXPECT_EQ(data_at(assembly, base + 4), "\x03\x00"s);
}

TEST(Data, KernelAddressesAlignTooFar) {
    const Assembly assembly = assemble_text(".kdata\n.byte 1\n.word 2\n");
    EXPECT_EQ(data_at(assembly, 0x90000000), "\x01"s);
    EXPECT_EQ(data_at(assembly, 0x90000008), "\x02\x00\x00\x00"s);
}

TEST(Data, ALineWithoutDirectiveContinuesTheList) {
    EXPECT_EQ(data_at(assemble_text(".data\n.byte 1\n2, 3\n"), base), "\x01\x02\x03"s);
    EXPECT_EQ(data_at(assemble_text(".data\n.byte 1\n7 5 : 3\n"), base), "\x01\x05\x05\x05"s);
}

TEST(Data, RepetitionIsForASingleValue) {
    EXPECT_EQ(data_at(assemble_text(".data\n.half -1:2\n"), base), "\xff\xff\xff\xff"s);
    EXPECT_FALSE(assemble_text(".data\n.half 1:2, 3\n").image);
}

TEST(Data, EndlessRepetitionsStopAtTheEndOfTheSegment) {
    const Assembly assembly = assemble_text(".data\n.word 1:2000000000\n");
    EXPECT_FALSE(assembly.image);
    EXPECT_EQ(assembly.diagnostics.all().back().message, Message::error_limit);
}

TEST(Data, ARepeatedWarningIsCounted) {
    const Assembly assembly = assemble_text(".data\n.byte 255:3\n.byte 200\n");
    ASSERT_EQ(assembly.diagnostics.all().size(), 2U);
    EXPECT_EQ(assembly.diagnostics.all()[0].repetitions, 3U);
    EXPECT_EQ(assembly.diagnostics.all()[1].repetitions, 1U);
    EXPECT_TRUE(assembly.image);
}

TEST(Data, FloatsAreRoundedTwice) {
    EXPECT_EQ(data_at(assemble_text(".data\n.float 1.00000005960464480000001, 010\n"), base),
              "\x00\x00\x80\x3f\x00\x00\x20\x41"s);
    EXPECT_EQ(data_at(assemble_text(".data\n.double 1e400, NaN\n"), base), "\0\0\0\0\0\0\xf0\x7f\0\0\0\0\0\0\xf8\x7f"s);
}

TEST(Data, SpaceStoresNothing) {
    const Assembly assembly = assemble_text(".data\n.byte 1\n.space 3\n.byte 2\n");
    ASSERT_TRUE(assembly.image);
    EXPECT_EQ(assembly.image->data.size(), 2U);
    EXPECT_EQ(data_at(assembly, base + 4), "\x02"s);
}

TEST(Data, InstructionsInTheDataSegmentVanish) {
    const Assembly assembly = assemble_text(".data\nli $t0, 5\nsyscall\n");
    ASSERT_TRUE(assembly.image);
    EXPECT_TRUE(assembly.image->text.empty());
}

TEST(Data, GoesIntoTextWithSelfModifyingCodeOnly) {
    const std::string text = ".data 0x00400000\n.word 0x24080005\n.word -1\n";
    EXPECT_FALSE(assemble_text(text).image);
    AssemblerOptions options;
    options.self_modifying_code = true;
    const Assembly assembly = assemble_text(text, options);
    EXPECT_EQ(test::words_of(assembly), std::vector<u32>{0x24080005});
    EXPECT_EQ(data_at(assembly, 0x00400004), "\xff\xff\xff\xff"s) << "no instruction";
}

TEST(Data, ManyLabelsMoveAsFastAsOne) {
    std::string text = ".data\n.byte 1\n";
    for (int i = 0; i < 20'000; ++i) {
        text += std::string("l") + std::to_string(i) + ":\n";
    }
    for (u32 i = 0; i < 20'000; ++i) {
        text += std::string(".data ") + std::to_string(base + 1 + 4 * i) + "\n.word 1\n.byte 1\n";
    }
    const Assembly assembly = assemble_text(text);
    EXPECT_EQ(address_of(assembly, "l0"), base + 4);
    EXPECT_EQ(address_of(assembly, "l19999"), base + 4);
}

}  // namespace
}  // namespace mariner
