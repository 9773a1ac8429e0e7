// What the recorder refuses: lists that break a rule, and plain C++ in a body.

#include "emulator/meaning/recorder.hpp"

#include <gtest/gtest.h>

#include <type_traits>

namespace mariner::meaning {
namespace {

// `if (RT == 0U)`, `RS < RT ? 1 : 0` and an assignment don't compile.
static_assert(!std::is_constructible_v<bool, SymbolicFlag>);
static_assert(!std::is_constructible_v<bool, SymbolicWord>);
static_assert(!std::is_assignable_v<SymbolicWord&, SymbolicWord>);
static_assert(!std::is_assignable_v<SymbolicFlag&, SymbolicFlag>);
static_assert(!std::is_convertible_v<SymbolicWord, SymbolicSingle>);

constexpr u8 none = Micro::none;

Micro step(MicroCode code, ValueType type, std::array<u8, 3> operands = {none, none, none}, u8 guard = none) {
    return {code, type, guard, operands};
}
Micro get(RegisterPlace place) {
    Micro micro = step(MicroCode::get, type_of(place));
    micro.place = place;
    return micro;
}
Micro set(RegisterPlace place, u8 value, u8 guard = none) {
    Micro micro = step(MicroCode::set, type_of(place), {value, none, none}, guard);
    micro.place = place;
    return micro;
}
Micro constant(u32 number, u8 guard = none) {
    Micro micro = step(MicroCode::constant, ValueType::i32, {none, none, none}, guard);
    micro.number = number;
    return micro;
}

std::string_view fault(const std::vector<Micro>& list, isa::Op op = isa::Op::addu) {
    return fault_in(list, isa::info(op).encoding);
}

const Micro rs = get(RegisterPlace::rs);
const Micro rt = get(RegisterPlace::rt);

TEST(Recorder, AcceptsAWholeList) {
    EXPECT_EQ(fault({rs, rt, step(MicroCode::add, ValueType::i32, {0, 1, none}), set(RegisterPlace::rd, 2)}), "");
}

TEST(Recorder, RefusesOperandsOfAnotherType) {
    constexpr std::string_view wrong = "an operand of another type than micro.inc says";
    EXPECT_EQ(fault({rs, rt, step(MicroCode::add, ValueType::i64, {0, 1, none})}), wrong);
    EXPECT_EQ(fault({rs, rt, step(MicroCode::fadd, ValueType::i32, {0, 1, none})}), wrong);
    EXPECT_EQ(fault({rs, step(MicroCode::add, ValueType::i32, {0, none, none})}), wrong);
    EXPECT_EQ(fault({rs, step(MicroCode::clz, ValueType::i32, {0, 0, none})}), wrong);
    EXPECT_EQ(fault({rs, step(MicroCode::clz, ValueType::i32, {1, none, none})}), wrong) << "its own value";
    EXPECT_EQ(fault({rs, step(MicroCode::invert, ValueType::flag, {0, none, none})}), wrong);
    EXPECT_EQ(fault({rs, set(RegisterPlace::fd, 0)}), wrong);
    EXPECT_EQ(fault({rs, set(RegisterPlace::rd, 0, 0)}), wrong) << "a guard that is no flag";
}

TEST(Recorder, RefusesAGuardedValueOutsideItsGuard) {
    constexpr std::string_view wrong = "a value that is computed under a guard and used outside it";
    const Micro equal = step(MicroCode::eq, ValueType::i32, {0, 1, none});
    const Micro less = step(MicroCode::lt_u, ValueType::flag, {0, 1, none});
    EXPECT_EQ(fault({rs, rt, equal, constant(1, 2), set(RegisterPlace::rd, 3, 2)}), "");
    EXPECT_EQ(fault({rs, rt, equal, constant(1, 2), set(RegisterPlace::rd, 3)}), wrong);
    EXPECT_EQ(fault({rs, rt, equal, less, constant(1, 2), set(RegisterPlace::rd, 4, 3)}), wrong) << "another guard";
    const auto chosen_by = [&](u8 flag, u8 then, u8 otherwise) {
        return fault({rs, rt, equal, less, constant(1, 2),
                      step(MicroCode::select, ValueType::i32, {flag, then, otherwise}), set(RegisterPlace::rd, 5)});
    };
    EXPECT_EQ(chosen_by(2, 4, 0), "");
    EXPECT_EQ(chosen_by(2, 0, 4), wrong);
    EXPECT_EQ(chosen_by(3, 4, 0), wrong);
}

TEST(Recorder, RefusesAChangeBeforeSomethingThatMayLeave) {
    constexpr std::string_view wrong = "a register is changed before something that may leave";
    Micro load = step(MicroCode::load, ValueType::i32, {0, none, none});
    load.bytes = 4;
    const Micro trap = step(MicroCode::trap_if, ValueType::flag, {2, none, none});
    EXPECT_EQ(fault({rs, load, set(RegisterPlace::rt, 1)}, isa::Op::lw), "");
    EXPECT_EQ(fault({rs, set(RegisterPlace::rt, 0), load}, isa::Op::lw), wrong);
    const Micro equal = step(MicroCode::eq, ValueType::i32, {0, 1, none});
    EXPECT_EQ(fault({rs, rt, equal, set(RegisterPlace::rd, 0), trap}), wrong);
}

TEST(Recorder, RefusesAPlaceThatTheEncodingDoesNotFill) {
    constexpr std::string_view wrong = "a place that the encoding doesn't fill";
    EXPECT_EQ(fault({rs, set(RegisterPlace::rd, 0)}, isa::Op::addiu), wrong);
    EXPECT_EQ(fault({get(RegisterPlace::fs)}, isa::Op::addu), wrong);
    EXPECT_EQ(fault({step(MicroCode::immediate, ValueType::i32)}, isa::Op::addu), wrong);
    EXPECT_EQ(fault({step(MicroCode::immediate, ValueType::i32)}, isa::Op::sll), "");
    EXPECT_EQ(fault({rs, set(RegisterPlace::ra, 0), set(RegisterPlace::hi, 0)}, isa::Op::addiu), "");
}

}  // namespace
}  // namespace mariner::meaning
