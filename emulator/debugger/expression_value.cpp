// What expressions come to: the other half of expression.cpp, which reads them.

#include <algorithm>
#include <bit>
#include <functional>
#include <optional>

#include "emulator/debugger/expression.hpp"
#include "emulator/execute/observer.hpp"
#include "emulator/execute/registers.hpp"
#include "emulator/support/text.hpp"

namespace mariner::debugger {

namespace {

using Operator = Expression::Operator;

constexpr size_t longest_string = 4096;

/// `size` bytes of memory or text, little-endian.
Result<u64> load(const Machine& machine, u32 address, u32 size) {
    u64 value = 0;
    for (u32 i = 0; i < size; ++i) {
        const u32 at = address + i;
        const std::optional<u8> byte = machine.peek_byte(at);
        if (!byte) {
            return Error{"there is no memory at " + hex32(at)};
        }
        value |= u64{*byte} << (8 * i);
    }
    return value;
}

std::string load_string(const Machine& machine, u32 address) {
    std::string text;
    for (u32 at = address; text.size() < longest_string; ++at) {
        const u8 byte = machine.memory().peek_byte(at).value_or(0);
        if (byte == 0) {
            break;
        }
        append_latin1(text, byte);
    }
    return text;
}

bool is_real(const ExpressionValue& value) {
    return std::holds_alternative<float>(value) || std::holds_alternative<double>(value);
}

Result<ExpressionValue> divide(Operator op, u32 a, u32 b) {
    if (b == 0) {
        return Error{"division by zero"};
    }
    // In 64 bits the most negative number has a quotient.
    const i64 dividend = static_cast<i32>(a);
    const i64 divisor = static_cast<i32>(b);
    return ExpressionValue(static_cast<u32>(op == Operator::divide ? dividend / divisor : dividend % divisor));
}

template <class Number>
bool compare(Operator op, Number a, Number b) {
    switch (op) {
        case Operator::less:
            return a < b;
        case Operator::less_or_equal:
            return a <= b;
        case Operator::greater:
            return a > b;
        case Operator::greater_or_equal:
            return a >= b;
        case Operator::equal:
            return std::equal_to<>()(a, b);
        default:
            return std::not_equal_to<>()(a, b);
    }
}

bool is_comparison(Operator op) {
    return op >= Operator::less && op <= Operator::not_equal;
}

Result<ExpressionValue> combine_reals(Operator op, double a, double b) {
    switch (op) {
        case Operator::multiply:
            return ExpressionValue(a * b);
        case Operator::divide:
            return ExpressionValue(a / b);
        case Operator::add:
            return ExpressionValue(a + b);
        case Operator::subtract:
            return ExpressionValue(a - b);
        default:
            return is_comparison(op) ? Result<ExpressionValue>(ExpressionValue(u32{compare(op, a, b)}))
                                     : Error{"this operator takes integers"};
    }
}

Result<ExpressionValue> combine_integers(Operator op, u32 a, u32 b) {
    if (is_comparison(op)) {
        return ExpressionValue(u32{compare(op, static_cast<i32>(a), static_cast<i32>(b))});
    }
    switch (op) {
        case Operator::multiply:
            return ExpressionValue(a * b);
        case Operator::divide:
        case Operator::remainder:
            return divide(op, a, b);
        case Operator::add:
            return ExpressionValue(a + b);
        case Operator::subtract:
            return ExpressionValue(a - b);
        case Operator::shift_left:
            return ExpressionValue(b < 32 ? a << b : 0);
        case Operator::shift_right:
            return ExpressionValue(static_cast<u32>(static_cast<i32>(a) >> std::min(b, 31U)));
        case Operator::bit_and:
            return ExpressionValue(a & b);
        case Operator::bit_xor:
            return ExpressionValue(a ^ b);
        case Operator::bit_or:
            return ExpressionValue(a | b);
        case Operator::and_:
            return ExpressionValue(u32{a != 0 && b != 0});
        case Operator::or_:
            return ExpressionValue(u32{a != 0 || b != 0});
        default:
            break;
    }
    return Error{"this operator takes one operand"};
}

Result<ExpressionValue> combine(Operator op, const ExpressionValue& a, const ExpressionValue& b) {
    const std::string* const first = std::get_if<std::string>(&a);
    const std::string* const second = std::get_if<std::string>(&b);
    if (first != nullptr || second != nullptr) {
        const bool same = first != nullptr && second != nullptr && *first == *second;
        if (op == Operator::equal || op == Operator::not_equal) {
            return ExpressionValue(u32{same == (op == Operator::equal)});
        }
        return Error{"strings can only be compared with == and !="};
    }
    if (is_real(a) || is_real(b)) {
        return combine_reals(op, real_of(a), real_of(b));
    }
    return combine_integers(op, std::get<u32>(a), std::get<u32>(b));
}

Result<ExpressionValue> load_value(Operator op, const Machine& machine, u32 address) {
    if (op == Operator::string_at) {
        return ExpressionValue(load_string(machine, address));
    }
    const u32 size = op == Operator::double_of ? 8 : (op == Operator::byte_at ? 1 : (op == Operator::half_at ? 2 : 4));
    const Result<u64> bits = load(machine, address, size);
    if (!bits) {
        return bits.error();
    }
    if (op == Operator::double_of) {
        return ExpressionValue(std::bit_cast<double>(*bits));
    }
    return ExpressionValue(static_cast<u32>(*bits));
}

Result<ExpressionValue> apply(Operator op, const Machine& machine, const ExpressionValue& operand) {
    if (std::holds_alternative<std::string>(operand)) {
        return Error{"a string can't be used here"};
    }
    if (is_real(operand)) {
        switch (op) {
            case Operator::negate:
                return ExpressionValue(-real_of(operand));
            case Operator::not_:
                return ExpressionValue(u32{std::equal_to<>()(real_of(operand), 0.0)});
            case Operator::float_of:
                return ExpressionValue(static_cast<float>(real_of(operand)));
            case Operator::double_of:
                return ExpressionValue(real_of(operand));
            default:
                return Error{"an address or an integer is wanted here, not a floating-point number"};
        }
    }
    const u32 integer = std::get<u32>(operand);
    switch (op) {
        case Operator::negate:
            return ExpressionValue(0U - integer);
        case Operator::invert:
            return ExpressionValue(~integer);
        case Operator::not_:
            return ExpressionValue(u32{integer == 0});
        case Operator::float_of:
            return ExpressionValue(std::bit_cast<float>(integer));
        default:
            return load_value(op, machine, integer);
    }
}

}  // namespace

Result<ExpressionValue> Expression::evaluate(const Machine& machine) const {
    return evaluate(machine, m_nodes.back());
}

Result<ExpressionValue> Expression::evaluate(const Machine& machine, const Node& node) const {
    switch (node.op) {
        case Operator::number:
            return ExpressionValue(node.number);
        case Operator::real:
            return ExpressionValue(node.real);
        case Operator::pc:
            return ExpressionValue(machine.cpu.pc);
        case Operator::register_: {
            const u32 bits = register_value(machine.cpu, static_cast<u8>(node.number)).value_or(0);
            if (node.number >= register_id::float_base) {
                return ExpressionValue(std::bit_cast<float>(bits));
            }
            return ExpressionValue(bits);
        }
        default:
            break;
    }
    const Node& left = m_nodes[node.left];
    if (node.op == Operator::double_of && left.op == Operator::register_ && left.number >= register_id::float_base) {
        const size_t even = (left.number - register_id::float_base) & ~size_t{1};
        const auto& fpr = machine.cpu.fpr;
        return ExpressionValue(std::bit_cast<double>((u64{fpr[even + 1]} << 32U) | fpr[even]));
    }
    const Result<ExpressionValue> a = evaluate(machine, left);
    if (!a || node.op < Operator::multiply) {
        return a ? apply(node.op, machine, *a) : a;
    }
    if (const u32* const integer = std::get_if<u32>(&*a);
        integer != nullptr &&
        ((node.op == Operator::and_ && *integer == 0) || (node.op == Operator::or_ && *integer != 0))) {
        return ExpressionValue(u32{*integer != 0});  // the other side may be an address that only makes sense otherwise
    }
    const Result<ExpressionValue> b = evaluate(machine, m_nodes[node.right]);
    return b ? combine(node.op, *a, *b) : b;
}

std::optional<u32> Expression::quick_leaf(const Machine& machine, const Node& node) const {
    if (node.op == Operator::number) {
        return node.number;
    }
    return node.op == Operator::register_ && node.number < reg::bin ? std::optional(machine.cpu.gpr[node.number])
                                                                    : std::nullopt;
}

bool Expression::is_true(const Machine& machine) const {
    if (const Node& root = m_nodes.back(); is_comparison(root.op)) {
        const std::optional<u32> a = quick_leaf(machine, m_nodes[root.left]);
        const std::optional<u32> b = quick_leaf(machine, m_nodes[root.right]);
        if (a && b) {
            return compare(root.op, static_cast<i32>(*a), static_cast<i32>(*b));
        }
    }
    const Result<ExpressionValue> value = evaluate(machine);
    if (!value || std::holds_alternative<std::string>(*value)) {
        return false;
    }
    return is_real(*value) ? std::not_equal_to<>()(real_of(*value), 0.0) : std::get<u32>(*value) != 0;
}

double real_of(const ExpressionValue& value) {
    if (const u32* const integer = std::get_if<u32>(&value)) {
        return static_cast<i32>(*integer);
    }
    const float* const single = std::get_if<float>(&value);
    return single != nullptr ? static_cast<double>(*single) : std::get<double>(value);
}

Result<u32> integer_of(const Result<ExpressionValue>& value) {
    if (!value) {
        return value.error();
    }
    const u32* const integer = std::get_if<u32>(&*value);
    return integer != nullptr ? Result<u32>(*integer) : Error{"an integer is wanted here"};
}

}  // namespace mariner::debugger
