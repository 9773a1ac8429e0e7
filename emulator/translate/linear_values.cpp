#include "emulator/translate/linear_values.hpp"

#include <algorithm>

namespace mariner::translate {

namespace {

constexpr i32 greatest_factor = 8;
constexpr i64 greatest_number = i64{1} << 30;

/// Nothing is known of what is too complicated.
LinearValue checked(const LinearValue& value) {
    const auto is_great = [](const LoopTerm& term) { return term.factor > greatest_factor || term.factor < -1; };
    const bool is_simple = std::ranges::none_of(value.terms, is_great) && value.low >= -greatest_number &&
                           value.high <= 2 * greatest_number;
    return is_simple ? value : LinearValue{};
}

bool is_general(const Operation& operation) {
    return operation.place.kind == GuestKind::gpr && operation.type == ValueType::i32;
}

}  // namespace

bool LoopSum::add(LoopTerm term) {
    LoopTerm* const end = m_terms.data() + m_count;
    LoopTerm* const at = std::ranges::lower_bound(m_terms.data(), end, term.number, {}, &LoopTerm::number);
    if (at != end && at->number == term.number) {
        at->factor += term.factor;
        if (at->factor == 0) {
            std::move(at + 1, end, at);
            m_terms[--m_count] = {};
        }
        return true;
    }
    if (m_count == most_terms) {
        return false;
    }
    std::move_backward(at, end, end + 1);
    *at = term;
    ++m_count;
    return true;
}

LinearValue LinearValue::masked(u32 mask) {
    return checked({true, {}, 0, mask, mask & (~mask + 1)});
}

LinearValue operator+(const LinearValue& a, const LinearValue& b) {
    if (!a.is_known || !b.is_known) {
        return {};
    }
    LinearValue sum = a;
    for (const LoopTerm& term : b.terms) {
        if (!sum.terms.add(term)) {
            return {};
        }
    }
    sum.low += b.low;
    sum.high += b.high;
    sum.grain = std::gcd(a.grain, b.grain);
    return checked(sum);
}

LinearValue LinearValue::times(i32 factor) const {
    if (!is_known) {
        return {};
    }
    LinearValue product = *this;
    product.terms.clear();
    for (const LoopTerm& term : terms) {
        product.terms.add({term.number, term.factor * factor});
    }
    product.low = (factor < 0 ? high : low) * factor;
    product.high = (factor < 0 ? low : high) * factor;
    product.grain = grain * (factor < 0 ? -factor : factor);
    return checked(product);
}

LinearValue LinearValue::joined(const LinearValue& other) const {
    if (!is_known || !other.is_known || terms != other.terms) {
        return {};
    }
    LinearValue both = *this;
    both.low = std::min(low, other.low);
    both.high = std::max(high, other.high);
    both.grain = std::gcd(std::gcd(grain, other.grain), low - other.low);
    return both;
}

LinearRegisters LinearRegisters::at_head() {
    LinearRegisters registers;
    for (size_t number = 0; number < registers.m_values.size(); ++number) {
        registers.m_values[number] = LinearValue::of(static_cast<u8>(number));
    }
    return registers;
}

void LinearRegisters::join(const LinearRegisters& other) {
    for (size_t number = 0; number < m_values.size(); ++number) {
        m_values[number] = m_values[number].joined(other.m_values[number]);
    }
}

LinearValue LinearRegisters::growth(u8 number) const {
    return m_values[number] + LinearValue::of(number).times(-1);
}

void LinearBlock::perform(ValueId at) {
    const Operation& operation = m_block[at];
    switch (operation.code) {
        case Code::constant:
            m_values[at] = LinearValue::number(static_cast<i32>(static_cast<u32>(operation.number)));
            return;
        case Code::get:
            if (is_general(operation)) {
                m_values[at] = m_registers[operation.place.number];
            }
            return;
        case Code::set:
            if (is_general(operation)) {
                const LinearValue& value = m_values[operation.a()];
                const u8 number = operation.place.number;
                m_registers.set(number, operation.guard == no_value ? value : value.joined(m_registers[number]));
            }
            return;
        case Code::add:
            if (operation.type == ValueType::i32) {
                m_values[at] = m_values[operation.a()] + m_values[operation.b()];
            }
            return;
        case Code::sub:
            if (operation.type == ValueType::i32) {
                m_values[at] = m_values[operation.a()] + m_values[operation.b()].times(-1);
            }
            return;
        case Code::shl:
            if (m_block.is_constant(operation.b()) && m_block.word(operation.b()) <= 3) {
                m_values[at] = m_values[operation.a()].times(1 << m_block.word(operation.b()));
            }
            return;
        case Code::bit_and:
            if (operation.type == ValueType::i32 && m_block.is_constant(operation.b())) {
                m_values[at] = LinearValue::masked(m_block.word(operation.b()));
            }
            return;
        case Code::shr:
            if (m_block.is_constant(operation.b())) {
                m_values[at] = LinearValue::masked(~u32{0} >> (m_block.word(operation.b()) & 31));
            }
            return;
        case Code::load:
            if (operation.type == ValueType::i32 && operation.bytes < 4 && !operation.is_signed) {
                m_values[at] = LinearValue::masked((1U << (8 * operation.bytes)) - 1);
            }
            return;
        case Code::bit:
            m_values[at] = LinearValue::masked(1);
            return;
        default:
            return;
    }
}

}  // namespace mariner::translate
