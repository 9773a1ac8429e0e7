#pragma once
// Turns a region into host code. One object per region: run() goes through the blocks in the order of their addresses,
// and then through what was put off because it is seldom executed. Blocks are lowered to micro-operations, improved by
// passes (translate/) and emitted by HostSelector; here is what lies around them.
//
// Between two instructions every guest register is in its home or in its slot, and the budget register holds what is
// left plus m_debt. An instruction that can't be done the fast way is done by a step of the checked core, before
// anything of it has happened.
//
// Words of this folder:
//   home       the host register in which a guest register (or the condition flags) lives, all through the program
//   slot       its member of CpuState: where it lives if it has no home, and where the checked core looks for it
//   debt       steps that have been made and are not yet taken off the budget
//   block      instructions that are always executed one after the other; region: blocks compiled together
//   entry      the code of a block, for those who come from elsewhere; site: a place that calls for a checked step
//   thunk      code that all regions share: the way in, the ways out, the checked step
//   window     the part of a segment in which accesses probably lie
//   first store  the one by which memory notes that a page was written; see Memory::stop_noting_first_stores()

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "emulator/backend_x86/exchange.hpp"
#include "emulator/backend_x86/homes.hpp"
#include "emulator/backend_x86/put_off_code.hpp"
#include "emulator/execute/spoil.hpp"
#include "emulator/machine/memory.hpp"
#include "emulator/meaning/facts.hpp"
#include "emulator/translate/block.hpp"
#include "emulator/translate/loop_plan.hpp"
#include "emulator/translate/region.hpp"

namespace mariner::backend_x86 {

using translate::Block;
using translate::choose_registers;
using translate::Listing;
using translate::Region;
using translate::region_limit;
using translate::Role;

/// The rows that become host code. In a loop of one of these, nothing is left to the interpreters as long as nothing
/// special happens (a fault, a first store, a device, an odd register): tests/unit/backend_x86/claims_test.cpp holds
/// each to it.
inline bool is_compiled(isa::Op op) {
    const meaning::Facts& facts = meaning::facts(op);
    return op != isa::Op::eret && (!facts.always_leaves || facts.calls_system);
}

class HostSelector;
class Transcript;

/// What lies around a region's code.
struct Surroundings {
    const Thunks& thunks;
    u64 base = 0;                  // where the code will lie
    const u64* entries = nullptr;  // per instruction: its code, or thunks.unlinked; within reach of the code
    u32 first_site = 0;            // number of the first StepSite
    const MemoryMap& map;
    bool notes_first_stores = true;  // else stores to data and stack need not look at the states of pages
    bool is_long_run = false;        // which more work is worth while for
};

class RegionEmitter {
public:
    RegionEmitter(const Listing& listing, const Region& region, const RegisterMap& map, const Surroundings& around,
                  Transcript* transcript = nullptr);

    /// False if asmjit refuses.
    bool run();

    struct CodeEntry {
        u32 index = 0;
        u64 offset = 0;
    };
    [[nodiscard]] std::vector<CodeEntry> entries() const;
    [[nodiscard]] std::vector<StepSite> sites() const;
    /// Where it goes though there is no code yet.
    [[nodiscard]] const std::vector<u32>& missing() const { return m_missing; }
    [[nodiscard]] size_t size() const { return m_code.codeSize(); }
    void copy_to(u8* to) { m_code.copyFlattenedData(to, m_code.codeSize()); }

private:
    friend struct spoil::FormSpoiler;
    friend class HostSelector;

    using Gp = x86::Gp;
    using Xmm = x86::Xmm;
    using Mem = x86::Mem;
    using HostOperand = asmjit::Operand;
    using HostLabel = asmjit::Label;
    using InstId = asmjit::InstId;
    using CondCode = x86::CondCode;

    /// Blocks of a loop that stand elsewhere once more.
    struct LoopCopy {
        translate::Loop loop;
        std::vector<HostLabel> labels;              // of the blocks
        HostLabel onward;                           // where the next round is
        const translate::LoopPlan* plan = nullptr;  // without tests, by this; else as in its place
    };
    /// What stands in its place does a loop's first round; then there are these (translate/loop_plan.hpp).
    struct PlannedLoop {
        std::vector<translate::LoweredBlock> tested;
        translate::LoopPlan plan;
        LoopCopy second_round;
        HostLabel attempt;
        LoopCopy untested;
    };

    // emitter.cpp: blocks, what is put off, where guest registers are
    void emit_block(const Block& block, HostSelector& selector);
    void improve(const Block& block, translate::LoweredBlock& lowered) const;
    const translate::LoweredBlock& improved(const Block& block);
    template <class Emit>
    void later(Emit emit) {
        m_later.add(m_index, [this, copy = m_copy, emit] {
            begin_copy(copy);
            emit();
        });
    }
    void write_down(bool is_aside);
    [[nodiscard]] u32 pc() const { return m_listing.address(m_index); }
    [[nodiscard]] bool has_home(u8 number) const { return m_map->integers[number] != RegisterMap::none; }
    [[nodiscard]] Gp home(u8 number) const { return integer_home[m_map->integers[number]]; }
    /// Its home or its slot.
    [[nodiscard]] HostOperand place_of(u8 number) const {
        return has_home(number) ? HostOperand(home(number)) : HostOperand(integer_slot(number));
    }
    [[nodiscard]] bool has_float_home(u8 number) const { return m_map->pairs[number / 2] != RegisterMap::none; }
    [[nodiscard]] Xmm float_register(u8 number) const { return float_home[m_map->pairs[number / 2]]; }
    /// Whether nobody names its odd neighbour.
    [[nodiscard]] bool is_alone(u8 number) const { return m_map->is_single[number / 2]; }
    /// This instruction by the checked core, here or at a label to jump to; `undo` goes first.
    void step();
    HostLabel step_label() {
        return step_label([] {});
    }
    template <class Undo>
    HostLabel step_label(Undo undo) {
        const HostLabel label = m_a.newLabel();
        if (is_untested()) {
            later([this, label, undo, debt = m_debt] {
                m_a.bind(label);
                undo();
                leave_loop(debt);
            });
        } else {
            later([this, label, site = new_site(), undo] {
                m_a.bind(label);
                undo();
                step_of(site);
            });
        }
        return label;
    }
    void step_of(u32 site);
    void leave_loop(i32 debt);
    u32 new_site();

    // select_memory.cpp
    static constexpr u32 lowest_window = 0x10000;
    /// Where most addresses lie.
    [[nodiscard]] const Segment& likely_segment(bool is_stack) const {
        return is_stack && m_around.map.stack.limit != 0 ? m_around.map.stack : m_around.map.data;
    }

    // control.cpp
    using EmitPart = std::function<void()>;
    using EmitCondition = std::function<CondCode()>;
    void emit_end();
    void emit_branch_on(const EmitCondition& compare, u32 length, const EmitPart& otherwise);
    void emit_exit_unless(CondCode taken, u32 branch, const EmitPart& otherwise, i32 debt);
    void jump_if(CondCode condition, const HostLabel& label, u32 branch);
    void emit_linking_branch(const EmitCondition& compare, const EmitPart& link);
    void emit_jump();
    void emit_call(const EmitPart& link);
    void spoil_link();
    void emit_return();
    void emit_jump_register(const EmitPart& target_to_eax);
    void emit_call_register(const EmitPart& link, const EmitPart& target_to_eax);
    void push_return(u32 to);
    void land(u32 index);
    void look_up();
    void leave(u32 pc, LeaveReason reason);
    HostLabel leave_label(u32 pc, LeaveReason reason, i32 correction);
    void take(i32 steps);
    void take_checked(i32 steps, u32 pc, i32 correction);
    void go(u32 target, i32 debt);
    void go_far(u32 target, InstId id);
    [[nodiscard]] u32 number_of(const Block& block) const {
        return static_cast<u32>(&block - m_region.blocks().data());
    }
    [[nodiscard]] HostLabel label_of(const Block& block) const {
        const u32 number = number_of(block);
        return m_copy != nullptr && !is_outside(&block) ? m_copy->labels[number - m_copy->loop.first]
                                                        : m_labels[number];
    }

    // untested_loop.cpp
    void plan_loops();
    [[nodiscard]] LoopCopy copy_of(const translate::Loop& loop);
    void emit_loop(const PlannedLoop& loop, HostSelector& selector);
    void emit_second_round(const PlannedLoop& loop, HostSelector& selector);
    void emit_rounds(const PlannedLoop& loop, HostSelector& selector);
    void begin_copy(const LoopCopy* copy);
    void begin_block(const Block& block);
    void test_loop(const translate::LoopPlan& plan, const HostLabel& refused);
    Gp sum_of(const translate::LoopSum& terms);
    void test_sum(const translate::LoopTest& test, const HostLabel& refused);
    void hold_back_budget(const translate::LoopPlan& plan);
    void switch_homes(const RegisterMap& from, const RegisterMap& to);
    void give_back();
    void refill(u32 pc, i32 correction);
    void exit_loop(u32 target, i32 debt);

    // filling_loop.cpp
    void emit_fill(const translate::LoopFill& fill);
    void word_to_ecx(const translate::LoopWord& word);
    void distance_to_rcx(const translate::FillEnd& end);
    void spread_values(const translate::LoopFill& fill);
    void fill_many(const translate::LoopFill& fill, i32 stores);
    [[nodiscard]] bool is_untested() const { return m_copy != nullptr && m_copy->plan != nullptr; }
    /// Whether a block lies outside the copy at hand.
    [[nodiscard]] bool is_outside(const Block* block) const {
        return m_copy != nullptr &&
               (block == nullptr || number_of(*block) < m_copy->loop.first || number_of(*block) > m_copy->loop.last);
    }
    [[nodiscard]] const PlannedLoop* loop_around(const Block& block) const;
    /// Where a branch back to it goes.
    [[nodiscard]] HostLabel label_back_to(const Block& block) const;

    /// What asmjit can't encode is a mistake of ours: then nothing is compiled, and the tests notice.
    struct RefusalNote final : asmjit::ErrorHandler {
        void handleError(asmjit::Error /*error*/, const char* /*message*/, asmjit::BaseEmitter* /*origin*/) override {
            is_refused = true;
        }
        bool is_refused = false;
    };

    const Listing& m_listing;
    const Region& m_region;
    const RegisterMap& m_program_map;
    const RegisterMap* m_map;  // the program's, or that of the copy at hand
    const Surroundings& m_around;
    Transcript* const m_transcript;
    RefusalNote m_refusal;
    asmjit::CodeHolder m_code;
    x86::Assembler m_a;
    translate::LoweredBlock m_lowered;  // the block at hand
    std::vector<HostLabel> m_labels;    // of the blocks
    std::vector<HostLabel> m_entries;
    PutOffCode m_later;
    struct ContinuedSite {
        u32 pc;
        i32 debt;
        HostLabel continuation;
    };
    std::vector<ContinuedSite> m_sites;
    std::vector<u32> m_missing;

    std::vector<std::unique_ptr<PlannedLoop>> m_loops;
    const LoopCopy* m_copy = nullptr;  // that is being emitted
    bool m_is_unrolled = false;        // the next round's code follows
    const Block* m_block = nullptr;
    u32 m_index = 0;
    i32 m_debt = 0;
    std::optional<HostLabel> m_after;  // where a step goes on, once this instruction has one
    bool m_is_too_deep = false;        // something has no code here
};

}  // namespace mariner::backend_x86
