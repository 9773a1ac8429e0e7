// What the assembler takes without a word and hardly anybody means.

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "emulator/assembler/directives.hpp"
#include "emulator/isa/mnemonics.hpp"
#include "emulator/support/text.hpp"
#include "emulator/tutor/proposal.hpp"

namespace mariner::tutor {

namespace {

bool has_register(const LooseLine& line) {
    return std::ranges::any_of(line.rest(), [](const LinePiece& piece) { return piece.text.starts_with('$'); });
}

bool is_instruction(const LooseLine& line) {
    if (line.head.empty() || isa::find_mnemonic(line.head) == nullptr) {
        return false;
    }
    const std::string head = to_lower(line.head);
    return has_register(line) || head == "syscall" || head == "nop" ||
           (is_branch_or_jump(head) && line.operands.size() == 1);
}

bool names_register(const LooseLine& line, std::string_view name, std::string_view number) {
    return std::ranges::any_of(line.rest(), [&](const LinePiece& piece) { return piece.is(name) || piece.is(number); });
}

/// `li $v0, N`
std::optional<i32> loaded_service(const LooseLine& line) {
    const bool loads = to_lower(line.head) == "li" && line.operands.size() == 2 &&
                       (line.operands[0].text == "$v0" || line.operands[0].text == "$2");
    return loads ? decode_mars_int(line.operands[1].text) : std::nullopt;
}

/// What a routine is, as far as the lines behind its label tell.
struct RoutineFacts {
    bool returns = false;
    bool takes_arguments = false;  // reads an argument register, or makes room on the stack, before anything else
};

bool writes_first_operand(std::string_view head) {
    return !is_branch_or_jump(head) && !(head.starts_with('s') && head.size() == 2 && head != "sd") && head != "mult" &&
           head != "div" && head != "multu" && head != "divu";
}

RoutineFacts read_routine(const SourceText& source, u32 first) {
    constexpr u32 longest = 60;
    static constexpr std::string_view arguments[] = {"$a0", "$a1", "$a2", "$a3"};
    RoutineFacts facts;
    bool is_written[std::size(arguments)] = {};
    for (u32 number = first; number <= source.line_count() && number < first + longest && !facts.returns; ++number) {
        const LooseLine line = read_line(source.line(number));
        const std::string head = to_lower(line.head);
        facts.returns = head == "jr" && line.operands.size() == 1 && line.operands[0].text == "$ra";
        const bool makes_room = head.starts_with("addi") && line.operands.size() == 3 &&
                                line.operands[0].text == "$sp" && line.operands[2].text.starts_with('-');
        facts.takes_arguments |= makes_room && number <= first + 1;
        for (size_t i = 0; i < std::size(arguments); ++i) {
            const auto names = [&](const LooseOperand& operand) {
                return operand.text.find(arguments[i]) != std::string_view::npos;
            };
            const bool is_target = !line.operands.empty() && names(line.operands[0]) && writes_first_operand(head);
            const auto reads = std::ranges::count_if(line.operands, names) - (is_target ? 1 : 0);
            facts.takes_arguments |= reads > 0 && !is_written[i];
            is_written[i] |= is_target;
        }
    }
    return facts;
}

bool ends_program(std::optional<i32> service) {
    return service == 10 || service == 17;
}

class DoubtFinder {
public:
    DoubtFinder(const ProgramText& text, const Survey& survey) : m_text(&text), m_survey(&survey) {}

    std::vector<Doubt> find() {
        for (u32 file = 0; file < m_text->files().size(); ++file) {
            read_file(file);
        }
        return std::move(m_doubts);
    }

private:
    void read_file(u32 file) {
        const SourceText& source = m_text->files()[file];
        m_service.reset();
        m_service_at.reset();
        m_may_fall_through = m_data_told = false;
        m_routine = m_open_label = {};
        m_open_text.reset();
        m_last = {};
        m_is_dead = m_calls_system = false;
        m_routines.clear();
        m_part.clear();
        m_part_above.clear();
        m_is_straight = false;
        for (u32 number = 1; number <= source.line_count(); ++number) {
            const std::string_view text = source.line(number);
            if (text.empty() || text.size() > longest_line) {
                continue;
            }
            m_place = {file, number};
            const LooseLine line = read_line(text);
            look_at_string(line);
            look_at_missing_value(line);
            look_at_numbers(line);
            look_at_fraction(line);
            look_at_commas(line);
            look_at_label(line);
            if (m_survey->is_in_macro(m_place) || (line.label.empty() && line.empty())) {
                continue;
            }
            if (m_survey->is_in_data(m_place)) {
                look_at_open_text(line);
                look_at_data(line);
            } else {
                m_data_told = false;
                look_at_code(line);
            }
        }
        look_at_end(file);
        if (m_service_at && ends_program(m_service)) {
            const std::string_view text = source.line(m_service_at->line);
            m_place = *m_service_at;
            const std::string indent(text.substr(0, std::min(text.find_first_not_of(" \t"), text.size())));
            add(read_line(text).rest()[0], Slip::syscall_missing_at_end, {std::to_string(*m_service)},
                {{m_place.file, m_place.line, std::string(text) + "\n" + indent + "syscall"}});
        }
    }

    void add(const LinePiece& about, Slip slip, std::vector<std::string> arguments, std::vector<LineEdit> edits) {
        m_doubts.push_back({m_place, about.offset, about.length, {slip, std::move(arguments), std::move(edits)}});
    }

    LineEdit new_line(std::string text) const { return {m_place.file, m_place.line, std::move(text)}; }

    /// Labels on lines of their own above belong to the instruction.
    void look_at_data(const LooseLine& line) {
        m_service_at.reset();
        const bool is_code =
            is_instruction(line) && m_survey->is_known(m_place) && m_survey->macro(line.head) == nullptr;
        if (!is_code || m_data_told) {
            return;
        }
        m_data_told = true;
        const SourceText& source = m_text->files()[m_place.file];
        const u32 line_number = m_place.line;
        u32 first = line_number;
        const auto is_segment = [](std::string_view label) {
            const std::string lower = to_lower(label);
            return lower == "text" || lower == ".text" || lower == "code";
        };
        for (u32 above = first - 1; above > 0; --above) {
            const LooseLine other = read_line(source.line(above));
            const bool is_globl = to_lower(other.head) == ".globl";
            if (!other.empty() && !is_globl) {
                break;
            }
            if (is_segment(other.label)) {
                m_place.line = above;
                const bool has_dot = other.label.starts_with('.');
                add(other.pieces[0], has_dot ? Slip::colon_too_many : Slip::dot_missing,
                    {std::string(other.label) + (has_dot ? "" : ":"), ".text"},
                    {new_line(patched(other.text, {{0, other.code_end, ".text"}}))});
                m_place.line = line_number;
                return;
            }
            first = !other.label.empty() || is_globl ? above : first;
        }
        add(line.rest()[0], Slip::code_in_data, {std::string(line.head)},
            {{m_place.file, first, ".text\n" + std::string(source.line(first))}});
    }

    /// `count: .word`, with no value in this line nor at the start of the next.
    void look_at_missing_value(const LooseLine& line) {
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

    void look_at_string(const LooseLine& line) {
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

    /// `"Hello" "`
    bool is_quote_behind_text(const LooseLine& line, const LinePiece& piece) {
        const bool is_it = line.rest().size() == 3 && line.rest()[1].kind == PieceKind::string && piece.is("\"") &&
                           line.rest()[1].length > 2;
        if (is_it) {
            const u32 end = line.rest()[1].end();
            add(piece, Slip::quote_too_many, {"behind"},
                {new_line(patched(line.text, {{end, piece.end() - end, ""}}))});
        }
        return is_it;
    }

    /// A quote alone in quotes lacks its backslash.
    bool is_quote_in_quotes(const LooseLine& line, const LinePiece& piece) {
        const bool is_it = line.rest().size() == 3 && line.rest()[1].is("\"\"") && piece.is("\"");
        if (is_it) {
            const u32 at = line.rest()[1].offset;
            add(line.rest()[1], Slip::quote_inside, {}, {new_line(patched(line.text, {{at, 3, "\"\\\"\""}}))});
        }
        return is_it;
    }

    /// `"""Hello"""` is three texts, the first and the last of which are empty.
    void look_at_doubled_quotes(const LooseLine& line) {
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

    /// `.asciiz "one " "two"`: C makes one text of them.
    void look_at_neighbours(const LooseLine& line) {
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

    void look_at_escapes(const LinePiece& piece) {
        static constexpr std::string_view known = "nt\\\"0'rbf";
        for (size_t at = piece.text.find('\\'); at < piece.text.size() - 1; at = piece.text.find('\\', at + 2)) {
            const char letter = piece.text[at + 1];
            const bool is_letter = (letter >= 'a' && letter <= 'z') || (letter >= 'A' && letter <= 'Z') ||
                                   (letter >= '0' && letter <= '9');
            if (is_letter && known.find(letter) == std::string_view::npos) {
                add(piece, Slip::unknown_escape, {"\\" + std::string(1, letter), std::string(1, letter)}, {});
                return;
            }
        }
    }

    /// A text without an end that a line below closes. Both become one line.
    bool goes_on_below(const LooseLine& line, const LinePiece& piece) {
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

    /// `.ascii "one"` that is printed, with another text behind it.
    void look_at_open_text(const LooseLine& line) {
        const std::string head = to_lower(line.head);
        const bool is_text = head == ".ascii" || head == ".asciiz";
        const bool is_nonzero =
            head == ".byte" && !line.operands.empty() && decode_mars_int(line.operands[0].text) != 0;
        if (m_open_text && !line.label.empty() && (is_text || is_nonzero)) {
            const SourceText& source = m_text->files()[m_place.file];
            const SourceSpot here = m_place;
            m_place.line = m_open_text->line;
            const LooseLine open = read_line(source.line(m_place.line));
            if (is_printed(m_open_label) && is_printed(line.label)) {
                add(open.rest()[0], Slip::text_runs_on, {std::string(m_open_label)},
                    {new_line(
                        patched(open.text, {{open.head_offset, static_cast<u32>(open.head.size()), ".asciiz"}}))});
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

    /// Whether `la $a0` of a label stands near the choice of the service that prints a text.
    [[nodiscard]] bool is_printed(std::string_view label) const {
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

    /// A number beyond 32 bits loses its upper part.
    void look_at_numbers(const LooseLine& line) {
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

    /// `.float 32,0`: a comma where a point belongs.
    void look_at_fraction(const LooseLine& line) {
        const std::string head = to_lower(line.head);
        const auto values = line.rest().subspan(line.empty() ? 0 : 1);
        const auto is_digits = [](std::string_view word) { return parse_digits<u64>(word).has_value(); };
        const bool is_real = head == ".float" || head == ".double";
        // `.float 3. 14`
        const bool is_apart = is_real && values.size() == 2 && values[0].text.ends_with('.') &&
                              is_digits(values[1].text) &&
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
            add(values[0], Slip::comma_for_point, {number},
                {new_line(patched(line.text, {{values[1].offset, 1, "."}}))});
        }
    }

    /// `.word 3, 8, 1 9, 4`: commas between all values but two. Values in groups of one size are a table's rows.
    void look_at_commas(const LooseLine& line) {
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

    /// Only the value at the label itself is read or stored: no line takes its address, or one behind it.
    bool is_read_alone(std::string_view label) {
        const Survey::Places* const uses = label.empty() ? nullptr : m_survey->uses(label);
        return uses != nullptr && std::ranges::all_of(*uses, [&](const SourceSpot& place) {
                   const LooseLine use = read_line(m_text->files()[place.file].line(place.line));
                   const std::string head = to_lower(use.head);
                   return head != "la" && !head.starts_with('.') && isa::find_mnemonic(head) != nullptr &&
                          use.operands.size() == 2 && use.operands[1].text == label;
               });
    }

    void look_at_label(const LooseLine& line) {
        if (line.label.empty()) {
            return;
        }
        const std::string lower = to_lower(line.label);
        const MacroFacts* const macro = m_survey->macro(line.label);
        const bool is_lone_instruction =
            lower == "syscall" || lower == "nop" || lower == "eret" ||
            (macro != nullptr && macro->parameters.empty() && !m_survey->is_in_macro(m_place));
        if (is_lone_instruction && m_survey->uses(line.label) == nullptr) {
            add(line.pieces[0], Slip::instruction_as_label, {std::string(line.label)},
                {new_line(patched(line.text, {{line.pieces[1].offset, 1, ""}}))});
        }
        if (m_survey->uses(line.label) != nullptr) {
            return;
        }
        const auto twin = used_labels().find(lower);
        if (twin != used_labels().end()) {
            const SourceSpot place = m_survey->label(twin->second)->front();
            add(line.pieces[0], Slip::label_case_unused,
                {std::string(line.label), std::string(twin->second),
                 std::to_string(m_text->files()[place.file].origin(place.line))},
                {});
        }
    }

    /// By their names in small letters: of those that differ by capitals only, the first of the alphabet.
    const std::unordered_map<std::string, std::string_view>& used_labels() {
        if (!m_used_labels) {
            m_used_labels.emplace();
            for (const auto& [name, places] : m_survey->labels()) {
                if (m_survey->uses(name) != nullptr) {
                    std::string_view& known = m_used_labels->emplace(to_lower(name), name).first->second;
                    known = std::min(known, name);
                }
            }
        }
        return *m_used_labels;
    }

    /// `blt ..., small`, `li $v0, 1`, `small:`, `li $v0, 0`: the first part runs on into the second, which undoes it.
    void look_at_lost_result(const LooseLine& line, const std::string& head) {
        if (!line.label.empty()) {
            m_part_above = m_is_straight && is_branched_to_from_above(line.label) ? m_part : LostResults{};
            m_part = {};
            m_is_straight = true;
        }
        if (line.empty() || line.head.starts_with('.') || head == "nop") {
            return;
        }
        const bool is_simple = isa::find_mnemonic(head) != nullptr && !is_branch_or_jump(head) && head != "syscall" &&
                               head != "jr" && head != "jalr" && writes_first_operand(head) && !line.operands.empty() &&
                               line.operands[0].text.starts_with('$') && !head.starts_with("mt") &&
                               !head.starts_with("c.") && !head.starts_with("s.") && !head.starts_with("swc") &&
                               !head.starts_with("mov") && !head.starts_with("lwl") && !head.starts_with("lwr") &&
                               !head.starts_with("sdc");
        if (head == "move" && !line.operands.empty()) {
            note_result(line, line.operands[0].text);
            return;
        }
        if (!is_simple && (head == "syscall" || !head.starts_with('s'))) {  // all but a store
            m_part = m_part_above = {};
            m_is_straight = head != "j" && head != "b" && head != "jr" && head != "eret" && head != "break" &&
                            isa::find_mnemonic(head) != nullptr;
            return;
        }
        note_result(line, is_simple ? line.operands[0].text : std::string_view());
    }

    /// An instruction that does nothing but write its target, if it has one.
    void note_result(const LooseLine& line, std::string_view target) {
        const auto reads = [&](const Written& one) {
            const auto named =
                std::ranges::count_if(line.rest(), [&](const LinePiece& piece) { return piece.is(one.name); });
            return named > (one.name == target ? 1 : 0);
        };
        std::erase_if(m_part, reads);
        std::erase_if(m_part_above, reads);
        const auto lost = std::ranges::find(m_part_above, target, &Written::name);
        if (!target.empty() && lost != m_part_above.end() && lost->code != code_of(line)) {
            tell_lost_result(Written(*lost), line);
        }
        std::erase_if(m_part, [&](const Written& one) { return one.name == target; });
        if (!target.empty()) {
            m_part.push_back({target, m_place, code_of(line)});
        }
    }

    static std::string_view code_of(const LooseLine& line) {
        return line.text.substr(line.head_offset, line.code_end - line.head_offset);
    }

    /// A label that nothing but branches above and tables of jumps go to: the other part of a choice.
    [[nodiscard]] bool is_branched_to_from_above(std::string_view label) const {
        constexpr u32 farthest = 30;
        const Survey::Places* const uses = m_survey->uses(label);
        return uses != nullptr && !m_survey->is_called(label) && std::ranges::all_of(*uses, [&](const SourceSpot& use) {
                   const bool is_near =
                       use.file == m_place.file && use.line < m_place.line && use.line + farthest > m_place.line;
                   const bool is_table = m_survey->is_in_data(use);
                   const std::string_view text =
                       is_near ? m_text->files()[use.file].line(use.line) : std::string_view();
                   const std::string head = to_lower(read_line(text).head);
                   return (is_near && head.starts_with('b') && head != "b") || is_table;
               });
    }

    struct Written {
        std::string_view name;  // of the register
        SourceSpot place;
        std::string_view code;
    };
    using LostResults = std::vector<Written>;

    void tell_lost_result(const Written& lost, const LooseLine& line) {
        const SourceText& source = m_text->files()[m_place.file];
        const std::vector<std::string> arguments = {std::string(lost.name),
                                                    std::to_string(source.origin(lost.place.line))};
        m_part_above = {};
        if (lost.name == "$v0" && chooses_service()) {
            return;  // a syscall that is missing is told elsewhere
        }
        const std::string_view end = end_of_part();
        if (end.empty()) {
            add(line.rest()[0], Slip::result_lost_open, arguments, {});
            return;
        }
        u32 above = m_place.line;
        while (read_line(source.line(above)).label.empty()) {
            --above;
        }
        add(line.rest()[0], Slip::result_lost, arguments,
            {{m_place.file, above, "        j " + std::string(end) + "\n" + std::string(source.line(above))}});
    }

    /// A syscall follows close behind.
    [[nodiscard]] bool chooses_service() const {
        constexpr u32 near = 4;
        const SourceText& source = m_text->files()[m_place.file];
        for (u32 below = m_place.line; below <= source.line_count() && below <= m_place.line + near; ++below) {
            if (to_lower(read_line(source.line(below)).head) == "syscall") {
                return true;
            }
        }
        return false;
    }

    /// Where the part of a choice that this line begins goes on: at the next label, or where it jumps to.
    [[nodiscard]] std::string_view end_of_part() const {
        constexpr u32 farthest = 12;
        const SourceText& source = m_text->files()[m_place.file];
        for (u32 below = m_place.line + 1; below <= source.line_count() && below < m_place.line + farthest; ++below) {
            const LooseLine next = read_line(source.line(below));
            const std::string head = to_lower(next.head);
            const bool jumps = head == "j" || head == "b";
            if (!next.label.empty() && !m_survey->is_called(next.label)) {
                return next.label;
            }
            if (jumps && next.operands.size() == 1 && is_name(next.operands[0].text)) {
                return next.operands[0].text;
            }
            if (jumps || head == "jr" || !next.label.empty()) {
                break;
            }
        }
        return {};
    }

    /// `li $t0, 9`, `lw $t0, result`, where nothing ever stores into result: sw was meant.
    void look_at_load_for_store(const LooseLine& line) {
        const SourceText& source = m_text->files()[m_place.file];
        const bool is_load = to_lower(line.head) == "lw" && line.operands.size() == 2 && line.label.empty() &&
                             m_last.file == m_place.file && m_last.line + 1 == m_place.line;
        const Survey::Places* const label = is_load ? m_survey->label(line.operands[1].text) : nullptr;
        if (label == nullptr || !m_survey->is_in_data(label->front()) || m_text->files().size() > 1) {
            return;
        }
        const LooseLine above = read_line(source.line(m_last.line));
        const std::string head = to_lower(above.head);
        static constexpr std::string_view makers[] = {"li", "add", "addi", "addu", "addiu", "sub", "mul", "move"};
        const bool is_made = std::ranges::find(makers, head) != std::end(makers) && !above.operands.empty() &&
                             above.operands[0].text == line.operands[0].text;
        const LooseLine data = read_line(m_text->files()[label->front().file].line(label->front().line));
        const bool is_zero =
            to_lower(data.head) == ".word" && data.operands.size() == 1 && data.operands[0].text == "0";
        const bool is_only_loaded = is_read_alone(line.operands[1].text) &&
                                    std::ranges::all_of(*m_survey->uses(line.operands[1].text), [&](const auto& use) {
                                        return to_lower(read_line(source.line(use.line)).head) == "lw";
                                    });
        if (is_made && is_zero && is_only_loaded) {
            const auto head_size = static_cast<u32>(line.head.size());
            add(line.rest()[0], Slip::load_for_store,
                {std::string(line.operands[0].text), std::to_string(source.origin(m_last.line)),
                 std::string(line.operands[1].text)},
                {new_line(patched(line.text, {{line.head_offset, head_size, "sw"}}))});
        }
    }

    void look_at_code(const LooseLine& line) {
        look_at_load_for_store(line);
        look_at_lost_result(line, to_lower(line.head));
        if (!line.label.empty()) {
            look_at_entry(line);
            m_service_at.reset();
            m_is_dead = false;
            if (line.empty() && m_survey->is_jumped_to(line.label) && !m_survey->is_called(line.label)) {
                m_may_fall_through = true;
                m_last = m_place;
            }
        }
        if (line.empty() || line.head.starts_with('.')) {
            return;
        }
        const std::optional<i32> service = loaded_service(line);
        const std::string head = to_lower(line.head);
        if (service && m_service_at && m_service && *service != *m_service && *m_service >= 1 && *m_service <= 59) {
            look_at_lost_service(line, *service);
        }
        if (service) {
            m_service = service;
            m_service_at = m_place;
        } else if (head == "syscall") {
            m_calls_system = true;
            m_ends = ends_program(m_service);
            m_service_at.reset();
        } else if (isa::find_mnemonic(line.head) == nullptr || is_branch_or_jump(head) || head == "jr" ||
                   head == "jalr" || names_register(line, "$v0", "$2")) {
            m_service_at.reset();
            m_service.reset();
        }
        const bool leaves = head == "j" || head == "jr" || head == "b" || head == "eret" ||
                            (head == "syscall" && m_ends) || isa::find_mnemonic(line.head) == nullptr ||
                            (head == "syscall" && !m_service) || head == "break" || head == "jal" || head == "beq" ||
                            head == "nop" || head == "teq";
        // What follows a jump without a label is never reached, or is its delay slot.
        m_is_dead = (m_is_dead && line.label.empty()) || head == "j" || head == "jr" || head == "b";
        m_may_fall_through = !m_is_dead && (!leaves || (head == "jal" && comes_back(line)));
        m_last = m_place;
        look_at_target(line, head);
        look_at_doubles(line, head);
    }

    /// `add.d $f1, $f2, $f4`: MARS says so when the instruction runs.
    void look_at_doubles(const LooseLine& line, std::string_view head) {
        static constexpr std::string_view words[] = {"add.d", "sub.d", "mul.d", "div.d", "mov.d",  "abs.d",  "neg.d",
                                                     "l.d",   "s.d",   "ldc1",  "sdc1",  "c.eq.d", "c.lt.d", "c.le.d"};
        if (std::ranges::find(words, head) == std::end(words)) {
            return;
        }
        for (const LinePiece& piece : line.rest()) {
            const bool is_float = piece.text.starts_with("$f") && piece.text.size() > 2;
            const auto number = is_float ? parse_digits<u32>(piece.text.substr(2)) : std::nullopt;
            if (number && *number % 2 == 1 && *number < 32) {
                add(piece, Slip::odd_double, {std::string(line.head), std::string(piece.text)},
                    {new_line(patched(line.text, {{piece.offset, piece.length, "$f" + std::to_string(*number - 1)}}))});
                return;
            }
        }
    }

    /// Whether the routine that a line calls returns.
    bool comes_back(const LooseLine& line) {
        const Survey::Places* const label =
            line.operands.size() == 1 ? m_survey->label(line.operands[0].text) : nullptr;
        if (label == nullptr || label->front().file != m_place.file) {
            return false;
        }
        return routine_at(label->front().line).returns;
    }

    /// Of a program with more routines than people write the last stay unread.
    RoutineFacts routine_at(u32 line) {
        constexpr size_t most_routines = 500;
        const auto known = m_routines.find(line);
        if (known != m_routines.end() || m_routines.size() == most_routines) {
            return known != m_routines.end() ? known->second : RoutineFacts();
        }
        return m_routines[line] = read_routine(m_text->files()[m_place.file], line);
    }

    /// A branch to what is data: nobody means to run numbers.
    void look_at_target(const LooseLine& line, std::string_view head) {
        const bool goes = is_branch_or_jump(head) && !line.operands.empty() && isa::find_mnemonic(line.head) != nullptr;
        const std::string_view name = goes ? line.operands.back().text : std::string_view();
        const Survey::Places* const label = goes ? m_survey->label(name) : nullptr;
        if (label != nullptr && m_survey->is_in_data(label->front()) && m_survey->is_known(label->front())) {
            const LooseLine data = read_line(m_text->files()[label->front().file].line(label->front().line));
            if (data.head.starts_with('.')) {
                const u32 at = line.operands.back().offset;
                const auto piece =
                    std::ranges::find_if(line.pieces, [&](const LinePiece& one) { return one.offset == at; });
                add(*piece, Slip::data_as_target,
                    {std::string(name),
                     std::to_string(m_text->files()[label->front().file].origin(label->front().line)),
                     std::string(line.head)},
                    {});
            }
        }
    }

    /// `li $v0, 4`, `la $a0, text`, `li $v0, 10`.
    void look_at_lost_service(const LooseLine& line, i32 service) {
        const std::string indent(line.text.substr(0, line.head_offset));
        add(line.rest()[0], Slip::syscall_missing,
            {std::to_string(*m_service), std::to_string(m_text->files()[m_place.file].origin(m_service_at->line)),
             std::to_string(service)},
            {new_line(indent + "syscall\n" + std::string(line.text))});
    }

    [[nodiscard]] bool is_called_from_above(std::string_view routine) const {
        const Survey::Places* const label = m_survey->label(routine);
        return m_survey->is_called(routine) && label != nullptr &&
               std::ranges::any_of(*m_survey->uses(routine), [&](const SourceSpot& use) {
                   return use.line < label->front().line &&
                          to_lower(read_line(m_text->files()[use.file].line(use.line)).head) == "jal";
               });
    }

    /// A routine that others call, and that the program ends in without returning; and `main` without its exit, which
    /// MARS stops behind its last instruction and others don't.
    void look_at_end(u32 file) {
        const bool is_routine = is_called_from_above(m_routine);
        const bool is_main = m_calls_system && m_survey->label("main") != nullptr && !m_survey->is_called(m_routine);
        const bool runs_off = m_may_fall_through && m_last.file == file && m_text->files().size() == 1 && !m_service_at;
        // Another doubt may be the reason.
        if (!runs_off || (!is_routine && !(is_main && m_doubts.empty()))) {
            return;
        }
        const std::string_view last = m_text->files()[file].line(m_last.line);
        m_place = m_last;
        const LooseLine line = read_line(last);
        const std::string indent(last.substr(0, std::min(last.find_first_not_of(" \t"), last.size())));
        const std::string begin = std::string(last) + "\n" + (line.label.empty() ? indent : "        ");
        const std::string end = is_routine ? "jr $ra" : "li $v0, 10\n" + begin.substr(last.size() + 1) + "syscall";
        add(line.pieces[0], is_routine ? Slip::runs_off_end : Slip::no_exit, {std::string(m_routine)},
            {{file, m_last.line, begin + end}});
    }

    /// A routine that others call, and that the one above runs into.
    void look_at_entry(const LooseLine& line) {
        const SourceText& source = m_text->files()[m_place.file];
        const bool is_entered = m_may_fall_through && m_survey->is_called(line.label);
        const RoutineFacts facts = is_entered ? routine_at(m_place.line) : RoutineFacts();
        // Routines may share their end; what takes arguments is no end of another one.
        if (facts.returns && (facts.takes_arguments || !m_survey->is_called(m_routine))) {
            const std::string_view last = source.line(m_last.line);
            const std::string indent(last.substr(0, std::min(last.find_first_not_of(" \t"), last.size())));
            const bool has_chosen = ends_program(loaded_service(read_line(last)));
            const std::string end = m_survey->is_called(m_routine) ? indent + "jr $ra"
                                    : has_chosen                   ? indent + "syscall"
                                                                   : indent + "li $v0, 10\n" + indent + "syscall";
            add(line.pieces[0], Slip::runs_into, {std::string(line.label), std::to_string(source.origin(m_last.line))},
                {{m_place.file, m_last.line, std::string(last) + "\n" + end}});
        }
        if (m_survey->is_called(line.label) || line.label == "main") {
            m_routine = line.label;
        }
    }

    const ProgramText* m_text;
    const Survey* m_survey;
    std::vector<Doubt> m_doubts;
    SourceSpot m_place;
    std::optional<i32> m_service;            // in $v0, as far as it is known
    std::optional<SourceSpot> m_service_at;  // where it was put there, until something uses it
    bool m_ends = false;
    bool m_may_fall_through = false;
    bool m_is_dead = false;  // behind a jump
    bool m_calls_system = false;
    std::unordered_map<u32, RoutineFacts> m_routines;  // by their lines
    bool m_data_told = false;
    LostResults m_part;                     // what the straight lines since the last label have written and not read
    LostResults m_part_above;               // likewise in front of that label, if it begins the other part of a choice
    bool m_is_straight = false;             // no jump since the last label
    std::optional<SourceSpot> m_open_text;  // of the last text, if no zero ends it, and its label
    std::string_view m_open_label;
    SourceSpot m_last;
    std::string_view m_routine;  // whose lines these are
    std::optional<std::unordered_map<std::string, std::string_view>> m_used_labels;
};

}  // namespace

std::vector<Doubt> find_doubts(const ProgramText& text, const Survey& survey) {
    return DoubtFinder(text, survey).find();
}

}  // namespace mariner::tutor
