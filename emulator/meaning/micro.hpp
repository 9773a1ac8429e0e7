#pragma once
// Micro-operations: the small steps, each with typed operands, of which an instruction's meaning is a list.
// recorder.hpp makes the lists from the bodies; facts.hpp hands them out.

#include <array>
#include <span>
#include <string>
#include <string_view>

#include "emulator/machine/exception.hpp"
#include "emulator/support/types.hpp"

namespace mariner::meaning {

/// A bit each, so that the table can say "one of these".
enum class ValueType : u8 { nothing = 0, i32 = 1, i64 = 2, flag = 4, f32 = 8, f64 = 16, own = 32 };
constexpr ValueType operator|(ValueType a, ValueType b) {
    return static_cast<ValueType>(static_cast<u32>(a) | static_cast<u32>(b));
}
constexpr bool is_float_type(ValueType type) {
    return type == ValueType::f32 || type == ValueType::f64;
}
constexpr bool is_among(ValueType type, ValueType types) {
    return (static_cast<u32>(type) & ~static_cast<u32>(types)) == 0;
}

enum class MicroCode : u8 {
#define MICRO(code, result, a, b, c, own, text) code,
#include "emulator/meaning/micro.inc"
#undef MICRO
};

struct MicroInfo {
    std::string_view name;
    ValueType result;
    std::array<ValueType, 3> operands;
    ValueType own;
};

namespace micro_rows {
using enum ValueType;
inline constexpr auto table = std::to_array<MicroInfo>({
#define MICRO(code, result, a, b, c, own_types, text) {#code, result, {a, b, c}, own_types},
#include "emulator/meaning/micro.inc"
#undef MICRO
});
}  // namespace micro_rows

inline constexpr size_t micro_code_count = micro_rows::table.size();

constexpr const MicroInfo& info(MicroCode code) {
    return micro_rows::table[static_cast<size_t>(code)];
}

/// What a body reads or writes: registers by the slot that names them, and those that have one name only. PLACE(name,
/// type)
#define MARINER_PLACES                           \
    PLACE(rd, i32)                               \
    PLACE(rs, i32)                               \
    PLACE(rt, i32)                               \
    PLACE(ra, i32)                               \
    PLACE(hi, i32)                               \
    PLACE(lo, i32)                               \
    PLACE(fd, f32)                               \
    PLACE(fs, f32)                               \
    PLACE(ft, f32)                               \
    PLACE(pd, f64)                               \
    PLACE(ps, f64)                               \
    PLACE(pt, f64)                               \
    PLACE(flag_read, flag)    /* number in rt */ \
    PLACE(flag_written, flag) /* number in rd */ \
    PLACE(c0, i32)            /* number in rd */ \
    PLACE(status, i32)                           \
    PLACE(epc, i32)
enum class RegisterPlace : u8 {
#define PLACE(name, type) name,
    MARINER_PLACES
#undef PLACE
};
inline constexpr auto place_types = std::to_array<ValueType>({
#define PLACE(name, type) ValueType::type,
    MARINER_PLACES
#undef PLACE
});
inline constexpr auto place_names = std::to_array<std::string_view>({
#define PLACE(name, type) #name,
    MARINER_PLACES
#undef PLACE
});
#undef MARINER_PLACES
constexpr ValueType type_of(RegisterPlace place) {
    return place_types[static_cast<size_t>(place)];
}

enum class Rounding : u8 { up, down, to_nearest, to_zero };

/// One step. Operands and guard are numbers of earlier steps in the list, whose values they are.
struct Micro {
    static constexpr u8 none = 0xff;

    MicroCode code{};
    ValueType type = ValueType::nothing;  // `own` in its row
    u8 guard = none;
    std::array<u8, 3> operands{none, none, none};
    u8 bytes = 0;            // of load and store
    bool is_signed = false;  // of load
    RegisterPlace place{};   // of get and set
    Rounding rounding{};     // of round_i32
    ExceptionKind kind{};    // of trap_if and raise
    u32 number = 0;          // of constant

    [[nodiscard]] constexpr u8 a() const { return operands[0]; }
    [[nodiscard]] constexpr u8 b() const { return operands[1]; }
    [[nodiscard]] constexpr u8 c() const { return operands[2]; }
};

/// The type of a column in a micro-operation of type `own`.
constexpr ValueType resolved(ValueType column, ValueType own) {
    return column == ValueType::own ? own : column;
}
constexpr ValueType result_type(const Micro& micro) {
    return resolved(info(micro.code).result, micro.type);
}
/// Whether the instruction may end here with nothing of it done, for the checked core to do it.
constexpr bool may_leave(MicroCode code) {
    using enum MicroCode;
    return code == load || code == store || code == trap_if || code == raise;
}

using MicroSpan = std::span<const Micro>;

std::string_view name_of(Rounding rounding);
/// "i64", where a micro-operation could say another type of `own`, too.
std::string_view own_type_text(ValueType own, ValueType type);

/// "4 invert 3", "6 set lo 5 ?4" ...
std::string text_of(MicroSpan list, size_t index);

}  // namespace mariner::meaning
