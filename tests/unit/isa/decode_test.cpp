// Words and instructions, there and back, over the whole table.

#include "emulator/isa/decode.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <random>

#include "emulator/isa/disassemble.hpp"
#include "emulator/isa/encode.hpp"
#include "emulator/support/text.hpp"
#include "tests/unit/program/sample_programs.hpp"

namespace mariner::isa {
namespace {

constexpr u32 address = 0x00400100;

class EveryRow : public testing::TestWithParam<InstructionInfo> {};

INSTANTIATE_TEST_SUITE_P(Table, EveryRow, testing::ValuesIn(instruction_table),
                         [](const auto& row) { return std::string(row.param.id); });

TEST_P(EveryRow, EncodesItsFixedBitsAndDecodesToTheSameWord) {
    const InstructionInfo& row = GetParam();
    std::mt19937 random(1964);
    for (int i = 0; i < 500; ++i) {
        const Instruction instruction = test::random_instruction(row, address, random);
        const u32 word = encode(instruction);
        ASSERT_EQ(word & row.encoding.mask, row.encoding.match) << mars_text(instruction);
        const std::optional<Instruction> decoded = decode(word, address);
        ASSERT_TRUE(decoded) << hex32(word);
        EXPECT_EQ(encode(*decoded), word) << mars_text(instruction);
        // Another row may decode only because it is the more specific one: `break` for `break 0`.
        if (decoded->op != row.op) {
            EXPECT_GT(std::popcount(info(decoded->op).encoding.mask), std::popcount(row.encoding.mask));
        } else {
            EXPECT_EQ(*decoded, instruction) << mars_text(instruction) << " became " << mars_text(*decoded);
        }
    }
}

TEST(Decode, PrefersTheRowWithMoreFixedBits) {
    EXPECT_EQ(decode(0x00000000, address)->op, Op::nop);
    EXPECT_EQ(decode(0x00000040, address)->op, Op::sll);
    EXPECT_EQ(decode(0x0000000d, address)->op, Op::break_);
    EXPECT_EQ(decode(0x0000004d, address)->op, Op::break_code);
    EXPECT_EQ(decode(0x0120f809, address)->op, Op::jalr_ra);
    EXPECT_EQ(decode(0x01204809, address)->op, Op::jalr);
    EXPECT_EQ(decode(0x45000001, address)->op, Op::bc1f);
    EXPECT_EQ(decode(0x45040001, address)->op, Op::bc1f_cc);
}

TEST(Decode, FindsNothingForWordsOutsideTheTable) {
    for (const u32 word : {0xffffffffU, 0x7fffffccU, 0x0000000eU, 0x48000000U, 0x7c0802c0U}) {
        EXPECT_FALSE(decode(word, address)) << hex32(word);
    }
}

TEST(Decode, AnyWordThatDecodesEncodesToItself) {
    std::mt19937 random(4);
    for (int i = 0; i < 200000; ++i) {
        const u32 word = static_cast<u32>(random());
        if (const std::optional<Instruction> instruction = decode(word, address)) {
            ASSERT_EQ(encode(*instruction), word) << mars_text(*instruction);
        }
    }
}

TEST(Decode, TakesTheTopBitsOfAJumpFromItsOwnAddress) {
    EXPECT_EQ(decode(0x08100004, 0x80000000)->imm, static_cast<i32>(0x80400010));
    EXPECT_EQ(decode(0x08100004, 0x0ffffffc)->imm, 0x10400010);
}

TEST(Decode, ExtendsWhatMarsLeavesAlone) {
    constexpr u32 load = 0x8d28fffc;    // lw $8, -4($9)
    constexpr u32 branch = 0x0520fffe;  // bltz $9, -2
    EXPECT_EQ(decode(load, address)->imm, -4);
    EXPECT_EQ(decode(load, address, DecodeRules::mars)->imm, 0xfffc);
    EXPECT_EQ(decode(branch, address)->imm, -2);
    EXPECT_EQ(decode(branch, address, DecodeRules::mars)->imm, 0xfffe);
    EXPECT_EQ(decode(0x1109fffe, address, DecodeRules::mars)->imm, -2);
}

TEST(Encode, CutsValuesToTheirFields) {
    EXPECT_EQ(encode({Op::beq, 0, 8, 9, 0x12345}), 0x11092345U);
    EXPECT_EQ(encode({Op::srl, 8, 0, 9, 32}), 0x00094002U);
    EXPECT_EQ(encode({Op::c_eq_s_cc, 9, 1, 2, 0}), encode({Op::c_eq_s_cc, 1, 1, 2, 0}));
}

}  // namespace
}  // namespace mariner::isa
