#pragma once
// Turns a region into host code. One object per region: run() goes through the blocks in the order of their addresses,
// and then through what was put off because it is seldom executed. The parts are in emit_*.cpp.
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
//   frame      accesses behind one unchanged register, usually $sp, that one test covers
//   window     the part of a segment in which such accesses probably lie
//   known      of a register: the constant in it, where the block has just put one there
//   first store  the one by which memory notes that a page was written; see Memory::stop_noting_first_stores()

#include <array>
#include <functional>
#include <optional>
#include <vector>

#include "emulator/execute/spoil.hpp"
#include "emulator/jit/exchange.hpp"
#include "emulator/jit/homes.hpp"
#include "emulator/machine/memory.hpp"
#include "emulator/meaning/facts.hpp"
#include "emulator/translate/region.hpp"

namespace mariner::jit {

using translate::Block;
using translate::choose_registers;
using translate::Listing;
using translate::Region;
using translate::region_limit;
using translate::Role;

/// The rows that become host code. In a loop of one of these, nothing is left to the interpreters as long as nothing
/// special happens (a fault, a first store, a device, an odd register): tests/unit/jit/claims_test.cpp holds each to
/// it.
inline bool is_compiled(isa::Op op) {
    const meaning::Facts& facts = meaning::facts(op);
    return op != isa::Op::eret && (!facts.always_leaves || facts.calls_system);
}

/// A near jump or call (its distance at `offset`) that will go to the code for `target` once there is some.
struct Link {
    u64 offset = 0;
    u32 target = 0;
};

/// What lies around a region's code.
struct Surroundings {
    const Thunks& thunks;
    u64 base = 0;                  // where the code will lie
    const u64* entries = nullptr;  // per instruction: its code, or thunks.unlinked
    u32 first_site = 0;            // number of the first StepSite
    const MemoryMap& map;
    bool notes_first_stores = true;  // else stores to data and stack need not look at the states of pages
};

class HostEmitter {
public:
    HostEmitter(const Listing& listing, const Region& region, const RegisterMap& map, const Surroundings& around);

    /// False if asmjit refuses.
    bool run();

    struct CodeEntry {
        u32 index = 0;
        u64 offset = 0;
    };
    [[nodiscard]] std::vector<CodeEntry> entries() const;
    [[nodiscard]] const std::vector<Link>& links() const { return m_links; }
    [[nodiscard]] std::vector<StepSite> sites() const;
    [[nodiscard]] size_t size() const { return m_code.codeSize(); }
    void copy_to(u8* to) { m_code.copyFlattenedData(to, m_code.codeSize()); }

private:
    friend struct spoil::FormSpoiler;
    friend class OperationEmitter;

    using Gp = x86::Gp;
    using Xmm = x86::Xmm;
    using Mem = x86::Mem;
    using HostOperand = asmjit::Operand;
    using HostLabel = asmjit::Label;
    using InstId = asmjit::InstId;
    using CondCode = x86::CondCode;

    // emitter.cpp: blocks, what is put off, integer registers
    void emit_block(const Block& block);
    bool emit_in_place();
    void later(std::function<void()> emit) { m_later.push_back(std::move(emit)); }
    [[nodiscard]] u32 pc() const { return m_listing.address(m_index); }
    [[nodiscard]] const DecodedOp& op() const { return m_listing.op(m_index); }
    [[nodiscard]] bool has_home(u8 number) const { return m_map.integers[number] != RegisterMap::none; }
    [[nodiscard]] Gp home(u8 number) const { return integer_home[m_map.integers[number]]; }
    /// Where its value can be read: its home, its slot, or a constant.
    [[nodiscard]] HostOperand source(u8 number) const;
    /// Its home or its slot.
    [[nodiscard]] HostOperand place_of(u8 number) const {
        return has_home(number) ? HostOperand(home(number)) : HostOperand(integer_slot(number));
    }
    /// Like source, but never a constant.
    HostOperand source_in_place(u8 number, const Gp& scratch);
    /// A register that holds it: its home or, filled, the scratch register.
    Gp read(u8 number, const Gp& scratch);
    /// Where to compute its new value: its home or the scratch register; written() then puts it where it belongs.
    [[nodiscard]] Gp target(u8 number, const Gp& scratch) const { return has_home(number) ? home(number) : scratch; }
    void written(u8 number, const Gp& value);
    void move(const Gp& to, const HostOperand& from);
    void set_constant(u8 number, u32 value);
    /// The same for code from which not all of what follows is reached.
    void write_constant(u8 number, u32 value);
    void forget(u8 number);
    [[nodiscard]] std::optional<u32> known(u8 number) const;
    /// This instruction by the checked core, here or at a label to jump to; `undo` goes first.
    void step();
    HostLabel step_label(std::function<void()> undo = {});
    u32 new_site();
    u32 new_site(const HostLabel& continuation);

    // emit_integer.cpp
    bool emit_integer();
    bool emit_arithmetic();
    bool emit_logic();
    bool emit_shift();
    void emit_move_if(CondCode condition);
    void emit_flag_move(bool wanted);
    void binary(InstId id, bool commutes, u8 to, const HostOperand& a, const HostOperand& b);
    void trapping(InstId id, InstId inverse, u8 to, u8 first, const HostOperand& second);
    void shift_by(InstId id, u8 to, u8 from, u32 amount);
    void shift_by_register(InstId id);
    static std::optional<u8> comparison_target(const DecodedOp& comparison);
    static bool reads(const DecodedOp& comparison, u8 number);
    void emit_comparison();

    // emit_operations.cpp
    bool emit_operations();

    // emit_product.cpp
    bool emit_product();
    [[nodiscard]] bool fetches_product(u32 index) const;
    void fetch_product();
    void product(bool is_signed);
    void add_product(bool is_signed, bool subtracts);
    void write_hi_lo();
    void divide(bool is_signed);
    void divide_unsigned(u32 divisor);
    void divide_signed(i32 divisor);
    void write_quotient(u32 divisor);
    void divide_by_register(bool is_signed);
    void divide_host(bool is_signed);

    // emit_memory.cpp
    bool emit_memory();
    Gp address();
    /// Accesses of one size at low..high behind a register that stays the same up to `end`.
    struct AccessGroup {
        u8 base = 0;
        i32 low = 0;
        i32 high = 0;
        bool stores = false;
        u32 end = 0;
        u32 size = 4;
    };
    [[nodiscard]] AccessGroup only_this(u32 size, bool stores) const;
    void test_page(const Gp& address, u32 size, u8 state);
    void test_pages(const AccessGroup& words, const Gp& base, const HostLabel& refused);
    struct TestedWindow {
        u32 base = 0;
        u32 length = 0;
    };
    [[nodiscard]] std::optional<TestedWindow> window(const AccessGroup& words) const;
    bool test_likely(const AccessGroup& words, const Gp& base, const HostLabel& refused);
    void refuse_wrapping(const Gp& base, i32 offset, const HostLabel& refused);
    std::optional<Mem> constant_place(u32 size, bool stores);
    [[nodiscard]] std::optional<AccessGroup> find_frame(u32 size) const;
    [[nodiscard]] bool writes(u32 index, u8 number) const;
    [[nodiscard]] bool is_in_frame(u32 size) const;
    void test_frame(const AccessGroup& frame);
    std::optional<Mem> frame_place(u32 size);
    Mem tested_place(u32 size, bool stores);
    void emit_load(InstId id, const Mem& from);
    void emit_store(u32 size, const Mem& to);

    // emit_control.cpp
    void emit_end();
    [[nodiscard]] bool fuses_with_branch(const Block& block) const;
    void emit_compare_and_branch();
    void emit_branch();
    void emit_branch_on(const std::function<CondCode()>& compare, u32 length, const std::function<void()>& otherwise);
    void jump_if(CondCode condition, const HostLabel& label, u32 branch);
    void emit_linking_branch();
    void emit_jump();
    [[nodiscard]] u32 return_address() const;
    void emit_call();
    void emit_return();
    void emit_jump_register();
    void emit_call_register();
    void push_return(u32 to);
    void land(u32 index);
    void look_up();
    void leave(u32 pc, LeaveReason reason);
    HostLabel leave_label(u32 pc, LeaveReason reason, i32 correction);
    void take(i32 steps);
    void take_checked(i32 steps, u32 pc, i32 correction);
    void go(u32 target, i32 debt);
    void go_far(u32 target, InstId id);
    CondCode compare_registers(u8 first, const HostOperand& second, CondCode condition);
    CondCode branch_comparison(const DecodedOp& branch);
    CondCode comparison_of(const DecodedOp& comparison);
    [[nodiscard]] HostLabel label_of(const Block& block) const {
        return m_labels[static_cast<size_t>(&block - m_region.blocks().data())];
    }

    // emit_float.cpp
    bool emit_float();
    bool emit_float_arithmetic();
    bool emit_float_move();
    bool emit_float_conversion();
    bool emit_float_memory();
    [[nodiscard]] bool has_float_home(u8 number) const { return m_map.pairs[number / 2] != RegisterMap::none; }
    [[nodiscard]] Xmm float_register(u8 number) const { return float_home[m_map.pairs[number / 2]]; }
    [[nodiscard]] bool is_alone(u8 number) const { return m_map.is_single[number / 2]; }
    [[nodiscard]] HostOperand float_source(u8 number, bool wide) const;
    [[nodiscard]] Xmm float_target(u8 number, bool wide) const;
    Xmm read_float(u8 number, bool wide, const Xmm& scratch);
    void load_float(const Xmm& to, u8 number, bool wide);
    void write_float(u8 number, bool wide, const Xmm& value);
    void read_float_bits(const Gp& to, u8 number);
    void write_float_bits(u8 number, const Gp& value);
    struct FloatBinary {
        InstId id;
        bool wide;
        bool commutes;
    };
    static std::optional<FloatBinary> float_binary_of(isa::Op code);
    void float_binary(const FloatBinary& binary);
    [[nodiscard]] bool shares_test_with_next(bool wide) const;
    void make_canonical(const Xmm& value, bool wide, std::optional<u8> earlier = {});
    void replace_by_canonical(const Xmm& value, bool wide);
    [[nodiscard]] Mem float_constant(size_t offset, u32 size) const;
    void float_mask(InstId id, bool wide, size_t mask);
    void float_convert(InstId id, bool from_wide, bool to_wide);
    void float_from_integer(bool wide);
    void float_to_integer(bool wide, std::optional<u32> rounding);
    static bool is_float_comparison(isa::Op code);
    CondCode compare_floats(const DecodedOp& comparison);
    void emit_float_comparison();
    void float_move_if(bool wide, CondCode unless, bool tests_register);

    const Listing& m_listing;
    const Region& m_region;
    const RegisterMap& m_map;
    const Surroundings& m_around;
    asmjit::CodeHolder m_code;
    x86::Assembler m_a;
    std::vector<HostLabel> m_labels;  // of the blocks
    std::vector<HostLabel> m_entries;
    std::vector<std::function<void()>> m_later;
    struct ContinuedSite {
        u32 pc;
        i32 debt;
        HostLabel continuation;
    };
    std::vector<ContinuedSite> m_sites;
    std::vector<Link> m_links;

    const Block* m_block = nullptr;
    u32 m_index = 0;
    i32 m_debt = 0;
    std::optional<HostLabel> m_after;  // where a step goes on, once this instruction has one
    std::array<std::optional<u32>, 32> m_known;
    std::optional<AccessGroup> m_frame;  // tested already
    bool m_has_product = false;          // ecx is LO, eax is HI
    bool m_is_too_deep = false;          // an expression
    std::optional<u8> m_untested;        // floating-point register whose value may be a NaN that isn't canonical
};

}  // namespace mariner::jit
