#pragma once
// Registers by the ids that observers use (observer.hpp): their names, values, sets of them, and which an
// instruction reads and writes, from the table's access column. For reports, checks and debuggers.

#include <bit>
#include <optional>
#include <string>
#include <string_view>

#include "emulator/execute/observer.hpp"
#include "emulator/isa/instruction.hpp"
#include "emulator/machine/cpu_state.hpp"

namespace mariner {

namespace register_id {
inline constexpr u8 count = float_base + 32;
}  // namespace register_id

/// "$t0", "$8", "$f12", "$hi", "$lo", "$fcc", "$vaddr", "$status", "$cause", "$epc"; the $ may be left out.
std::optional<u8> find_register(std::string_view name);
/// "$t0" ..., empty if there is no such id.
std::string_view register_name(u8 id);
std::optional<u32> register_value(const CpuState& cpu, u8 id);
/// Null if there is none, or it can't be changed.
u32* register_place(CpuState& cpu, u8 id);
/// A floating-point register's number, or that of the pair which it begins.
std::string float_register_text(const CpuState& cpu, u8 id, bool is_pair);

/// `low` has bit n for id n up to 63, `floats` bit n for $fn.
struct RegisterSet {
    u64 low = 0;
    u32 floats = 0;
    void add(u8 id) { *this = *this | only(id); }
    void remove(u8 id) { *this = *this & ~only(id); }
    [[nodiscard]] constexpr bool contains(u8 id) const {
        return id < 64 ? ((low >> id) & 1U) != 0 : ((floats >> (id - 64U)) & 1U) != 0;
    }
    [[nodiscard]] constexpr bool meets(const RegisterSet& other) const {
        return ((low & other.low) | (floats & other.floats)) != 0;
    }
    static constexpr RegisterSet only(u8 id) {
        return id < 64 ? RegisterSet{u64{1} << id, 0} : RegisterSet{0, 1U << (id - 64U)};
    }
    friend constexpr RegisterSet operator|(RegisterSet a, RegisterSet b) {
        return {a.low | b.low, a.floats | b.floats};
    }
    friend constexpr RegisterSet operator&(RegisterSet a, RegisterSet b) {
        return {a.low & b.low, a.floats & b.floats};
    }
    friend constexpr RegisterSet operator~(RegisterSet a) { return {~a.low, ~a.floats}; }
};

template <class Use>
void for_each_id(const RegisterSet& among, Use use) {
    for (u64 left = among.low; left != 0; left &= left - 1) {
        use(static_cast<u8>(std::countr_zero(left)));
    }
    for (u32 left = among.floats; left != 0; left &= left - 1) {
        use(static_cast<u8>(64 + std::countr_zero(left)));
    }
}

/// But for a destination that a conditional move or an unaligned load keeps parts of.
/// Nothing is left of what it computes: its only result goes to $zero.
bool goes_to_zero(const isa::Instruction& instruction);
RegisterSet registers_read(const isa::Instruction& instruction);
/// A destination that a conditional move or an unaligned load keeps, wholly or in parts.
RegisterSet registers_kept(const isa::Instruction& instruction);
/// Without $zero, and what an exception or a system call does to registers.
RegisterSet registers_written(const isa::Instruction& instruction);
/// What it uses as singles, and the lower halves of what it uses as doubles.
RegisterSet single_registers(const isa::Instruction& instruction);
RegisterSet double_registers(const isa::Instruction& instruction);

/// In order, each with whether it is a double, whose other half is left out then.
template <class Use>
void for_each_register(const RegisterSet& among, const RegisterSet& doubles, Use use) {
    for (u8 id = 0; id < register_id::count; ++id) {
        const bool is_double = doubles.contains(id);
        const bool is_upper_half = id > register_id::float_base && doubles.contains(static_cast<u8>(id - 1));
        if (among.contains(id) && (is_double || !is_upper_half)) {
            use(id, is_double);
        }
    }
}

}  // namespace mariner
