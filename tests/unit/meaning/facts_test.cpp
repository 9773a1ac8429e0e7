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

/// The access column of a row, as its facts have it.
std::string column_of(Op op) {
    const Facts& of = facts(op);
    constexpr std::string_view names[] = {"rd", "rs", "rt", "ra", "hi", "lo", "fd",     "fs", "ft",
                                          "pd", "ps", "pt", "cc", "cc", "c0", "status", "epc"};
    std::string column;
    const auto add = [&](PlaceSet places, auto... order) {
        for (const RegisterPlace place : {order...}) {
            column += places.contains(place) ? " " + std::string(names[static_cast<size_t>(place)]) : "";
        }
    };
    column += of.stores != 0 ? " mem" + std::to_string(of.stores) : "";
    add(of.writes, rd, rt, fd, fs, ft, pd, pt, hi, lo, ra, flag_written, c0, status);
    column += " <-";
    add(of.keeps, rd, rt, fd, pd);
    add(of.reads, hi, lo);
    if (of.stores != 0) {
        add(of.reads, rt, ft, pt, rs);
    } else {
        add(of.reads, rs, fs, ps, rt, ft, pt, flag_read, c0, status, epc);
    }
    column += of.loads != 0 ? " mem" + std::to_string(of.loads) : "";
    return column == " <-" ? "" : column.starts_with(" <-") ? column : column.substr(1);
}

TEST(Facts, AreWhatTheColumnSays) {
    for (const isa::InstructionInfo& row : isa::instruction_table) {
        const bool is_known = row.op == Op::syscall || row.op == Op::eret;
        EXPECT_EQ(column_of(row.op) == row.access, !is_known) << row.id << ": " << column_of(row.op);
    }
}

/// But for `Rare`, which says what the compiling engine does.
isa::InstructionFlags flags_of(Op op) {
    using namespace isa::flag;
    const Facts& of = facts(op);
    const auto add = [](bool is_so, isa::InstructionFlags flag) { return is_so ? flag : None; };
    return static_cast<isa::InstructionFlags>(
        add(of.is_branch, Branch) | add(of.is_jump, Jump) | add(of.is_indirect && op != Op::eret, Indirect) |
        add(of.links, Link) | add(of.loads != 0, Load) | add(of.stores != 0, Store) | add(of.is_float(), Float) |
        add(of.may_raise, Traps) | add(of.always_leaves, EndsBlock));
}

TEST(Facts, AreWhatTheFlagsSay) {
    for (const isa::InstructionInfo& row : isa::instruction_table) {
        const bool is_known = row.id.starts_with("movf") || row.id.starts_with("movt");
        if (!is_known) {
            EXPECT_EQ(flags_of(row.op), row.flags & ~isa::flag::Rare) << row.id;
        }
    }
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
    EXPECT_TRUE(facts(Op::syscall).calls_system && facts(Op::syscall).always_leaves);
    EXPECT_TRUE(facts(Op::break_).always_leaves && !facts(Op::teq).always_leaves);
}

}  // namespace
}  // namespace mariner::meaning
