// Data directives: values written as elsewhere, values for another directive, data among instructions; and strings.

#include <algorithm>
#include <cmath>
#include <optional>

#include "emulator/assembler/directives.hpp"
#include "emulator/isa/mnemonics.hpp"
#include "emulator/support/java_number.hpp"
#include "emulator/support/text.hpp"
#include "emulator/tutor/proposal.hpp"
#include "emulator/tutor/registers.hpp"

namespace mariner::tutor {

namespace {

using assembler::Directive;

bool is_string(const LinePiece& piece) {
    return piece.kind == PieceKind::string && piece.closed;
}

bool stores_values(std::string_view head) {
    const assembler::DirectiveInfo* const row = assembler::find_directive(head);
    return row != nullptr &&
           (assembler::is_integer_directive(row->id) || row->id == Directive::float_ || row->id == Directive::double_);
}

bool stores_text(std::string_view head) {
    const std::string lower = to_lower(head);
    return lower == ".asciiz" || lower == ".ascii";
}

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

class DataMaker {
public:
    DataMaker(const WrongLine& about, Proposals& out) : m_about(&about), m_out(&out), m_line(&about.line) {}

    void propose() {
        if (m_about->is(Message::bad_data_address)) {
            propose_data_address();
            return;
        }
        if (m_about->is(Message::not_in_text_segment)) {
            propose_segment();
            return;
        }
        propose_name_behind();
        if (stores_values(m_line->head)) {
            propose_points();
            propose_brackets();
            propose_other_directive();
            propose_values();
            propose_separators();
            propose_other_directive();
        } else if (to_lower(m_line->head) == ".space" || to_lower(m_line->head) == ".align") {
            propose_size();
        }
        propose_missing_directive();
    }

private:
    [[nodiscard]] std::span<const LinePiece> values() const { return m_line->rest().subspan(1); }

    [[nodiscard]] Patch head_patch(std::string_view head) const {
        return {m_line->head_offset, static_cast<u32>(m_line->head.size()), std::string(head)};
    }

    void rewrite(Slip slip, std::vector<std::string> arguments, std::vector<Patch> patches) {
        m_out->rewrite(slip, std::move(arguments), patched(m_line->text, std::move(patches)));
    }

    void replace_values(Slip slip, std::vector<std::string> arguments, const std::string& by) {
        const u32 from = m_line->head_offset + static_cast<u32>(m_line->head.size());
        rewrite(slip, std::move(arguments), {{from, m_line->code_end - from, " " + by}});
    }

    /// The lines of data around this one go to the data segment, what follows them stays among the instructions.
    void propose_segment() {
        const SourceText& file = m_about->file();
        const std::string head = to_lower(m_line->head);
        if (head == ".align") {
            const std::string before(m_line->text.substr(0, m_line->head_offset));
            rewrite(Slip::align_in_text, {}, {{m_line->head_offset, m_line->code_end - m_line->head_offset, ""}});
            return;
        }
        propose_text_directive();
        u32 first = m_about->place.line;
        const auto is_lone_label = [&](u32 number) {
            const LooseLine line = read_line(file.line(number));
            return !line.label.empty() && line.empty();
        };
        while (first > 1 && is_lone_label(first - 1)) {
            --first;
        }
        u32 last = m_about->place.line;
        for (u32 number = last + 1; number <= file.line_count(); ++number) {
            const LooseLine line = read_line(file.line(number));
            const assembler::DirectiveInfo* const row = assembler::find_directive(line.head);
            const bool is_data = row != nullptr && (stores_values(line.head) || stores_text(line.head) ||
                                                    row->id == Directive::space || row->id == Directive::align);
            if (!line.empty() && !is_data) {
                break;
            }
            last = line.empty() ? last : number;
        }
        const std::string first_line = ".data\n" + std::string(file.line(first));
        std::vector<LineEdit> edits;
        if (first == last) {
            edits.push_back({m_about->place.file, first, first_line + "\n.text"});
        } else {
            edits.push_back({m_about->place.file, first, first_line});
            edits.push_back({m_about->place.file, last, std::string(file.line(last)) + "\n.text"});
        }
        m_out->edit(Slip::data_in_text, {std::string(m_line->head)}, std::move(edits));
    }

    /// `.data 0` or `x: .data 5` above, which says where the data goes.
    void propose_data_address() {
        const SourceText& file = m_about->file();
        for (u32 number = m_about->place.line; number > 0; --number) {
            const LooseLine line = read_line(file.line(number));
            if (to_lower(line.head) == ".data" && !line.operands.empty()) {
                const auto length = static_cast<u32>(line.head.size());
                const Patch patch =
                    line.label.empty() ? Patch{line.head_offset + length, line.code_end - line.head_offset - length, ""}
                                       : Patch{line.head_offset, length, ".word"};
                m_out->edit(Slip::data_address, {std::string(line.operands[0].text)},
                            {{m_about->place.file, number, patched(line.text, {patch})}}, number);
                return;
            }
        }
    }

    /// `msg: .text "Hello"` above made this place a part of the instructions.
    void propose_text_directive() {
        const SourceText& file = m_about->file();
        for (u32 number = m_about->place.line - 1; number > 0; --number) {
            const LooseLine line = read_line(file.line(number));
            const std::string label = to_lower(line.label);
            if (label == "data" && line.empty()) {
                m_out->edit(Slip::dot_missing, {std::string(line.label) + ":", ".data"},
                            {{m_about->place.file, number, ".data"}}, number);
                return;
            }
            if (to_lower(line.head) == ".text") {
                if (std::ranges::any_of(line.pieces, is_string)) {
                    m_out->edit(
                        Slip::text_directive, {m_about->number_of({m_about->place.file, number})},
                        {{m_about->place.file, number,
                          patched(line.text, {{line.head_offset, static_cast<u32>(line.head.size()), ".asciiz"}})}},
                        number);
                }
                return;
            }
        }
    }

    /// `.word {1, 2}`, `.half[9]`, `.word 9 dup(0)`, `.word 0 x 9`.
    void propose_brackets() {
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
        const bool is_count =
            pieces.size() >= 3 && pieces[0].is("[") && is_integer(pieces[1].text) && pieces[2].is("]");
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
            replace_values(Slip::repetition_form, {},
                           std::string(pieces[0].text) + " : " + std::string(pieces[2].text));
        }
        if (is_count) {
            replace_values(Slip::array_length, {head, std::string(pieces[1].text)},
                           "0 : " + std::string(pieces[1].text));
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
            replace_values(Slip::repetition_form, {},
                           std::string(pieces[0].text) + " : " + std::string(pieces[2].text));
        }
        if (!patches.empty()) {
            rewrite(Slip::value_brackets, {bracket}, std::move(patches));
        }
    }

    /// `.word 1. 2. 3`: points for commas.
    void propose_points() {
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

    /// Each value as it was meant.
    void propose_values() {
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

    /// `1.2.3`, `"2.5"`, `2.5f5`: what remains without the part that can't belong to it.
    void propose_real(const LooseOperand& operand) {
        const auto pieces = pieces_of(operand.text);
        if (pieces.size() == 3 && (pieces[1].is("/") || pieces[1].is("*"))) {
            const auto left = parse_java_double(pieces[0].text);
            const auto right = parse_java_double(pieces[2].text);
            if (left && right && (pieces[1].is("*") || *right != 0)) {
                const std::string value = java_text(pieces[1].is("*") ? *left * *right : *left / *right);
                rewrite(Slip::calculation, {std::string(operand.text), value},
                        {{operand.offset, operand.length, value}});
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

    void propose_separators() {
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

    /// Text wants `.asciiz`, a fraction `.float`, a number too large another size.
    void propose_other_directive() {
        const auto pieces = values();
        const std::string head(m_line->head);
        const bool has_text = std::ranges::any_of(pieces, is_string);
        const bool is_integer_kind = assembler::is_integer_directive(assembler::find_directive(head)->id);
        const bool has_long_text = std::ranges::any_of(pieces, [](const LinePiece& p) {
            return is_string(p) && p.text.size() != 3 && !(p.text.size() == 4 && p.text[1] == '\\');
        });
        const bool holds_numbers = has_text && std::ranges::all_of(pieces, [](const LinePiece& p) {
                                       const std::string_view text = p.text.substr(is_string(p) ? 1 : 0);
                                       return !is_string(p) || is_integer(text.substr(0, text.size() - 1)) ||
                                              parse_java_double(text.substr(0, text.size() - 1));
                                   });
        if (has_text && (holds_numbers || (!has_long_text && is_integer_kind))) {
            propose_values();
        }
        if (has_text) {
            rewrite(Slip::text_in_numbers, {head}, {head_patch(".asciiz")});
        }
        // Java ends a number by a letter, too; here 1F is a hexadecimal one.
        const bool has_fraction = std::ranges::any_of(pieces, [](const LinePiece& piece) {
            const bool ends_in_letter = piece.text.find_last_of("fFdD") + 1 == piece.text.size();
            return piece.is_word() && !is_integer(piece.text) && !piece.text.ends_with('.') &&
                   parse_java_double(piece.text).has_value() &&
                   (!ends_in_letter || piece.text.find('.') != piece.text.npos);
        });
        if (has_fraction && is_integer_kind) {
            propose_whole_numbers();
            rewrite(Slip::fraction_in_integers, {head}, {head_patch(".float")});
        }
        if (m_about->is(Message::float_out_of_range)) {
            rewrite(Slip::float_too_large, {}, {head_patch(".double")});
        }
        if (m_about->is(Message::repetition_not_positive)) {
            const LinePiece& last = pieces.back();
            replace_values(Slip::repetition_form, {},
                           std::string(pieces[0].text) + " : " +
                               (pieces.size() > 3 && !last.is("0") ? std::string(last.text) : "1"));
        }
    }

    /// `.word 14, 3.0, 27`: among whole numbers another one is meant, if its fraction is nothing.
    void propose_whole_numbers() {
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

    /// `.space 40 bytes`, `.space 10, 0`, `.space -4`, `.space`.
    void propose_size() {
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
            const auto* const unit = std::ranges::find(units, to_lower(values()[0].text),
                                                       &std::pair<std::string_view, std::string_view>::first);
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

    /// `20 words` in bytes for .space; `4 bytes` as a power of two for .align.
    [[nodiscard]] std::string in_unit_of_directive(const std::string& number) const {
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

    /// `.word count 5`, `.asciiz msg: "Hello"`
    void propose_name_behind() {
        const auto pieces = m_line->rest();
        const bool is_data =
            stores_values(m_line->head) || stores_text(m_line->head) || to_lower(m_line->head) == ".space";
        propose_second_line();
        const bool has_name_at_end =
            is_data && pieces.size() > 3 && pieces.back().is(":") && is_name(pieces[pieces.size() - 2].text);
        if (has_name_at_end && m_line->label.empty()) {
            const std::string name(pieces[pieces.size() - 2].text);
            const u32 end = pieces[pieces.size() - 3].end();
            rewrite(Slip::name_behind, {name, std::string(m_line->head)},
                    {{m_line->head_offset, 0, name + ": "}, {end, m_line->code_end - end, ""}});
        }
        if (!is_data || !m_line->label.empty() || pieces.size() < 3 || !is_name(pieces[1].text) ||
            m_about->survey->label(pieces[1].text) != nullptr) {
            return;
        }
        const bool has_sign = pieces[2].is(":") || pieces[2].is("=") || pieces[2].is(",");
        const u32 values_at = pieces[2].offset;
        rewrite(Slip::name_behind, {std::string(pieces[1].text), std::string(m_line->head)},
                {{m_line->head_offset, static_cast<u32>(m_line->head.size()),
                  std::string(pieces[1].text) + ": " + std::string(m_line->head)},
                 {pieces[1].offset, values_at - pieces[1].offset, ""},
                 {values_at, has_sign ? pieces[pieces.size() > 3 ? 3 : 2].offset - values_at : 0, ""}});
    }

    /// `x: .word 0  y: .word 1`
    void propose_second_line() {
        const auto pieces = m_line->rest();
        for (size_t i = 2; i + 2 < pieces.size(); ++i) {
            const bool begins = is_name(pieces[i].text) && pieces[i + 1].is(":") && !pieces[i - 1].is(",") &&
                                assembler::find_directive(pieces[i + 2].text) != nullptr;
            if (begins && assembler::find_directive(m_line->head) != nullptr) {
                const u32 end = pieces[i - 1].end();
                rewrite(Slip::two_statements, {}, {{end, pieces[i].offset - end, "\n"}});
                return;
            }
        }
    }

    /// `msg "Hello"`, `count: 5` among instructions, `msg: "Hello"`.
    void propose_missing_directive() {
        const auto rest = m_line->rest();
        if (rest.empty() || !m_about->is_in_data()) {
            return;
        }
        const bool has_name = m_line->label.empty() && is_name(m_line->head) && rest.size() > 1;
        const bool has_sign = !m_line->label.empty() && rest[0].is("=") && rest.size() > 1;
        const LinePiece& first = rest[has_name || has_sign ? 1 : 0];
        const bool has_label = has_name || !m_line->label.empty();
        const std::string_view directive = is_string(first)                                               ? ".asciiz "
                                           : is_integer(first.text) || first.kind == PieceKind::character ? ".word "
                                           : first.is_word() && parse_java_double(first.text)             ? ".float "
                                                                                                          : "";
        if (has_label && !directive.empty()) {
            std::vector<Patch> patches = {{first.offset, 0, std::string(directive)}};
            if (has_name) {
                patches.push_back({rest[0].end(), 0, ":"});
            } else if (has_sign) {
                patches.push_back({rest[0].offset, first.offset - rest[0].offset, ""});
            }
            const std::string name(trim(directive));
            rewrite(has_name ? Slip::colon_and_directive : Slip::directive_missing, {name, std::string(m_line->head)},
                    std::move(patches));
        }
    }

    const WrongLine* m_about;
    Proposals* m_out;
    const LooseLine* m_line;
};

/// From the first to the last quote of a line; nothing if there are less than two.
std::optional<std::pair<size_t, size_t>> outer_quotes(const LooseLine& line, char quote) {
    const size_t from = line.text.find(quote, line.head_offset + line.head.size());
    const size_t to = line.text.rfind(quote);
    return from != std::string_view::npos && to > from ? std::optional(std::pair(from, to)) : std::nullopt;
}

/// `"Hello", 10, 0`: as others write a line feed and the end of a text.
void propose_numbers_behind(const LooseLine& line, Proposals& out) {
    const auto pieces = line.rest().subspan(1);
    if (pieces.size() < 2 || !is_string(pieces[0])) {
        return;
    }
    std::string escapes;
    for (const LinePiece& piece : pieces.subspan(1)) {
        const std::optional<i32> value = decode_mars_int(piece.text);
        const bool is_escape = piece.kind == PieceKind::character && piece.text.size() == 4 && piece.text[1] == '\\';
        const std::string_view escape = is_escape     ? piece.text.substr(1, 2)
                                        : value == 10 ? "\\n"
                                        : value == 13 ? "\\r"
                                        : value == 9  ? "\\t"
                                                      : "";
        if (!piece.is(",") && escape.empty() && value != 0) {
            return;
        }
        escapes += escape;
    }
    const u32 end = pieces[0].end();
    std::vector<Patch> patches = {{end - 1, line.code_end - end + 1, escapes + "\""}};
    if (to_lower(line.head) == ".ascii" && decode_mars_int(pieces.back().text) == 0) {
        patches.push_back({line.head_offset, static_cast<u32>(line.head.size()), ".asciiz"});
    }
    out.rewrite(Slip::numbers_behind_text, {std::string(line.text.substr(end, line.code_end - end))},
                patched(line.text, std::move(patches)));
}

/// `""Hello""`: what two quotes or three on both sides stand for.
void propose_single_quotes_around(const LooseLine& line, size_t from, size_t to, Proposals& out) {
    const std::string plain = without_doubled_quotes(line.text.substr(from, to + 1 - from));
    if (!plain.empty()) {
        out.rewrite(Slip::quotes_doubled, {},
                    std::string(line.text.substr(0, from)) + plain + std::string(line.text.substr(to + 1)));
    }
}

void propose_quotes(const LooseLine& line, Proposals& out) {
    const std::string_view text = line.text;
    const u32 from = line.head_offset + static_cast<u32>(line.head.size());
    const auto pieces = line.rest().subspan(1);
    const auto has_sign = [&](std::string_view sign) {
        return std::ranges::any_of(
            pieces, [&](const LinePiece& piece) { return piece.kind == PieceKind::sign && piece.is(sign); });
    };
    const bool joins = has_sign("+") || has_sign("&") || has_sign(".");
    const bool joins_texts_only = std::ranges::all_of(pieces, [](const LinePiece& piece) {
        return is_string(piece) || piece.is("+") || piece.is("&") || piece.is(".");
    });
    if (joins && joins_texts_only) {
        std::string joined;
        for (const LinePiece& piece : pieces) {
            joined += is_string(piece) ? piece.text.substr(1, piece.text.size() - 2) : std::string_view();
        }
        const u32 at = pieces[0].offset;
        out.rewrite(Slip::strings_joined, {}, patched(text, {{at, line.code_end - at, "\"" + joined + "\""}}));
    } else if (joins && std::ranges::any_of(pieces, is_string)) {
        std::vector<Patch> patches;
        for (const LinePiece& piece : pieces) {
            if (piece.kind == PieceKind::sign && !piece.is(",")) {
                patches.push_back({piece.offset, piece.length, ","});
            }
        }
        out.rewrite(Slip::strings_joined, {}, patched(text, std::move(patches)));
    }
    propose_numbers_behind(line, out);
    if (pieces.size() == 2 && (pieces[0].is("=") || pieces[0].is(":") || pieces[0].is(",")) && is_string(pieces[1])) {
        out.rewrite(Slip::sign_at_start, {std::string(pieces[0].text)},
                    patched(text, {{pieces[0].offset, pieces[1].offset - pieces[0].offset, ""}}));
    }
    if (pieces.size() == 3 && pieces[0].is("(") && is_string(pieces[1]) && pieces[2].is(")")) {
        out.rewrite(Slip::value_brackets, {"("}, patched(text, {{pieces[0].offset, 1, ""}, {pieces[2].offset, 1, ""}}));
    }
    if (pieces.size() == 2 && is_string(pieces[0]) && (pieces[1].is(".") || pieces[1].is("!") || pieces[1].is(":"))) {
        out.rewrite(Slip::sign_at_end, {std::string(pieces[1].text)},
                    patched(text, {{pieces[1].offset, pieces[1].length, ""}}));
    }
    const auto doubles = outer_quotes(line, '"');
    const bool begins_with_quote = !pieces.empty() && pieces[0].kind == PieceKind::string;
    if (doubles && begins_with_quote) {
        std::string inside(text.substr(doubles->first + 1, doubles->second - doubles->first - 1));
        propose_single_quotes_around(line, doubles->first, doubles->second, out);
        // `""Hello"`, `"Hello""`
        const bool is_first = inside.starts_with('"');
        const bool is_last = inside.ends_with('"') && !inside.ends_with("\\\"");
        if (is_first != is_last && std::ranges::count(inside, '"') == 1) {
            const size_t at = is_first ? doubles->first : doubles->second;
            out.rewrite(Slip::quote_too_many, {is_first ? "in front of" : "behind"},
                        patched(text, {{static_cast<u32>(at), 1, ""}}));
        }
        std::string escaped;
        for (size_t i = 0; i < inside.size(); ++i) {
            escaped += inside[i] == '"' && (i == 0 || inside[i - 1] != '\\') ? "\\\"" : std::string(1, inside[i]);
        }
        out.rewrite(
            Slip::quote_inside, {},
            std::string(text.substr(0, doubles->first + 1)) + escaped + std::string(text.substr(doubles->second)));
        // `"Hello"\n`
        const std::string behind(trim(text.substr(
            doubles->second + 1, line.code_end > doubles->second ? line.code_end - doubles->second - 1 : 0)));
        if (behind.starts_with('\\')) {
            out.rewrite(
                Slip::escape_outside, {behind, "behind the end of the text"},
                std::string(text.substr(0, doubles->second)) + behind + "\"" + std::string(text.substr(line.code_end)));
        }
    }
    const bool begins_with_apostrophe = !pieces.empty() && pieces[0].text.starts_with('\'');
    if (const auto singles = outer_quotes(line, '\''); singles && begins_with_apostrophe) {
        std::string inside(text.substr(singles->first + 1, singles->second - singles->first - 1));
        while (inside.size() > 1 && inside.starts_with('\'') && inside.ends_with('\'')) {
            inside = inside.substr(1, inside.size() - 2);
        }
        out.rewrite(Slip::single_quotes, {inside},
                    std::string(text.substr(0, singles->first)) + "\"" + inside + "\"" +
                        std::string(text.substr(singles->second + 1)));
    }
    if (begins_with_apostrophe && text.find('"') != std::string_view::npos) {
        std::string plain(text);
        std::replace(plain.begin() + static_cast<std::ptrdiff_t>(from), plain.end(), '\'', '"');
        out.rewrite(Slip::single_quotes, {""}, plain);
    }
    const size_t start = text.find_first_not_of(" \t", from);
    if (start == std::string_view::npos || text[start] == '"' || start >= line.code_end) {
        return;
    }
    const bool has_end_quote = text.substr(0, line.code_end).ends_with('"');
    std::string code(text.substr(start, line.code_end - start));
    const char wrong_quote = code[0] == '`' || code[0] == '\'' || code[0] == '(' ? code[0] : '\0';
    code.erase(0, wrong_quote != '\0' ? 1 : 0);
    const size_t quote = code.find('"');
    if (has_end_quote && code[0] == '\\' && quote + 1 < code.size()) {
        const std::string outside = code.substr(0, quote);
        if (outside == "\\") {
            out.rewrite(Slip::sign_at_start, {outside}, patched(text, {{static_cast<u32>(start), 1, ""}}));
        }
        out.rewrite(Slip::escape_outside, {std::string(trim(outside)), "in front of the text"},
                    std::string(text.substr(0, start)) + "\"" + std::string(trim(outside)) + code.substr(quote + 1) +
                        std::string(text.substr(line.code_end)));
    }
    if (has_end_quote) {
        out.rewrite(Slip::first_quote_missing, {},
                    std::string(text.substr(0, start)) + "\"" + code + std::string(text.substr(line.code_end)));
        return;
    }
    if (wrong_quote != '\0' && (code.ends_with(wrong_quote) || code.ends_with(')'))) {
        code.pop_back();
    }
    out.rewrite(Slip::quotes_missing, {},
                std::string(text.substr(0, start)) + "\"" + code + "\"" + std::string(text.substr(line.code_end)));
}

/// Two lines: a definition among the data, and the instruction that uses it by its name.
void propose_definition_and_use(const WrongLine& about, Slip slip, const std::string& definition,
                                const std::string& use, Proposals& out) {
    const SourceText& file = about.file();
    u32 data = 0;
    for (u32 number = 1; number <= file.line_count() && data == 0; ++number) {
        data = to_lower(read_line(file.line(number)).head) == ".data" ? number : 0;
    }
    LineEdit used = {about.place.file, about.place.line, use};
    if (data != 0) {
        out.edit(slip, {definition},
                 {used, {about.place.file, data, std::string(file.line(data)) + "\n" + definition}});
    } else if (about.place.line == 1) {
        out.edit(slip, {definition}, {{about.place.file, 1, ".data\n" + definition + "\n.text\n" + use}});
    } else {
        out.edit(slip, {definition},
                 {used, {about.place.file, 1, ".data\n" + definition + "\n.text\n" + std::string(file.line(1))}});
    }
}

std::string free_name(const WrongLine& about, std::string name) {
    while (about.survey->label(name) != nullptr) {
        name += "1";
    }
    return name;
}

/// `la $a0, "Hello"`: the text gets a place among the data.
void propose_text_in_code(const WrongLine& about, Proposals& out) {
    const LooseLine& line = about.line;
    const auto text = std::ranges::find_if(line.pieces, is_string);
    if (text == line.pieces.end() || isa::find_mnemonic(line.head) == nullptr || text->text.size() < 3 ||
        about.survey->label(text->text.substr(1, text->text.size() - 2)) != nullptr) {
        return;
    }
    // A single character, as it is or escaped, is a number.
    const bool is_character = text->text.size() == 3 || (text->text.size() == 4 && text->text[1] == '\\');
    if (is_character && to_lower(line.head) != "la") {
        return;
    }
    const std::string name = free_name(about, "text");
    propose_definition_and_use(about, Slip::text_in_code, name + ": .asciiz " + std::string(text->text),
                               patched(line.text, {{line.head_offset, static_cast<u32>(line.head.size()), "la"},
                                                   {text->offset, text->length, name}}),
                               out);
}

/// `li $f0, 1.5`, `li.s $f0, 1.5`: so does the fraction.
void propose_fraction_in_code(const WrongLine& about, Proposals& out) {
    const LooseLine& line = about.line;
    const std::string head = to_lower(line.head);
    static constexpr std::string_view heads[] = {"li",   "li.s",  "li.d",  "l.s",  "l.d",  "lw",  "la",
                                                 "move", "mov.s", "mov.d", "lwc1", "ldc1", "mtc1"};
    if (head == "mtc1" && line.operands.size() == 2 && is_integer(line.operands[1].text)) {
        return;
    }
    const bool loads = std::ranges::find(heads, head) != std::end(heads) && line.operands.size() == 2 &&
                       is_float_register(line.operands[0].text) && parse_java_double(line.operands[1].text);
    if (!loads) {
        return;
    }
    const bool is_double = head.ends_with(".d") || head == "ldc1";
    const std::string name = free_name(about, "value");
    const LooseOperand& number = line.operands[1];
    propose_definition_and_use(
        about, Slip::fraction_in_code, name + (is_double ? ": .double " : ": .float ") + std::string(number.text),
        patched(line.text, {{line.head_offset, static_cast<u32>(line.head.size()), is_double ? "l.d" : "l.s"},
                            {number.offset, number.length, name}}),
        out);
}

}  // namespace

void propose_text_of_call(const WrongLine& use, std::string_view assembled, Proposals& out) {
    const auto text = std::ranges::find_if(use.line.pieces, is_string);
    const LooseLine line = read_line(assembled);
    if (text == use.line.pieces.end() || assembled.find(text->text) == std::string_view::npos ||
        isa::find_mnemonic(line.head) == nullptr || use.survey->macro(use.line.head) == nullptr) {
        return;
    }
    const std::string inside(text->text.substr(1, text->text.size() - 2));
    if (use.survey->label(inside) != nullptr) {
        out.rewrite(Slip::label_mark, {std::string(text->text)},
                    patched(use.line.text, {{text->offset, text->length, inside}}));
    }
    const std::string name = free_name(use, "text");
    propose_definition_and_use(use, Slip::text_in_code, name + ": .asciiz " + std::string(text->text),
                               patched(use.line.text, {{text->offset, text->length, name}}), out);
}

void propose_data(const WrongLine& about, Proposals& out) {
    if (!about.line.empty()) {
        DataMaker(about, out).propose();
    }
}

void propose_strings(const WrongLine& about, Proposals& out) {
    if (stores_text(about.line.head)) {
        propose_quotes(about.line, out);
    }
    propose_text_in_code(about, out);
    propose_fraction_in_code(about, out);
}

}  // namespace mariner::tutor
