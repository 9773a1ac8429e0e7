// Branches, jumps, calls, returns and the ways out. What each edge takes off the budget: see region.hpp.

#include "emulator/backend_x86/region_emitter.hpp"
#include "emulator/backend_x86/thunks.hpp"

namespace mariner::backend_x86 {

namespace Inst = x86::Inst;

/// Of a block whose last instruction has nothing more to say than its role.
void RegionEmitter::emit_end() {
    switch (m_listing.role(m_index)) {
        case Role::jump:
            emit_jump();
            break;
        case Role::syscall:
            take(m_debt + 1);
            leave(pc(), LeaveReason::syscall);
            break;
        default:
            take(m_debt);
            leave(pc(), LeaveReason::interpret);
            break;
    }
}

/// `length`: instructions that this is, of which the last one branches; `otherwise`: what is to be done if it doesn't.
void RegionEmitter::emit_branch_on(const EmitCondition& compare, u32 length, const EmitPart& otherwise) {
    const u32 branch = m_index + length - 1;
    const u32 target = m_listing.target(branch);
    const i32 after = m_debt + static_cast<i32>(length);
    const Block* const to = m_region.find(target);
    if (to != nullptr && target <= branch && !is_outside(to)) {
        if (m_is_unrolled) {
            return emit_exit_unless(compare(), branch, otherwise, after);
        }
        take_checked(after - to->debt, pc(), after - to->debt - m_debt);
        jump_if(compare(), label_back_to(*to), branch);
        otherwise();
        go(branch + 1, to->debt);
        return;
    }
    const CondCode taken = compare();
    const bool is_near = !is_outside(to) || (!is_untested() && target > branch);
    if (to != nullptr && to->debt == after && is_near) {
        jump_if(taken, label_of(*to), branch);
    } else {
        const HostLabel away = m_a.newLabel();
        jump_if(taken, away, branch);
        later([this, away, target, after] {
            m_a.bind(away);
            go(target, after);
        });
    }
    otherwise();
    go(branch + 1, after);
}

/// Where the next round's code follows: nothing is taken off the budget before that ends.
void RegionEmitter::emit_exit_unless(CondCode taken, u32 branch, const EmitPart& otherwise, i32 debt) {
    const HostLabel away = m_a.newLabel();
    jump_if(x86::negateCond(taken), away, branch);
    later([this, away, branch, otherwise, debt] {
        m_a.bind(away);
        otherwise();
        go(branch + 1, debt);
    });
}

void RegionEmitter::jump_if(CondCode condition, const HostLabel& label, u32 branch) {
    const bool is_spoiled = IS_SPOILED(m_listing.code(branch), inverted);
    m_a.j(is_spoiled ? x86::negateCond(condition) : condition, label);
}

void RegionEmitter::emit_linking_branch(const EmitCondition& compare, const EmitPart& link) {
    const HostLabel stay = m_a.newLabel();
    jump_if(x86::negateCond(compare()), stay, m_index);
    later([this, stay, next = m_index + 1, debt = m_debt + 1] {
        m_a.bind(stay);
        go(next, debt);
    });
    emit_call(link);
}

void RegionEmitter::emit_jump() {
    const u32 target = m_listing.target(m_index);
    const Block* const to = m_region.find(target);
    if (to != nullptr && target <= m_index && !is_outside(to)) {
        take_checked(m_debt + 1 - to->debt, pc(), 1 - to->debt);
        m_a.jmp(label_back_to(*to));
        return;
    }
    go(target, m_debt + 1);
}

/// `link`: what it leaves in its register.
void RegionEmitter::emit_call(const EmitPart& link) {
    const u32 target = m_listing.target(m_index);
    const Block* const to = m_region.find(target);
    const i32 charge = m_debt + 1 - (to != nullptr ? to->debt : 0);
    take_checked(charge, pc(), charge - m_debt);
    link();
    spoil_link();
    push_return(pc() + 4);
    if (to != nullptr) {
        m_a.call(label_of(*to));
    } else {
        go_far(target, Inst::kIdCall);
    }
    land(m_index + 1);
}

void RegionEmitter::spoil_link() {
    const isa::Op code = m_listing.code(m_index);
    if (IS_SPOILED(code, result)) {
        const u8 to =
            meaning::facts(code).writes.contains(meaning::RegisterPlace::rd) ? m_listing.op(m_index).rd : u8{reg::ra};
        m_a.emit(Inst::kIdXor, place_of(to), asmjit::Imm(4));
    }
}

void RegionEmitter::emit_return() {
    take_checked(m_debt + 1, pc(), 1);
    const bool is_at_home = has_home(reg::ra);
    const Gp to = is_at_home ? home(reg::ra) : Gp(x86::eax);
    if (!is_at_home) {
        m_a.mov(to, integer_slot(reg::ra));
    }
    const HostLabel unpredicted = m_a.newLabel();
    m_a.cmp(to.r64(), x86::qword_ptr(x86::rsp, 8));
    m_a.jne(unpredicted);
    m_a.ret();
    later([this, unpredicted, to, index = m_index] {
        m_a.bind(unpredicted);
        m_index = index;
        if (to != x86::eax) {
            m_a.mov(x86::eax, to);
        }
        look_up();
        reset_return_stack(m_a);
        m_a.jmp(x86::qword_ptr(x86::rax, x86::rcx, 3));
    });
}

void RegionEmitter::emit_jump_register(const EmitPart& target_to_eax) {
    take_checked(m_debt + 1, pc(), 1);
    target_to_eax();
    look_up();
    m_a.jmp(x86::qword_ptr(x86::rax, x86::rcx, 3));
}

/// The return address is written first. Who leaves then writes it once more.
void RegionEmitter::emit_call_register(const EmitPart& link, const EmitPart& target_to_eax) {
    take_checked(m_debt + 1, pc(), 1);
    link();
    spoil_link();
    target_to_eax();
    look_up();
    push_return(pc() + 4);
    m_a.call(x86::qword_ptr(x86::rax, x86::rcx, 3));
    land(m_index + 1);
}

void RegionEmitter::push_return(u32 to) {
    const HostLabel full = m_a.newLabel();
    const HostLabel fits = m_a.newLabel();
    m_a.test(x86::esp, return_stack_room);
    m_a.jz(full);
    m_a.bind(fits);
    m_a.push(asmjit::Imm(static_cast<i32>(to)));
    later([this, full, fits] {
        m_a.bind(full);
        reset_return_stack(m_a);
        m_a.jmp(fits);
    });
}

/// Where a predicted return comes to.
void RegionEmitter::land(u32 index) {
    m_a.lea(x86::rsp, x86::ptr(x86::rsp, 8));
    go(index, 0);
}

/// rax = the table of entries, ecx = index of the guest address in eax, if in this text and not this instruction.
void RegionEmitter::look_up() {
    const HostLabel outside = leave_label(pc(), LeaveReason::interpret, 1);
    m_a.lea(x86::ecx, x86::ptr(x86::rax, -static_cast<i32>(m_listing.base())));
    m_a.ror(x86::ecx, 2);
    m_a.cmp(x86::ecx, m_listing.count());
    m_a.jae(outside);
    m_a.cmp(x86::ecx, m_index);
    m_a.je(outside);
    m_a.mov(x86::rax, reinterpret_cast<u64>(m_around.entries));
}

void RegionEmitter::leave(u32 pc, LeaveReason reason) {
    m_a.mov(x86::eax, pc);
    m_a.jmp(asmjit::Imm(m_around.thunks.leave[static_cast<u32>(reason)]));
}

/// To jump to; `correction` goes back to the budget.
asmjit::Label RegionEmitter::leave_label(u32 pc, LeaveReason reason, i32 correction) {
    const HostLabel label = m_a.newLabel();
    later([this, label, pc, reason, correction] {
        m_a.bind(label);
        give_back();
        take(-correction);
        leave(pc, reason);
    });
    return label;
}

/// Takes steps off the budget and, if they weren't in it, leaves with `correction` of them given back.
void RegionEmitter::take_checked(i32 steps, u32 pc, i32 correction) {
    m_a.sub(budget_register, steps);
    if (is_untested()) {
        refill(pc, correction);
    } else {
        m_a.jl(leave_label(pc, LeaveReason::budget, correction));
    }
}

void RegionEmitter::take(i32 steps) {
    if (steps != 0) {
        m_a.sub(budget_register, steps);
    }
}

/// On to `target`, forward or outside, with so much not taken off yet.
void RegionEmitter::go(u32 target, i32 debt) {
    const Block* const to = m_region.find(target);
    if (is_outside(to)) {
        return exit_loop(target, debt);
    }
    if (to == nullptr) {
        take_checked(debt, m_listing.address(target), 0);
        target < m_listing.count() ? go_far(target, Inst::kIdJmp)
                                   : leave(m_listing.address(target), LeaveReason::interpret);
        return;
    }
    take(debt - to->debt);
    const bool is_next = m_block != nullptr && to == m_block + 1;
    if (!is_next) {
        m_a.jmp(label_of(*to));
    }
}

/// To code of another region, or to where there is none yet.
void RegionEmitter::go_far(u32 target, InstId id) {
    if (const u64 entry = m_around.entries[target]; entry != m_around.thunks.unlinked) {
        m_a.emit(id, asmjit::Imm(entry));
        return;
    }
    m_missing.push_back(target);
    m_a.mov(x86::ecx, target);  // for thunks.unlinked
    m_a.emit(id, x86::qword_ptr(reinterpret_cast<u64>(m_around.entries + target)));
}

}  // namespace mariner::backend_x86
