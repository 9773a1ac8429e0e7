// Doubts about values that are made and lost: a service without its syscall, a result that the next line undoes.

#include <algorithm>
#include <optional>
#include <unordered_map>

#include "emulator/assembler/directives.hpp"
#include "emulator/isa/mnemonics.hpp"
#include "emulator/support/text.hpp"
#include "emulator/tutor/doubt_finder.hpp"
#include "emulator/tutor/proposal.hpp"

namespace mariner::tutor {

void DoubtFinder::look_at_lost_result(const LooseLine& line, const std::string& head) {
    if (!line.label.empty()) {
        look_at_unused_entry(line);
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
    if (head == "move" && copies_back(line)) {
        add(line.rest()[0], Slip::copied_back,
            {std::string(line.operands[0].text), std::string(line.operands[1].text),
             std::to_string(m_text->files()[m_place.file].origin(m_last.line))},
            {});
        m_part = m_part_above = {};
        return;
    }
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

void DoubtFinder::note_result(const LooseLine& line, std::string_view target) {
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
    const auto same = std::ranges::find(m_part, target, &Written::name);
    if (!target.empty() && same != m_part.end() && same->code != code_of(line)) {
        look_at_overwritten(Written(*same), line);
    }
    std::erase_if(m_part, [&](const Written& one) { return one.name == target; });
    if (!target.empty()) {
        m_part.push_back({target, m_place, code_of(line)});
    }
}

void DoubtFinder::look_at_overwritten(const Written& lost, const LooseLine& line) {
    static constexpr std::string_view makers[] = {"lw",    "lb",  "lbu",  "lh",  "lhu", "add", "addu", "addi",
                                                  "addiu", "sub", "subu", "mul", "sll", "and", "or",   "xor"};
    const std::string head = to_lower(read_line(lost.code).head);
    const SourceText& source = m_text->files()[m_place.file];
    // Behind a jump it may be in the delay slot.
    const bool is_behind_jump =
        lost.place.line > 1 && is_branch_or_jump(to_lower(read_line(source.line(lost.place.line - 1)).head));
    if (is_behind_jump || lost.place.file != m_place.file || lost.name == "$zero" || lost.name == "$0" ||
        lost.name == "$v0" || std::ranges::find(makers, head) == std::end(makers)) {
        return;
    }
    add(line.rest()[0], Slip::value_overwritten,
        {std::string(lost.name), std::to_string(source.origin(lost.place.line))}, {});
}

void DoubtFinder::look_at_unused_entry(const LooseLine& line) {
    const auto result = std::ranges::find(m_part, "$v0", &Written::name);
    const bool is_lost = result != m_part.end() && to_lower(read_line(result->code).head) != "li";
    const RoutineFacts facts = is_lost && m_may_fall_through && m_survey->uses(line.label) == nullptr &&
                                       m_survey->is_called(m_routine) && m_last.file == m_place.file
                                   ? routine_at(m_place.line)
                                   : RoutineFacts();
    if (!facts.returns || !facts.takes_arguments) {
        return;
    }
    const SourceText& source = m_text->files()[m_place.file];
    const LooseLine first = line.empty() ? read_line(source.line(m_place.line + 1)) : line;
    const bool is_overwritten = first.operands.size() > 1 && first.operands[0].text == "$v0" &&
                                writes_first_operand(to_lower(first.head)) &&
                                std::ranges::count_if(first.rest(), [](const auto& one) { return one.is("$v0"); }) == 1;
    if (is_overwritten) {
        const std::string_view last = source.line(m_last.line);
        const std::string indent(last.substr(0, std::min(last.find_first_not_of(" \t"), last.size())));
        add(line.pieces[0], Slip::runs_into, {std::string(line.label), std::to_string(source.origin(m_last.line))},
            {{m_place.file, m_last.line, std::string(last) + "\n" + indent + "jr $ra"}});
    }
}

/// Behind `move $t0, $t1` the same backwards.
bool DoubtFinder::copies_back(const LooseLine& line) const {
    if (line.operands.size() != 2 || !line.label.empty() || m_last.file != m_place.file ||
        m_last.line + 1 != m_place.line) {
        return false;
    }
    const LooseLine above = read_line(m_text->files()[m_place.file].line(m_last.line));
    return to_lower(above.head) == "move" && above.operands.size() == 2 &&
           above.operands[0].text == line.operands[1].text && above.operands[1].text == line.operands[0].text;
}

std::string_view DoubtFinder::code_of(const LooseLine& line) {
    return line.text.substr(line.head_offset, line.code_end - line.head_offset);
}

bool DoubtFinder::is_branched_to_from_above(std::string_view label) const {
    constexpr u32 farthest = 30;
    const Survey::Places* const uses = m_survey->uses(label);
    return uses != nullptr && !m_survey->is_called(label) && std::ranges::all_of(*uses, [&](const SourceSpot& use) {
               const bool is_near =
                   use.file == m_place.file && use.line < m_place.line && use.line + farthest > m_place.line;
               const bool is_table = m_survey->is_in_data(use);
               const std::string_view text = is_near ? m_text->files()[use.file].line(use.line) : std::string_view();
               const std::string head = to_lower(read_line(text).head);
               return (is_near && head.starts_with('b') && head != "b") || is_table;
           });
}

void DoubtFinder::tell_lost_result(const Written& lost, const LooseLine& line) {
    const SourceText& source = m_text->files()[m_place.file];
    const std::vector<std::string> arguments = {std::string(lost.name), std::to_string(source.origin(lost.place.line))};
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

bool DoubtFinder::chooses_service() const {
    constexpr u32 near = 4;
    const SourceText& source = m_text->files()[m_place.file];
    for (u32 below = m_place.line; below <= source.line_count() && below <= m_place.line + near; ++below) {
        if (to_lower(read_line(source.line(below)).head) == "syscall") {
            return true;
        }
    }
    return false;
}

std::string_view DoubtFinder::end_of_part() const {
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

void DoubtFinder::look_at_load_for_store(const LooseLine& line) {
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
    const bool is_zero = to_lower(data.head) == ".word" && data.operands.size() == 1 && data.operands[0].text == "0";
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

void DoubtFinder::look_at_lost_service(const LooseLine& line, i32 service) {
    const std::string indent(line.text.substr(0, line.head_offset));
    add(line.rest()[0], Slip::syscall_missing,
        {std::to_string(*m_service), std::to_string(m_text->files()[m_place.file].origin(m_service_at->line)),
         std::to_string(service)},
        {new_line(indent + "syscall\n" + std::string(line.text))});
}

void DoubtFinder::look_at_lost_text(const LooseLine& line, const std::string& head) {
    const bool names_argument = names_register(line, "$a0", "$4");
    const bool writes = names_argument && line.operands.size() > 1 && line.operands[0].text == "$a0" &&
                        writes_first_operand(head) &&
                        std::ranges::none_of(std::span(line.operands).subspan(1), [](const LooseOperand& operand) {
                            return operand.text.find("$a0") != std::string_view::npos;
                        });
    const bool has_label = !line.label.empty();
    if (m_text_in_argument && writes && !has_label) {
        const std::string indent(line.text.substr(0, line.head_offset));
        add(line.rest()[0], Slip::text_lost,
            {std::to_string(m_text_in_argument->line), std::string(m_text_of_argument)},
            {new_line(indent + "syscall\n" + std::string(line.text))});
    }
    const bool may_read = names_argument || has_label || loaded_service(line) || head == "syscall" ||
                          isa::find_mnemonic(line.head) == nullptr || is_branch_or_jump(head) || head == "jr" ||
                          head == "jalr";
    if (may_read) {
        m_text_in_argument.reset();
    }
    constexpr i32 print_string = 4;
    const bool asks = writes && head == "la" && !m_service_at && m_service == print_string;
    const Survey::Places* const label = asks ? m_survey->label(line.operands[1].text) : nullptr;
    if (label != nullptr &&
        to_lower(read_line(m_text->files()[label->front().file].line(label->front().line)).head) == ".asciiz") {
        m_text_in_argument = m_place;
        m_text_of_argument = line.operands[1].text;
    }
}

}  // namespace mariner::tutor
