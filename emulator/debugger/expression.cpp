#include "emulator/debugger/expression.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <charconv>
#include <cmath>
#include <limits>
#include <optional>

#include "emulator/debugger/registers.hpp"
#include "emulator/execute/checked_context.hpp"
#include "emulator/support/text.hpp"

namespace mariner::debugger {

namespace {

using Operator = Expression::Operator;

constexpr u32 deepest_nesting = 100;
constexpr size_t longest_text = 4096;
constexpr size_t longest_string = 4096;

struct Binary {
    std::string_view sign;
    u32 rank;  // higher binds tighter
    Operator op;
};
/// Longer signs stand before those that begin them.
constexpr auto binaries = std::to_array<Binary>({
    {"||", 1, Operator::or_},
    {"&&", 2, Operator::and_},
    {"==", 6, Operator::equal},
    {"!=", 6, Operator::not_equal},
    {"<<", 8, Operator::shift_left},
    {">>", 8, Operator::shift_right},
    {"<=", 7, Operator::less_or_equal},
    {">=", 7, Operator::greater_or_equal},
    {"|", 3, Operator::bit_or},
    {"^", 4, Operator::bit_xor},
    {"&", 5, Operator::bit_and},
    {"<", 7, Operator::less},
    {">", 7, Operator::greater},
    {"+", 9, Operator::add},
    {"-", 9, Operator::subtract},
    {"*", 10, Operator::multiply},
    {"/", 10, Operator::divide},
    {"%", 10, Operator::remainder},
});

struct Function {
    std::string_view name;
    Operator op;
};
constexpr auto functions = std::to_array<Function>({
    {"byte", Operator::byte_at},
    {"half", Operator::half_at},
    {"word", Operator::word_at},
    {"float", Operator::float_of},
    {"double", Operator::double_of},
    {"string", Operator::string_at},
});

bool is_name_character(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '$' ||
           c == '.';
}

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

}  // namespace

class ExpressionParser {
public:
    ExpressionParser(std::string_view text, const ProgramImage& image) : m_text(text), m_image(image) {}

    Result<Expression> parse(std::string_view* rest) {
        if (m_text.size() > longest_text) {
            return Error{"the expression is too long"};
        }
        parse_binary(0);
        skip_blanks();
        if (m_error.empty() && rest == nullptr && !m_text.empty()) {
            fail("\"" + std::string(m_text.substr(0, 20)) + "\" is not understood");
        }
        if (!m_error.empty()) {
            return Error{m_error};
        }
        if (rest != nullptr) {
            *rest = m_text;
        }
        return std::move(m_result);
    }

private:
    using Node = Expression::Node;

    u32 fail(std::string why) {
        if (m_error.empty()) {
            m_error = std::move(why);
        }
        m_text = {};
        return 0;
    }
    u32 add(const Node& node) {
        m_result.m_nodes.push_back(node);
        return static_cast<u32>(m_result.m_nodes.size() - 1);
    }
    u32 add(Operator op, u32 left, u32 right = 0) { return add(Node{op, 0, 0, left, right}); }

    void skip_blanks() {
        while (!m_text.empty() && (m_text.front() == ' ' || m_text.front() == '\t')) {
            m_text.remove_prefix(1);
        }
    }
    bool take(std::string_view sign) {
        skip_blanks();
        if (!m_text.starts_with(sign)) {
            return false;
        }
        m_text.remove_prefix(sign.size());
        return true;
    }

    const Binary* next_binary(u32 least_rank) {
        skip_blanks();
        for (const Binary& row : binaries) {
            if (m_text.starts_with(row.sign)) {
                return row.rank >= least_rank ? &row : nullptr;
            }
        }
        return nullptr;
    }

    u32 parse_binary(u32 least_rank) {
        u32 left = parse_unary();
        while (const Binary* const row = next_binary(least_rank)) {
            m_text.remove_prefix(row->sign.size());
            const u32 right = parse_binary(row->rank + 1);
            left = add(row->op, left, right);
        }
        return left;
    }

    u32 parse_unary() {
        if (++m_depth > deepest_nesting) {
            return fail("the expression is nested too deeply");
        }
        const u32 result = parse_operand();
        --m_depth;
        return result;
    }

    u32 parse_operand() {
        if (take("-")) {
            return add(Operator::negate, parse_unary());
        }
        if (take("~")) {
            return add(Operator::invert, parse_unary());
        }
        if (take("!")) {
            return add(Operator::not_, parse_unary());
        }
        if (take("*")) {
            return add(Operator::word_at, parse_unary());
        }
        if (take("(")) {
            const u32 inner = parse_binary(0);
            return take(")") ? inner : fail("a ) is missing");
        }
        if (take("'")) {
            return parse_character();
        }
        return parse_word();
    }

    u32 parse_character() {
        constexpr std::string_view letters = "nt0r\\'\"";
        constexpr std::string_view meanings{"\n\t\0\r\\'\"", 7};
        char c = m_text.empty() ? '\0' : m_text.front();
        size_t length = 1;
        if (c == '\\' && m_text.size() > 1) {
            const size_t at = letters.find(m_text[1]);
            if (at == std::string_view::npos) {
                return fail("a character is one like 'a' or '\\n'");
            }
            c = meanings[at];
            length = 2;
        }
        if (m_text.size() <= length || m_text[length] != '\'') {
            return fail("a character is one like 'a' or '\\n'");
        }
        m_text.remove_prefix(length + 1);
        return add(Node{Operator::number, static_cast<u8>(c), 0, 0, 0});
    }

    u32 parse_word() {
        skip_blanks();
        size_t length = 0;
        while (length < m_text.size() && is_name_character(m_text[length])) {
            ++length;
        }
        const std::string_view word = m_text.substr(0, length);
        if (word.empty()) {
            return fail(m_text.empty() ? "an expression is missing"
                                       : "\"" + std::string(m_text.substr(0, 20)) + "\" is not understood");
        }
        m_text.remove_prefix(length);
        if (is_digit(word.front())) {
            return parse_number(word);
        }
        if (word.front() == '$') {
            return parse_register(word);
        }
        return parse_name(word);
    }

    u32 parse_number(std::string_view word) {
        const bool is_hexadecimal = word.starts_with("0x") || word.starts_with("0X");
        const std::string_view digits = is_hexadecimal ? word.substr(2) : word;
        const char* const end = digits.data() + digits.size();
        if (!is_hexadecimal && word.find_first_not_of("0123456789") != std::string_view::npos) {
            double real = 0;
            const auto [stop, error] = std::from_chars(digits.data(), end, real);
            return error == std::errc{} && stop == end ? add(Node{Operator::real, 0, real, 0, 0})
                                                       : fail("\"" + std::string(word) + "\" is no number");
        }
        u32 number = 0;
        const auto [stop, error] = std::from_chars(digits.data(), end, number, is_hexadecimal ? 16 : 10);
        return error == std::errc{} && stop == end ? add(Node{Operator::number, number, 0, 0, 0})
                                                   : fail("\"" + std::string(word) + "\" is no number of 32 bits");
    }

    u32 parse_register(std::string_view word) {
        if (word == "$pc") {
            return add(Node{Operator::pc, 0, 0, 0, 0});
        }
        const std::optional<u8> id = find_register(word);
        return id ? add(Node{Operator::register_, *id, 0, 0, 0})
                  : fail("there is no register \"" + std::string(word) + "\"");
    }

    u32 parse_name(std::string_view word) {
        for (const Function& function : functions) {
            if (function.name == word && take("(")) {
                const u32 operand = parse_binary(0);
                return take(")") ? add(function.op, operand) : fail("a ) is missing");
            }
        }
        if (const Symbol* const symbol = m_image.find_symbol(word)) {
            return add(Node{Operator::number, symbol->address, 0, 0, 0});
        }
        return fail("there is no label \"" + std::string(word) + "\"; registers begin with $");
    }

    std::string_view m_text;
    const ProgramImage& m_image;
    Expression m_result;
    std::string m_error;
    u32 m_depth = 0;
};

namespace {

/// `size` bytes of memory or text, little-endian.
Result<u64> load(const Machine& machine, u32 address, u32 size) {
    u64 value = 0;
    for (u32 i = 0; i < size; ++i) {
        const u32 at = address + i;
        std::optional<u8> byte = machine.memory().peek_byte(at);
        if (!byte) {
            const std::optional<u32> word = machine.peek_word(at & ~3U);
            byte = word ? std::optional(static_cast<u8>(*word >> (8 * (at & 3U)))) : std::nullopt;
        }
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

bool is_real(const Value& value) {
    return std::holds_alternative<float>(value) || std::holds_alternative<double>(value);
}

double real_of(const Value& value) {
    if (const u32* const integer = std::get_if<u32>(&value)) {
        return static_cast<i32>(*integer);
    }
    const float* const single = std::get_if<float>(&value);
    return single != nullptr ? static_cast<double>(*single) : std::get<double>(value);
}

Result<Value> divide(Operator op, u32 a, u32 b) {
    if (b == 0) {
        return Error{"division by zero"};
    }
    // In 64 bits the most negative number has a quotient.
    const i64 dividend = static_cast<i32>(a);
    const i64 divisor = static_cast<i32>(b);
    return Value(static_cast<u32>(op == Operator::divide ? dividend / divisor : dividend % divisor));
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

Result<Value> combine_reals(Operator op, double a, double b) {
    switch (op) {
        case Operator::multiply:
            return Value(a * b);
        case Operator::divide:
            return Value(a / b);
        case Operator::add:
            return Value(a + b);
        case Operator::subtract:
            return Value(a - b);
        default:
            return is_comparison(op) ? Result<Value>(Value(u32{compare(op, a, b)}))
                                     : Error{"this operator takes integers"};
    }
}

Result<Value> combine_integers(Operator op, u32 a, u32 b) {
    if (is_comparison(op)) {
        return Value(u32{compare(op, static_cast<i32>(a), static_cast<i32>(b))});
    }
    switch (op) {
        case Operator::multiply:
            return Value(a * b);
        case Operator::divide:
        case Operator::remainder:
            return divide(op, a, b);
        case Operator::add:
            return Value(a + b);
        case Operator::subtract:
            return Value(a - b);
        case Operator::shift_left:
            return Value(b < 32 ? a << b : 0);
        case Operator::shift_right:
            return Value(static_cast<u32>(static_cast<i32>(a) >> std::min(b, 31U)));
        case Operator::bit_and:
            return Value(a & b);
        case Operator::bit_xor:
            return Value(a ^ b);
        case Operator::bit_or:
            return Value(a | b);
        case Operator::and_:
            return Value(u32{a != 0 && b != 0});
        case Operator::or_:
            return Value(u32{a != 0 || b != 0});
        default:
            break;
    }
    return Error{"this operator takes one operand"};
}

Result<Value> combine(Operator op, const Value& a, const Value& b) {
    const std::string* const first = std::get_if<std::string>(&a);
    const std::string* const second = std::get_if<std::string>(&b);
    if (first != nullptr || second != nullptr) {
        const bool same = first != nullptr && second != nullptr && *first == *second;
        if (op == Operator::equal || op == Operator::not_equal) {
            return Value(u32{same == (op == Operator::equal)});
        }
        return Error{"strings can only be compared with == and !="};
    }
    if (is_real(a) || is_real(b)) {
        return combine_reals(op, real_of(a), real_of(b));
    }
    return combine_integers(op, std::get<u32>(a), std::get<u32>(b));
}

Result<Value> load_value(Operator op, const Machine& machine, u32 address) {
    constexpr u32 eight = 8;
    switch (op) {
        case Operator::string_at:
            return Value(load_string(machine, address));
        case Operator::double_of: {
            const Result<u64> bits = load(machine, address, eight);
            return bits ? Result<Value>(Value(std::bit_cast<double>(*bits))) : Result<Value>(bits.error());
        }
        default: {
            const u32 size = op == Operator::byte_at ? 1 : (op == Operator::half_at ? 2 : 4);
            const Result<u64> bits = load(machine, address, size);
            return bits ? Result<Value>(Value(static_cast<u32>(*bits))) : Result<Value>(bits.error());
        }
    }
}

Result<Value> apply(Operator op, const Machine& machine, const Value& operand) {
    if (std::holds_alternative<std::string>(operand)) {
        return Error{"a string can't be used here"};
    }
    if (is_real(operand)) {
        switch (op) {
            case Operator::negate:
                return Value(-real_of(operand));
            case Operator::not_:
                return Value(u32{std::equal_to<>()(real_of(operand), 0.0)});
            case Operator::float_of:
                return Value(static_cast<float>(real_of(operand)));
            case Operator::double_of:
                return Value(real_of(operand));
            default:
                return Error{"an address or an integer is wanted here, not a floating-point number"};
        }
    }
    const u32 integer = std::get<u32>(operand);
    switch (op) {
        case Operator::negate:
            return Value(0U - integer);
        case Operator::invert:
            return Value(~integer);
        case Operator::not_:
            return Value(u32{integer == 0});
        case Operator::float_of:
            return Value(std::bit_cast<float>(integer));
        default:
            return load_value(op, machine, integer);
    }
}

}  // namespace

Result<Expression> Expression::parse(std::string_view text, const ProgramImage& image, std::string_view* rest) {
    return ExpressionParser(text, image).parse(rest);
}

Result<Value> Expression::evaluate(const Machine& machine) const {
    return evaluate(machine, m_nodes.back());
}

Result<Value> Expression::evaluate(const Machine& machine, const Node& node) const {
    switch (node.op) {
        case Operator::number:
            return Value(node.number);
        case Operator::real:
            return Value(node.real);
        case Operator::pc:
            return Value(machine.cpu.pc);
        case Operator::register_: {
            const u32 bits = register_value(machine.cpu, static_cast<u8>(node.number)).value_or(0);
            if (node.number >= register_id::float_base) {
                return Value(std::bit_cast<float>(bits));
            }
            return Value(bits);
        }
        default:
            break;
    }
    const Node& left = m_nodes[node.left];
    if (node.op == Operator::double_of && left.op == Operator::register_ && left.number >= register_id::float_base) {
        const size_t even = (left.number - register_id::float_base) & ~size_t{1};
        const auto& fpr = machine.cpu.fpr;
        return Value(std::bit_cast<double>((u64{fpr[even + 1]} << 32U) | fpr[even]));
    }
    const Result<Value> a = evaluate(machine, left);
    if (!a || node.op < Operator::multiply) {
        return a ? apply(node.op, machine, *a) : a;
    }
    if (const u32* const integer = std::get_if<u32>(&*a);
        integer != nullptr &&
        ((node.op == Operator::and_ && *integer == 0) || (node.op == Operator::or_ && *integer != 0))) {
        return Value(u32{*integer != 0});  // the other side may be an address that only makes sense otherwise
    }
    const Result<Value> b = evaluate(machine, m_nodes[node.right]);
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
    const Result<Value> value = evaluate(machine);
    if (!value || std::holds_alternative<std::string>(*value)) {
        return false;
    }
    return is_real(*value) ? std::not_equal_to<>()(real_of(*value), 0.0) : std::get<u32>(*value) != 0;
}

Result<u32> integer_of(const Result<Value>& value) {
    if (!value) {
        return value.error();
    }
    const u32* const integer = std::get_if<u32>(&*value);
    return integer != nullptr ? Result<u32>(*integer) : Error{"an integer is wanted here"};
}

}  // namespace mariner::debugger
