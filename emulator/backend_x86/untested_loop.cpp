// A loop's untested version: entered when the tests of all its addresses hold for many rounds to come, left like any
// code, and refilled with rounds where its share of the budget is spent. Its plan is translate/loop_plan.hpp's.
//
// The first version stands in its place and does the first round, a copy of it the second. What the untested one takes
// for itself is given back on every way out: the rest of the budget, and the homes that it uses otherwise.

#include <algorithm>
#include <bit>
#include <utility>

#include "emulator/backend_x86/select.hpp"
#include "emulator/backend_x86/transcript.hpp"

namespace mariner::backend_x86 {

namespace {

/// What is held back of the budget: below what scratch registers give up, in the 128 bytes that are ours.
x86::Mem held_back() {
    return x86::dword_ptr(x86::rsp, -128);
}

constexpr u32 upper_word_to_upper_word = 0x10;  // of insertps

}  // namespace

void RegionEmitter::plan_loops() {
    if (!m_around.is_long_run || likely_segment(false).base < lowest_window) {
        return;
    }
    for (const translate::Loop loop : translate::innermost_loops(m_listing, m_region)) {
        std::vector<translate::LoweredBlock> blocks(loop.last - loop.first + 1);
        for (size_t i = 0; i < blocks.size(); ++i) {
            improve(m_region.blocks()[loop.first + i], blocks[i]);
        }
        auto plan = translate::plan_loop(m_listing, m_region, loop, blocks, m_program_map, m_around.notes_first_stores,
                                         m_transcript != nullptr ? &m_transcript->notes() : nullptr);
        if (!plan) {
            continue;
        }
        m_loops.push_back(std::make_unique<PlannedLoop>());
        PlannedLoop& made = *m_loops.back();
        made.tested = std::move(blocks);
        made.plan = std::move(*plan);
        made.attempt = m_a.newLabel();
        made.second_round = copy_of(loop);
        made.second_round.onward = made.attempt;
        made.untested = copy_of(loop);
        made.untested.onward = made.untested.labels.front();
        made.untested.plan = &made.plan;
    }
}

RegionEmitter::LoopCopy RegionEmitter::copy_of(const translate::Loop& loop) {
    LoopCopy copy{loop, {}, {}, nullptr};
    for (u32 i = loop.first; i <= loop.last; ++i) {
        copy.labels.push_back(m_a.newLabel());
    }
    return copy;
}

void RegionEmitter::begin_copy(const LoopCopy* copy) {
    m_copy = copy;
    m_map = is_untested() ? &copy->plan->map : &m_program_map;
}

asmjit::Label RegionEmitter::label_back_to(const Block& block) const {
    if (m_copy != nullptr) {
        return m_copy->onward;
    }
    const PlannedLoop* const loop = m_block == nullptr ? nullptr : loop_around(*m_block);
    const bool is_head = loop != nullptr && loop->plan.loop.first == number_of(block);
    return is_head ? loop->second_round.labels.front() : label_of(block);
}

/// Loops are in the order of their addresses, and none is in another.
const RegionEmitter::PlannedLoop* RegionEmitter::loop_around(const Block& block) const {
    const u32 number = number_of(block);
    const auto behind =
        std::ranges::upper_bound(m_loops, number, {}, [](const auto& loop) { return loop->plan.loop.first; });
    const PlannedLoop* const loop = behind == m_loops.begin() ? nullptr : std::prev(behind)->get();
    return loop != nullptr && number <= loop->plan.loop.last ? loop : nullptr;
}

void RegionEmitter::emit_loop(const PlannedLoop& loop, HostSelector& selector) {
    emit_second_round(loop, selector);
    const Block& head = m_region.blocks()[loop.plan.loop.first];
    m_index = head.first;
    m_a.bind(loop.attempt);
    test_loop(loop.plan, label_of(head));
    hold_back_budget(loop.plan);
    switch_homes(m_program_map, loop.plan.map);
    emit_rounds(loop, selector);
}

/// Most loops that are short end with it, so that nothing need be prepared.
void RegionEmitter::emit_second_round(const PlannedLoop& loop, HostSelector& selector) {
    begin_copy(&loop.second_round);
    for (size_t i = 0; i < loop.second_round.labels.size(); ++i) {
        m_a.bind(loop.second_round.labels[i]);
        begin_block(m_region.blocks()[loop.plan.loop.first + i]);
        selector.emit(loop.tested[i]);
        write_down(false);
    }
    begin_copy(nullptr);
}

/// A short loop of one block is unrolled.
void RegionEmitter::emit_rounds(const PlannedLoop& loop, HostSelector& selector) {
    const Block* const head = &m_region.blocks()[loop.plan.loop.first];
    const i32 length = static_cast<i32>(head->end - head->first);
    constexpr i32 worth_it = 20;
    const bool may_unroll = loop.plan.blocks.size() == 1 && m_listing.role(head->end - 1) == Role::branch;
    const i32 times = may_unroll ? std::clamp(worth_it / length, 1, translate::most_rounds_at_once) : 1;
    begin_copy(&loop.untested);
    m_a.align(asmjit::AlignMode::kCode, 16);
    for (i32 round = 0; round < times; ++round) {
        m_is_unrolled = round + 1 < times;
        for (size_t i = 0; i < loop.untested.labels.size(); ++i) {
            if (round == 0) {
                m_a.bind(loop.untested.labels[i]);
            }
            if (round == 0 && loop.plan.fill) {
                emit_fill(*loop.plan.fill);
            }
            begin_block(head[i]);
            m_debt += round * length;
            selector.emit(loop.plan.blocks[i]);
            write_down(false);
        }
    }
    begin_copy(nullptr);
}

/// Goes to `refused` unless all addresses of so many rounds are good. Spoils scratch registers.
void RegionEmitter::test_loop(const translate::LoopPlan& plan, const HostLabel& refused) {
    for (const translate::LoopStride& stride : plan.strides) {
        const HostOperand at = place_of(stride.number);
        m_a.emit(x86::Inst::kIdCmp, at, asmjit::Imm(translate::stride_limit));
        m_a.jae(refused);
        if (stride.bytes > 1) {
            m_a.emit(x86::Inst::kIdTest, at, asmjit::Imm(stride.bytes - 1));
            m_a.jnz(refused);
        }
    }
    for (const translate::LoopTest& test : plan.tests) {
        test_sum(test, refused);
    }
}

/// The register that holds it: a home, or ecx. Spoils scratch registers.
x86::Gp RegionEmitter::sum_of(const translate::LoopSum& terms) {
    Gp sum = x86::ecx;
    const auto start = std::ranges::find(terms, 1, &translate::LoopTerm::factor);
    if (start == terms.end()) {
        m_a.xor_(sum, sum);
    } else if (has_home(start->number)) {
        sum = home(start->number);
    } else {
        m_a.mov(sum, integer_slot(start->number));
    }
    for (auto term = terms.begin(); term != terms.end(); ++term) {
        if (term == start) {
            continue;
        }
        Gp part = x86::eax;
        if (has_home(term->number)) {
            part = home(term->number);
        } else {
            m_a.mov(part, integer_slot(term->number));
        }
        if (term->factor > 0) {
            const u32 shift = static_cast<u32>(std::countr_zero(static_cast<u32>(term->factor)));
            m_a.lea(x86::ecx, x86::ptr(sum.r64(), part.r64(), shift));
        } else {
            m_a.emit(x86::Inst::kIdMov, x86::ecx, sum);
            m_a.sub(x86::ecx, part);
        }
        sum = x86::ecx;
    }
    return sum;
}

void RegionEmitter::test_sum(const translate::LoopTest& test, const HostLabel& refused) {
    const Gp sum = sum_of(test.sum);
    const Segment& segment = likely_segment(test.is_stack);
    const u32 end = (segment.limit + test.bytes - 1) & ~u32{test.bytes - 1U};
    const u32 span = static_cast<u32>(test.high - test.low);
    m_a.lea(x86::ecx, x86::ptr(sum.r64(), static_cast<i32>(static_cast<u32>(test.low) - segment.base)));
    m_a.cmp(x86::ecx, end - segment.base > span ? end - segment.base - span : 0);
    m_a.jae(refused);
    if (test.bytes > 1) {
        m_a.test(x86::ecx, test.bytes - 1);
        m_a.jnz(refused);
    }
    if (test.is_noted) {
        const u8 open = test.bytes == 1 ? Memory::byte_writable : Memory::writable;
        for (const u32 distance : {u32{0}, span}) {
            m_a.lea(x86::eax, x86::ptr(x86::rcx, static_cast<i32>(segment.base + distance)));
            m_a.shr(x86::eax, std::countr_zero(page_size));
            m_a.test(x86::byte_ptr(host_register, x86::rax, 0, static_cast<i32>(Memory::pages_offset)), open);
            m_a.jz(refused);
        }
    }
}

/// Leaves in the budget what the rounds take at least.
void RegionEmitter::hold_back_budget(const translate::LoopPlan& plan) {
    const HostLabel is_less = m_a.newLabel();
    m_a.xor_(x86::ecx, x86::ecx);
    m_a.cmp(budget_register, plan.steps);
    m_a.jle(is_less);
    m_a.lea(x86::ecx, x86::ptr(budget_register.r64(), -plan.steps));
    m_a.mov(budget_register, plan.steps);
    m_a.bind(is_less);
    m_a.mov(held_back(), x86::ecx);
}

/// A guest register has the same home in both maps, or one of them has none.
void RegionEmitter::switch_homes(const RegisterMap& from, const RegisterMap& to) {
    for (u8 number = 0; number < place::count; ++number) {
        if (from.integers[number] != RegisterMap::none && to.integers[number] == RegisterMap::none) {
            m_a.mov(integer_slot(number), integer_home[from.integers[number]]);
        }
    }
    for (u8 number = 0; number < place::count; ++number) {
        if (from.integers[number] == RegisterMap::none && to.integers[number] != RegisterMap::none) {
            m_a.mov(integer_home[to.integers[number]], integer_slot(number));
        }
    }
    for (size_t pair = 0; pair < from.pairs.size(); ++pair) {
        const auto odd = static_cast<u8>(2 * pair + 1);
        if (from.is_single[pair] != to.is_single[pair]) {
            const Xmm at = float_home[from.pairs[pair]];
            to.is_single[pair] ? m_a.extractps(float_slot(odd), at, 1)
                               : m_a.insertps(at, float_slot(odd), upper_word_to_upper_word);
        }
    }
}

/// Before anything that isn't the loop's.
void RegionEmitter::give_back() {
    if (is_untested()) {
        m_a.add(budget_register, held_back());
        switch_homes(*m_map, m_program_map);
    }
}

/// Where the loop's share of the budget is spent: on with another, if there is one; nobody keeps anything in scratch
/// registers.
void RegionEmitter::refill(u32 pc, i32 correction) {
    const HostLabel spent = m_a.newLabel();
    const HostLabel back = m_a.newLabel();
    m_a.jl(spent);
    m_a.bind(back);
    later([this, spent, back, pc, correction] {
        const HostLabel refused = m_a.newLabel();
        const HostLabel empty = m_a.newLabel();
        m_a.bind(spent);
        m_a.add(budget_register, held_back());
        m_a.jl(empty);
        test_loop(*m_copy->plan, refused);
        hold_back_budget(*m_copy->plan);
        m_a.jmp(back);
        for (const auto& [label, reason] :
             {std::pair(refused, LeaveReason::interpret), std::pair(empty, LeaveReason::budget)}) {
            m_a.bind(label);
            switch_homes(*m_map, m_program_map);
            take(-correction);
            leave(pc, reason);
        }
    });
}

/// On to what isn't the loop's.
void RegionEmitter::exit_loop(u32 target, i32 debt) {
    give_back();
    const LoopCopy* const copy = m_copy;
    const Block* const block = std::exchange(m_block, nullptr);
    begin_copy(nullptr);
    const Block* const to = m_region.find(target);
    if (to != nullptr && target <= m_index) {
        take_checked(debt - to->debt, m_listing.address(target), -to->debt);
        m_a.jmp(label_of(*to));
    } else {
        go(target, debt);
    }
    begin_copy(copy);
    m_block = block;
}

}  // namespace mariner::backend_x86
