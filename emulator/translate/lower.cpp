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

/// How a body's name for a register becomes one.
struct PlaceRule {
    GuestKind kind{};
    u8 DecodedOp::*field = nullptr;  // that has its number
    u8 number = 0;                   // else
};
constexpr auto place_rules = [] {
    constexpr u8 status = 12, epc = 14;
    std::array<PlaceRule, meaning::place_types.size()> rules{};
    const auto rule = [&](RegisterPlace place, PlaceRule how) { rules[static_cast<size_t>(place)] = how; };
    rule(RegisterPlace::rd, {GuestKind::gpr, &DecodedOp::rd});
    rule(RegisterPlace::rs, {GuestKind::gpr, &DecodedOp::rs});
    rule(RegisterPlace::rt, {GuestKind::gpr, &DecodedOp::rt});
    rule(RegisterPlace::ra, {GuestKind::gpr, nullptr, reg::ra});
    rule(RegisterPlace::hi, {GuestKind::hi});
    rule(RegisterPlace::lo, {GuestKind::lo});
    rule(RegisterPlace::fd, {GuestKind::single, &DecodedOp::rd});
    rule(RegisterPlace::fs, {GuestKind::single, &DecodedOp::rs});
    rule(RegisterPlace::ft, {GuestKind::single, &DecodedOp::rt});
    rule(RegisterPlace::pd, {GuestKind::pair, &DecodedOp::rd});
    rule(RegisterPlace::ps, {GuestKind::pair, &DecodedOp::rs});
    rule(RegisterPlace::pt, {GuestKind::pair, &DecodedOp::rt});
    rule(RegisterPlace::flag_read, {GuestKind::flag, &DecodedOp::rt});
    rule(RegisterPlace::flag_written, {GuestKind::flag, &DecodedOp::rd});
    rule(RegisterPlace::c0, {GuestKind::c0, &DecodedOp::rd});
    rule(RegisterPlace::status, {GuestKind::c0, nullptr, status});
    rule(RegisterPlace::epc, {GuestKind::c0, nullptr, epc});
    return rules;
}();

GuestPlace resolved(RegisterPlace place, const DecodedOp& op) {
    const PlaceRule& rule = place_rules[static_cast<size_t>(place)];
    const GuestPlace named{rule.kind, rule.field == nullptr ? rule.number : op.*rule.field};
    constexpr u8 flag_count = 8;
    if (place == RegisterPlace::flag_written && named.number >= flag_count) {
        return nowhere;
    }
    return place == RegisterPlace::c0 ? coprocessor0(named.number) : named;
}

/// $zero is never written and never needs to be read; neither is what receives writes to it.
bool is_lost(GuestPlace place) {
    return place.kind == GuestKind::gpr && (place.number == reg::zero || place.number == reg::bin);
}

class Lowering {
public:
    Lowering(const Listing& listing, LoweredBlock& block) : m_listing(listing), m_block(block) {
        m_values[Micro::none] = no_value;
    }

    void lower(u32 index) {
        m_index = index;
        if (m_listing.role(index) == Role::foreign) {
            add(Code::interpret, ValueType::nothing);
        } else if (names_odd_register(m_listing.op(index)) || IS_SPOILED(m_listing.code(index), stepped)) {
            add(Code::step, ValueType::nothing);
        } else {
            lower_list(meaning::micro_operations(m_listing.code(index)));
        }
    }

private:
    ValueId next() const { return static_cast<ValueId>(m_block.operations.size()); }

    Operation& add(Code code, ValueType type) {
        return m_block.operations.emplace_back(Operation{.code = code, .type = type, .instruction = m_index});
    }

    ValueId add_constant(u32 number, ValueType type = ValueType::i32) {
        add(Code::constant, type).number = number;
        return next() - 1;
    }

    void lower_list(meaning::MicroSpan list) {
        for (size_t i = 0; i < list.size(); ++i) {
            m_values[i] = lowered(list[i], m_listing.op(m_index));
            if (IS_WRONG_VALUE(m_listing.code(m_index), i)) {
                m_values[i] = wrong(m_values[i]);
            }
        }
    }

    /// Another value than this one: for tests/spoil.
    ValueId wrong(ValueId right) {
        const ValueType type = result_type(m_block[right]);
        const bool is_integer = type == ValueType::i32 || type == ValueType::i64;
        const ValueId one = is_integer ? add_constant(1, type) : no_value;
        const Code code = type == ValueType::i32    ? Code::bit_xor
                          : type == ValueType::i64  ? Code::add
                          : type == ValueType::flag ? Code::invert
                                                    : Code::fneg;
        add(code, type).operands = {right, one, no_value};
        return next() - 1;
    }

    ValueId lowered(const Micro& micro, const DecodedOp& op) {
        switch (micro.code) {
            case MicroCode::get:
            case MicroCode::set: {
                const GuestPlace place = resolved(micro.place, op);
                if (is_lost(place)) {
                    return micro.code == MicroCode::set ? no_value : add_constant(0);
                }
                add_micro(micro).place = place;
                break;
            }
            case MicroCode::constant:
                return add_constant(micro.number);
            case MicroCode::immediate:
                return add_constant(static_cast<u32>(op.imm));
            case MicroCode::link:
                return add_constant(m_listing.address(m_index) + 4);
            case MicroCode::load:
            case MicroCode::store:
                ++m_block.accesses;
                add_offset(add_micro(micro));
                break;
            case MicroCode::div_s:
            case MicroCode::div_u:
            case MicroCode::rem_s:
            case MicroCode::rem_u:
                m_block.has_divisions = true;
                add_micro(micro);
                break;
            case MicroCode::fadd:
            case MicroCode::fsub:
            case MicroCode::fmul:
            case MicroCode::fdiv:
                m_block.has_arithmetic_on_floats = true;
                add_micro(micro);
                break;
            case MicroCode::branch_if:
            case MicroCode::branch: {
                // `branch` always, by a list that needs no condition
                const bool is_certain = m_listing.role(m_index) == Role::jump;
                Operation& branch = is_certain ? add(Code::branch, ValueType::nothing) : add_micro(micro);
                branch.number = m_listing.target(m_index);
                break;
            }
            default:
                add_micro(micro);
                break;
        }
        return next() - 1;
    }

    Operation& add_micro(const Micro& micro) {
        Operation& operation = add(code_of(micro.code), micro.type);
        operation.bytes = micro.bytes;
        operation.is_signed = micro.is_signed;
        operation.rounding = micro.rounding;
        operation.kind = micro.kind;
        operation.guard = only_computes(operation.code) ? no_value : m_values[micro.guard];
        operation.operands = {m_values[micro.a()], m_values[micro.b()], m_values[micro.c()]};
        return operation;
    }

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
    std::array<ValueId, Micro::none + 1> m_values;  // of the micro-operations of this instruction, and of none
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
    block.accesses = 0;
    block.operations.clear();
    constexpr size_t usual_length = 6;  // of an instruction's list
    block.operations.reserve(usual_length * (end - first));
    Lowering lowering(listing, block);
    for (u32 index = first; index < end; ++index) {
        lowering.lower(index);
    }
}

}  // namespace mariner::translate
