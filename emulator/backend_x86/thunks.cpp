#include "emulator/backend_x86/thunks.hpp"

#include <cstddef>
#include <cstring>

#include "emulator/backend_x86/compiling_core.hpp"

namespace mariner::backend_x86 {

namespace {

constexpr x86::Gp saved[] = {x86::rbx, x86::rbp, x86::r12, x86::r13, x86::r14, x86::r15};

x86::Mem member(const x86::Gp& base, size_t offset, u32 size) {
    return x86::Mem(base, static_cast<i32>(offset), size);
}

/// rdi: Exchange, rsi: where to.
void emit_enter(x86::Assembler& a, const RegisterMap& map) {
    for (const x86::Gp& gp : saved) {
        a.push(gp);
    }
    a.mov(member(x86::rdi, offsetof(Exchange, stack), 8), x86::rsp);
    a.mov(cpu_register, member(x86::rdi, offsetof(Exchange, cpu), 8));
    a.mov(host_register, member(x86::rdi, offsetof(Exchange, host), 8));
    a.mov(budget_register, member(x86::rdi, offsetof(Exchange, remaining), 4));
    a.mov(x86::rcx, x86::rsi);
    a.and_(x86::rsp, -return_stack_size);
    a.push(-1);  // no guest register holds it: nothing was called
    a.push(-1);
    load_homes(a, map);
    a.jmp(x86::rcx);
}

/// eax: pc, ecx: LeaveReason.
void emit_leave(x86::Assembler& a, const RegisterMap& map, const Exchange& exchange) {
    store_homes(a, map);
    a.mov(x86::rdx, reinterpret_cast<u64>(&exchange));
    a.mov(member(x86::rdx, offsetof(Exchange, pc), 4), x86::eax);
    a.mov(member(x86::rdx, offsetof(Exchange, reason), 4), x86::ecx);
    a.mov(member(x86::rdx, offsetof(Exchange, remaining), 4), budget_register);
    a.mov(x86::rsp, member(x86::rdx, offsetof(Exchange, stack), 8));
    for (size_t i = std::size(saved); i-- > 0;) {
        a.pop(saved[i]);
    }
    a.ret();
}

/// eax: number of the site. The stack is aligned as calls want it.
void emit_step(x86::Assembler& a, const RegisterMap& map, const Exchange& exchange) {
    store_homes(a, map);
    a.mov(x86::rdi, reinterpret_cast<u64>(&exchange));
    a.mov(x86::esi, x86::eax);
    a.mov(x86::rax, reinterpret_cast<u64>(&CompilingCore::step));
    a.call(x86::rax);
    load_homes(a, map);
    a.jmp(x86::rax);
}

}  // namespace

void reset_return_stack(x86::Assembler& a) {
    a.or_(x86::rsp, return_stack_size - 1);
    a.sub(x86::rsp, 15);
}

bool make_thunks(CodeArena& arena, const RegisterMap& map, Exchange& exchange, u32 text_base, Thunks& thunks) {
    const u64 base = reinterpret_cast<u64>(arena.next());
    asmjit::CodeHolder code;
    if (code.init(asmjit::Environment::host(), base) != asmjit::kErrorOk) {
        return false;
    }
    x86::Assembler a(&code);
    const auto here = [&] { return base + a.offset(); };
    const FloatConstants constants;
    a.embed(&constants, sizeof constants);
    thunks.constants = base;

    const asmjit::Label leave = a.newLabel();
    thunks.enter = arena.next() + a.offset();
    emit_enter(a, map);
    for (u32 exit = 0; exit < leave_reason_count; ++exit) {
        thunks.leave[exit] = here();
        a.mov(x86::ecx, exit);
        a.jmp(leave);
    }
    thunks.unlinked = here();
    a.mov(x86::eax, x86::ecx);
    a.shl(x86::eax, 2);
    a.add(x86::eax, text_base);
    a.mov(x86::ecx, static_cast<u32>(LeaveReason::unlinked));
    a.bind(leave);
    emit_leave(a, map, exchange);
    thunks.step = here();
    emit_step(a, map, exchange);

    return code.flatten() == asmjit::kErrorOk && code.resolveUnresolvedLinks() == asmjit::kErrorOk &&
           code.relocateToBase(base) == asmjit::kErrorOk &&
           arena.write(code.codeSize(), [&](u8* to) { code.copyFlattenedData(to, code.codeSize()); });
}

}  // namespace mariner::backend_x86
