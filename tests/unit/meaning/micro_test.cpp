#include "emulator/meaning/micro.hpp"

#include <gtest/gtest.h>

#include "emulator/meaning/facts.hpp"

namespace mariner::meaning {
namespace {

std::vector<std::string> listing(isa::Op op) {
    std::vector<std::string> lines;
    const MicroSpan list = micro_operations(op);
    for (size_t i = 0; i < list.size(); ++i) {
        lines.push_back(text_of(list, i));
    }
    return lines;
}

using Lines = std::vector<std::string>;

// Only rows whose operands stand in an order that C++ fixes: compilers may record others differently.
TEST(Micro, IsReadableAsText) {
    EXPECT_EQ(listing(isa::Op::divu), (Lines{"0 get rs", "1 get rt", "2 constant 0", "3 eq i32 1,2", "4 invert 3",
                                             "5 div_u 0,1 ?4", "6 set lo 5 ?4", "7 rem_u 0,1 ?4", "8 set hi 7 ?4"}));
    EXPECT_EQ(listing(isa::Op::trunc_w_d), (Lines{"0 get ps", "1 round_i32 zero 0", "2 of_bits 1", "3 set fd 2"}));
    EXPECT_EQ(listing(isa::Op::break_), (Lines{"0 constant 0", "1 raise break_without_code 0"}));
    EXPECT_EQ(listing(isa::Op::mfc1), (Lines{"0 get fs", "1 bits_of 0", "2 set rt 1"}));
}

TEST(Micro, AllCodesAreUsedByABody) {
    std::array<bool, micro_code_count> is_used{};
    for (size_t i = 0; i < isa::op_count; ++i) {
        for (const Micro& micro : micro_operations(static_cast<isa::Op>(i))) {
            is_used[static_cast<size_t>(micro.code)] = true;
        }
    }
    for (size_t i = 0; i < micro_code_count; ++i) {
        EXPECT_TRUE(is_used[i]) << info(static_cast<MicroCode>(i)).name;
    }
}

}  // namespace
}  // namespace mariner::meaning
