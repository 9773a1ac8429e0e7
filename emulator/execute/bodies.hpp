#pragma once
// What every instruction does, written once (bodies_*.inc), as function templates over a context: the fast core, fused
// pairs, the switch core and the checked core each bring one and so give the same words their own meaning. Names:
//
//   BODY(name) {...}           a body; `name` is the body column of isa/instructions.inc
//   RS RT IMM                  integer registers' values; the immediate, already extended; all u32
//   SET_RD(v) SET_RT(v)        write an integer register ($zero is taken care of)
//   HI LO SET_HI(v) SET_LO(v)
//   FS FT, PS PT               raw bits of a single register, of an even/odd pair; SET_FD SET_PD SET_FS SET_FT likewise
//   FLAG(n) SET_FLAG(n, bool)  condition flag n
//   EVEN(kind, condition)      leaves with exception `kind` unless the condition on register numbers holds
//   LOAD(T, name, address)     declares T name and reads it, or leaves; STORE(T, address, value) writes, or leaves
//   BRANCH_IF(c) JUMP_TO(a)    end the body
//   TRAP(kind) TRAP_WITH(kind, value)   end the body with an exception
//   NEXT                       ends the body
//
// A body that leaves must not have changed a register before.

#include <bit>

#include "emulator/execute/float_ops.hpp"
#include "emulator/execute/flow.hpp"
#include "emulator/isa/instruction.hpp"
#include "emulator/machine/cpu_state.hpp"
#include "emulator/machine/exception.hpp"
#include "emulator/support/types.hpp"

#define BODY(name)     \
    template <class C> \
    [[gnu::always_inline]] inline Flow name([[maybe_unused]] C& c)
#define RS c.rs()
#define RT c.rt()
#define IMM c.imm()
#define SET_RD(value) c.set_rd(value)
#define SET_RT(value) c.set_rt(value)
#define HI c.hi()
#define LO c.lo()
#define SET_HI(value) c.set_hi(value)
#define SET_LO(value) c.set_lo(value)
#define FS c.fs()
#define FT c.ft()
#define PS c.ps()
#define PT c.pt()
#define SET_FD(value) c.set_fd(value)
#define SET_PD(value) c.set_pd(value)
#define SET_FS(value) c.set_fs(value)
#define SET_FT(value) c.set_ft(value)
#define FLAG(number) c.flag(number)
#define SET_FLAG(number, value) c.set_flag(number, value)
#define EVEN(kind, condition)                     \
    if (!C::registers_are_even && !(condition)) { \
        return c.fault(ExceptionKind::kind, 0);   \
    }
#define LOAD(type, name, address) \
    type name;                    \
    if (!c.load(address, name)) { \
        return Flow::leave;       \
    }
#define STORE(type, address, value)                    \
    if (!c.store(address, static_cast<type>(value))) { \
        return Flow::leave;                            \
    }
#define BRANCH_IF(condition) return (condition) ? Flow::branch : Flow::next
#define JUMP_TO(address)            \
    do {                            \
        c.jump_address = (address); \
        return Flow::jump;          \
    } while (false)
#define TRAP(kind) return c.fault(ExceptionKind::kind, 0)
#define TRAP_WITH(kind, value) return c.fault(ExceptionKind::kind, value)
#define NEXT return Flow::next

namespace mariner::bodies {

constexpr i32 as_signed(u32 value) {
    return static_cast<i32>(value);
}
constexpr i64 as_wide_signed(u32 value) {
    return static_cast<i32>(value);
}
constexpr u64 joined(u32 high, u32 low) {
    return (u64{high} << 32) | low;
}
constexpr u32 low_word(u64 value) {
    return static_cast<u32>(value);
}
constexpr u32 high_word(u64 value) {
    return static_cast<u32>(value >> 32);
}
constexpr bool is_even(int number) {
    return number % 2 == 0;
}

#include "emulator/execute/bodies_branch.inc"
#include "emulator/execute/bodies_float.inc"
#include "emulator/execute/bodies_integer.inc"
#include "emulator/execute/bodies_memory.inc"
#include "emulator/execute/bodies_system.inc"

}  // namespace mariner::bodies

namespace mariner {

/// Body<op>::run(context) performs a row of the instruction table.
template <isa::Op>
struct Body;

#define CHAPTER(title)
#define INSN(id, mnemonic, operands, encoding, body, access, flags, example, doc) \
    template <>                                                                   \
    struct Body<isa::Op::id> {                                                    \
        template <class C>                                                        \
        [[gnu::always_inline]] static Flow run(C& context) {                      \
            return bodies::body(context);                                         \
        }                                                                         \
    };
#include "emulator/isa/instructions.inc"
#undef INSN
#undef CHAPTER

}  // namespace mariner

#undef BODY
#undef RS
#undef RT
#undef IMM
#undef SET_RD
#undef SET_RT
#undef HI
#undef LO
#undef SET_HI
#undef SET_LO
#undef FS
#undef FT
#undef PS
#undef PT
#undef SET_FD
#undef SET_PD
#undef SET_FS
#undef SET_FT
#undef FLAG
#undef SET_FLAG
#undef EVEN
#undef LOAD
#undef STORE
#undef BRANCH_IF
#undef JUMP_TO
#undef TRAP
#undef TRAP_WITH
#undef NEXT
