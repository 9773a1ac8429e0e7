#include "emulator/debugger/expression.hpp"

#include <array>
#include <charconv>
#include <optional>

#include "emulator/execute/registers.hpp"
#include "emulator/isa/pattern.hpp"
#include "emulator/support/text.hpp"

namespace mariner::debugger {

namespace {

using Operator = Expression::Operator;

constexpr u32 deepest_nesting = 100;
constexpr size_t longest_text = 4096;

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

/// A sign in front of an operand, or the name of a function.
struct Prefix {
    std::string_view sign;
    Operator op;
};
constexpr auto prefixes = std::to_array<Prefix>({
    {"-", Operator::negate},
    {"~", Operator::invert},
    {"!", Operator::not_},
    {"*", Operator::word_at},
});
constexpr auto functions = std::to_array<Prefix>({
    {"byte", Operator::byte_at},
    {"half", Operator::half_at},
    {"word", Operator::word_at},
    {"float", Operator::float_of},
    {"double", Operator::double_of},
    {"string", Operator::string_at},
});

bool is_name_character(char c) {
    return isa::pattern::is_name_character(c) || c == '$' || c == '.';
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
        for (const Prefix& prefix : prefixes) {
            if (take(prefix.sign)) {
                return add(prefix.op, parse_unary());
            }
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
        const bool is_escape = m_text.size() > 1 && m_text.front() == '\\';
        const size_t at = is_escape ? letters.find(m_text[1]) : 0;
        const size_t length = is_escape ? 2 : 1;
        if (at == std::string_view::npos || m_text.size() <= length || m_text[length] != '\'') {
            return fail("a character is one like 'a' or '\\n'");
        }
        const char c = is_escape ? meanings[at] : m_text.front();
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
        const bool is_number = word.front() >= '0' && word.front() <= '9';
        return is_number ? parse_number(word) : word.front() == '$' ? parse_register(word) : parse_name(word);
    }

    u32 parse_number(std::string_view word) {
        const bool is_hexadecimal = word.starts_with("0x") || word.starts_with("0X");
        if (!is_hexadecimal && word.find_first_not_of("0123456789") != std::string_view::npos) {
            double real = 0;
            const char* const end = word.data() + word.size();
            const auto [stop, error] = std::from_chars(word.data(), end, real);
            return error == std::errc{} && stop == end ? add(Node{Operator::real, 0, real, 0, 0})
                                                       : fail("\"" + std::string(word) + "\" is no number");
        }
        const auto number = parse_digits<u32>(word.substr(is_hexadecimal ? 2 : 0), is_hexadecimal ? 16 : 10);
        return number ? add(Node{Operator::number, *number, 0, 0, 0})
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
        for (const Prefix& function : functions) {
            if (function.sign == word && take("(")) {
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

Result<Expression> Expression::parse(std::string_view text, const ProgramImage& image, std::string_view* rest) {
    return ExpressionParser(text, image).parse(rest);
}

}  // namespace mariner::debugger
