#include "emulator/isa/pseudo.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "emulator/isa/encode.hpp"
#include "emulator/isa/mnemonics.hpp"

namespace mariner::isa {
namespace {

const PseudoInfo& form(std::string_view mnemonic, std::string_view operands) {
    for (const PseudoInfo& row : pseudo_table()) {
        if (row.mnemonic == mnemonic && row.operands == operands) {
            return row;
        }
    }
    ADD_FAILURE() << "no form " << mnemonic << " " << operands;
    return pseudo_table()[0];
}

std::vector<u32> words(const PseudoInfo& row, const PseudoOperands& operands, ExpansionMode mode = {},
                       u32 address = 0x00400000) {
    Expansion expansion;
    const size_t count = expand(row, operands, mode, address, expansion);
    EXPECT_EQ(count, expansion_length(row, mode));
    std::vector<u32> result;
    for (size_t i = 0; i < count; ++i) {
        result.push_back(encode(expansion[i]));
    }
    return result;
}

using Words = std::vector<u32>;

TEST(Pseudo, LoadAddressSplitsTheLabel) {
    PseudoOperands operands;
    operands.r1 = 8;
    operands.label = 0x10018004;
    EXPECT_EQ(words(form("la", "r1, L"), operands), (Words{0x3c011001, 0x34288004}));
    // A sign-extended low half needs a high half that is one larger.
    EXPECT_EQ(words(form("lw", "r1, L"), operands), (Words{0x3c011002, 0x8c288004}));
}

TEST(Pseudo, CompactMemoryNeedsNoHighHalf) {
    PseudoOperands operands;
    operands.r1 = 8;
    operands.label = 0x2004;
    EXPECT_EQ(words(form("la", "r1, L"), operands, {.compact = true}), (Words{0x20082004}));
    EXPECT_EQ(words(form("lw", "r1, L"), operands, {.compact = true}), (Words{0x8c082004}));
}

TEST(Pseudo, BranchesCountFromTheBranchItself) {
    PseudoOperands operands;
    operands.r1 = 8;
    operands.r2 = 9;
    operands.label = 0x00400000;
    EXPECT_EQ(words(form("bgt", "r1, r2, L"), operands), (Words{0x0128082a, 0x1420fffe}));
}

TEST(Pseudo, DelayedBranchingAddsANopAndJumpsOverIt) {
    PseudoOperands operands;
    operands.r1 = 8;
    operands.r2 = 9;
    operands.r3 = 10;
    const PseudoInfo& row = form("div", "r1, r2, r3");
    EXPECT_EQ(words(row, operands), (Words{0x15400001, 0x0000000d, 0x012a001a, 0x00004012}));
    EXPECT_EQ(words(row, operands, {.delayed_branching = true}),
              (Words{0x15400002, 0x00000000, 0x0000000d, 0x012a001a, 0x00004012}));
}

TEST(Pseudo, GreaterThanTheLargestIntegerWrapsAround) {
    PseudoOperands operands;
    operands.r1 = 8;
    operands.constant = 0x7fffffff;
    operands.label = 0x00400000;
    EXPECT_EQ(words(form("bgt", "r1, i32, L"), operands)[0], 0x3c018000U);
}

TEST(Pseudo, RotatingByZeroShiftsByThirtyTwoWhichIsEncodedAsZero) {
    PseudoOperands operands;
    operands.r1 = 8;
    operands.r2 = 9;
    EXPECT_EQ(words(form("rol", "r1, r2, u5"), operands), (Words{0x00090802, 0x00094000, 0x01014025}));
}

TEST(Pseudo, PairsEndBeforeTheLastRegister) {
    PseudoOperands operands;
    operands.r1 = 31;
    EXPECT_EQ(missing_register(form("ld", "r1, (b)"), operands), "$32");
    operands.r1 = 30;
    operands.f1 = 31;
    EXPECT_EQ(missing_register(form("ld", "r1, (b)"), operands), "");
    EXPECT_EQ(missing_register(form("mfc1.d", "r1, f1"), operands), "$f32");
    operands.r1 = 31;
    operands.f1 = 30;
    EXPECT_EQ(missing_register(form("lw", "r1, (b)"), operands), "");
}

TEST(Pseudo, OneFormIsDefectiveAndExpandsToNothing) {
    for (const PseudoInfo& row : pseudo_table()) {
        const bool defective = row.mnemonic == "swr" && row.operands == "r1, u16";
        EXPECT_EQ(expansion_length(row, {}) == 0, defective) << row.mnemonic << " " << row.operands;
    }
}

TEST(Mnemonics, EveryRowIsFoundByItsNameInAnyCase) {
    size_t rows = 0;
    for (const Mnemonic& mnemonic : all_mnemonics()) {
        std::string upper(mnemonic.name);
        for (char& c : upper) {
            c = static_cast<char>(std::toupper(c));
        }
        EXPECT_EQ(find_mnemonic(mnemonic.name), &mnemonic);
        EXPECT_EQ(find_mnemonic(upper), &mnemonic);
        EXPECT_FALSE(mnemonic.example().empty()) << mnemonic.name;
        rows += mnemonic.basic.size() + mnemonic.pseudo.size();
    }
    EXPECT_EQ(rows, instruction_table.size() + pseudo_table().size());
    EXPECT_EQ(find_mnemonic("dadd"), nullptr);
    EXPECT_EQ(find_mnemonic(""), nullptr);
    EXPECT_EQ(find_mnemonic(std::string(1000, 'a')), nullptr);
}

}  // namespace
}  // namespace mariner::isa
