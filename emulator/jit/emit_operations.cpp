#include "emulator/jit/emit_operations.hpp"

#include <cstddef>

#include "emulator/machine/cpu_state.hpp"
#include "emulator/machine/memory.hpp"
#include "emulator/translate/lower.hpp"

namespace mariner::jit {

namespace Inst = x86::Inst;
using translate::GuestKind;
using translate::no_value;

namespace {

constexpr u32 most_slots = 24;
constexpr u32 most_temporaries = 4;  // of eight bytes

u8 state_of_access(u32 size, bool stores) {
    return size == 1 ? (stores ? Memory::byte_writable : Memory::byte_readable)
                     : (stores ? Memory::writable : Memory::readable);
}

}  // namespace

bool HostEmitter::emit_operations() {
    return OperationEmitter(*this, translate::lower(m_listing, m_index, m_index + 1)).emit();
}

OperationEmitter::OperationEmitter(HostEmitter& host, const translate::LoweredBlock& block)
    : m_host(host), m_a(host.m_a), m_block(block), m_uses(block.operations.size()), m_kept(block.operations.size()) {
    count_uses();
    keep_what_must_be();
}

bool OperationEmitter::emit() {
    if (!can_emit()) {
        return false;
    }
    for (ValueId value = 0; value < m_block.operations.size(); ++value) {
        if (!m_block[value].is_removed) {
            perform(value);
        }
    }
    return true;
}

/// Integers only; transfers are emit_control.cpp's business.
bool OperationEmitter::can_emit() const {
    for (const Operation& operation : m_block.operations) {
        const bool is_float = operation.type == ValueType::f32 || operation.type == ValueType::f64 ||
                              (operation.code >= Code::fadd && operation.code <= Code::of_bits);
        const bool is_transfer = operation.code >= Code::branch_if && operation.code != Code::step;
        if (is_float || is_transfer || operation.bytes == 8) {
            return false;
        }
    }
    return m_slots <= most_slots;
}

void OperationEmitter::count_uses() {
    for (const Operation& operation : m_block.operations) {
        if (operation.guard != no_value) {
            ++m_uses[operation.guard];
        }
        for (const ValueId operand : operation.operands) {
            if (operand != no_value) {
                ++m_uses[operand];
            }
        }
    }
}

void OperationEmitter::keep_what_must_be() {
    ValueId first_set = no_value;
    for (ValueId at = 0; at < m_block.operations.size(); ++at) {
        const Operation& operation = m_block[at];
        const bool is_cheap = operation.code == Code::constant || operation.code == Code::get;
        const bool comes_from_memory = operation.code == Code::load && m_uses[at] != 0;
        const bool is_division = operation.code < Code::load && !translate::only_computes(operation.code);
        if (comes_from_memory || is_division || (m_uses[at] > 1 && !is_cheap)) {
            keep(at);
        }
        if (first_set != no_value) {
            for (const ValueId operand : {operation.a(), operation.b(), operation.c(), operation.guard}) {
                if (operand < first_set && !m_block.is_constant(operand)) {
                    keep(operand);
                }
            }
        }
        if (operation.code == Code::set && first_set == no_value) {
            first_set = at;
        }
    }
}

void OperationEmitter::keep(ValueId value) {
    if (!is_kept(value)) {
        const bool is_wide = translate::result_type(m_block[value]) == ValueType::i64;
        m_slots += is_wide ? 2 : 1;
        m_kept[value] = static_cast<u8>(m_slots);
    }
}

x86::Mem OperationEmitter::kept(ValueId value) const {
    const bool is_wide = translate::result_type(m_block[value]) == ValueType::i64;
    return x86::ptr(x86::rsp, -4 * static_cast<i32>(m_kept[value]), is_wide ? 8 : 4);
}

x86::Mem OperationEmitter::push_temporary() {
    ++m_temporaries;
    if (m_temporaries > most_temporaries) {
        m_host.m_is_too_deep = true;
    }
    return x86::ptr(x86::rsp, -4 * static_cast<i32>(most_slots) - 8 * static_cast<i32>(m_temporaries), 8);
}

void OperationEmitter::perform(ValueId value) {
    const Operation& operation = m_block[value];
    if (translate::only_computes(operation.code)) {
        if (is_kept(value)) {
            compute(value);
            const bool is_wide = translate::result_type(operation) == ValueType::i64;
            m_a.mov(kept(value), is_wide ? Gp(x86::rax) : Gp(x86::eax));
        }
        return;
    }
    if (operation.guard == no_value) {
        perform_effect(value);
        return;
    }
    const HostLabel skip = m_a.newLabel();
    m_a.j(x86::negateCond(condition(operation.guard)), skip);
    perform_effect(value);
    m_a.bind(skip);
}

void OperationEmitter::perform_effect(ValueId value) {
    const Operation& operation = m_block[value];
    switch (operation.code) {
        case Code::load:
            load(value);
            return;
        case Code::store:
            store(operation);
            return;
        case Code::set:
            set(operation);
            return;
        case Code::trap_if:
            m_a.j(condition(operation.a()), m_host.step_label());
            return;
        case Code::raise:
        case Code::step:
            m_host.step();
            return;
        default:
            divide(operation);
            m_a.mov(kept(value), x86::eax);
            return;
    }
}

asmjit::Operand OperationEmitter::place_of(translate::GuestPlace place) const {
    switch (place.kind) {
        case GuestKind::hi:
            return cpu_member(offsetof(CpuState, hi));
        case GuestKind::lo:
            return cpu_member(offsetof(CpuState, lo));
        case GuestKind::c0:
            return cpu_member(place.number == 8    ? offsetof(CpuState, bad_address)
                              : place.number == 12 ? offsetof(CpuState, status)
                              : place.number == 13 ? offsetof(CpuState, cause)
                                                   : offsetof(CpuState, epc));
        default:
            return m_host.source(place.number);
    }
}

/// Where a word can be read as it is: a number, a register, memory.
std::optional<asmjit::Operand> OperationEmitter::operand(ValueId value) const {
    const Operation& operation = m_block[value];
    if (is_kept(value)) {
        return kept(value);
    }
    if (operation.code == Code::constant) {
        return asmjit::Imm(static_cast<i32>(static_cast<u32>(operation.number)));
    }
    if (operation.code == Code::get && operation.type == ValueType::i32) {
        return place_of(operation.place);
    }
    return std::nullopt;
}

/// A word into eax, 64 bits into rax.
void OperationEmitter::evaluate(ValueId value) {
    if (is_kept(value)) {
        const Mem from = kept(value);
        m_a.mov(from.size() == 8 ? Gp(x86::rax) : Gp(x86::eax), from);
    } else if (const std::optional<HostOperand> known = operand(value)) {
        m_host.move(x86::eax, *known);
    } else {
        compute(value);
    }
}

void OperationEmitter::compute(ValueId value) {
    const Operation& operation = m_block[value];
    switch (operation.code) {
        case Code::constant:
            m_a.mov(x86::eax, static_cast<u32>(operation.number));
            return;
        case Code::get:
            if (operation.type == ValueType::i32) {
                m_host.move(x86::eax, place_of(operation.place));
            } else {
                compute_flag(value);
            }
            return;
        case Code::add:
            return binary(Inst::kIdAdd, operation);
        case Code::sub:
            return binary(Inst::kIdSub, operation);
        case Code::bit_and:
            return binary(Inst::kIdAnd, operation);
        case Code::bit_or:
            return binary(Inst::kIdOr, operation);
        case Code::bit_xor:
            return binary(Inst::kIdXor, operation);
        case Code::mul:
            return binary(Inst::kIdImul, operation);
        case Code::shl:
            return shift(Inst::kIdShl, Inst::kIdShlx, operation);
        case Code::shr:
            return shift(Inst::kIdShr, Inst::kIdShrx, operation);
        case Code::sar:
            return shift(Inst::kIdSar, Inst::kIdSarx, operation);
        case Code::clz:
            evaluate(operation.a());
            m_a.lzcnt(x86::eax, x86::eax);
            return;
        case Code::extend_s:
            evaluate(operation.a());
            m_a.movsxd(x86::rax, x86::eax);
            return;
        case Code::extend_u:  // all words have zeros above them
        case Code::low:
            evaluate(operation.a());
            m_a.mov(x86::eax, x86::eax);
            return;
        case Code::high:
            evaluate(operation.a());
            m_a.shr(x86::rax, 32);
            return;
        case Code::join:
            evaluate(operation.a());
            m_a.shl(x86::rax, 32);
            return combine(Inst::kIdOr, operation.b(), true);
        case Code::select:
            return choose(operation);
        default:  // a flag, as 0 or 1
            return compute_flag(value);
    }
}

/// rax or eax = a `id` b
void OperationEmitter::binary(asmjit::InstId id, const Operation& operation) {
    evaluate(operation.a());
    combine(id, operation.b(), operation.type == ValueType::i64);
}

/// rax or eax `id`= b
void OperationEmitter::combine(asmjit::InstId id, ValueId b, bool is_wide) {
    const Gp result = is_wide ? Gp(x86::rax) : Gp(x86::eax);
    if (const std::optional<HostOperand> simple = operand(b); simple && !is_wide) {
        m_a.emit(id, result, *simple);
        return;
    }
    const Mem first = push_temporary();
    m_a.mov(first, x86::rax);
    evaluate(b);
    m_a.mov(x86::rcx, x86::rax);
    m_a.mov(x86::rax, first);
    m_a.emit(id, result, is_wide ? Gp(x86::rcx) : Gp(x86::ecx));
    pop_temporary();
}

void OperationEmitter::shift(asmjit::InstId by_number, asmjit::InstId by_register, const Operation& operation) {
    if (m_block.is_constant(operation.b())) {
        evaluate(operation.a());
        m_a.emit(by_number, x86::eax, asmjit::Imm(m_block.word(operation.b()) & 31));
        return;
    }
    evaluate(operation.b());
    const Mem amount = push_temporary();
    m_a.mov(amount, x86::rax);
    evaluate(operation.a());
    m_a.mov(x86::rcx, amount);
    m_a.emit(by_register, x86::eax, x86::eax, x86::ecx);
    pop_temporary();
}

/// In 64 bits, so that 0x80000000 / -1 doesn't trap on the host.
void OperationEmitter::divide(const Operation& operation) {
    const bool is_signed = operation.code == Code::div_s || operation.code == Code::rem_s;
    const bool wants_rest = operation.code == Code::rem_s || operation.code == Code::rem_u;
    evaluate(operation.b());
    const Mem divisor = push_temporary();
    is_signed ? m_a.movsxd(x86::rax, x86::eax) : m_a.mov(x86::eax, x86::eax);
    m_a.mov(divisor, x86::rax);
    evaluate(operation.a());
    is_signed ? m_a.movsxd(x86::rax, x86::eax) : m_a.mov(x86::eax, x86::eax);
    const Mem edx = push_temporary();
    m_a.mov(edx, x86::rdx);
    is_signed ? m_a.cqo() : m_a.xor_(x86::edx, x86::edx);
    is_signed ? m_a.idiv(divisor) : m_a.div(divisor);
    if (wants_rest) {
        m_a.mov(x86::rax, x86::rdx);
    }
    m_a.mov(x86::rdx, edx);
    pop_temporary();
    pop_temporary();
}

void OperationEmitter::choose(const Operation& operation) {
    evaluate(operation.c());
    const Mem otherwise = push_temporary();
    m_a.mov(otherwise, x86::rax);
    evaluate(operation.b());
    const Mem then = push_temporary();
    m_a.mov(then, x86::rax);
    const CondCode chosen = condition(operation.a());
    m_a.mov(x86::rax, otherwise);
    m_a.emit(Inst::cmovccFromCond(chosen), x86::rax, then);
    pop_temporary();
    pop_temporary();
}

// Conditions.

/// 0 or 1, into eax.
void OperationEmitter::compute_flag(ValueId value) {
    const Operation& operation = m_block[value];
    const CondCode holds = operation.code == Code::bit ? condition(operation.a()) : condition_of(operation);
    m_a.set(holds, x86::al);
    m_a.movzx(x86::eax, x86::al);
}

/// Sets the host's flags so that the condition holds where the flag does. Spoils eax and ecx.
x86::CondCode OperationEmitter::condition(ValueId flag) {
    if (is_kept(flag)) {
        m_a.cmp(kept(flag), 0);
        return CondCode::kNE;
    }
    return condition_of(m_block[flag]);
}

x86::CondCode OperationEmitter::condition_of(const Operation& operation) {
    switch (operation.code) {
        case Code::get:
            m_a.emit(Inst::kIdTest, m_host.place_of(place::flags), asmjit::Imm(1 << operation.place.number));
            return CondCode::kNZ;
        case Code::eq:
            binary(Inst::kIdCmp, operation);
            return CondCode::kE;
        case Code::lt_s:
            binary(Inst::kIdCmp, operation);
            return CondCode::kL;
        case Code::lt_u:
            binary(Inst::kIdCmp, operation);
            return CondCode::kB;
        case Code::add_over:
            binary(Inst::kIdAdd, operation);
            return CondCode::kO;
        case Code::sub_over:
            binary(Inst::kIdSub, operation);
            return CondCode::kO;
        case Code::invert:
            return x86::negateCond(condition(operation.a()));
        case Code::bit_and:
            return combined(Inst::kIdAnd, operation);
        case Code::bit_or:
            return combined(Inst::kIdOr, operation);
        default:  // bit_xor
            return combined(Inst::kIdXor, operation);
    }
}

/// Of two flags.
x86::CondCode OperationEmitter::combined(asmjit::InstId id, const Operation& operation) {
    binary(id, operation);
    m_a.test(x86::eax, x86::eax);
    return CondCode::kNZ;
}

// Memory.

/// What lies there may be accessed; in eax. Spoils ecx.
void OperationEmitter::evaluate_address(const Operation& access, bool stores) {
    evaluate(access.a());
    if (access.number != 0) {
        m_a.add(x86::eax, static_cast<i32>(static_cast<u32>(access.number)));
    }
    m_host.test_page(x86::eax, access.bytes, state_of_access(access.bytes, stores));
    m_a.jz(m_host.step_label());
}

void OperationEmitter::load(ValueId value) {
    const Operation& operation = m_block[value];
    evaluate_address(operation, false);
    const asmjit::InstId id = operation.bytes == 4  ? Inst::kIdMov
                              : operation.is_signed ? Inst::kIdMovsx
                                                    : Inst::kIdMovzx;
    m_a.emit(id, x86::eax, x86::ptr(host_register, x86::rax, 0, 0, operation.bytes));
    if (is_kept(value)) {
        m_a.mov(kept(value), x86::eax);
    }
}

void OperationEmitter::store(const Operation& operation) {
    evaluate(operation.b());
    const Mem value = push_temporary();
    m_a.mov(value, x86::rax);
    evaluate_address(operation, true);
    m_a.mov(x86::rcx, value);
    const Gp part = operation.bytes == 4 ? Gp(x86::ecx) : operation.bytes == 2 ? Gp(x86::cx) : Gp(x86::cl);
    m_a.mov(x86::ptr(host_register, x86::rax, 0, 0, operation.bytes), part);
    pop_temporary();
}

void OperationEmitter::set(const Operation& operation) {
    evaluate(operation.a());
    if (operation.place.kind == GuestKind::gpr) {
        m_host.written(operation.place.number, x86::eax);
    } else if (operation.place.kind == GuestKind::flag) {
        if (operation.place.number != 0) {
            m_a.shl(x86::eax, operation.place.number);
        }
        m_a.emit(Inst::kIdAnd, m_host.place_of(place::flags), asmjit::Imm(~(1 << operation.place.number)));
        m_a.emit(Inst::kIdOr, m_host.place_of(place::flags), x86::eax);
    } else {
        m_a.emit(Inst::kIdMov, place_of(operation.place), x86::eax);
    }
}

}  // namespace mariner::jit
