#pragma once
// The pairs of fused.inc, and in which form the operands of two neighbours let them be performed as one. The fast core
// has a function for each pair and form, the switch core a case.

#include <array>

#include "emulator/execute/integer_access.hpp"
#include "emulator/execute/threaded_context.hpp"

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
        const IntegerAccess a = compiled_integer_access(first);
        const IntegerAccess b = compiled_integer_access(second);
        const bool makes = (a.writes_rd && !a.may_keep_rd) || a.writes_rt;
        const bool overwrites = (b.writes_rd && !b.may_keep_rd) || b.writes_rt;
        const bool reads = forward_of(form) == Forward::to_rs ? b.reads_rs : b.reads_rt;
        return form == plain || (makes && reads && (keeps_first(form) || overwrites));
    }
    /// The form that fits these operands.
    [[nodiscard]] PairForm form_for(const DecodedOp& one, const DecodedOp& two) const {
        const IntegerAccess a = integer_access(first);
        const IntegerAccess b = integer_access(second);
        const u8 made = a.writes_rd ? one.rd : a.writes_rt ? one.rt : u8{reg::bin};
        const bool from_rs = b.reads_rs && two.rs == made;
        const bool from_rt = b.reads_rt && two.rt == made;
        if (made == reg::bin || a.may_keep_rd || from_rs == from_rt) {
            return plain;
        }
        const bool dead = (b.writes_rd && !b.may_keep_rd && two.rd == made) || (b.writes_rt && two.rt == made);
        if (from_rs) {
            return dead && has(to_rs_dead) ? to_rs_dead : to_rs;
        }
        return dead && has(to_rt_dead) ? to_rt_dead : to_rt;
    }
};

inline constexpr auto fused_pairs = std::to_array<FusedPair>({
#define FUSE(first, second) {isa::Op::first, isa::Op::second},
#include "emulator/execute/fused.inc"
#undef FUSE
});

/// Finds a pair's row in fused_pairs.
class PairTable {
public:
    PairTable() {
        for (const FusedPair& pair : fused_pairs) {
            m_rows[static_cast<size_t>(pair.first)][static_cast<size_t>(pair.second)] = &pair;
        }
    }
    [[nodiscard]] const FusedPair* find(u8 first, u8 second) const {
        return first < isa::op_count && second < isa::op_count ? m_rows[first][second] : nullptr;
    }

private:
    std::array<std::array<const FusedPair*, isa::op_count>, isa::op_count> m_rows{};
};

}  // namespace mariner
