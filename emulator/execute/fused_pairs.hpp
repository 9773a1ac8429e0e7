#pragma once
// The pairs of fused.inc, and in which form the operands of two neighbours let them be performed as one. The fast core
// has a function for each pair and form, the switch core a case.

#include <array>

#include "emulator/execute/threaded_context.hpp"
#include "emulator/meaning/compiled_facts.hpp"

namespace mariner {

/// How a pair passes the first's result on; `dead`: the second overwrites it, so that it need not be kept.
enum PairForm : u8 { plain, to_rs, to_rt, to_rs_dead, to_rt_dead, pair_form_count };
inline constexpr PairForm all_pair_forms[] = {plain, to_rs, to_rt, to_rs_dead, to_rt_dead};

constexpr Forward forward_of(PairForm form) {
    return form == plain ? Forward::none : form == to_rs || form == to_rs_dead ? Forward::to_rs : Forward::to_rt;
}
constexpr bool keeps_first(PairForm form) {
    return form != to_rs_dead && form != to_rt_dead;
}

struct FusedPair {
    isa::Op first;
    isa::Op second;

    [[nodiscard]] constexpr bool has(PairForm form) const {
        using meaning::RegisterPlace;
        const meaning::Facts& a = meaning::compiled_facts(first);
        const meaning::Facts& b = meaning::compiled_facts(second);
        const bool makes = always_writes(a, RegisterPlace::rd) || a.writes.contains(RegisterPlace::rt);
        const bool overwrites = always_writes(b, RegisterPlace::rd) || b.writes.contains(RegisterPlace::rt);
        const bool reads = looks_at(b, forward_of(form) == Forward::to_rs ? RegisterPlace::rs : RegisterPlace::rt);
        return form == plain || (makes && reads && (keeps_first(form) || overwrites));
    }
    /// The form that fits these operands.
    [[nodiscard]] PairForm form_for(const DecodedOp& one, const DecodedOp& two) const {
        using meaning::RegisterPlace;
        const meaning::Facts& a = meaning::facts(first);
        const meaning::Facts& b = meaning::facts(second);
        const u8 made = a.writes.contains(RegisterPlace::rd)   ? one.rd
                        : a.writes.contains(RegisterPlace::rt) ? one.rt
                                                               : u8{reg::bin};
        const bool from_rs = looks_at(b, RegisterPlace::rs) && two.rs == made;
        const bool from_rt = looks_at(b, RegisterPlace::rt) && two.rt == made;
        if (made == reg::bin || a.keeps.contains(RegisterPlace::rd) || from_rs == from_rt) {
            return plain;
        }
        const bool dead = (always_writes(b, RegisterPlace::rd) && two.rd == made) ||
                          (b.writes.contains(RegisterPlace::rt) && two.rt == made);
        if (from_rs) {
            return dead && has(to_rs_dead) ? to_rs_dead : to_rs;
        }
        return dead && has(to_rt_dead) ? to_rt_dead : to_rt;
    }

private:
    static constexpr bool always_writes(const meaning::Facts& facts, meaning::RegisterPlace place) {
        return facts.writes.contains(place) && !facts.keeps.contains(place);
    }
    /// Reads it, or keeps bytes of it.
    static constexpr bool looks_at(const meaning::Facts& facts, meaning::RegisterPlace place) {
        return (facts.reads | facts.keeps).contains(place);
    }
};

inline constexpr auto fused_pairs = std::to_array<FusedPair>({
#define FUSE(first, second) {isa::Op::first, isa::Op::second},
#include "emulator/execute/fused.inc"
#undef FUSE
});

namespace detail {

constexpr size_t count_first_ops() {
    std::array<bool, isa::op_count> is_first{};
    size_t count = 0;
    for (const FusedPair& pair : fused_pairs) {
        bool& seen = is_first[static_cast<size_t>(pair.first)];
        count += seen ? 0U : 1U;
        seen = true;
    }
    return count;
}

}  // namespace detail

/// Finds a pair's row in fused_pairs. Made by the compiler, as numbers: every run would have to fill it first.
class PairTable {
public:
    constexpr PairTable() {
        size_t count = 0;
        u16 number = 0;
        for (const FusedPair& pair : fused_pairs) {
            u8& line = m_lines[static_cast<size_t>(pair.first)];
            if (line == 0) {
                line = static_cast<u8>(++count);
            }
            m_rows[line][static_cast<size_t>(pair.second)] = ++number;
        }
    }
    [[nodiscard]] const FusedPair* find(u8 first, u8 second) const {
        if (first >= isa::op_count || second >= isa::op_count) {
            return nullptr;
        }
        const u16 number = m_rows[m_lines[first]][second];
        return number != 0 ? &fused_pairs[number - 1U] : nullptr;
    }

private:
    std::array<u8, isa::op_count> m_lines{};  // 0, which is empty, for what is first of no pair
    std::array<std::array<u16, isa::op_count>, detail::count_first_ops() + 1> m_rows{};
};
inline constexpr PairTable pair_table;

}  // namespace mariner
