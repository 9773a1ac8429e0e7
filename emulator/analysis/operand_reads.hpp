#pragma once
// What an instruction reads, as sets of registers: the table's access column made quick to ask. For observers that
// check or follow values.

#include <array>
#include <string_view>

#include "emulator/execute/checked_core.hpp"
#include "emulator/isa/instruction.hpp"

namespace mariner {

/// Registers by set_register's ids: `low` has bit n for id n up to 63, `floats` bit n for $fn.
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

namespace detail {

struct ReadKinds {
    bool rs = false, rt = false, fs = false, ft = false, ps = false, pt = false, hi = false, lo = false, cc = false;
};

constexpr ReadKinds read_kinds(std::string_view access) {
    ReadKinds kinds;
    const size_t arrow = access.find("<-");
    std::string_view rest = arrow == std::string_view::npos ? "" : access.substr(arrow + 2);
    const auto reads = [rest](std::string_view name) {
        for (size_t at = rest.find(name); at != std::string_view::npos; at = rest.find(name, at + 1)) {
            const bool begins = at == 0 || rest[at - 1] == ' ';
            const bool ends = at + name.size() == rest.size() || rest[at + name.size()] == ' ';
            if (begins && ends) {
                return true;
            }
        }
        return false;
    };
    // A destination that a conditional move or an unaligned load keeps parts of is not counted as read.
    const bool is_merge = access.starts_with("rt <- rt");
    kinds.rs = reads("rs");
    kinds.rt = reads("rt") && !is_merge;
    kinds.fs = reads("fs");
    kinds.ft = reads("ft");
    kinds.ps = reads("ps");
    kinds.pt = reads("pt");
    kinds.hi = reads("hi");
    kinds.lo = reads("lo");
    kinds.cc = reads("cc");
    return kinds;
}

consteval auto make_read_kinds() {
    std::array<ReadKinds, isa::op_count> table{};
    for (size_t i = 0; i < isa::op_count; ++i) {
        table[i] = read_kinds(isa::instruction_table[i].access);
    }
    return table;
}

inline constexpr std::array<ReadKinds, isa::op_count> read_kinds_table = make_read_kinds();

static_assert(read_kinds_table[static_cast<size_t>(isa::Op::sw)].rt);
static_assert(!read_kinds_table[static_cast<size_t>(isa::Op::lwl)].rt);
static_assert(!read_kinds_table[static_cast<size_t>(isa::Op::mtc1)].fs);

}  // namespace detail

inline RegisterSet registers_read(const isa::Instruction& instruction) {
    const detail::ReadKinds& kinds = detail::read_kinds_table[static_cast<size_t>(instruction.op)];
    const auto bit = [](bool wanted, u8 id) { return static_cast<u64>(wanted) << (id & 63U); };
    RegisterSet set;
    set.low = bit(kinds.rs, instruction.rs) | bit(kinds.rt, instruction.rt) | bit(kinds.hi, register_id::hi) |
              bit(kinds.lo, register_id::lo) | bit(kinds.cc, register_id::condition_flags);
    const u64 floats = bit(kinds.fs || kinds.ps, instruction.rs) | bit(kinds.ft || kinds.pt, instruction.rt) |
                       bit(kinds.ps, static_cast<u8>(instruction.rs + 1)) |
                       bit(kinds.pt, static_cast<u8>(instruction.rt + 1));
    set.floats = static_cast<u32>(floats);
    return set;
}

}  // namespace mariner
