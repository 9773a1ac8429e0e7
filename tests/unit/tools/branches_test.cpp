#include "emulator/tools/branches.hpp"

#include <gtest/gtest.h>

namespace mariner::tools {
namespace {

using isa::Op;

TEST(BranchOutcome, LooksAtSignsAndFlags) {
    CpuState cpu;
    cpu.gpr[8] = ~u32{0};
    cpu.condition_flags = 0b100;
    const auto outcome = [&](Op op, u8 rs, u8 rt) { return branch_outcome({op, 0, rs, rt, 4}, cpu); };
    EXPECT_EQ(outcome(Op::beq, 8, 8), true);
    EXPECT_EQ(outcome(Op::bne, 8, 8), false);
    EXPECT_EQ(outcome(Op::bltz, 8, 0), true);
    EXPECT_EQ(outcome(Op::bgez, 0, 0), true);
    EXPECT_EQ(outcome(Op::bgtz, 0, 0), false);
    EXPECT_EQ(outcome(Op::blez, 0, 0), true);
    EXPECT_EQ(outcome(Op::bc1t_cc, 0, 2), true);
    EXPECT_EQ(outcome(Op::bc1f_cc, 0, 2), false);
    EXPECT_EQ(outcome(Op::bc1t, 0, 0), false);
    EXPECT_EQ(outcome(Op::j, 0, 0), std::nullopt);
}

}  // namespace
}  // namespace mariner::tools
