#include "emulator/translate/loop_plan.hpp"

#include <algorithm>
#include <bit>
#include <string>
#include <utility>

#include "emulator/machine/cpu_state.hpp"
#include "emulator/machine/memory.hpp"
#include "emulator/translate/linear_values.hpp"

namespace mariner::translate {

namespace {

constexpr size_t most_blocks = 16;
constexpr size_t most_tests = 6;
constexpr i64 longest_span = i64{1} << 20;
/// As many as possible: that they are through is a surprise to the host. Stacks lie at the end of their segment.
constexpr i64 least_rounds = 128, most_rounds = 4096, most_rounds_on_stack = 256;
constexpr i64 usual_span = i64{1} << 17;
/// Of stores that are noted: the fewer, the later a page that isn't open yet stands in the way.
constexpr i64 least_noted_rounds = 32, usual_noted_span = page_size / 16;

/// One walk over a loop's blocks in the order of their addresses, which its branches keep to, but for those to its
/// head.
class LoopWalk {
public:
    LoopWalk(const Listing& listing, const Region& region, bool notes_first_stores, LoopPlan& plan)
        : m_listing(listing),
          m_region(region),
          m_notes_first_stores(notes_first_stores),
          m_plan(plan),
          m_before(plan.blocks.size()) {}

    bool run() {
        m_before[0] = LoopMoment{LinearRegisters::at_head(), 0};
        for (size_t i = 0; i < m_plan.blocks.size(); ++i) {
            if (!m_before[i] || !visit(i)) {
                return false;
            }
        }
        return m_back.has_value() && find_tests();
    }

private:
    /// What is known at some place of the loop, whichever way leads to it.
    struct LoopMoment {
        LinearRegisters registers;
        i32 steps = 0;  // at least, since the round began
    };
    struct LoopAccess {
        LinearValue address;  // of the first of them
        i32 span = 0;
        u8 bytes = 0;
        bool is_stack = false;
        bool is_noted = false;
        Operation* operation = nullptr;
        LinearValue growth{};
        std::vector<LoopStride> strides{};
    };

    static void meet(std::optional<LoopMoment>& at, const LoopMoment& other) {
        if (!at) {
            at = other;
            return;
        }
        at->registers.join(other.registers);
        at->steps = std::min(at->steps, other.steps);
    }

    bool visit(size_t number) {
        LoweredBlock& block = m_plan.blocks[number];
        LoopMoment now = *m_before[number];
        LinearBlock values(block, now.registers);
        for (ValueId at = 0; at < block.operations.size(); ++at) {
            Operation& operation = block.operations[at];
            if (operation.is_removed) {
                continue;
            }
            if (!note_access(operation, values)) {
                return false;
            }
            values.perform(at);
        }
        now.steps += static_cast<i32>(block.end - block.first);
        const u32 last = block.end - 1;
        const Role role = m_listing.role(last);
        if (role == Role::branch || role == Role::jump) {
            follow(m_listing.target(last), now);
        }
        if (role != Role::jump) {
            follow(block.end, now);
        }
        return true;
    }

    void follow(u32 target, const LoopMoment& now) {
        const Block* const to = m_region.find(target);
        const size_t first = m_plan.loop.first;
        const size_t number = to == nullptr ? 0 : static_cast<size_t>(to - m_region.blocks().data());
        if (to == nullptr || number < first || number > m_plan.loop.last) {
            return;
        }
        meet(number == first ? m_back : m_before[number - first], now);
    }

    /// False if the loop is better left alone: it waits for a device, or has something that isn't compiled.
    bool note_access(Operation& operation, const LinearBlock& values) {
        const bool is_access = operation.code == Code::load || operation.code == Code::store;
        if (operation.code == Code::step || operation.code == Code::interpret || operation.code == Code::raise) {
            return false;
        }
        if (operation.code != Code::test_range && (!is_access || operation.is_tested)) {
            return true;
        }
        const LinearValue address =
            values[operation.a()] + LinearValue::number(static_cast<i32>(static_cast<u32>(operation.number)));
        if (!address.is_known || operation.guard != no_value) {
            return true;  // it goes on being tested
        }
        if (address.terms.empty() && (address.low < 0 || address.low == address.high)) {
            return address.low >= 0;
        }
        const i32 span = operation.code == Code::test_range ? static_cast<i32>(operation.number >> 32) : 0;
        const bool is_stack = points_into_stack(values.operation(operation.a()));
        const bool is_noted = m_notes_first_stores && (operation.code == Code::store || operation.is_written);
        m_accesses.push_back({address, span, operation.bytes, is_stack, is_noted, &operation});
        return true;
    }

    bool find_tests() {
        std::erase_if(m_accesses, [this](LoopAccess& access) { return !find_growth(access); });
        i64 rounds = most_rounds;
        for (const LoopAccess& access : m_accesses) {
            rounds = std::min(rounds, good_rounds(access));
        }
        m_plan.rounds = static_cast<i32>(rounds);
        m_plan.steps = m_plan.rounds * m_back->steps;
        for (const LoopAccess& access : m_accesses) {
            if (add_test(access)) {
                if (access.operation->code == Code::test_range) {
                    access.operation->is_removed = true;
                } else {
                    access.operation->is_tested = true;
                }
            }
        }
        return m_plan.tests.size() <= most_tests && m_plan.strides.size() <= 2;
    }

    static i64 good_rounds(const LoopAccess& access) {
        const i64 growth = std::max(access.growth.high, -access.growth.low);
        const i64 most = access.is_stack ? most_rounds_on_stack : most_rounds;
        if (growth <= 0) {
            return most;
        }
        return std::min(most, access.is_noted ? std::max(least_noted_rounds, usual_noted_span / growth)
                                              : std::max(least_rounds, usual_span / growth));
    }

    /// By how much its address grows in a round; false if that isn't known, or not how it is aligned.
    bool find_growth(LoopAccess& access) {
        LinearValue growth = LinearValue::number(0);
        for (const LoopTerm& term : access.address.terms) {
            const bool is_plain = term.factor == -1 || std::has_single_bit(static_cast<u32>(term.factor));
            growth = is_plain ? growth + m_back->registers.growth(term.number).times(term.factor) : LinearValue{};
        }
        if (!growth.is_known || !access.address.is_multiple(access.bytes, false) ||
            !growth.is_multiple(access.bytes, true) || !bound(growth, access)) {
            return false;
        }
        access.growth = growth;
        return true;
    }

    /// Of all rounds. False if they may go too far.
    bool add_test(const LoopAccess& access) {
        const i64 rounds = m_plan.rounds + most_rounds_at_once;
        const i64 low = access.address.low + rounds * std::min<i64>(0, access.growth.low);
        const i64 high = access.address.high + access.span + rounds * std::max<i64>(0, access.growth.high);
        constexpr i64 farthest = 0x7fffffff;
        const i64 longest = access.is_noted ? i64{page_size} - access.bytes : longest_span;
        if (high - low > longest || low < -farthest || high > farthest) {
            return false;
        }
        for (const LoopStride& stride : access.strides) {
            add(stride);
        }
        add({access.address.terms, static_cast<i32>(low), static_cast<i32>(high), access.bytes, access.is_stack,
             access.is_noted});
        return true;
    }

    /// Numbers in place of the registers that it grows by.
    bool bound(LinearValue& growth, LoopAccess& access) const {
        for (const LoopTerm& term : growth.terms) {
            const LinearValue own = m_back->registers.growth(term.number);
            if (!own.is_known || !own.terms.empty() || own.low != 0 || own.high != 0) {
                return false;
            }
            // Not one less, so that what is added to a test's address is a multiple of any access's bytes.
            const i64 most = i64{term.factor} * stride_limit;
            growth.low += std::min<i64>(0, most);
            growth.high += std::max<i64>(0, most);
            access.strides.push_back({term.number, access.bytes});
        }
        growth.terms.clear();
        return true;
    }

    void add(const LoopStride& stride) {
        for (LoopStride& other : m_plan.strides) {
            if (other.number == stride.number) {
                other.bytes = std::max(other.bytes, stride.bytes);
                return;
            }
        }
        m_plan.strides.push_back(stride);
    }

    void add(const LoopTest& test) {
        for (LoopTest& other : m_plan.tests) {
            const i64 low = std::min(test.low, other.low);
            const i64 high = std::max(test.high, other.high);
            const i64 longest = test.is_noted ? i64{page_size} - test.bytes : longest_span;
            if (other.sum == test.sum && other.bytes == test.bytes && other.is_noted == test.is_noted &&
                (test.low - other.low) % test.bytes == 0 && high - low <= longest) {
                other.low = static_cast<i32>(low);
                other.high = static_cast<i32>(high);
                return;
            }
        }
        m_plan.tests.push_back(test);
    }

    const Listing& m_listing;
    const Region& m_region;
    const bool m_notes_first_stores;
    LoopPlan& m_plan;
    std::vector<std::optional<LoopMoment>> m_before;  // each block
    std::optional<LoopMoment> m_back;                 // at the branches to the head
    std::vector<LoopAccess> m_accesses;
};

/// Which places a loop names.
struct LoopUses {
    std::array<u32, place::count> integers{};
    std::array<bool, 16> written{};  // floating-point pairs: the even half alone
    std::array<bool, 16> whole{};    // both halves, or the odd one
};

LoopUses uses_of(const std::vector<LoweredBlock>& blocks) {
    LoopUses uses;
    for (const LoweredBlock& block : blocks) {
        for (const Operation& operation : block.operations) {
            if (operation.is_removed || (operation.code != Code::get && operation.code != Code::set)) {
                continue;
            }
            const u8 number = operation.place.number;
            switch (operation.place.kind) {
                case GuestKind::gpr:
                    ++uses.integers[number];
                    break;
                case GuestKind::flag:
                    ++uses.integers[place::flags];
                    break;
                case GuestKind::pair:
                    uses.whole[number / 2] = true;
                    break;
                case GuestKind::single:
                    (number % 2 != 0 ? uses.whole : uses.written)[number / 2] |=
                        number % 2 != 0 || operation.code == Code::set;
                    break;
                case GuestKind::hi:
                case GuestKind::lo:
                case GuestKind::c0:
                    break;
            }
        }
    }
    return uses;
}

/// The most used registers without a home take the homes of those that aren't used.
void share_out_homes(const LoopUses& uses, RegisterMap& map) {
    std::vector<u8> wanting;
    std::vector<u8> idle;
    for (u8 number = 1; number < place::count; ++number) {
        const bool has_home = map.integers[number] != RegisterMap::none;
        if (uses.integers[number] != 0 && !has_home) {
            wanting.push_back(number);
        } else if (uses.integers[number] == 0 && has_home) {
            idle.push_back(number);
        }
    }
    std::ranges::stable_sort(wanting, [&](u8 a, u8 b) { return uses.integers[a] > uses.integers[b]; });
    for (size_t i = 0; i < std::min(wanting.size(), idle.size()); ++i) {
        map.integers[wanting[i]] = std::exchange(map.integers[idle[i]], RegisterMap::none);
    }
    for (size_t pair = 0; pair < uses.whole.size(); ++pair) {
        map.is_single[pair] |= uses.written[pair] && !uses.whole[pair] && map.pairs[pair] != RegisterMap::none;
    }
}

void write_notes(const LoopPlan& plan, PassNotes& notes) {
    const u32 head = plan.blocks.front().first;
    notes.push_back({"loop", head,
                     "addresses of " + std::to_string(plan.rounds) + " rounds are tested together, in " +
                         std::to_string(plan.tests.size())});
    if (plan.fill) {
        notes.push_back({"fill", head, text_of(*plan.fill)});
    }
}

}  // namespace

std::vector<Loop> innermost_loops(const Listing& listing, const Region& region) {
    std::vector<Loop> loops;
    const std::vector<Block>& blocks = region.blocks();
    for (u32 first = 0; first < blocks.size(); ++first) {
        if (!blocks[first].is_loop) {
            continue;
        }
        std::optional<u32> last;
        for (u32 at = first; at < blocks.size() && at < first + most_blocks; ++at) {
            const u32 end = blocks[at].end - 1;
            const Role role = listing.role(end);
            const bool is_whole = at == first || (blocks[at].first == blocks[at - 1].end && !blocks[at].is_loop);
            if (!is_whole || listing.is_return_point(end + 1) ||
                (role != Role::plain && role != Role::branch && role != Role::jump)) {
                break;
            }
            if (role != Role::plain && listing.target(end) == blocks[first].first) {
                last = at;
            }
        }
        if (last) {
            loops.push_back({first, *last});
        }
    }
    return loops;
}

std::optional<LoopPlan> plan_loop(const Listing& listing, const Region& region, Loop loop,
                                  std::vector<LoweredBlock> blocks, const RegisterMap& map, bool notes_first_stores,
                                  PassNotes* notes) {
    LoopPlan plan{loop, std::move(blocks), {}, {}, 0, 0, map, {}};
    if (!LoopWalk(listing, region, notes_first_stores, plan).run()) {
        return std::nullopt;
    }
    share_out_homes(uses_of(plan.blocks), plan.map);
    const bool gains = !plan.tests.empty() || plan.map.is_single != map.is_single;
    if (!gains) {
        return std::nullopt;
    }
    if (plan.blocks.size() == 1) {
        plan.fill = find_fill(plan.blocks.front());
    }
    if (notes != nullptr) {
        write_notes(plan, *notes);
    }
    return plan;
}

}  // namespace mariner::translate
