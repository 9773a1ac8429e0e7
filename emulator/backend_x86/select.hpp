#pragma once
// Instruction selection: a lowered block as host code, a case for each code. Nothing here knows an instruction.
//
// What only computes is computed where it is wanted, straight into the register's home where that is possible; a value
// that is wanted more than once stays in a scratch register from its first use to its last. Scratch registers are rax
// and rcx, xmm0 and xmm1; who has to make room goes below the stack pointer, where System V leaves 128 bytes to us. No
// value outlives its instruction: what the next one wants to know is in registers.
//
//   held    a scratch register holds a value of the block
//   cached  it holds what a guest register without home holds; forgotten as soon as anything else needs it

#include <array>
#include <optional>
#include <vector>

#include "emulator/backend_x86/region_emitter.hpp"
#include "emulator/translate/block.hpp"

namespace mariner::backend_x86 {

using translate::Code;
using translate::GuestKind;
using translate::GuestPlace;
using translate::LoweredBlock;
using translate::no_value;
using translate::Operation;
using translate::ValueId;
using translate::ValueType;

class HostSelector {
public:
    explicit HostSelector(RegionEmitter& host) : m_host(host), m_a(host.m_a) {}

    void emit(const LoweredBlock& block);

private:
    friend class RegionEmitter;
    using Gp = x86::Gp;
    using Xmm = x86::Xmm;
    using Mem = x86::Mem;
    using HostOperand = asmjit::Operand;
    using HostLabel = asmjit::Label;
    using InstId = asmjit::InstId;
    using CondCode = x86::CondCode;

    static constexpr u8 none = 0xff;
    static constexpr u8 scratch_count = 2;
    static constexpr u8 slot_count = 14;
    static Gp scratch(u8 number) { return number == 0 ? x86::eax : x86::ecx; }
    static Xmm scratch_xmm(u8 number) { return number == 0 ? x86::xmm0 : x86::xmm1; }

    struct HeldValue {
        u16 uses = 0;          // still to come
        bool is_done = false;  // of an effect: together with another
        u8 gp = none;          // scratch registers that hold it
        u8 xmm = none;
        u8 slot = none;    // where it had to go
        ValueId last = 0;  // effect that wants it
    };

    // select.cpp: the walk, values and where they are
    void prepare(const LoweredBlock& block);
    void begin_instruction(u32 index);
    void end_instruction();
    void perform_run(ValueId at);
    bool scale_and_add(ValueId at);
    void perform(ValueId at);
    void perform_end(ValueId at);
    void perform_sets(ValueId at);
    void prepare_for_look();
    [[nodiscard]] ValueId next_effect(ValueId at) const;
    [[nodiscard]] const Operation& operation(ValueId value) const { return (*m_block)[value]; }
    [[nodiscard]] bool is_number(ValueId value, u64 number) const {
        return m_block->is_constant(value) && operation(value).number == number;
    }
    [[nodiscard]] bool is_computed(ValueId value) const;
    [[nodiscard]] ValueType result_type_of(ValueId value) const;
    [[nodiscard]] bool is_wide(ValueId value) const;
    void keep_from(GuestPlace place, ValueId at);
    void keep(ValueId got);
    void settle(ValueId value);

    Gp take(u8 preferred = 0);
    Xmm take_xmm();
    static bool is_scratch(const Gp& gp) { return gp.id() == x86::eax.id() || gp.id() == x86::ecx.id(); }
    void lock(const Gp& gp);
    void unlock() { m_locked = none; }
    void hold(ValueId value, const Gp& gp);
    void hold(ValueId value, const Xmm& xmm);
    void spill(ValueId value);
    void spill_all();
    [[nodiscard]] Mem slot_of(ValueId value) const;
    void consume(ValueId value);
    void forget_scratch();
    void forget_cached(GuestPlace place);
    void cache(GuestPlace place, const Gp& gp);
    [[nodiscard]] u8 cached_in(GuestPlace place) const;

    // select_guard.cpp: what happens only under a condition
    [[nodiscard]] bool moves_by_condition(ValueId at) const;
    void move_by_condition(ValueId at);
    void perform_guarded(ValueId at, ValueId end);
    void bind_behind_guard(const HostLabel& skip);

    // select_integer.cpp, select_effect.cpp: words
    [[nodiscard]] std::optional<HostOperand> operand(ValueId value) const;
    [[nodiscard]] HostOperand place_of(GuestPlace place) const;
    void make_ready(ValueId value);
    void move(const Gp& to, const HostOperand& from);
    void into(ValueId value, const Gp& home);
    Gp in_register(ValueId value);
    Gp compute(ValueId value, const Gp* home);
    Gp destination(ValueId first, const Gp* home);
    Gp arithmetic(InstId id, bool commutes, const Operation& operation, const Gp* home);
    [[nodiscard]] bool replaces_subtrahend(const Operation& difference) const;
    [[nodiscard]] u32 weight(ValueId value) const;
    void combine(InstId id, const Gp& to, const HostOperand& a, const HostOperand& b);
    Gp shift(InstId by_number, InstId by_register, const Operation& operation, const Gp* home);
    Gp shifted_product(InstId id, const Operation& high, u32 amount);
    Gp leading_zeros(const Operation& operation, const Gp* home);
    Gp extended(const Operation& operation);
    Gp joined(const Operation& operation);
    Gp low_word(const Operation& operation, const Gp* home);
    Gp product(const Operation& operation);
    Gp chosen(const Operation& operation, const Gp* home);
    Gp word_product(ValueId a, ValueId factor, const Gp* home);
    Gp bit(ValueId flag, const Gp* home);
    Gp word_of_float(const Operation& operation, const Gp* home);
    [[nodiscard]] bool reads(ValueId value, const Gp& home) const;
    void set(ValueId at);
    void set_word(const Operation& operation, ValueId at);
    void set_flag(const Operation& operation);
    bool set_both_words(ValueId at);
    [[nodiscard]] bool fetches_words(ValueId at) const;
    void trap(ValueId at);
    void divide(ValueId at);
    void divide_host(bool is_signed);

    // select_condition.cpp
    CondCode condition(ValueId flag);
    CondCode compare(const Operation& comparison, CondCode condition);
    CondCode compare_floats(const Operation& comparison);
    CondCode overflow(InstId id, const Operation& operation);
    [[nodiscard]] bool fuses_with_branch(ValueId at) const;
    void compare_and_branch(ValueId at);
    [[nodiscard]] bool reads_place(ValueId value, GuestPlace place) const;
    void write_constant(GuestPlace place, bool value);

    // select_memory.cpp
    struct TestedRange {
        i32 low = 0;
        i32 high = 0;
        u32 size = 0;
        bool stores = false;
        bool is_stack = false;  // most likely
    };
    struct TestedWindow {
        u32 base = 0;
        u32 length = 0;
    };
    void load(ValueId at);
    void store(const Operation& operation);
    void test_range(const Operation& operation);
    Mem tested_place(const Operation& access, bool stores);
    std::optional<Mem> constant_place(const Operation& access, bool stores);
    [[nodiscard]] TestedRange range_of(const Operation& access, bool stores) const;
    Gp summed(const Gp& base, i32 offset, ValueId value);
    Gp base_register(ValueId base);
    [[nodiscard]] std::optional<TestedWindow> window(const TestedRange& range) const;
    bool test_likely(const TestedRange& range, const Gp& base, const HostLabel& refused);
    void test_pages(const TestedRange& range, const Gp& base, const Gp& spare, const HostLabel& refused);
    void test_page(const Gp& address, const Gp& spare, u32 size, u8 state);

    // select_float.cpp
    [[nodiscard]] bool has_home(GuestPlace place) const { return m_host.has_float_home(place.number); }
    [[nodiscard]] Xmm float_home_of(GuestPlace place) const { return m_host.float_register(place.number); }
    /// Whether the place fills its home as far as anybody looks.
    [[nodiscard]] bool fills_home(GuestPlace place) const {
        return place.kind == GuestKind::pair || m_host.is_alone(place.number);
    }
    [[nodiscard]] static bool is_upper(GuestPlace place) {
        return place.kind == GuestKind::single && place.number % 2 != 0;
    }
    void set_float(const Operation& operation, ValueId at);
    void load_float_place(const Xmm& to, GuestPlace place);
    void write_float(GuestPlace place, const Xmm& value);
    void write_float_bits(GuestPlace place, const HostOperand& bits, ValueId value);
    [[nodiscard]] std::optional<HostOperand> float_operand(ValueId value) const;
    void make_ready_float(ValueId value);
    Xmm float_in_register(ValueId value);
    /// `place`: where the value goes, if that is known.
    Xmm compute_float(ValueId value, const GuestPlace* place);
    Xmm float_arithmetic(InstId id, bool commutes, const Operation& operation, const GuestPlace* place);
    Xmm float_convert(InstId id, const Operation& operation);
    Xmm float_mask(InstId id, const Operation& operation, const GuestPlace* place, size_t mask);
    Xmm float_from_integer(const Operation& operation);
    Xmm canonical(const Operation& operation, const GuestPlace* place);
    Gp float_to_integer(const Operation& operation);
    Xmm float_destination(ValueId first, const GuestPlace* place);
    void make_canonical(const Xmm& value, bool wide, std::optional<GuestPlace> earlier);
    void replace_by_canonical(const Xmm& value, bool wide);
    [[nodiscard]] Mem float_constant(size_t offset, u32 size) const;
    void load_float(ValueId at);
    void store_float(const Operation& operation);

    RegionEmitter& m_host;
    x86::Assembler& m_a;
    const LoweredBlock* m_block = nullptr;
    std::vector<HeldValue> m_states;
    std::array<ValueId, scratch_count> m_held{};
    std::array<ValueId, scratch_count> m_held_xmm{};
    std::array<std::optional<GuestPlace>, scratch_count> m_cached;
    std::array<ValueId, slot_count> m_slots{};
    std::array<ValueId, GuestPlace::count> m_got{};  // the newest get of each place
    u8 m_locked = none;                              // scratch register that must stay
    std::optional<GuestPlace> m_untested;            // may hold a NaN that isn't canonical
};

}  // namespace mariner::backend_x86
