// Two labels of one name: which of them has the wrong one, and which uses mean it.

#include <algorithm>

#include "emulator/assembler/directives.hpp"
#include "emulator/isa/mnemonics.hpp"
#include "emulator/support/text.hpp"
#include "emulator/tutor/proposal.hpp"
#include "emulator/tutor/registers.hpp"
#include "emulator/tutor/symbols.hpp"

namespace mariner::tutor {

namespace {

/// Names that are used and that no line defines.
std::vector<std::string> missing_names(const WrongLine& about) {
    std::vector<std::string> names;
    constexpr size_t most = 20;
    for (const auto& [name, places] : about.survey->all_uses()) {
        const bool is_known = about.survey->label(name) != nullptr || about.survey->constants().contains(name) ||
                              begins_statement(about, name) || !guess_registers(name).empty();
        if (is_known || names.size() == most) {
            continue;
        }
        const LooseLine line = read_line(about.text->files()[places.front().file].line(places.front().line));
        if (std::ranges::any_of(line.operands,
                                [&, wanted = name](const LooseOperand& operand) { return operand.text == wanted; })) {
            names.emplace_back(name);
        }
    }
    return names;
}

/// For each line of the fault's file the one in which the routine around it begins: with `main`, a label that is
/// called, or one behind a return.
std::vector<u32> routines_of_lines(const WrongLine& about) {
    std::vector<u32> routines = {0};
    u32 routine = 1;
    bool has_returned = false;
    for (u32 number = 1; number <= about.file().line_count(); ++number) {
        const std::string_view text = about.file().line(number).substr(0, 500);
        if (text.find(':') == std::string_view::npos && text.find_first_of("jJ") == std::string_view::npos) {
            has_returned = has_returned && (trim(text).empty() || trim(text).starts_with('#'));
            routines.push_back(routine);
            continue;
        }
        const LooseLine line = read_line(text);
        const bool is_entry = line.label == "main" || has_returned || about.survey->is_called(line.label);
        routine = !line.label.empty() && is_entry ? number : routine;
        has_returned = line.empty() ? has_returned && line.label.empty() : to_lower(line.head) == "jr";
        routines.push_back(routine);
    }
    return routines;
}

/// The lines that mean the second of two labels of one name: those of its own routine; in one routine the label of a
/// loop stands in front of its uses, that of an end behind them.
std::vector<u32> uses_of_second(const WrongLine& about, SourceSpot first, const Survey::Places& uses) {
    const std::vector<u32> routines = routines_of_lines(about);
    const u32 second = about.place.line;
    const u32 of_first = first.file == about.place.file ? routines[first.line] : 0;
    const bool is_end = std::ranges::any_of(
        uses, [&](const SourceSpot& use) { return use.file == first.file && use.line < first.line; });
    std::vector<u32> found;
    for (const SourceSpot& use : uses) {
        if (use.file != about.place.file || use.line == second) {
            continue;
        }
        const u32 of_use = routines[use.line];
        const bool tells_routine = of_first != routines[second] && (of_use == routines[second] || of_use == of_first);
        const bool is_between = use.line > first.line && use.line < second;
        const bool is_meant = tells_routine ? of_use == routines[second] : use.line > second || (is_between && is_end);
        if (is_meant) {
            found.push_back(use.line);
        }
    }
    return found;
}

/// Whether a name that no line defines belongs to the first of two labels: code is jumped to, data isn't; and nobody
/// jumps to the line that follows anyway.
bool belongs_to_first(const WrongLine& about, SourceSpot first, std::string_view missing) {
    const bool is_code = about.survey->is_jumped_to(missing) || missing == "main";
    if (about.survey->is_in_data(first) != about.survey->is_in_data(about.place)) {
        return about.survey->is_in_data(first) != is_code;
    }
    u32 above = about.place.line - 1;
    while (above > 0 && read_line(about.file().line(above).substr(0, longest_line)).empty()) {
        --above;
    }
    const LooseLine last = read_line(about.file().line(std::max(above, 1U)).substr(0, longest_line));
    const std::string head = to_lower(last.head);
    return (head == "j" || head == "b") && last.operands.size() == 1 && last.operands[0].text == missing;
}

/// The name that is used and defined nowhere: one of two labels means it. `main` is used by whoever starts the program.
std::string missing_name(const WrongLine& about, SourceSpot first) {
    const std::vector<std::string> missing = missing_names(about);
    if (missing.size() == 1) {
        return missing[0];
    }
    const bool lacks_main = missing.empty() && about.survey->label("main") == nullptr &&
                            about.survey->is_in_data(first) != about.survey->is_in_data(about.place);
    return lacks_main ? "main" : "";
}

}  // namespace

void propose_second_name(const WrongLine& about, Proposals& out) {
    const std::string name(about.word());
    const Survey::Places* const places = about.survey->label(name);
    if (places == nullptr || places->size() < 2) {
        return;
    }
    const SourceSpot first = places->front();
    if (const std::string missing = missing_name(about, first); !missing.empty()) {
        const bool is_first = belongs_to_first(about, first, missing) && first.file == about.place.file;
        const SourceSpot place = is_first ? first : about.place;
        const LooseLine line = read_line(about.file().line(place.line).substr(0, longest_line));
        if (!line.pieces.empty() && line.pieces[0].is(name)) {  // not where the line uses the name, too
            const LinePiece& label = line.pieces[0];
            out.edit(Slip::label_twice_for, {name, about.number_of(is_first ? about.place : first), missing},
                     {{place.file, place.line, patched(line.text, {{label.offset, label.length, missing}})}},
                     is_first ? first.line : 0);
        }
    }
    std::string other = name + "2";
    while (about.survey->label(other) != nullptr) {
        other += "_";
    }
    std::vector<LineEdit> edits = {
        {about.place.file, about.place.line, with_text_replaced(about.line.text, name, other)}};
    if (const Survey::Places* const uses = about.survey->uses(name)) {
        for (const u32 use : uses_of_second(about, first, *uses)) {
            edits.push_back({about.place.file, use, with_word_replaced(about.file().line(use), name, other)});
        }
    }
    out.edit(Slip::label_twice, {name, about.number_of(first), other}, std::move(edits));
}

}  // namespace mariner::tutor
