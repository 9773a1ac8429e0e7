// The values behind a data directive: brackets around them, signs between them, how each is written.

#include <algorithm>
#include <cmath>
#include <optional>

#include "emulator/assembler/directives.hpp"
#include "emulator/isa/mnemonics.hpp"
#include "emulator/support/java_number.hpp"
#include "emulator/support/text.hpp"
#include "emulator/tutor/data_maker.hpp"
#include "emulator/tutor/proposal.hpp"
#include "emulator/tutor/registers.hpp"

namespace mariner::tutor {

namespace {

/// `'ab'` as `'a', 'b'`; empty for what isn't several letters in single quotes.
std::string characters_of(std::string_view text) {
    std::string out;
    const bool is_long = text.size() > 3 && text.size() < 20 && text[0] == '\'' && text.ends_with('\'') &&
                         text.find('\\') == std::string_view::npos;
    for (const char c : is_long ? text.substr(1, text.size() - 2) : std::string_view()) {
        out += (out.empty() ? "'" : ", '") + std::string(1, c) + "'";
    }
    return out;
}

}  // namespace

void DataMaker::propose_brackets() {
    std::string numbers;
    std::vector<Patch> patches;
    std::string bracket;
    for (const LinePiece& piece : values()) {
        const bool is_bracket =
            piece.is("[") || piece.is("]") || piece.is("{") || piece.is("}") || piece.is("(") || piece.is(")");
        if (is_bracket) {
            bracket = bracket.empty() ? std::string(piece.text) : bracket;
            patches.push_back({piece.offset, piece.length, ""});
        }
    }
    const auto pieces = values();
    const std::string head(m_line->head);
    const bool is_count = pieces.size() >= 3 && pieces[0].is("[") && is_integer(pieces[1].text) && pieces[2].is("]");
    if (is_count && pieces.size() > 3) {
        rewrite(Slip::value_brackets, {"[" + std::string(pieces[1].text) + "]"},
                {{pieces[0].offset, pieces[2].end() - pieces[0].offset, ""}});
    }
    if (pieces.size() == 4 && is_integer(pieces[0].text) && pieces[1].is("(") && pieces[2].is("0")) {
        replace_values(Slip::repetition_form, {}, "0 : " + std::string(pieces[0].text));
    }
    const bool has_count_behind = pieces.size() == 4 && is_integer(pieces[0].text) && pieces[1].is("[") &&
                                  is_integer(pieces[2].text) && pieces[3].is("]");
    if (has_count_behind) {
        replace_values(Slip::repetition_form, {}, std::string(pieces[0].text) + " : " + std::string(pieces[2].text));
    }
    if (is_count) {
        replace_values(Slip::array_length, {head, std::string(pieces[1].text)}, "0 : " + std::string(pieces[1].text));
    }
    const bool is_dup = pieces.size() >= 3 && is_integer(pieces[0].text) && (to_lower(pieces[1].text) == "dup");
    if (is_dup) {
        const std::string_view value = pieces[pieces[2].is("(") && pieces.size() > 3 ? 3 : 2].text;
        replace_values(Slip::array_length, {head, std::string(pieces[0].text)},
                       (is_integer(value) ? std::string(value) : "0") + " : " + std::string(pieces[0].text));
    }
    const bool is_times =
        pieces.size() == 3 && is_integer(pieces[0].text) && is_integer(pieces[2].text) &&
        (pieces[1].is("x") || pieces[1].is(";") || pieces[1].is("|") || (pieces[1].is("*") && pieces[0].is("0")));
    if (is_times) {
        replace_values(Slip::repetition_form, {}, std::string(pieces[0].text) + " : " + std::string(pieces[2].text));
    }
    if (!patches.empty()) {
        rewrite(Slip::value_brackets, {bracket}, std::move(patches));
    }
}

void DataMaker::propose_points() {
    const auto pieces = values();
    const bool is_real = to_lower(m_line->head) == ".float" || to_lower(m_line->head) == ".double";
    std::vector<Patch> patches;
    for (size_t i = 0; i + 1 < pieces.size() && !is_real; ++i) {
        const std::string_view text = pieces[i].text;
        if (!text.ends_with('.') || !is_integer(text.substr(0, text.size() - 1))) {
            return;
        }
        patches.push_back({pieces[i].end() - 1, 1, ","});
    }
    if (!patches.empty()) {
        rewrite(Slip::other_separator, {"."}, std::move(patches));
    }
}

void DataMaker::propose_values() {
    std::vector<Patch> patches;
    std::optional<Correction> first;
    const bool is_real = to_lower(m_line->head) == ".float" || to_lower(m_line->head) == ".double";
    for (const LooseOperand& operand : operands_of(m_line->text, values())) {
        const bool is_fine = is_integer(operand.text) || (is_real && parse_java_double(operand.text)) ||
                             (operand.text.size() > 2 && operand.text[0] == '\'' && operand.text.ends_with('\'') &&
                              characters_of(operand.text).empty()) ||
                             m_about->survey->label(operand.text) != nullptr ||
                             !m_about->survey->eqv(operand.text).empty();
        if (operand.text == "?") {
            first = Correction{"0", Slip::value_unknown, {}};
            patches.push_back({operand.offset, operand.length, first->text});
            continue;
        }
        if (operand.text.size() > 1 && operand.text[0] == '$' && is_integer(operand.text.substr(1))) {
            const std::string number(operand.text.substr(1));
            first = first ? first : Correction{number, Slip::number_mark, {std::string(operand.text)}};
            patches.push_back({operand.offset, operand.length, number});
            continue;
        }
        if (is_real && is_integer(operand.text) && !parse_java_double(operand.text)) {
            first = Correction{
                std::to_string(*decode_mars_int(operand.text)), Slip::real_form, {std::string(operand.text)}};
            patches.push_back({operand.offset, operand.length, first->text});
            continue;
        }
        const std::vector<Correction> guesses =
            is_fine ? std::vector<Correction>() : guess_numbers(operand.text, *m_about->survey);
        const std::string characters = guesses.empty() ? characters_of(operand.text) : "";
        if (!characters.empty()) {
            first = Correction{characters, Slip::character_long, {std::string(operand.text)}};
            patches.push_back({operand.offset, operand.length, characters});
            continue;
        }
        if (!guesses.empty()) {
            first = first ? first : guesses[0];
            patches.push_back({operand.offset, operand.length, guesses[0].text});
        } else if (is_real && !is_fine) {
            propose_real(operand);
        }
    }
    if (first) {
        rewrite(first->slip, first->arguments, std::move(patches));
    }
}

void DataMaker::propose_real(const LooseOperand& operand) {
    const auto pieces = pieces_of(operand.text);
    if (pieces.size() == 3 && (pieces[1].is("/") || pieces[1].is("*"))) {
        const auto left = parse_java_double(pieces[0].text);
        const auto right = parse_java_double(pieces[2].text);
        if (left && right && (pieces[1].is("*") || *right != 0)) {
            const std::string value = java_text(pieces[1].is("*") ? *left * *right : *left / *right);
            rewrite(Slip::calculation, {std::string(operand.text), value}, {{operand.offset, operand.length, value}});
        }
        return;
    }
    std::string digits;
    bool has_point = false;
    for (const char c : operand.text) {
        if ((c >= '0' && c <= '9') || (c == '-' && digits.empty()) || (c == '.' && !has_point)) {
            digits += c;
            has_point |= c == '.';
        }
    }
    if (parse_java_double(digits)) {
        rewrite(Slip::real_form, {std::string(operand.text)}, {{operand.offset, operand.length, digits}});
    }
}

void DataMaker::propose_separators() {
    std::vector<Patch> patches;
    std::string sign;
    const auto pieces = values();
    for (size_t i = 0; i < pieces.size(); ++i) {
        static constexpr std::string_view signs[] = {";", "|", "/", "&", "=", "\\"};
        const bool begins_escape = i == 0 && pieces[i].is("\\");
        const bool is_colon = pieces[i].is(":") && i > 0 && i + 1 < pieces.size() && is_name(pieces[i + 1].text) &&
                              m_about->survey->label(pieces[i + 1].text) != nullptr;
        if (is_colon) {
            sign = ":";
            patches.push_back({pieces[i].offset, 1, ","});
        }
        if (pieces[i].kind == PieceKind::sign && !begins_escape &&
            std::ranges::find(signs, pieces[i].text) != std::end(signs)) {
            sign = pieces[i].text;
            patches.push_back({pieces[i].offset, pieces[i].length, i == 0 || i + 1 == pieces.size() ? "" : ","});
        }
    }
    const bool is_in_front = patches.size() == 1 && pieces[0].is(sign);
    if (is_in_front && pieces.size() > 1) {
        rewrite(Slip::sign_before_values, {sign, std::string(m_line->head)},
                {{pieces[0].offset, pieces[1].offset - pieces[0].offset, ""}});
    } else if (!patches.empty()) {
        rewrite(Slip::other_separator, {sign}, std::move(patches));
    }
}

void DataMaker::propose_whole_numbers() {
    std::vector<Patch> patches;
    size_t fractions = 0;
    const auto operands = operands_of(m_line->text, values());
    for (const LooseOperand& operand : operands) {
        const size_t point = operand.text.find('.');
        fractions += point != std::string_view::npos ? 1 : 0;
        const bool is_whole = point != std::string_view::npos && is_integer(operand.text.substr(0, point)) &&
                              operand.text.find_first_not_of('0', point + 1) == std::string_view::npos;
        if (is_whole) {
            const auto end = static_cast<u32>(operand.text.size() - point);
            patches.push_back({operand.offset + static_cast<u32>(point), end, ""});
        }
    }
    if (patches.size() == fractions && 2 * fractions < operands.size()) {
        const auto first = std::ranges::find_if(
            operands, [](const LooseOperand& operand) { return operand.text.find('.') != std::string_view::npos; });
        rewrite(Slip::whole_number, {std::string(first->text)}, std::move(patches));
    }
}

std::string DataMaker::in_unit_of_directive(const std::string& number) const {
    const auto pieces = values();
    const std::string unit = pieces.size() == 2 ? to_lower(pieces[1].text) : "";
    const u32 size = unit.starts_with("byte")     ? 1
                     : unit.starts_with("half")   ? 2
                     : unit.starts_with("word")   ? 4
                     : unit.starts_with("double") ? 8
                                                  : 0;
    const std::optional<u32> count = parse_digits<u32>(number);
    constexpr u32 most = 1U << 24U;
    if (size == 0 || !count || *count == 0 || *count > most) {
        return number;
    }
    const u32 bytes = *count * size;
    const bool is_power = (bytes & (bytes - 1)) == 0 && bytes <= 8;
    if (to_lower(m_line->head) != ".align") {
        return std::to_string(bytes);
    }
    return is_power ? std::to_string(bytes == 8 ? 3 : bytes == 4 ? 2 : bytes - 1) : number;
}

void DataMaker::propose_size() {
    const std::string head(m_line->head);
    std::vector<std::string_view> numbers;
    for (const LinePiece& piece : values()) {
        if (is_integer(piece.text)) {
            numbers.push_back(piece.text);
        }
    }
    for (const LooseOperand& operand : operands_of(m_line->text, values())) {
        for (const Correction& guess : guess_numbers(operand.text, *m_about->survey)) {
            replace_values(guess.slip, guess.arguments, guess.text);
        }
    }
    if (!numbers.empty() && values()[0].is("-")) {
        replace_values(Slip::negative_size, {head}, std::string(numbers[0]));
    }
    if (!numbers.empty()) {
        replace_values(Slip::one_number, {head}, in_unit_of_directive(std::string(numbers[0])));
    }
    if (numbers.empty() && head == ".align" && values().size() == 1) {
        static constexpr std::pair<std::string_view, std::string_view> units[] = {
            {"byte", "0"}, {"half", "1"}, {"word", "2"}, {"float", "2"}, {"double", "3"}};
        const auto* const unit =
            std::ranges::find(units, to_lower(values()[0].text), &std::pair<std::string_view, std::string_view>::first);
        if (unit != std::end(units)) {
            replace_values(Slip::one_number, {head}, std::string(unit->second));
        }
    }
    if (values().empty() && head == ".align") {
        replace_values(Slip::one_number, {head}, "2");
    }
    if (numbers.empty()) {
        m_out->explain(Slip::number_needed, {head, head == ".align" ? "2" : "4",
                                             head == ".align" ? "2 stands for multiples of 4 bytes, a word" : ""});
    }
}

}  // namespace mariner::tutor
