#include "emulator/translate/lower.hpp"

#include "emulator/execute/spoil.hpp"
#include "emulator/machine/cpu_state.hpp"
#include "emulator/meaning/facts.hpp"

namespace mariner::translate {

namespace {

using meaning::Micro;
using meaning::MicroCode;
using meaning::RegisterPlace;

/// Nowhere, if nothing of that name exists.
constexpr GuestPlace nowhere{GuestKind::gpr, reg::bin};

constexpr GuestPlace coprocessor0(u8 number) {
    constexpr u8 bad_address = 8, status = 12, cause = 13, epc = 14;
    const bool exists = number == bad_address || number == status || number == cause || number == epc;
    return exists ? GuestPlace{GuestKind::c0, number} : nowhere;
}

GuestPlace resolved(RegisterPlace place, const DecodedOp& op) {
    switch (place) {
        case RegisterPlace::rd:
            return {GuestKind::gpr, op.rd};
        case RegisterPlace::rs:
            return {GuestKind::gpr, op.rs};
        case RegisterPlace::rt:
            return {GuestKind::gpr, op.rt};
        case RegisterPlace::ra:
            return {GuestKind::gpr, reg::ra};
        case RegisterPlace::hi:
            return {GuestKind::hi, 0};
        case RegisterPlace::lo:
            return {GuestKind::lo, 0};
        case RegisterPlace::fd:
            return {GuestKind::single, op.rd};
        case RegisterPlace::fs:
            return {GuestKind::single, op.rs};
        case RegisterPlace::ft:
            return {GuestKind::single, op.rt};
        case RegisterPlace::pd:
            return {GuestKind::pair, op.rd};
        case RegisterPlace::ps:
            return {GuestKind::pair, op.rs};
        case RegisterPlace::pt:
            return {GuestKind::pair, op.rt};
        case RegisterPlace::flag_read:
            return {GuestKind::flag, op.rt};
        case RegisterPlace::flag_written: {
            constexpr u8 flag_count = 8;
            return op.rd < flag_count ? GuestPlace{GuestKind::flag, op.rd} : nowhere;
        }
        case RegisterPlace::c0:
            return coprocessor0(op.rd);
        case RegisterPlace::status:
            return coprocessor0(12);
        case RegisterPlace::epc:
            return coprocessor0(14);
    }
    return nowhere;
}

/// $zero is never written and never needs to be read; neither is what receives writes to it.
bool is_lost(GuestPlace place) {
    return place.kind == GuestKind::gpr && (place.number == reg::zero || place.number == reg::bin);
}

class Lowering {
public:
    Lowering(const Listing& listing, LoweredBlock& block) : m_listing(listing), m_block(block) {}

    void lower(u32 index) {
        m_index = index;
        if (m_listing.role(index) == Role::foreign) {
            add(plain(Code::interpret, ValueType::nothing));
        } else if (names_odd_register(m_listing.op(index)) || IS_SPOILED(m_listing.code(index), stepped)) {
            add(plain(Code::step, ValueType::nothing));
        } else {
            lower_list(meaning::micro_operations(m_listing.code(index)));
        }
    }

private:
    [[nodiscard]] Operation plain(Code code, ValueType type) const {
        Operation operation;
        operation.code = code;
        operation.type = type;
        operation.instruction = m_index;
        return operation;
    }

    ValueId add(const Operation& operation) {
        m_block.has_divisions |= operation.code >= Code::div_s && operation.code <= Code::rem_u;
        m_block.has_arithmetic_on_floats |= operation.code >= Code::fadd && operation.code <= Code::fdiv;
        m_block.operations.push_back(operation);
        return static_cast<ValueId>(m_block.operations.size() - 1);
    }

    [[nodiscard]] Operation constant(u32 number) const {
        Operation operation = plain(Code::constant, ValueType::i32);
        operation.number = number;
        return operation;
    }

    void lower_list(meaning::MicroSpan list) {
        for (size_t i = 0; i < list.size(); ++i) {
            const Micro& micro = list[i];
            const bool is_dropped =
                micro.code == MicroCode::set && is_lost(resolved(micro.place, m_listing.op(m_index)));
            m_values[i] = is_dropped ? no_value : add(lowered(micro));
            if (IS_WRONG_VALUE(m_listing.code(m_index), i)) {
                m_values[i] = wrong(m_values[i]);
            }
        }
    }

    /// Another value than this one: for tests/spoil.
    ValueId wrong(ValueId right) {
        Operation other = plain(Code::invert, result_type(m_block[right]));
        other.operands[0] = right;
        if (other.type == ValueType::i32 || other.type == ValueType::i64) {
            other.code = other.type == ValueType::i32 ? Code::bit_xor : Code::add;
            Operation one = constant(1);
            one.type = other.type;
            other.operands[1] = add(one);
        } else if (other.type != ValueType::flag) {
            other.code = Code::fneg;
        }
        return add(other);
    }

    Operation lowered(const Micro& micro) {
        const DecodedOp& op = m_listing.op(m_index);
        const ValueId guard = value(micro.guard);
        Operation operation = plain(code_of(micro.code), micro.type);
        operation.guard = only_computes(operation.code) ? no_value : guard;
        operation.bytes = micro.bytes;
        operation.is_signed = micro.is_signed;
        operation.rounding = micro.rounding;
        operation.kind = micro.kind;
        operation.number = micro.number;
        for (size_t i = 0; i < operation.operands.size(); ++i) {
            operation.operands[i] = value(micro.operands[i]);
        }
        switch (micro.code) {
            case MicroCode::get:
            case MicroCode::set:
                operation.place = resolved(micro.place, op);
                return is_lost(operation.place) ? constant(0) : operation;
            case MicroCode::immediate:
                return constant(static_cast<u32>(op.imm));
            case MicroCode::link:
                return constant(m_listing.address(m_index) + 4);
            case MicroCode::load:
            case MicroCode::store:
                add_offset(operation);
                return operation;
            case MicroCode::branch_if:
                if (m_listing.role(m_index) == Role::jump) {  // always: a list that needs no condition
                    operation = plain(Code::branch, ValueType::nothing);
                }
                operation.number = m_listing.target(m_index);
                return operation;
            case MicroCode::branch:
                operation.number = m_listing.target(m_index);
                return operation;
            default:
                return operation;
        }
    }

    [[nodiscard]] ValueId value(u8 micro) const { return micro == Micro::none ? no_value : m_values[micro]; }

    /// The constant of an address that is a sum.
    void add_offset(Operation& access) const {
        const Operation& address = m_block[access.a()];
        if (address.code != Code::add) {
            return;
        }
        const bool is_first = m_block.is_constant(address.a());
        const ValueId constant = is_first ? address.a() : address.b();
        if (m_block.is_constant(constant)) {
            access.number = m_block.word(constant);
            access.operands[0] = is_first ? address.b() : address.a();
        }
    }

    const Listing& m_listing;
    LoweredBlock& m_block;
    u32 m_index = 0;
    std::array<ValueId, 80> m_values{};  // of the micro-operations of this instruction
};

}  // namespace

LoweredBlock lower(const Listing& listing, u32 first, u32 end) {
    LoweredBlock block;
    lower(listing, first, end, block);
    return block;
}

void lower(const Listing& listing, u32 first, u32 end, LoweredBlock& block) {
    block.first = first;
    block.end = end;
    block.has_divisions = block.has_arithmetic_on_floats = false;
    block.operations.clear();
    constexpr size_t usual_length = 6;  // of an instruction's list
    block.operations.reserve(usual_length * (end - first));
    Lowering lowering(listing, block);
    for (u32 index = first; index < end; ++index) {
        lowering.lower(index);
    }
}

}  // namespace mariner::translate
