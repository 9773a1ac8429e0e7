#include "emulator/translate/passes.hpp"

#include <gtest/gtest.h>

#include "tests/unit/translate/block_lockstep.hpp"
#include "tests/unit/translate/sample_text.hpp"

namespace mariner::translate {
namespace {

using isa::Instruction;
using isa::Op;
using namespace test;
using Pass = void (*)(LoweredBlock&, PassNotes*);

struct Improved {
    std::string text;   // of what is left, a line each, without the numbers
    std::string notes;  // likewise
};

Improved improved_by(std::initializer_list<Pass> passes, const std::vector<Instruction>& text) {
    const SampleText sample(text);
    LoweredBlock block = lower(sample.listing, 0, sample.listing.count());
    PassNotes notes;
    for (const Pass pass : passes) {
        pass(block, &notes);
    }
    Improved improved;
    for (ValueId value = 0; value < block.operations.size(); ++value) {
        if (!block[value].is_removed) {
            const std::string line = text_of(block, value);
            improved.text += line.substr(line.find(' ') + 1) + "\n";
        }
    }
    for (const PassNote& note : notes) {
        improved.notes += std::to_string(note.instruction) + " " + std::string(note.pass) + ": " + note.text + "\n";
    }
    return improved;
}

bool has(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

TEST(KnownValues, ComeFromConstants) {
    const Improved la = improved_by({fold_known_values}, {{Op::lui, 0, 0, 8, 0x1001}, {Op::ori, 0, 8, 8, 0x20}});
    EXPECT_TRUE(has(la.text, "constant 0x10010020")) << la.text;
    EXPECT_EQ(la.notes, "1 known: $t0 is 268500992\n");
    const Improved again = improved_by({fold_known_values}, {{Op::addiu, 0, 0, 8, 5}, {Op::ori, 0, 0, 8, 5}});
    EXPECT_EQ(again.notes, "1 known: $t0 holds 5 already\n");
}

TEST(KnownValues, DecideGuardsAndTraps) {
    const Improved moved = improved_by({fold_known_values, remove_dead}, {{Op::movz, 8, 9, 0, 0}});
    EXPECT_TRUE(has(moved.text, "set $t0 ") && !has(moved.text, "?")) << moved.text;
    EXPECT_EQ(improved_by({fold_known_values, remove_dead}, {{Op::tne, 0, 0, 0, 0}}).text, "");
}

TEST(KnownValues, AreForgottenWhereSomethingElseSetsThem) {
    const Improved loaded =
        improved_by({fold_known_values}, {{Op::addiu, 0, 0, 8, 5}, {Op::lw, 0, 9, 8, 0}, {Op::addiu, 0, 8, 10, 1}});
    EXPECT_EQ(loaded.notes, "");
}

TEST(Conditions, AreTestedWhereTheBranchIs) {
    const Improved joined = improved_by({fold_known_values, join_conditions, remove_dead},
                                        {{Op::slt, 8, 9, 10, 0}, {Op::bne, 0, 8, 0, -2}});
    EXPECT_EQ(joined.notes, "1 conditions: tests the comparison before it\n");
    EXPECT_FALSE(has(joined.text, "eq")) << joined.text;
    const Improved apart = improved_by({fold_known_values, join_conditions},
                                       {{Op::slt, 8, 9, 10, 0}, plain(9, 9), {Op::bne, 0, 8, 0, -3}});
    EXPECT_EQ(apart.notes, "");
}

TEST(Division, ByConstantsMultiplies) {
    for (const Op op : {Op::div, Op::divu}) {
        const Improved divided = improved_by({fold_known_values, divide_by_constants, remove_dead},
                                             {{Op::addiu, 0, 0, 9, 10}, {op, 0, 8, 9, 0}, {Op::mflo, 10, 0, 0, 0}});
        EXPECT_FALSE(has(divided.text, "div_")) << divided.text;
        EXPECT_FALSE(has(divided.text, "rem_")) << divided.text;
        EXPECT_TRUE(has(divided.notes, "1 divide: by 10 without dividing\n")) << divided.notes;
    }
    const Improved unknown = improved_by({fold_known_values, divide_by_constants}, {{Op::div, 0, 8, 9, 0}});
    EXPECT_TRUE(has(unknown.text, "div_s"));
}

TEST(Dead, ValuesGoAndSetsStay) {
    const Improved twice = improved_by({remove_dead}, {{Op::addu, 8, 9, 10, 0}, {Op::subu, 8, 9, 10, 0}});
    EXPECT_TRUE(has(twice.text, "add")) << "code may be left between the two, when its budget is spent\n" << twice.text;
    const Improved known =
        improved_by({fold_known_values, remove_dead}, {{Op::addiu, 0, 0, 9, 10}, {Op::addu, 8, 9, 9, 0}});
    EXPECT_FALSE(has(known.text, "add")) << known.text;
}

TEST(Ranges, AreTestedOnce) {
    const std::vector<Instruction> frame{{Op::sw, 0, 29, 31, 4}, {Op::lw, 0, 29, 16, 8}, {Op::lbu, 0, 29, 9, 1}};
    const Improved tested = improved_by({fold_known_values, remove_dead, share_range_tests}, frame);
    EXPECT_EQ(tested.notes, "0 ranges: 2 accesses from $sp on are tested once\n");
    EXPECT_TRUE(has(tested.text, "test_range 4+4..8")) << tested.text;
    EXPECT_TRUE(has(tested.text, "store 4 tested+4")) << tested.text;
    const Improved moved = improved_by({fold_known_values, remove_dead, share_range_tests},
                                       {{Op::sw, 0, 29, 31, 4}, plain(29, 29), {Op::lw, 0, 29, 16, 8}});
    EXPECT_EQ(moved.notes, "") << "another base";
}

TEST(NanTests, AreSharedByNeighbours) {
    const Improved shared = improved_by({put_off_nan_tests}, {{Op::mul_s, 2, 4, 6, 0}, {Op::add_s, 8, 8, 2, 0}});
    EXPECT_EQ(shared.notes, "0 nan: $f2 is tested with the next result\n");
    EXPECT_EQ(improved_by({put_off_nan_tests}, {{Op::mul_s, 2, 4, 6, 0}, {Op::add_s, 8, 8, 4, 0}}).notes, "");
    EXPECT_EQ(improved_by({put_off_nan_tests}, {{Op::mul_s, 2, 4, 6, 0}, plain(), {Op::add_s, 8, 8, 2, 0}}).notes, "");
}

/// Each pass alone, and all together.
TEST(Passes, KeepTheMeaningOfRandomBlocks) {
    const std::vector<std::vector<Pass>> series{{fold_known_values},
                                                {remove_dead},
                                                {fold_known_values, divide_by_constants},
                                                {fold_known_values, join_conditions},
                                                {remove_dead, share_range_tests},
                                                {put_off_nan_tests},
                                                {improve}};
    for (size_t i = 0; i < series.size(); ++i) {
        Random random(100 + i);
        BlockLockstep lockstep;
        lockstep.improve = [&](LoweredBlock& block) {
            for (const Pass pass : series[i]) {
                pass(block, nullptr);
            }
        };
        for (u32 program = 0; program < 150; ++program) {
            const RandomProgram random_one = random_program(random, 1 + below(random, 60));
            ASSERT_EQ(lockstep.run(random_one, random), "") << "series " << i << ", program " << program;
        }
        EXPECT_GT(lockstep.steps_in_blocks, 10'000U);
    }
}

}  // namespace
}  // namespace mariner::translate
