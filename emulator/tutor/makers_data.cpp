// Data directives: data among instructions, the directive that values are for, the label in front.

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

using assembler::Directive;

bool stores_values(std::string_view head) {
    const assembler::DirectiveInfo* const row = assembler::find_directive(head);
    return row != nullptr &&
           (assembler::is_integer_directive(row->id) || row->id == Directive::float_ || row->id == Directive::double_);
}

}  // namespace

void DataMaker::propose() {
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

Patch DataMaker::head_patch(std::string_view head) const {
    return {m_line->head_offset, static_cast<u32>(m_line->head.size()), std::string(head)};
}

void DataMaker::rewrite(Slip slip, std::vector<std::string> arguments, std::vector<Patch> patches) {
    m_out->rewrite(slip, std::move(arguments), patched(m_line->text, std::move(patches)));
}

void DataMaker::replace_values(Slip slip, std::vector<std::string> arguments, const std::string& by) {
    const u32 from = m_line->head_offset + static_cast<u32>(m_line->head.size());
    rewrite(slip, std::move(arguments), {{from, m_line->code_end - from, " " + by}});
}

void DataMaker::propose_segment() {
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

void DataMaker::propose_data_address() {
    const SourceText& file = m_about->file();
    for (u32 number = m_about->place.line; number > 0; --number) {
        const LooseLine line = read_line(file.line(number));
        if (to_lower(line.head) == ".data" && !line.operands.empty()) {
            const auto length = static_cast<u32>(line.head.size());
            const Patch patch = line.label.empty()
                                    ? Patch{line.head_offset + length, line.code_end - line.head_offset - length, ""}
                                    : Patch{line.head_offset, length, ".word"};
            m_out->edit(Slip::data_address, {std::string(line.operands[0].text)},
                        {{m_about->place.file, number, patched(line.text, {patch})}}, number);
            return;
        }
    }
}

void DataMaker::propose_text_directive() {
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
                m_out->edit(Slip::text_directive, {m_about->number_of({m_about->place.file, number})},
                            {{m_about->place.file, number,
                              patched(line.text, {{line.head_offset, static_cast<u32>(line.head.size()), ".asciiz"}})}},
                            number);
            }
            return;
        }
    }
}

void DataMaker::propose_other_directive() {
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
        replace_values(
            Slip::repetition_form, {},
            std::string(pieces[0].text) + " : " + (pieces.size() > 3 && !last.is("0") ? std::string(last.text) : "1"));
    }
}

void DataMaker::propose_name_behind() {
    const auto pieces = m_line->rest();
    const bool is_data = stores_values(m_line->head) || stores_text(m_line->head) || to_lower(m_line->head) == ".space";
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

void DataMaker::propose_second_line() {
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

void DataMaker::propose_missing_directive() {
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

void propose_data(const WrongLine& about, Proposals& out) {
    if (!about.line.empty()) {
        DataMaker(about, out).propose();
    }
}

}  // namespace mariner::tutor
