#include "emulator/translate/register_map.hpp"

#include <algorithm>
#include <bitset>
#include <numeric>

#include "emulator/machine/cpu_state.hpp"
#include "emulator/meaning/facts.hpp"
#include "emulator/support/sort_unique.hpp"

namespace mariner::translate {

namespace {

using meaning::PlaceSet;
using meaning::RegisterPlace;

constexpr u8 deepest = 6;

/// How deep in loops each instruction stands: a backward transfer is a loop over what lies between.
std::vector<u8> loop_depths(const Listing& listing) {
    std::vector<u32> ends(listing.count(), 0);  // of the loop that begins here
    for (u32 i = 0; i < listing.count(); ++i) {
        const Role role = listing.role(i);
        if ((role == Role::branch || role == Role::jump) && listing.target(i) < i) {
            ends[listing.target(i)] = i + 1;
        }
    }
    std::vector<int> steps(listing.count() + 1, 0);
    for (u32 i = 0; i < listing.count(); ++i) {
        if (ends[i] != 0) {
            ++steps[i];
            --steps[ends[i]];
        }
    }
    std::vector<u8> depths(listing.count());
    int depth = 0;
    for (u32 i = 0; i < listing.count(); ++i) {
        depth += steps[i];
        depths[i] = static_cast<u8>(std::min<int>(depth, deepest));
    }
    return depths;
}

/// A function is as deep in loops as its deepest call, a recursive one a little deeper; it ends at the next entry.
void add_call_depths(const Listing& listing, std::vector<u8>& depths) {
    std::vector<u32> calls;
    std::vector<u32> entries{0};
    for (u32 i = 0; i < listing.count(); ++i) {
        if (listing.role(i) == Role::call) {
            calls.push_back(i);
            entries.push_back(listing.target(i));
        }
    }
    sort_unique(entries);
    std::vector<u8> extra(entries.size(), 0);
    const auto function_of = [&](u32 index) {
        return static_cast<size_t>(std::upper_bound(entries.begin(), entries.end(), index) - entries.begin() - 1);
    };
    constexpr int rounds = 3;
    for (int round = 0; round < rounds; ++round) {
        for (const u32 call : calls) {
            const size_t caller = function_of(call);
            const size_t callee = function_of(listing.target(call));
            const int depth = depths[call] + extra[caller] + (caller == callee ? 1 : 0);
            const int most = caller == callee ? 3 : deepest;
            extra[callee] = std::max(extra[callee], static_cast<u8>(std::min(depth, most)));
        }
    }
    for (size_t function = 0; function < entries.size(); ++function) {
        const u32 end = function + 1 < entries.size() ? entries[function + 1] : listing.count();
        for (u32 i = entries[function]; i < end; ++i) {
            depths[i] = static_cast<u8>(std::min<int>(depths[i] + extra[function], deepest));
        }
    }
}

struct Uses {
    std::array<u64, place::count> integers{};
    std::array<u64, 16> pairs{};
    std::array<bool, 16> odd_named{};
    std::array<bool, 16> odd_computed{};  // single arithmetic in an odd register: not worth a home
};

void count_floats(const DecodedOp& op, PlaceSet names, u64 weight, Uses& uses) {
    const isa::Op code = static_cast<isa::Op>(op.code);
    const bool moves = code == isa::Op::mtc1 || code == isa::Op::mfc1 || code == isa::Op::lwc1 || code == isa::Op::swc1;
    const auto use = [&](bool named, u8 number, bool wide) {
        if (!named || number >= 32) {
            return;
        }
        uses.pairs[number / 2] += weight;
        uses.odd_named[number / 2] |= wide || number % 2 != 0;
        uses.odd_computed[number / 2] |= !wide && number % 2 != 0 && !moves;
    };
    use(names.contains(RegisterPlace::fd), op.rd, false);
    use(names.contains(RegisterPlace::fs), op.rs, false);
    use(names.contains(RegisterPlace::ft), op.rt, false);
    use(names.contains(RegisterPlace::pd), op.rd, true);
    use(names.contains(RegisterPlace::ps), op.rs, true);
    use(names.contains(RegisterPlace::pt), op.rt, true);
}

/// Registers that hold known numbers, as far as one walk over a block tells (pass_known.cpp): who reads them there has
/// the number, and a number is as well put into memory as into a home.
class KnownRegisters {
public:
    void forget() { m_known.reset(); }
    [[nodiscard]] bool operator[](u8 number) const { return number == reg::zero || m_known[number]; }

    void perform(const DecodedOp& op, const meaning::Facts& facts) {
        constexpr PlaceSet operands = PlaceSet::of(RegisterPlace::rs) | PlaceSet::of(RegisterPlace::rt);
        constexpr PlaceSet results = PlaceSet::of(RegisterPlace::rd) | PlaceSet::of(RegisterPlace::rt);
        const bool reads_known = (!facts.reads.contains(RegisterPlace::rs) || (*this)[op.rs]) &&
                                 (!facts.reads.contains(RegisterPlace::rt) || (*this)[op.rt]) &&
                                 (facts.reads | operands) == operands;
        const bool is_known =
            facts.is_pure() && reads_known && (facts.writes | results) == results && facts.keeps == PlaceSet{};
        if (facts.writes.contains(RegisterPlace::rd)) {
            m_known[op.rd] = is_known;
        }
        if (facts.writes.contains(RegisterPlace::rt)) {
            m_known[op.rt] = is_known;
        }
    }

private:
    std::bitset<place::count> m_known;
};

Uses count_uses(const Listing& listing, const std::vector<u8>& depths) {
    Uses uses;
    KnownRegisters known;
    for (u32 i = 0; i < listing.count(); ++i) {
        const DecodedOp& op = listing.op(i);
        if (listing.starts_block(i)) {
            known.forget();
        }
        if (op.code >= isa::op_count) {
            continue;
        }
        const meaning::Facts& facts = meaning::facts(static_cast<isa::Op>(op.code));
        const PlaceSet names = facts.reads | facts.writes;
        const u64 weight = u64{1} << (3 * depths[i]);
        const KnownRegisters before = known;
        known.perform(op, facts);
        const auto use = [&](PlaceSet places, u8 number) {
            const bool is_number = facts.writes.meets(places) ? known[number] : before[number];
            if (names.meets(places) && number < place::count && !is_number) {
                uses.integers[number] += weight;
            }
        };
        use(PlaceSet::of(RegisterPlace::rd), op.rd == reg::bin ? u8{reg::zero} : op.rd);
        use(PlaceSet::of(RegisterPlace::rs), op.rs);
        use(PlaceSet::of(RegisterPlace::rt), op.rt == reg::bin ? u8{reg::zero} : op.rt);
        use(PlaceSet::of(RegisterPlace::ra), reg::ra);
        use(meaning::flag_places, place::flags);
        if (names.meets(meaning::single_places | meaning::pair_places)) {
            count_floats(op, names, weight, uses);
        }
    }
    return uses;
}

/// Numbers of the most used ones, in that order.
template <size_t Count>
std::vector<u8> most_used(const std::array<u64, Count>& uses, size_t homes) {
    std::vector<u8> order(Count);
    std::iota(order.begin(), order.end(), u8{0});
    std::stable_sort(order.begin(), order.end(), [&](u8 a, u8 b) { return uses[a] > uses[b]; });
    order.resize(std::min(homes, Count));
    std::erase_if(order, [&](u8 number) { return uses[number] == 0; });
    return order;
}

}  // namespace

RegisterMap choose_registers(const Listing& listing) {
    std::vector<u8> depths = loop_depths(listing);
    add_call_depths(listing, depths);
    Uses uses = count_uses(listing, depths);
    RegisterMap map;
    map.integers.fill(RegisterMap::none);
    map.pairs.fill(RegisterMap::none);
    u8 home = 0;
    for (const u8 number : most_used(uses.integers, RegisterMap::integer_homes)) {
        map.integers[number] = home++;
    }
    for (size_t pair = 0; pair < uses.pairs.size(); ++pair) {
        map.is_single[pair] = !uses.odd_named[pair];
        if (uses.odd_computed[pair]) {
            uses.pairs[pair] = 0;
        }
    }
    home = 0;
    for (const u8 pair : most_used(uses.pairs, RegisterMap::float_homes)) {
        map.pairs[pair] = home++;
    }
    return map;
}

}  // namespace mariner::translate
