// Doubts about data: values that are missing, cut off or taken apart, texts without an end or with several.

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "emulator/assembler/directives.hpp"
#include "emulator/isa/mnemonics.hpp"
#include "emulator/support/text.hpp"
#include "emulator/tutor/doubt_finder.hpp"
#include "emulator/tutor/proposal.hpp"

namespace mariner::tutor {

void DoubtFinder::look_at_missing_value(const LooseLine& line) {
    static constexpr std::string_view directives[] = {".word", ".half", ".byte", ".float", ".double"};
    const bool is_bare = !line.label.empty() && line.rest().size() == 1 &&
                         std::ranges::find(directives, to_lower(line.head)) != std::end(directives);
    if (!is_bare) {
        return;
    }
    const std::string_view hidden = trim(line.comment.substr(line.comment.empty() ? 0 : 1));
    const bool is_number = is_integer(hidden) || is_integer("0x" + std::string(hidden));
    if (is_number && line.comment.size() > 1 && line.comment[1] != ' ') {
        const std::string number = (is_integer(hidden) ? "" : "0x") + std::string(hidden);
        add(line.rest()[0], Slip::value_in_comment, {std::string(line.comment), std::string(line.head)},
            {new_line(std::string(line.text.substr(0, line.code_end)) + " " + number)});
        return;
    }
    const SourceText& source = m_text->files()[m_place.file];
    for (u32 below = m_place.line + 1; below <= source.line_count(); ++below) {
        const LooseLine next = read_line(source.line(below));
        if (next.empty() && next.label.empty()) {
            continue;
        }
        const bool goes_on = next.label.empty() && !next.head.starts_with('.');
        if (goes_on) {
            return;
        }
        break;
    }
    add(line.rest()[0], Slip::value_missing, {std::string(line.head), std::string(line.label)},
        {new_line(patched(line.text, {{line.code_end, 0, " 0"}}))});
}

void DoubtFinder::look_at_string(const LooseLine& line) {
    const std::string head = to_lower(line.head);
    if (head != ".asciiz" && head != ".ascii") {
        return;
    }
    look_at_doubled_quotes(line);
    look_at_neighbours(line);
    for (const LinePiece& piece : line.rest()) {
        if (piece.kind == PieceKind::string) {
            look_at_escapes(piece);
        }
        if (piece.kind != PieceKind::string || piece.closed || is_quote_in_quotes(line, piece) ||
            goes_on_below(line, piece)) {
            continue;
        }
        if (is_quote_behind_text(line, piece)) {
            continue;
        }
        // The comment behind it belongs to the text, as it stands.
        const size_t hash = piece.text.find('#');
        const size_t last = piece.text.substr(0, hash).find_last_not_of(" \t");
        const size_t end = hash != std::string_view::npos && last > 0 ? piece.offset + last + 1 : line.text.size();
        std::string closed(line.text);
        static constexpr std::string_view curly[] = {"\u201D", "\u201C", "\u201E", "\u00BB", "\u2033"};
        for (const std::string_view quote : curly) {
            if (closed.ends_with(quote)) {
                closed.resize(closed.size() - quote.size());
            }
        }
        if ((end <= closed.size() && closed[end - 1] == '\'') || closed.ends_with(';')) {
            closed[end - 1] = '"';
        } else {
            closed.insert(std::min(end, closed.size()), "\"");
        }
        const bool was_closed_twice = std::string_view(closed).substr(0, end).ends_with("\\\"");
        add(piece, was_closed_twice ? Slip::string_escaped_end : Slip::string_not_closed, {}, {new_line(closed)});
    }
}

bool DoubtFinder::is_quote_behind_text(const LooseLine& line, const LinePiece& piece) {
    const bool is_it = line.rest().size() == 3 && line.rest()[1].kind == PieceKind::string && piece.is("\"") &&
                       line.rest()[1].length > 2;
    if (is_it) {
        const u32 end = line.rest()[1].end();
        add(piece, Slip::quote_too_many, {"behind"}, {new_line(patched(line.text, {{end, piece.end() - end, ""}}))});
    }
    return is_it;
}

bool DoubtFinder::is_quote_in_quotes(const LooseLine& line, const LinePiece& piece) {
    const bool is_it = line.rest().size() == 3 && line.rest()[1].is("\"\"") && piece.is("\"");
    if (is_it) {
        const u32 at = line.rest()[1].offset;
        add(line.rest()[1], Slip::quote_inside, {}, {new_line(patched(line.text, {{at, 3, "\"\\\"\""}}))});
    }
    return is_it;
}

void DoubtFinder::look_at_doubled_quotes(const LooseLine& line) {
    const size_t from = line.text.find('"');
    const size_t to = line.text.substr(0, line.code_end).rfind('"');
    const bool is_all =
        !line.empty() && line.rest().size() > 2 && line.rest()[1].offset == from && line.code_end == to + 1;
    const std::string plain = is_all ? without_doubled_quotes(line.text.substr(from, to + 1 - from)) : "";
    if (!plain.empty()) {
        add(line.rest()[1], Slip::quotes_doubled, {},
            {new_line(patched(line.text, {{static_cast<u32>(from), static_cast<u32>(to + 1 - from), plain}}))});
    }
}

void DoubtFinder::look_at_neighbours(const LooseLine& line) {
    const auto pieces = line.rest();
    std::string whole;
    for (size_t i = 1; i < pieces.size(); ++i) {
        const bool is_text = pieces[i].kind == PieceKind::string && pieces[i].closed && pieces[i].text.size() > 2;
        if (!is_text) {
            return;
        }
        whole += pieces[i].text.substr(1, pieces[i].text.size() - 2);
    }
    // A table of texts is no sentence in parts.
    const bool goes_on = pieces.size() > 2 && pieces[1].text.ends_with(" \"");
    if (goes_on && to_lower(line.head) == ".asciiz") {
        const u32 from = pieces[1].offset;
        add(pieces[2], Slip::texts_apart, {},
            {new_line(patched(line.text, {{from, line.code_end - from, "\"" + whole + "\""}}))});
    }
}

void DoubtFinder::look_at_escapes(const LinePiece& piece) {
    static constexpr std::string_view known = "nt\\\"0'rbf";
    for (size_t at = piece.text.find('\\'); at < piece.text.size() - 1; at = piece.text.find('\\', at + 2)) {
        const char letter = piece.text[at + 1];
        const bool is_letter =
            (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') || (letter >= '0' && letter <= '9');
        if (is_letter && known.find(letter) == std::string_view::npos) {
            add(piece, Slip::unknown_escape, {"\\" + std::string(1, letter), std::string(1, letter)}, {});
            return;
        }
    }
}

bool DoubtFinder::goes_on_below(const LooseLine& line, const LinePiece& piece) {
    constexpr u32 most_lines = 6;
    const SourceText& source = m_text->files()[m_place.file];
    std::string whole(line.text);
    std::vector<LineEdit> edits = {new_line("")};
    for (u32 below = m_place.line + 1; below <= source.line_count() && below < m_place.line + most_lines; ++below) {
        const std::string_view text = source.line(below);
        const LooseLine next = read_line(text.substr(0, 500));
        const auto quotes = std::ranges::count(text, '"');
        const bool is_statement = assembler::find_directive(next.head) != nullptr ||
                                  isa::find_mnemonic(next.head) != nullptr || !next.label.empty();
        if (quotes > 1 || (is_statement && quotes != 1) || text.size() > 500 || (quotes == 0 && is_statement)) {
            return false;
        }
        whole += "\\n" + std::string(text.substr(std::min(text.find_first_not_of(" \t"), text.size())));
        edits.push_back({m_place.file, below, ""});
        if (quotes == 1) {
            edits[0].text = whole;
            add(piece, Slip::string_over_lines, {}, std::move(edits));
            return true;
        }
    }
    return false;
}

void DoubtFinder::look_at_open_text(const LooseLine& line) {
    const std::string head = to_lower(line.head);
    const bool is_text = head == ".ascii" || head == ".asciiz";
    const bool is_nonzero = head == ".byte" && !line.operands.empty() && decode_mars_int(line.operands[0].text) != 0;
    if (m_open_text && !line.label.empty() && (is_text || is_nonzero)) {
        const SourceText& source = m_text->files()[m_place.file];
        const SourceSpot here = m_place;
        m_place.line = m_open_text->line;
        const LooseLine open = read_line(source.line(m_place.line));
        if (is_printed(m_open_label) && is_printed(line.label)) {
            add(open.rest()[0], Slip::text_runs_on, {std::string(m_open_label)},
                {new_line(patched(open.text, {{open.head_offset, static_cast<u32>(open.head.size()), ".asciiz"}}))});
        }
        m_place = here;
    }
    if (!line.label.empty() || !is_text) {
        m_open_text.reset();
    }
    const std::string_view last = line.pieces.empty() ? std::string_view() : line.pieces.back().text;
    if (head == ".ascii" && !last.ends_with("\\0\"")) {
        m_open_label = line.label.empty() ? m_open_label : line.label;
        m_open_text = m_place;
    } else if (is_text) {
        m_open_text.reset();
    }
}

bool DoubtFinder::is_printed(std::string_view label) const {
    const Survey::Places* const uses = label.empty() ? nullptr : m_survey->uses(label);
    constexpr u32 near = 3;
    constexpr size_t most_uses = 20;
    for (size_t i = 0; uses != nullptr && i < std::min(uses->size(), most_uses); ++i) {
        const SourceText& source = m_text->files()[(*uses)[i].file];
        const u32 at = (*uses)[i].line;
        if (to_lower(read_line(source.line(at)).head) != "la") {
            continue;
        }
        for (u32 line = at > near ? at - near : 1; line <= std::min(at + near, source.line_count()); ++line) {
            const LooseLine other = read_line(source.line(line));
            if (loaded_service(other) == 4) {
                return true;
            }
        }
    }
    return false;
}

void DoubtFinder::look_at_numbers(const LooseLine& line) {
    const std::string head = to_lower(line.head);
    if (head == ".float" || head == ".double" || line.head.empty()) {
        return;
    }
    for (size_t i = line.first + 1; i < line.pieces.size(); ++i) {
        const LinePiece& piece = line.pieces[i];
        constexpr size_t most_digits = 10;
        const bool is_long = piece.is_word() && piece.text.size() >= most_digits &&
                             piece.text.find_first_not_of("0123456789") == std::string_view::npos;
        if (!is_long || piece.text[0] == '0') {
            continue;
        }
        const auto value = parse_digits<u64>(piece.text);
        if (!value || *value > 0xffffffffULL) {
            const auto stored = decode_mars_int(piece.text);
            if (stored) {
                add(piece, Slip::number_cut, {std::string(piece.text), std::to_string(*stored)}, {});
            }
        }
    }
}

void DoubtFinder::look_at_fraction(const LooseLine& line) {
    const std::string head = to_lower(line.head);
    const auto values = line.rest().subspan(line.empty() ? 0 : 1);
    const auto is_digits = [](std::string_view word) { return parse_digits<u64>(word).has_value(); };
    const bool is_real = head == ".float" || head == ".double";
    // `.float 3. 14`
    const bool is_apart = is_real && values.size() == 2 && values[0].text.ends_with('.') && is_digits(values[1].text) &&
                          is_digits(values[0].text.substr(0, values[0].text.size() - 1));
    if (is_apart) {
        const u32 end = values[0].end();
        add(values[0], Slip::digits_apart, {std::string(values[0].text) + " " + std::string(values[1].text)},
            {new_line(patched(line.text, {{end, values[1].offset - end, ""}}))});
    }
    const bool is_split = values.size() == 3 && values[1].is(",") && values[0].end() == values[1].offset &&
                          values[1].end() == values[2].offset && is_digits(values[0].text) &&
                          is_digits(values[2].text) && is_read_alone(line.label);
    constexpr size_t thousands = 3;
    if (is_split && head == ".word" && values[2].text.size() == thousands && values[0].text.size() <= thousands &&
        values[0].text[0] != '0') {
        add(values[0], Slip::thousands_in_data, {}, {new_line(patched(line.text, {{values[1].offset, 1, ""}}))});
    }
    if (is_split && is_real) {
        const std::string number = std::string(values[0].text) + "." + std::string(values[2].text);
        add(values[0], Slip::comma_for_point, {number}, {new_line(patched(line.text, {{values[1].offset, 1, "."}}))});
    }
}

void DoubtFinder::look_at_commas(const LooseLine& line) {
    const std::string head = to_lower(line.head);
    constexpr size_t least_commas = 2;
    const auto values = line.rest().subspan(line.empty() ? 0 : 1);
    size_t gap = 0;
    size_t commas = 0;
    size_t commas_before = 0;
    for (size_t i = 0; i < values.size(); ++i) {
        const bool is_value = values[i].is_word() && is_integer(values[i].text);
        const bool is_comma = values[i].is(",");
        const bool is_apart = i > 0 && is_value && values[i - 1].is_word();
        if ((!is_value && !is_comma) || (is_apart && gap != 0)) {
            return;
        }
        gap = is_apart ? i : gap;
        commas_before = is_apart ? commas : commas_before;
        commas += is_comma ? 1 : 0;
    }
    const bool is_list = head == ".word" || head == ".byte" || head == ".half";
    const size_t between = gap != 0 ? values[gap].offset - values[gap - 1].end() : 0;
    if (is_list && between == 1 && commas >= least_commas && commas_before != commas - commas_before) {
        const u32 end = values[gap - 1].end();
        const std::string left(values[gap - 1].text);
        add(values[gap - 1], Slip::comma_missing_in_list, {left, std::string(values[gap].text)},
            {new_line(patched(line.text, {{end, 0, ","}}))});
    }
}

bool DoubtFinder::is_read_alone(std::string_view label) {
    const Survey::Places* const uses = label.empty() ? nullptr : m_survey->uses(label);
    return uses != nullptr && std::ranges::all_of(*uses, [&](const SourceSpot& place) {
               const LooseLine use = read_line(m_text->files()[place.file].line(place.line));
               const std::string head = to_lower(use.head);
               return head != "la" && !head.starts_with('.') && isa::find_mnemonic(head) != nullptr &&
                      use.operands.size() == 2 && use.operands[1].text == label;
           });
}

}  // namespace mariner::tutor
