// Doubts about instructions that do more than is seen: sd and ld, which take two registers and two words, and a call
// that is a loop's way back.

#include <algorithm>

#include "emulator/isa/mnemonics.hpp"
#include "emulator/isa/registers.hpp"
#include "emulator/support/text.hpp"
#include "emulator/tutor/doubt_finder.hpp"
#include "emulator/tutor/proposal.hpp"

namespace mariner::tutor {

/// Its one use is a call from below, neither a return nor the saving of $ra lies between, and a return follows.
bool DoubtFinder::is_own_loop(std::string_view label, const SourceText& source) const {
    const Survey::Places* const labels = m_survey->label(label);
    const Survey::Places* const uses = m_survey->uses(label);
    constexpr u32 longest_loop = 200;
    if (labels == nullptr || uses == nullptr || uses->size() != 1 || labels->size() != 1 ||
        uses->front().file != labels->front().file || uses->front().line <= labels->front().line ||
        uses->front().line - labels->front().line > longest_loop) {
        return false;
    }
    for (u32 number = labels->front().line; number < uses->front().line; ++number) {
        const LooseLine line = read_line(source.line(number));
        const std::string head = to_lower(line.head);
        const bool saves_return = head == "sw" && !line.operands.empty() && line.operands[0].text == "$ra";
        if (head == "jr" || saves_return || m_survey->is_in_data({uses->front().file, number})) {
            return false;
        }
    }
    if (to_lower(read_line(source.line(uses->front().line)).head) != "jal") {
        return false;
    }
    constexpr u32 farthest = 12;
    const u32 last = std::min(uses->front().line + farthest, source.line_count());
    for (u32 number = uses->front().line + 1; number <= last; ++number) {
        if (to_lower(read_line(source.line(number)).head) == "jr") {
            return true;  // to what the call has put into $ra
        }
    }
    return false;
}

void DoubtFinder::look_at_own_call(const LooseLine& line, std::string_view head) {
    const bool is_call = head == "jal" && line.operands.size() == 1;
    if (is_call && is_own_loop(line.operands[0].text, m_text->files()[m_place.file])) {
        const std::string name(line.operands[0].text);
        add(line.rest()[0], Slip::call_of_own_lines,
            {name, std::to_string(m_text->files()[m_place.file].origin(m_survey->label(name)->front().line))},
            {new_line(patched(line.text, {{line.head_offset, static_cast<u32>(line.head.size()), "j"}}))});
    }
}

/// One walk for all pairs of a program.
const PairFacts& DoubtFinder::pair_facts() {
    if (m_pair_facts) {
        return *m_pair_facts;
    }
    PairFacts& facts = m_pair_facts.emplace();
    for (const SourceText& source : m_text->files()) {
        for (u32 number = 1; number <= source.line_count(); ++number) {
            const LooseLine line = read_line(source.line(number));
            const std::string head = to_lower(line.head);
            facts.has_load |= head == "ld";
            facts.has_store |= head == "sd";
            if (line.operands.empty() || head == "sd" || head == "ld") {
                continue;
            }
            const std::string_view first = line.operands[0].text;
            const bool writes_first = writes_first_operand(head);
            if (writes_first) {
                facts.written.insert(first);
            }
            bool is_target = writes_first;  // the first time that it is named
            for (const LinePiece& piece : line.rest()) {
                if (is_target && piece.is(first)) {
                    is_target = false;
                } else if (piece.text.starts_with('$')) {
                    facts.read.insert(piece.text);
                }
            }
            const bool steps = head.starts_with("addi") && line.operands.size() == 3 &&
                               line.operands[1].text == first && line.operands[2].text == "4";
            if (steps) {
                facts.stepped_by_words.insert(first);
            }
        }
    }
    return facts;
}

/// Pairs are meant where the program has the other way round, or a use for the second word.
bool DoubtFinder::is_pair_meant(std::string_view second, bool is_store) {
    const PairFacts& facts = pair_facts();
    return is_store ? facts.has_load || facts.written.contains(second) : facts.has_store || facts.read.contains(second);
}

void DoubtFinder::look_at_pair(const LooseLine& line, std::string_view head) {
    const bool is_store = head == "sd";
    const std::optional<u8> first =
        (is_store || head == "ld") && line.operands.size() == 2 && m_survey->macro(line.head) == nullptr
            ? isa::find_register(line.operands[0].text)
            : std::nullopt;
    if (!first || *first + 1 > 31) {
        return;
    }
    const std::string_view second = isa::register_name(static_cast<u8>(*first + 1));
    const std::string_view address = line.operands[1].text;
    const size_t open = address.find('(');
    const std::string_view base = open == std::string_view::npos || !address.ends_with(')')
                                      ? std::string_view()
                                      : address.substr(open + 1, address.size() - open - 2);
    if (is_pair_meant(second, is_store) && !pair_facts().stepped_by_words.contains(base)) {
        return;
    }
    const std::string one = is_store ? "sw" : "lw";
    add(line.rest()[0], Slip::pair_of_words,
        {std::string(head), is_store ? "stores" : "loads", std::string(line.operands[0].text), std::string(second),
         one},
        {new_line(patched(line.text, {{line.head_offset, static_cast<u32>(line.head.size()), one}}))});
}

}  // namespace mariner::tutor
