#pragma once
// A block as compilers see it: one list of the micro-operations of all its instructions, in which operands are values
// of earlier operations, places are registers and immediates are numbers. lower.hpp makes it, passes improve it, a
// backend turns it into code.
//
// What holds at each moment, before and after any pass:
//   - Operations happen in the order of the list; those with a guard only where it holds. What is_removed doesn't
//   happen.
//   - A value is made once, before its first use. What only computes has no guard, so that anybody may use it.
//   - An operation that may_leave() finds every register as it was when its instruction began: the checked core then
//   does
//     the whole instruction, and the block goes on behind it.
//   - Transfers, `service`, `interpret` and `raise` without a guard end the block; any other goes on behind itself.

#include <array>
#include <string>
#include <vector>

#include "emulator/meaning/micro.hpp"
#include "emulator/support/types.hpp"

namespace mariner::translate {

using meaning::Rounding;
using meaning::ValueType;

enum class Code : u8 {
#define MICRO(code, result, a, b, c, own, text) code,
#include "emulator/meaning/micro.inc"
#include "emulator/translate/block.inc"
#undef MICRO
};
inline constexpr size_t code_count =
#define MICRO(code, result, a, b, c, own, text) +1
#include "emulator/meaning/micro.inc"
#include "emulator/translate/block.inc"
#undef MICRO
    ;
const meaning::MicroInfo& info(Code code);
/// Whether a backend's tables have each code, and once. Their rows are codes, or begin with one.
template <class... Tables>
consteval bool have_all_codes(const Tables&... tables) {
    std::array<u32, code_count> times{};
    const auto count = [&](const auto& table) {
        for (const auto& row : table) {
            if constexpr (requires { row.code; }) {
                ++times[static_cast<size_t>(row.code)];
            } else {
                ++times[static_cast<size_t>(row)];
            }
        }
    };
    (count(tables), ...);
    for (const u32 one : times) {
        if (one != 1) {
            return false;
        }
    }
    return true;
}
/// Of each code its row in such a table, or null.
template <class Row, size_t Count>
consteval auto rows_by_code(const Row (&table)[Count]) {
    std::array<const Row*, code_count> rows{};
    for (const Row& row : table) {
        rows[static_cast<size_t>(row.code)] = &row;
    }
    return rows;
}
constexpr Code code_of(meaning::MicroCode code) {
    return static_cast<Code>(code);
}

enum class GuestKind : u8 { gpr, hi, lo, flag, single, pair, c0 };
/// A register by its name, whichever operand named it.
struct GuestPlace {
    static constexpr u8 count = 2 + 32 + 8 + 32 + 16 + 32;

    GuestKind kind{};
    u8 number = 0;  // of a pair that of its even register

    /// Another for each place.
    [[nodiscard]] constexpr u8 index() const {
        constexpr u8 first[] = {0, 32, 33, 34, 42, 74, 90};
        return static_cast<u8>(first[static_cast<u8>(kind)] + (kind == GuestKind::pair ? number / 2 : number));
    }
    friend bool operator==(const GuestPlace&, const GuestPlace&) = default;
};
/// "$t0", "hi", "flag 1", "$f2", "$f2:$f3", "c0 12"
std::string name_of(GuestPlace place);

using ValueId = u32;  // of an operation: its number in the block
inline constexpr ValueId no_value = ~ValueId{0};

struct Operation {
    Code code{};
    ValueType type = ValueType::nothing;  // `own` in its row
    u8 bytes = 0;                         // of load, store, test_range
    bool is_signed = false;               // of load
    bool is_tested = false;               // of load, store: a test_range before it covers the access
    bool is_written = false;              // of test_range: stores are among the accesses
    bool is_put_off = false;              // of canon: the next one may test both
    bool is_removed = false;
    Rounding rounding{};
    ExceptionKind kind{};
    GuestPlace place{};  // of get and set
    ValueId guard = no_value;
    std::array<ValueId, 3> operands{no_value, no_value, no_value};
    u32 instruction = 0;  // its number in the listing
    /// Of constant: its bits. Of load, store and test_range: what is added to the address. Of branch_if and branch:
    /// number of the instruction to go to. Of test_range the upper half is the distance of the last access from the
    /// first.
    u64 number = 0;

    [[nodiscard]] constexpr ValueId a() const { return operands[0]; }
    [[nodiscard]] constexpr ValueId b() const { return operands[1]; }
    [[nodiscard]] constexpr ValueId c() const { return operands[2]; }
};

struct LoweredBlock {
    u32 first = 0;  // numbers of instructions in the listing
    u32 end = 0;
    // What is among them, for passes that look for nothing else.
    bool has_divisions = false;
    bool has_arithmetic_on_floats = false;
    u32 accesses = 0;  // to memory
    std::vector<Operation> operations;
    std::vector<ValueId> scratch;  // of passes, a number for each operation

    [[nodiscard]] const Operation& operator[](ValueId value) const { return operations[value]; }
    [[nodiscard]] bool is_constant(ValueId value) const { return operations[value].code == Code::constant; }
    [[nodiscard]] u32 word(ValueId constant) const { return static_cast<u32>(operations[constant].number); }
};

ValueType result_type(const Operation& operation);

/// Whether the instruction may end here with nothing of it done.
constexpr bool may_leave(const Operation& operation) {
    switch (operation.code) {
        case Code::load:
        case Code::store:
            return !operation.is_tested;
        case Code::trap_if:
        case Code::raise:
        case Code::step:
        case Code::interpret:
        case Code::test_range:
            return true;
        default:
            return false;
    }
}
/// Whether it makes a value and does nothing else, whatever its operands are.
constexpr bool only_computes(Code code) {
    switch (code) {
        case Code::div_s:
        case Code::div_u:
        case Code::rem_s:
        case Code::rem_u:
            return false;  // by 0
        default:
            return code < Code::load;
    }
}

/// Whether an address that counts from this value most likely lies in the stack.
bool points_into_stack(const Operation& base);

/// "7 add 3,4"; "9 set $t0 7 ?5"
std::string text_of(const LoweredBlock& block, ValueId value);

}  // namespace mariner::translate
