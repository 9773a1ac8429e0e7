// Branches, jumps, calls, returns and the ways out. What each edge takes off the budget: see region.hpp.

#include "emulator/jit/emitter.hpp"
#include "emulator/jit/thunks.hpp"

namespace mariner::jit {

namespace Inst = x86::Inst;

void HostEmitter::emit_end() {
    switch (m_listing.role(m_index)) {
        case Role::plain:
            break;
        case Role::branch:
            emit_branch();
            break;
        case Role::jump:
            emit_jump();
            break;
        case Role::call:
            emit_call();
            break;
        case Role::jump_register:
            // A return to itself would count as another instruction than the one before.
            op().rs == reg::ra && !m_listing.is_return_point(m_index) ? emit_return() : emit_jump_register();
            break;
        case Role::call_register:
            emit_call_register();
            break;
        case Role::syscall:
            take(m_debt + 1);
            leave(pc(), LeaveReason::syscall);
            break;
        case Role::foreign:
            take(m_debt);
            leave(pc(), LeaveReason::interpret);
            break;
    }
}

/// The comparison whose result the next instruction branches on, so that both can use the flags.
bool HostEmitter::fuses_with_branch(const Block& block) const {
    if (m_index + 2 != block.end || m_listing.role(m_index + 1) != Role::branch) {
        return false;
    }
    const DecodedOp& first = op();
    const DecodedOp& branch = m_listing.op(m_index + 1);
    const isa::Op kind = m_listing.code(m_index + 1);
    const auto tests = [&](u8 number) {
        return (kind == isa::Op::beq || kind == isa::Op::bne) && number != reg::bin &&
               ((branch.rs == number && branch.rt == reg::zero) || (branch.rt == number && branch.rs == reg::zero));
    };
    const auto tests_flag = [&](u8 number) {
        return meaning::facts(kind).is_float() && branch.rt == number && !names_odd_register(first);
    };
    switch (m_listing.code(m_index)) {
        case isa::Op::slt:
        case isa::Op::sltu:
            return tests(first.rd);
        case isa::Op::slti:
        case isa::Op::sltiu:
            return tests(first.rt);
        case isa::Op::c_lt_s:
        case isa::Op::c_lt_s_cc:
        case isa::Op::c_lt_d:
        case isa::Op::c_lt_d_cc:
        case isa::Op::c_le_s:
        case isa::Op::c_le_s_cc:
        case isa::Op::c_le_d:
        case isa::Op::c_le_d_cc:
            return tests_flag(first.rd);
        default:
            return false;
    }
}

/// The branch knows the result, one constant where it goes and another where not: cheaper than by the flags.
void HostEmitter::emit_compare_and_branch() {
    if (const std::optional<u8> to = comparison_target(op())) {
        const bool if_true = m_listing.code(m_index + 1) == isa::Op::bne;
        const auto compare = [&] {
            // Between them, it would keep the processor from making one operation of comparison and branch.
            const bool is_first = !reads(op(), *to);
            if (is_first) {
                write_constant(*to, if_true ? 1 : 0);
            }
            const CondCode condition = comparison_of(op());
            if (!is_first) {
                write_constant(*to, if_true ? 1 : 0);
            }
            return if_true ? condition : x86::negateCond(condition);
        };
        emit_branch_on(compare, 2, [&] { write_constant(*to, if_true ? 0 : 1); });
        return;
    }
    const isa::Op kind = m_listing.code(m_index + 1);
    const bool if_true = kind == isa::Op::bc1t || kind == isa::Op::bc1t_cc;
    const auto compare = [&] {
        emit_float_comparison();
        const CondCode condition = compare_floats(op());
        return if_true ? condition : x86::negateCond(condition);
    };
    emit_branch_on(compare, 2, [] {});
}

void HostEmitter::emit_branch() {
    if (meaning::facts(m_listing.code(m_index)).links) {
        emit_linking_branch();
        return;
    }
    emit_branch_on([this] { return branch_comparison(op()); }, 1, [] {});
}

/// `length`: instructions that this is, of which the last one branches; `otherwise`: what is to be done if it doesn't.
void HostEmitter::emit_branch_on(const std::function<CondCode()>& compare, u32 length,
                                 const std::function<void()>& otherwise) {
    const u32 branch = m_index + length - 1;
    const u32 target = m_listing.target(branch);
    const i32 after = m_debt + static_cast<i32>(length);
    const Block* const to = m_region.find(target);
    if (to != nullptr && target <= branch) {
        take_checked(after - to->debt, pc(), after - to->debt - m_debt);
        jump_if(compare(), label_of(*to), branch);
        otherwise();
        go(branch + 1, to->debt);
        return;
    }
    const CondCode taken = compare();
    if (to != nullptr && to->debt == after) {
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

void HostEmitter::jump_if(CondCode condition, const HostLabel& label, u32 branch) {
    const bool is_spoiled = IS_SPOILED(m_listing.code(branch), inverted);
    m_a.j(is_spoiled ? x86::negateCond(condition) : condition, label);
}

void HostEmitter::emit_linking_branch() {
    const HostLabel away = m_a.newLabel();
    jump_if(branch_comparison(op()), away, m_index);
    later([this, away, index = m_index, debt = m_debt] {
        m_a.bind(away);
        m_index = index;
        m_debt = debt;
        emit_call();
    });
    go(m_index + 1, m_debt + 1);
}

void HostEmitter::emit_jump() {
    const u32 target = m_listing.target(m_index);
    const Block* const to = m_region.find(target);
    if (to != nullptr && target <= m_index) {
        take_checked(m_debt + 1 - to->debt, pc(), 1 - to->debt);
        m_a.jmp(label_of(*to));
        return;
    }
    go(target, m_debt + 1);
}

/// What a call leaves in its register.
u32 HostEmitter::return_address() const {
    return pc() + (IS_SPOILED(m_listing.code(m_index), result) ? 8 : 4);
}

void HostEmitter::emit_call() {
    const u32 target = m_listing.target(m_index);
    const Block* const to = m_region.find(target);
    const i32 charge = m_debt + 1 - (to != nullptr ? to->debt : 0);
    take_checked(charge, pc(), charge - m_debt);
    m_a.emit(Inst::kIdMov, place_of(reg::ra), asmjit::Imm(static_cast<i32>(return_address())));
    push_return(pc() + 4);
    if (to != nullptr) {
        m_a.call(label_of(*to));
    } else {
        go_far(target, Inst::kIdCall);
    }
    land(m_index + 1);
}

void HostEmitter::emit_return() {
    take_checked(m_debt + 1, pc(), 1);
    const Gp to = target(reg::ra, x86::eax);
    move(to, place_of(reg::ra));
    const HostLabel unpredicted = m_a.newLabel();
    m_a.cmp(to.r64(), x86::qword_ptr(x86::rsp, 8));
    m_a.jne(unpredicted);
    m_a.ret();
    later([this, unpredicted, to, index = m_index] {
        m_a.bind(unpredicted);
        m_index = index;
        move(x86::eax, to);
        look_up();
        reset_return_stack(m_a);
        m_a.jmp(x86::qword_ptr(x86::rax, x86::rcx, 3));
    });
}

void HostEmitter::emit_jump_register() {
    take_checked(m_debt + 1, pc(), 1);
    move(x86::eax, source(op().rs));
    look_up();
    m_a.jmp(x86::qword_ptr(x86::rax, x86::rcx, 3));
}

void HostEmitter::emit_call_register() {
    const u8 link = m_listing.code(m_index) == isa::Op::jalr_ra ? u8{reg::ra} : op().rd;
    const asmjit::Imm back(static_cast<i32>(return_address()));
    take_checked(m_debt + 1, pc(), 1);
    // The return address is written before the target is read.
    move(x86::eax, op().rs == link ? HostOperand(back) : source(op().rs));
    look_up();
    if (link != reg::bin) {
        m_a.emit(Inst::kIdMov, place_of(link), back);
    }
    push_return(pc() + 4);
    m_a.call(x86::qword_ptr(x86::rax, x86::rcx, 3));
    land(m_index + 1);
}

void HostEmitter::push_return(u32 to) {
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
void HostEmitter::land(u32 index) {
    m_a.lea(x86::rsp, x86::ptr(x86::rsp, 8));
    go(index, 0);
}

/// rax = the table of entries, ecx = index of the guest address in eax, if in this text and not this instruction.
void HostEmitter::look_up() {
    const HostLabel outside = leave_label(pc(), LeaveReason::interpret, 1);
    m_a.lea(x86::ecx, x86::ptr(x86::rax, -static_cast<i32>(m_listing.base())));
    m_a.ror(x86::ecx, 2);
    m_a.cmp(x86::ecx, m_listing.count());
    m_a.jae(outside);
    m_a.cmp(x86::ecx, m_index);
    m_a.je(outside);
    m_a.mov(x86::rax, reinterpret_cast<u64>(m_around.entries));
}

void HostEmitter::leave(u32 pc, LeaveReason reason) {
    m_a.mov(x86::eax, pc);
    m_a.jmp(asmjit::Imm(m_around.thunks.leave[static_cast<u32>(reason)]));
}

/// To jump to; `correction` goes back to the budget.
asmjit::Label HostEmitter::leave_label(u32 pc, LeaveReason reason, i32 correction) {
    const HostLabel label = m_a.newLabel();
    later([this, label, pc, reason, correction] {
        m_a.bind(label);
        take(-correction);
        leave(pc, reason);
    });
    return label;
}

/// Takes steps off the budget and, if they weren't in it, leaves with `correction` of them given back.
void HostEmitter::take_checked(i32 steps, u32 pc, i32 correction) {
    m_a.sub(budget_register, steps);
    m_a.jl(leave_label(pc, LeaveReason::budget, correction));
}

void HostEmitter::take(i32 steps) {
    if (steps != 0) {
        m_a.sub(budget_register, steps);
    }
}

/// On to `target`, forward or outside, with so much not taken off yet.
void HostEmitter::go(u32 target, i32 debt) {
    const Block* const to = m_region.find(target);
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
void HostEmitter::go_far(u32 target, InstId id) {
    if (const u64 entry = m_around.entries[target]; entry != m_around.thunks.unlinked) {
        m_a.emit(id, asmjit::Imm(entry));
        return;
    }
    const HostLabel missing = m_a.newLabel();
    m_a.long_().emit(id, missing);
    m_links.push_back({m_a.offset() - 4, target});
    later([this, missing, target] {
        m_a.bind(missing);
        m_a.mov(x86::ecx, target);
        m_a.jmp(asmjit::Imm(m_around.thunks.unlinked));
    });
}

x86::CondCode HostEmitter::compare_registers(u8 first, const HostOperand& second, CondCode condition) {
    const HostOperand a = source(first);
    if (a.isImm() && !second.isImm()) {
        m_a.emit(Inst::kIdCmp, second, a);
        return x86::reverseCond(condition);
    }
    if (a.isReg() && second.isImm() && second.as<asmjit::Imm>().value() == 0) {
        m_a.emit(Inst::kIdTest, a, a);
        return condition;
    }
    const bool needs_register = a.isImm() || (a.isMem() && second.isMem());
    if (needs_register) {
        move(x86::eax, a);
    }
    m_a.emit(Inst::kIdCmp, needs_register ? HostOperand(x86::eax) : a, second);
    return condition;
}

x86::CondCode HostEmitter::branch_comparison(const DecodedOp& branch) {
    const asmjit::Imm zero(0);
    switch (static_cast<isa::Op>(branch.code)) {
        case isa::Op::beq:
            return compare_registers(branch.rs, source(branch.rt), CondCode::kE);
        case isa::Op::bne:
            return compare_registers(branch.rs, source(branch.rt), CondCode::kNE);
        case isa::Op::bgez:
        case isa::Op::bgezal:
            return compare_registers(branch.rs, zero, CondCode::kGE);
        case isa::Op::bgtz:
            return compare_registers(branch.rs, zero, CondCode::kG);
        case isa::Op::blez:
            return compare_registers(branch.rs, zero, CondCode::kLE);
        case isa::Op::bltz:
        case isa::Op::bltzal:
            return compare_registers(branch.rs, zero, CondCode::kL);
        default:
            break;
    }
    const isa::Op code = static_cast<isa::Op>(branch.code);
    m_a.emit(Inst::kIdTest, place_of(place::flags), asmjit::Imm(1 << branch.rt));
    return code == isa::Op::bc1t || code == isa::Op::bc1t_cc ? CondCode::kNZ : CondCode::kZ;
}

x86::CondCode HostEmitter::comparison_of(const DecodedOp& comparison) {
    switch (static_cast<isa::Op>(comparison.code)) {
        case isa::Op::slt:
            return compare_registers(comparison.rs, source(comparison.rt), CondCode::kL);
        case isa::Op::sltu:
            return compare_registers(comparison.rs, source(comparison.rt), CondCode::kB);
        case isa::Op::slti:
            return compare_registers(comparison.rs, asmjit::Imm(comparison.imm), CondCode::kL);
        default:
            return compare_registers(comparison.rs, asmjit::Imm(comparison.imm), CondCode::kB);
    }
}

}  // namespace mariner::jit
