#include "emulator/meaning/facts.hpp"

#include <gtest/gtest.h>

namespace mariner::meaning {
namespace {

using isa::Op;
using enum RegisterPlace;

TEST(Facts, SayWhatARowReadsAndWrites) {
    EXPECT_EQ(facts(Op::addu).reads, PlaceSet::of(rs, rt));
    EXPECT_EQ(facts(Op::addu).writes, PlaceSet::of(rd));
    EXPECT_EQ(facts(Op::madd).reads, PlaceSet::of(rs, rt, hi, lo));
    EXPECT_EQ(facts(Op::madd).keeps, PlaceSet{});
    EXPECT_EQ(facts(Op::div).keeps, PlaceSet{}) << "what no operand names";
    EXPECT_EQ(facts(Op::movz).reads, PlaceSet::of(rs, rt));
    EXPECT_EQ(facts(Op::movz).keeps, PlaceSet::of(rd));
    EXPECT_EQ(facts(Op::lwl).reads, PlaceSet::of(rs));
    EXPECT_EQ(facts(Op::lwl).keeps, PlaceSet::of(rt));
    EXPECT_EQ(facts(Op::sc).reads, PlaceSet::of(rs, rt));
    EXPECT_EQ(facts(Op::sc).writes, PlaceSet::of(rt));
    EXPECT_EQ(facts(Op::eret).writes, PlaceSet::of(status));
    EXPECT_EQ(facts(Op::c_lt_d).writes, PlaceSet::of(flag_written));
}

TEST(Facts, SayWhatItMayDoBeside) {
    EXPECT_EQ(facts(Op::lhu).loads, 2);
    EXPECT_EQ(facts(Op::sdc1).stores, 8);
    EXPECT_TRUE(facts(Op::add).may_raise);
    EXPECT_FALSE(facts(Op::addu).may_raise);
    EXPECT_TRUE(facts(Op::mov_d).may_raise) << "for an odd pair";
    EXPECT_TRUE(facts(Op::addu).is_pure());
    EXPECT_FALSE(facts(Op::add).is_pure());
    EXPECT_TRUE(facts(Op::bgezal).is_branch && facts(Op::bgezal).links && !facts(Op::bgezal).is_jump);
    EXPECT_TRUE(facts(Op::jalr).is_jump && facts(Op::jalr).is_indirect && facts(Op::jalr).links);
    EXPECT_TRUE(facts(Op::j).is_jump && !facts(Op::j).is_indirect);
    EXPECT_FALSE(facts(Op::eret).is_indirect) << "no operand says where it goes";
    EXPECT_TRUE(facts(Op::bc1t).is_float() && facts(Op::mfc1).is_float() && facts(Op::sdc1).is_float());
    EXPECT_FALSE(facts(Op::movf).is_float()) << "between integer registers";
    EXPECT_TRUE(facts(Op::syscall).calls_system && facts(Op::syscall).always_leaves);
    EXPECT_TRUE(facts(Op::break_).always_leaves && !facts(Op::teq).always_leaves);
}

}  // namespace
}  // namespace mariner::meaning
