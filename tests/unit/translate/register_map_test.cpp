#include "emulator/translate/register_map.hpp"

#include <gtest/gtest.h>

#include <set>

#include "tests/unit/translate/sample_text.hpp"

namespace mariner::translate {
namespace {

using isa::Instruction;
using isa::Op;
using namespace test;

RegisterMap chosen_for(const std::vector<Instruction>& text) {
    return choose_registers(SampleText(text).listing);
}

bool has_home(const RegisterMap& map, u8 number) {
    return map.integers[number] != RegisterMap::none;
}

Instruction add_double(u8 number) {
    return {Op::add_d, number, number, number, 0};
}

TEST(RegisterMap, GivesNoHomeToWhatNobodyNames) {
    const RegisterMap map = chosen_for({plain(8, 9)});
    for (u8 number = 0; number < place::count; ++number) {
        EXPECT_EQ(has_home(map, number), number == 8 || number == 9) << int{number};
    }
}

TEST(RegisterMap, GivesNoHomeToWhatIsKnownWhereverItIsRead) {
    const std::vector<Instruction> la{{Op::lui, 0, 0, 1, 0x1001}, {Op::ori, 0, 1, 8, 4}, {Op::addu, 9, 9, 8, 0}};
    EXPECT_FALSE(has_home(chosen_for(la), 1));
    EXPECT_FALSE(has_home(chosen_for(la), 8));
    EXPECT_TRUE(has_home(chosen_for(la), 9));
    const std::vector<Instruction> later{{Op::lui, 0, 0, 8, 0x1001}, branch(0), {Op::addu, 9, 9, 8, 0}};
    EXPECT_TRUE(has_home(chosen_for(later), 8));
}

TEST(RegisterMap, NeverGivesAHomeToZero) {
    const RegisterMap map = chosen_for(std::vector<Instruction>(20, {Op::addu, 0, 0, 8, 0}));
    EXPECT_FALSE(has_home(map, reg::zero));
    EXPECT_TRUE(has_home(map, 8));
}

TEST(RegisterMap, PrefersWhatIsUsedInLoops) {
    std::vector<Instruction> text;
    for (u8 number = 8; number < 8 + RegisterMap::integer_homes; ++number) {
        text.insert(text.end(), 3, plain(number, number));
    }
    EXPECT_FALSE(has_home(chosen_for([&] {
                              auto more = text;
                              more.push_back(plain(25, 25));
                              return more;
                          }()),
                          25));
    text.push_back(plain(25, 25));
    text.push_back(always(-2));
    EXPECT_TRUE(has_home(chosen_for(text), 25));
}

TEST(RegisterMap, PrefersWhatIsUsedInFunctionsThatLoopsCall) {
    // A loop calls; ten registers are used three times each outside of it, $25 once in the function.
    std::vector<Instruction> text{to(Op::jal, 0), always(-2)};
    for (u8 number = 8; number < 8 + RegisterMap::integer_homes; ++number) {
        text.insert(text.end(), 3, plain(number, number));
    }
    text.push_back(by_register(Op::jr, 24));
    text.push_back(plain(25, 25));
    text.push_back(by_register(Op::jr));
    text[0] = to(Op::jal, static_cast<u32>(text.size()) - 2);
    EXPECT_TRUE(has_home(chosen_for(text), 25));
}

TEST(RegisterMap, LetsConditionFlagsCompete) {
    const std::vector<Instruction> text{{Op::c_lt_d, 0, 2, 4, 0}, {Op::bc1t, 0, 0, 0, -2}};
    EXPECT_TRUE(has_home(chosen_for(text), place::flags));
    EXPECT_FALSE(has_home(chosen_for({plain()}), place::flags));
}

TEST(RegisterMap, SharesAHomeBetweenTheHalvesOfAPair) {
    const RegisterMap map = chosen_for({add_double(2), {Op::add_s, 4, 4, 4, 0}});
    EXPECT_NE(map.pairs[1], RegisterMap::none);
    EXPECT_FALSE(map.is_single[1]) << "a double names both halves";
    EXPECT_NE(map.pairs[2], RegisterMap::none);
    EXPECT_TRUE(map.is_single[2]);
    EXPECT_EQ(map.pairs[0], RegisterMap::none);
}

TEST(RegisterMap, GivesNoHomeToPairsThatComputeInTheirOddHalf) {
    EXPECT_EQ(chosen_for({{Op::add_s, 3, 4, 4, 0}, add_double(2)}).pairs[1], RegisterMap::none);
    EXPECT_NE(chosen_for({{Op::mtc1, 0, 3, 8, 0}, add_double(2)}).pairs[1], RegisterMap::none) << "moves don't mind";
}

TEST(RegisterMap, GivesEachHomeOnceWhateverTheProgram) {
    for (u64 seed = 1; seed <= 300; ++seed) {
        Random random(seed);
        const SampleText sample(random_program(random, 4 + below(random, 150)).image);
        const RegisterMap map = choose_registers(sample.listing);
        std::multiset<u8> integers(map.integers.begin(), map.integers.end());
        std::multiset<u8> pairs(map.pairs.begin(), map.pairs.end());
        for (u8 home = 0; home < RegisterMap::none; ++home) {
            ASSERT_LE(integers.count(home), home < RegisterMap::integer_homes ? 1U : 0U) << "seed " << seed;
            ASSERT_LE(pairs.count(home), home < RegisterMap::float_homes ? 1U : 0U) << "seed " << seed;
        }
        ASSERT_FALSE(has_home(map, reg::zero)) << "seed " << seed;
    }
}

}  // namespace
}  // namespace mariner::translate
