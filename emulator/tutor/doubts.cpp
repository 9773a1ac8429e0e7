// What assembles and is hardly meant: the walk through the lines, and the ways through the code.

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "emulator/assembler/directives.hpp"
#include "emulator/isa/mnemonics.hpp"
#include "emulator/support/text.hpp"
#include "emulator/tutor/doubt_finder.hpp"
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

/// teq, tgei ...
bool is_trap(std::string_view head) {
    return head.size() > 2 && head.front() == 't' &&
           (head.starts_with("teq") || head.starts_with("tne") || head.starts_with("tge") || head.starts_with("tlt"));
}

bool ends_program(std::optional<i32> service) {
    return service == 10 || service == 17;
}

}  // namespace

bool names_register(const LooseLine& line, std::string_view name, std::string_view number) {
    return std::ranges::any_of(line.rest(), [&](const LinePiece& piece) { return piece.is(name) || piece.is(number); });
}

std::optional<i32> loaded_service(const LooseLine& line) {
    const bool loads = to_lower(line.head) == "li" && line.operands.size() == 2 &&
                       (line.operands[0].text == "$v0" || line.operands[0].text == "$2");
    return loads ? decode_mars_int(line.operands[1].text) : std::nullopt;
}

bool writes_first_operand(std::string_view head) {
    return !is_branch_or_jump(head) && !(head.starts_with('s') && head.size() == 2 && head != "sd") && head != "mult" &&
           head != "div" && head != "multu" && head != "divu" && !head.starts_with("madd") &&
           !head.starts_with("msub") && !is_trap(head);
}

std::vector<Doubt> DoubtFinder::find() {
    for (u32 file = 0; file < m_text->files().size(); ++file) {
        read_file(file);
    }
    leave_out_habits();
    return std::move(m_doubts);
}

void DoubtFinder::leave_out_habits() {
    constexpr auto most = 2;
    for (const Slip slip : {Slip::value_overwritten, Slip::pair_of_words, Slip::compares_itself}) {
        const auto is_one = [&](const Doubt& doubt) { return doubt.proposal.slip == slip; };
        if (std::ranges::count_if(m_doubts, is_one) > most) {
            std::erase_if(m_doubts, is_one);
        }
    }
}

void DoubtFinder::read_file(u32 file) {
    const SourceText& source = m_text->files()[file];
    m_service.reset();
    m_service_at.reset();
    m_text_in_argument.reset();
    m_may_fall_through = m_data_told = false;
    m_routine = m_open_label = {};
    m_open_text.reset();
    m_last = {};
    m_is_dead = m_calls_system = false;
    m_routines.clear();
    m_part.clear();
    m_part_above.clear();
    m_is_straight = false;
    m_recent.clear();
    constexpr size_t most_recent = 80;  // those of a loop, and a few above
    for (u32 number = 1; number <= source.line_count(); ++number) {
        const std::string_view text = source.line(number);
        if (text.empty() || text.size() > longest_line) {
            continue;
        }
        m_place = {file, number};
        m_recent.push_back({number, read_line(text)});
        if (m_recent.size() > most_recent) {
            m_recent.pop_front();
        }
        const LooseLine& line = m_recent.back().line;
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

void DoubtFinder::add(const LinePiece& about, Slip slip, std::vector<std::string> arguments,
                      std::vector<LineEdit> edits) {
    m_doubts.push_back({m_place, about.offset, about.length, {slip, std::move(arguments), std::move(edits)}});
}

void DoubtFinder::look_at_data(const LooseLine& line) {
    m_service_at.reset();
    const bool is_code = is_instruction(line) && m_survey->is_known(m_place) && m_survey->macro(line.head) == nullptr;
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

void DoubtFinder::look_at_label(const LooseLine& line) {
    if (line.label.empty()) {
        return;
    }
    const std::string lower = to_lower(line.label);
    const MacroFacts* const macro = m_survey->macro(line.label);
    const bool is_lone_instruction = lower == "syscall" || lower == "nop" || lower == "eret" ||
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

const std::unordered_map<std::string, std::string_view>& DoubtFinder::used_labels() {
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

void DoubtFinder::look_at_code(const LooseLine& line) {
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
    look_at_lost_text(line, head);
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
    } else if (isa::find_mnemonic(line.head) == nullptr || is_branch_or_jump(head) || head == "jr" || head == "jalr" ||
               names_register(line, "$v0", "$2")) {
        m_service_at.reset();
        m_service.reset();
    }
    const bool leaves = head == "j" || head == "jr" || head == "b" || head == "eret" || (head == "syscall" && m_ends) ||
                        isa::find_mnemonic(line.head) == nullptr || (head == "syscall" && !m_service) ||
                        head == "break" || head == "jal" || head == "beq" || head == "nop" || head == "teq";
    // What follows a jump without a label is never reached, or is its delay slot.
    m_is_dead = (m_is_dead && line.label.empty()) || head == "j" || head == "jr" || head == "b";
    m_may_fall_through = !m_is_dead && (!leaves || (head == "jal" && comes_back(line)));
    m_last = m_place;
    look_at_target(line, head);
    look_at_doubles(line, head);
    look_at_pair(line, head);
    look_at_row_step(line, head);
    look_at_own_call(line, head);
}

void DoubtFinder::look_at_doubles(const LooseLine& line, std::string_view head) {
    static constexpr std::string_view words[] = {"add.d", "sub.d", "mul.d", "div.d", "mov.d",  "abs.d",  "neg.d",
                                                 "l.d",   "s.d",   "ldc1",  "sdc1",  "c.eq.d", "c.lt.d", "c.le.d"};
    if (std::ranges::find(words, head) == std::end(words)) {
        return;
    }
    for (const LinePiece& piece : line.rest()) {
        const bool is_float = piece.text.starts_with("$f") && piece.text.size() > 2;
        const auto number = is_float ? parse_digits<u32>(piece.text.substr(2)) : std::nullopt;
        if (number && *number % 2 == 1 && *number < 32) {
            tell_odd_double(line, piece, *number);
            return;
        }
    }
}

/// Once for each register. One that the program sets gets a pair that nothing else uses; for one that it only reads,
/// the pair beside it is meant that the program sets.
void DoubtFinder::tell_odd_double(const LooseLine& line, const LinePiece& odd, u32 number) {
    if (!m_odd_doubles.insert(odd.text).second) {
        return;
    }
    const SourceText& source = m_text->files()[m_place.file];
    std::vector<u32> lines;
    u32 used = 0;  // a bit for each register
    u32 set = 0;
    for (u32 at = 1; at <= source.line_count(); ++at) {
        bool names_it = false;
        const LooseLine other = read_line(source.line(at));
        const bool only_reads = other.head.starts_with("s.") || other.head.starts_with("sdc1") ||
                                other.head.starts_with("c.") || other.head.starts_with("mfc1");
        bool is_first = !only_reads;
        for (const LinePiece& piece : other.rest()) {
            const auto id = piece.text.starts_with("$f") ? parse_digits<u32>(piece.text.substr(2)) : std::nullopt;
            const u32 bit = id && *id < 32 ? 1U << *id : 0U;
            set |= is_first || other.head.starts_with("mtc1") ? bit : 0U;
            is_first &= bit == 0;
            used |= bit;
            names_it |= piece.is(odd.text);
        }
        if (names_it && at != m_place.line) {
            lines.push_back(at);
        }
    }
    const auto is_set = [set](u32 id) { return (set >> id & 1U) != 0; };
    const bool is_own = is_set(number);
    u32 even = number - 1;
    if (!is_own) {
        even = is_set(number - 1) || number == 31 ? number - 1 : number + 1;
    }
    for (u32 other = 4; is_own && (used >> even & 1U) != 0 && other < 32; other += 2) {
        even = (used >> other & 3U) == 0 ? other : even;
    }
    if (!is_own && !is_set(even)) {
        add(odd, Slip::odd_double_unset, {std::string(line.head), std::string(odd.text)}, {});
        return;
    }
    const std::string by = "$f" + std::to_string(even);
    std::vector<LineEdit> edits = {new_line(with_word_replaced(line.text, odd.text, by))};
    for (const u32 at : lines) {
        edits.push_back({m_place.file, at, with_word_replaced(source.line(at), odd.text, by)});
    }
    add(odd, Slip::odd_double, {std::string(line.head), std::string(odd.text)}, std::move(edits));
}

bool DoubtFinder::comes_back(const LooseLine& line) {
    const Survey::Places* const label = line.operands.size() == 1 ? m_survey->label(line.operands[0].text) : nullptr;
    if (label == nullptr || label->front().file != m_place.file) {
        return false;
    }
    return routine_at(label->front().line).returns;
}

RoutineFacts DoubtFinder::routine_at(u32 line) {
    constexpr size_t most_routines = 500;
    const auto known = m_routines.find(line);
    if (known != m_routines.end() || m_routines.size() == most_routines) {
        return known != m_routines.end() ? known->second : RoutineFacts();
    }
    return m_routines[line] = read_routine(m_text->files()[m_place.file], line);
}

void DoubtFinder::look_at_target(const LooseLine& line, std::string_view head) {
    // A `beq` of this kind is a known way to write `b`.
    const bool compares = head.starts_with('b') && head != "beq" && line.operands.size() == 3;
    if (compares && line.operands[0].text == line.operands[1].text && line.operands[0].text.starts_with('$') &&
        line.operands[0].text != "$zero" && line.operands[0].text != "$0") {
        add(line.rest()[0], Slip::compares_itself, {std::string(line.head), std::string(line.operands[0].text)}, {});
    }
    const bool goes = is_branch_or_jump(head) && !line.operands.empty() && isa::find_mnemonic(line.head) != nullptr;
    const std::string_view name = goes ? line.operands.back().text : std::string_view();
    const Survey::Places* const label = goes ? m_survey->label(name) : nullptr;
    if (label != nullptr && label->size() == 1 && label->front().file == m_place.file &&
        label->front().line <= m_place.line) {
        look_at_loop(name, label->front().line);
        look_at_walk(name, label->front().line);
        look_at_restart(line, name, label->front().line);
    }
    if (label != nullptr && label->size() == 1 && m_survey->is_in_data(label->front()) &&
        m_survey->is_known(label->front())) {
        const LooseLine data = read_line(m_text->files()[label->front().file].line(label->front().line));
        if (data.head.starts_with('.')) {
            const u32 at = line.operands.back().offset;
            const auto piece =
                std::ranges::find_if(line.pieces, [&](const LinePiece& one) { return one.offset == at; });
            add(*piece, Slip::data_as_target,
                {std::string(name), std::to_string(m_text->files()[label->front().file].origin(label->front().line)),
                 std::string(line.head)},
                {});
        }
    }
}

bool DoubtFinder::is_called_from_above(std::string_view routine) const {
    const Survey::Places* const label = m_survey->label(routine);
    return m_survey->is_called(routine) && label != nullptr &&
           std::ranges::any_of(*m_survey->uses(routine), [&](const SourceSpot& use) {
               return use.line < label->front().line &&
                      to_lower(read_line(m_text->files()[use.file].line(use.line)).head) == "jal";
           });
}

void DoubtFinder::look_at_end(u32 file) {
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

void DoubtFinder::look_at_entry(const LooseLine& line) {
    const SourceText& source = m_text->files()[m_place.file];
    const bool is_entered = m_may_fall_through && m_survey->is_called(line.label) && !is_own_loop(line.label, source);
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

std::vector<Doubt> find_doubts(const ProgramText& text, const Survey& survey) {
    return DoubtFinder(text, survey).find();
}

}  // namespace mariner::tutor
