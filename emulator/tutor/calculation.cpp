// Expressions of numbers and constants, which the assembler doesn't work out: their value.

#include <algorithm>
#include <optional>

#include "emulator/isa/mnemonics.hpp"
#include "emulator/support/java_number.hpp"
#include "emulator/support/text.hpp"
#include "emulator/tutor/proposal.hpp"
#include "emulator/tutor/registers.hpp"
#include "emulator/tutor/symbols.hpp"

namespace mariner::tutor {

namespace {

/// Whole numbers and .eqv names joined by + - * / << and parentheses, worked out.
class Calculator {
public:
    Calculator(std::span<const LinePiece> pieces, const Survey& survey) : m_pieces(pieces), m_survey(&survey) {}

    /// From a piece on; nothing if no expression of at least one operator stands there.
    std::optional<i64> value_at(size_t from) {
        m_at = from;
        m_operators = 0;
        const std::optional<i64> value = sum(0);
        return m_operators > 0 ? value : std::nullopt;
    }
    [[nodiscard]] size_t end() const { return m_at; }

private:
    static constexpr int deepest_nesting = 20;

    [[nodiscard]] bool is_sign(std::string_view sign) const {
        return m_at < m_pieces.size() && m_pieces[m_at].kind == PieceKind::sign && m_pieces[m_at].is(sign);
    }

    /// `5 -3` are two numbers, `5 - 3` and `5-3` are a difference.
    [[nodiscard]] bool is_binary_sign(std::string_view sign) const {
        if (!is_sign(sign) || m_at == 0 || m_at + 1 >= m_pieces.size()) {
            return false;
        }
        const bool blank_before = m_pieces[m_at - 1].end() < m_pieces[m_at].offset;
        const bool blank_behind = m_pieces[m_at].end() < m_pieces[m_at + 1].offset;
        return blank_before == blank_behind || blank_behind;
    }

    std::optional<i64> sum(int depth) {
        std::optional<i64> value = product(depth);
        while (value && (is_binary_sign("+") || is_binary_sign("-"))) {
            const size_t at = m_at;
            const bool adds = is_sign("+");
            ++m_at;
            const std::optional<i64> next = product(depth);
            if (!next) {
                m_at = at;
                break;
            }
            ++m_operators;
            value = adds ? *value + *next : *value - *next;
        }
        return value;
    }

    std::optional<i64> product(int depth) {
        std::optional<i64> value = factor(depth);
        while (value && (is_sign("*") || is_sign("/") || is_sign("<<"))) {
            const size_t at = m_at;
            const char sign = m_pieces[m_at].text[0];
            ++m_at;
            const std::optional<i64> next = factor(depth);
            if (!next || (sign == '/' && *next == 0) || (sign == '<' && (*next < 0 || *next > 31))) {
                m_at = at;
                break;
            }
            ++m_operators;
            value = in_range(sign == '*' ? *value * *next : sign == '/' ? *value / *next : *value << *next);
        }
        return value;
    }

    std::optional<i64> factor(int depth) {
        if (m_at >= m_pieces.size() || depth > deepest_nesting) {
            return std::nullopt;
        }
        if (is_sign("-")) {
            ++m_at;
            const std::optional<i64> value = factor(depth + 1);
            return value ? std::optional(-*value) : std::nullopt;
        }
        if (is_sign("(")) {
            ++m_at;
            const std::optional<i64> value = sum(depth + 1);
            if (!value || !is_sign(")")) {
                return std::nullopt;
            }
            ++m_at;
            return value;
        }
        const std::string_view word = m_pieces[m_at].text;
        if (m_pieces[m_at].kind == PieceKind::character && word.size() == 3) {
            ++m_at;
            return static_cast<u8>(word[1]);
        }
        const std::string_view known = m_survey->eqv(word);
        const std::optional<i32> value = decode_mars_int(known.empty() ? word : known);
        m_at += value ? 1 : 0;
        return value ? std::optional<i64>(*value) : std::nullopt;
    }

    static std::optional<i64> in_range(i64 value) {
        constexpr i64 most = i64{1} << 33;
        return value > -most && value < most ? std::optional(value) : std::nullopt;
    }

    std::span<const LinePiece> m_pieces;
    const Survey* m_survey;
    size_t m_at = 0;
    int m_operators = 0;
};

}  // namespace

void propose_value(const WrongLine& about, Proposals& out) {
    const std::vector<LinePiece>& pieces = about.line.pieces;
    const std::string head = to_lower(about.line.head);
    if (head == ".float" || head == ".double") {
        return;
    }
    std::vector<Patch> patches;
    std::string expression;
    std::string value_text;
    for (size_t i = about.line.first + 1; i < pieces.size(); ++i) {
        Calculator calculator(pieces, *about.survey);
        const std::optional<i64> value = calculator.value_at(i);
        // `.word 0 * 20` is a repetition.
        const bool repeats = value == 0 && pieces[i].is("0") && about.line.head.starts_with('.') && pieces.size() > 3;
        if (!value || repeats) {
            continue;
        }
        const u32 from = pieces[i].offset;
        const u32 length = pieces[calculator.end() - 1].end() - from;
        if (expression.empty()) {
            expression = about.line.text.substr(from, length);
            value_text = std::to_string(*value);
        }
        patches.push_back({from, length, std::to_string(*value)});
        i = calculator.end() - 1;
    }
    if (!patches.empty()) {
        out.rewrite(Slip::calculation, {expression, value_text}, patched(about.line.text, std::move(patches)));
    }
}

std::optional<i64> calculated(std::string_view expression, const Survey& survey) {
    const std::vector<LinePiece> pieces = pieces_of(expression);
    Calculator calculator(pieces, survey);
    const std::optional<i64> value = calculator.value_at(0);
    return calculator.end() == pieces.size() ? value : std::nullopt;
}

}  // namespace mariner::tutor
