#pragma once
// What every instruction does, stated once (bodies_*.inc), as function templates over a context. The fast core, fused
// pairs, the switch core and the checked core each bring one and so give the same words their own meaning; the recorder
// (recorder.hpp) brings one in which values are symbols, and so makes a list of micro-operations of each body, from
// which analyses and compilers learn what an instruction does. For it, a body must not ask or change a value by plain
// C++: an `if` on a value and an assignment don't compile there. Values have the types of words.hpp; its functions work
// on them. The words:
//
//   BODY(name) {...}           a body; `name` is the body column of isa/instructions.inc
//   RS RT IMM LINK             integer registers; the immediate, already extended; the return address
//   HI LO C0 STATUS EPC        C0: the coprocessor 0 register that the instruction names
//   FS FT, PS PT               a Single register, a Wide one (an even/odd pair)
//   FLAG                       the condition flag that the instruction names
//   SET_RD(v), SET_RT(v) ...   write a place ($zero is taken care of). SET_RT_READ: of a body that reads RT too
//   WHEN (condition) {...}     what is done only then
//   chosen(c, a, b), bit(c)    a value that hangs on a condition
//   EVEN(kind, pairs)          leaves with the exception odd_<kind> if one of these pairs (pd | ps | pt) is odd
//   LOAD(T, name, address)     declares `name` and reads it, or leaves. T says what memory holds: u8 i8 u16 i16 u32
//                              Single Wide. LOAD_IF(T, name, c, address, otherwise) reads only if c holds
//   STORE(T, address, value)   writes, or leaves; STORE_IF(T, c, address, value)
//   TRAP_IF(c, kind)           leaves with an exception if c holds
//   and the end of a body:     NEXT BRANCH BRANCH_IF(c) JUMP_TO(a) JUMP_NOW_TO(a) SERVICE RAISE(kind, value)
//
// A body that leaves must not have changed a register before (the recorder checks it).

#include "emulator/isa/instruction.hpp"
#include "emulator/machine/exception.hpp"
#include "emulator/meaning/flow.hpp"
#include "emulator/meaning/words.hpp"

#define BODY(name)     \
    template <class C> \
    [[gnu::always_inline]] constexpr Flow name([[maybe_unused]] C& c)
#define RS c.rs()
#define RT c.rt()
#define IMM c.imm()
#define LINK c.link()
#define SET_RD(value) c.set_rd(value)
#define SET_RT(value) c.set_rt(value)
#define SET_RT_READ(value) c.set_rt_read(value)
#define SET_RA(value) c.set_ra(value)
#define HI c.hi()
#define LO c.lo()
#define SET_HI(value) c.set_hi(value)
#define SET_LO(value) c.set_lo(value)
#define C0 c.coprocessor0()
#define STATUS c.status()
#define EPC c.epc()
#define SET_C0(value) c.set_coprocessor0(value)
#define SET_STATUS(value) c.set_status(value)
#define FS c.fs()
#define FT c.ft()
#define PS c.ps()
#define PT c.pt()
#define SET_FD(value) c.set_fd(value)
#define SET_PD(value) c.set_pd(value)
#define SET_FS(value) c.set_fs(value)
#define SET_FT(value) c.set_ft(value)
#define SET_PT(value) c.set_pt(value)
#define FLAG c.flag()
#define SET_FLAG(value) c.set_flag(value)
#define WHEN(condition) if (const auto guard = c.guard(condition))
#define EVEN(kind, pairs)                                     \
    if constexpr (!C::registers_are_even) {                   \
        if (c.template names_odd<(pairs)>()) {                \
            return c.raise(ExceptionKind::odd_##kind, u32{}); \
        }                                                     \
    }
#define LOAD(type, name, address)                  \
    auto name = c.template unread<type>();         \
    if (!c.template load<type>((address), name)) { \
        return Flow::leave;                        \
    }
#define LOAD_IF(type, name, condition, address, otherwise)                  \
    auto name = c.template unread<type>();                                  \
    if (!c.template load_if<type>(condition, (address), name, otherwise)) { \
        return Flow::leave;                                                 \
    }
#define STORE(type, address, value)                  \
    if (!c.template store<type>((address), value)) { \
        return Flow::leave;                          \
    }
#define STORE_IF(type, condition, address, value) \
    WHEN(condition) {                             \
        STORE(type, address, value)               \
    }
#define TRAP_IF(condition, kind)                     \
    if (c.traps((condition), ExceptionKind::kind)) { \
        return Flow::leave;                          \
    }
#define NEXT return Flow::next
#define BRANCH return c.branch()
#define BRANCH_IF(condition) return c.branch_if(condition)
#define JUMP_TO(address) return c.jump_to(address)
#define JUMP_NOW_TO(address) return c.jump_now_to(address)
#define SERVICE return c.service()
#define RAISE(kind, value) return c.raise(ExceptionKind::kind, value)

namespace mariner::meaning {

/// The pairs of floating-point registers that a body names, for EVEN.
enum PairNames : u8 { pd = 1, ps = 2, pt = 4 };
constexpr PairNames operator|(PairNames a, PairNames b) {
    return static_cast<PairNames>(u32{a} | u32{b});
}

/// What the contexts of all interpreters have in common: a condition is a bool.
struct PerformingContext {
    u32 jump_address = 0;

    /// What a load is to fill.
    template <class T>
    [[gnu::always_inline]] static LoadedValue<T> unread() {
        return {};
    }

    [[gnu::always_inline]] static bool guard(bool condition) { return condition; }
    [[gnu::always_inline]] static Flow branch() { return Flow::branch; }
    [[gnu::always_inline]] static Flow branch_if(bool condition) { return condition ? Flow::branch : Flow::next; }
    [[gnu::always_inline]] static Flow service() { return Flow::syscall; }
    [[gnu::always_inline]] Flow jump_to(u32 address) {
        jump_address = address;
        return Flow::jump;
    }
    [[gnu::always_inline]] Flow jump_now_to(u32 address) {
        jump_address = address;
        return Flow::jump_now;
    }
};

namespace bodies {

#include "emulator/meaning/bodies_branch.inc"
#include "emulator/meaning/bodies_float.inc"
#include "emulator/meaning/bodies_integer.inc"
#include "emulator/meaning/bodies_memory.inc"
#include "emulator/meaning/bodies_system.inc"

}  // namespace bodies

}  // namespace mariner::meaning

namespace mariner {

/// Body<op>::run(context) performs a row of the instruction table.
template <isa::Op>
struct Body;

#define CHAPTER(title)
#define INSN(id, mnemonic, operands, encoding, body, example, doc)     \
    template <>                                                        \
    struct Body<isa::Op::id> {                                         \
        template <class C>                                             \
        [[gnu::always_inline]] static constexpr Flow run(C& context) { \
            return meaning::bodies::body(context);                     \
        }                                                              \
    };
#include "emulator/isa/instructions.inc"
#undef INSN
#undef CHAPTER

}  // namespace mariner

#undef BODY
#undef RS
#undef RT
#undef IMM
#undef LINK
#undef SET_RD
#undef SET_RT
#undef SET_RT_READ
#undef SET_RA
#undef HI
#undef LO
#undef SET_HI
#undef SET_LO
#undef C0
#undef STATUS
#undef EPC
#undef SET_C0
#undef SET_STATUS
#undef FS
#undef FT
#undef PS
#undef PT
#undef SET_FD
#undef SET_PD
#undef SET_FS
#undef SET_FT
#undef SET_PT
#undef FLAG
#undef SET_FLAG
#undef WHEN
#undef EVEN
#undef LOAD
#undef LOAD_IF
#undef STORE
#undef STORE_IF
#undef TRAP_IF
#undef NEXT
#undef BRANCH
#undef BRANCH_IF
#undef JUMP_TO
#undef JUMP_NOW_TO
#undef SERVICE
#undef RAISE
