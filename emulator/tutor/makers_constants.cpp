// Names that .eqv gives a value to, or should: `#define`, .set, what is misspelt, what stands below its use.

#include <algorithm>
#include <array>
#include <optional>

#include "emulator/assembler/directives.hpp"
#include "emulator/isa/mnemonics.hpp"
#include "emulator/support/text.hpp"
#include "emulator/tutor/proposal.hpp"
#include "emulator/tutor/registers.hpp"
#include "emulator/tutor/spelling.hpp"
#include "emulator/tutor/symbols.hpp"

namespace mariner::tutor {

namespace {

/// The .eqv of a name stands below the line that uses it.
void propose_eqv_above(const WrongLine& about, std::string_view name, Proposals& out) {
    const auto constant = about.survey->constants().find(name);
    if (constant == about.survey->constants().end() || about.survey->eqv(name).empty()) {
        return;
    }
    const SourceSpot place = constant->second.place;
    if (place.file == about.place.file && place.line > about.place.line) {
        const std::string definition(trim(about.file().line(place.line)));
        out.edit(
            Slip::eqv_below, {std::string(name), about.number_of(place)},
            {{place.file, 1, definition + "\n" + std::string(about.file().line(1))}, {place.file, place.line, ""}});
    }
}

}  // namespace

void propose_defined_in_comment(const WrongLine& about, std::string_view name, Proposals& out) {
    const SourceText& file = about.file();
    for (u32 number = 1; number < about.place.line; ++number) {
        const std::string_view line = file.line(number);
        if (line.find(name) == std::string_view::npos || line.size() > 200) {
            continue;
        }
        const std::string_view text = trim(line);
        const bool is_define =
            text.starts_with("#define") || text.starts_with("# define") || text.starts_with("%define");
        std::vector<std::string_view> words;
        for (const LinePiece& piece : pieces_of(text.substr(is_define ? text.find("define") + 6 : 0))) {
            words.push_back(piece.text);
        }
        const bool is_eqv = words.size() >= 2 && to_lower(words[0]) == ".eqv" && words[1] == name;
        if (is_eqv && words.size() == 2) {
            out.explain(Slip::eqv_empty, {std::string(name), about.number_of({about.place.file, number})}, number);
        } else if (is_eqv && words.size() > 3 && (words[2] == ":" || words[2] == "=")) {
            const SourceSpot place{about.place.file, number};
            out.edit(
                Slip::eqv_sign, {std::string(name), about.number_of(place), std::string(words[2])},
                {{about.place.file, number, patched(line, {{static_cast<u32>(words[2].data() - line.data()), 1, ""}})}},
                number);
        }
        if (is_define && words.size() >= 2 && words[0] == name) {
            out.edit(Slip::define, {std::string(name), about.number_of({about.place.file, number})},
                     {{about.place.file, number, ".eqv " + std::string(name) + " " + std::string(words[1])}});
        }
        if (words.size() >= 3 && (to_lower(words[0]) == ".set" || to_lower(words[0]) == ".equ") && words[1] == name) {
            const std::string_view value = words[2] == "," && words.size() > 3 ? words[3] : words[2];
            out.edit(Slip::define_directive,
                     {std::string(name), std::string(words[0]), about.number_of({about.place.file, number})},
                     {{about.place.file, number, ".eqv " + std::string(name) + " " + std::string(value)}});
        }
    }
}

void propose_near_constant(const WrongLine& about, std::string_view name, Proposals& out) {
    std::vector<std::string_view> names;
    for (const auto& [known, constant] : about.survey->constants()) {
        names.push_back(known);
    }
    std::ranges::sort(names);
    const Survey::Places* const uses = about.survey->uses(name);
    for (const std::string_view near : near_names(name, names, about.file().text())) {
        const SourceSpot definition = about.survey->constants().at(near).place;
        const std::vector<std::string> arguments = {std::string(name), std::string(near), about.number_of(definition)};
        const bool is_definition_wrong = uses != nullptr && about.survey->uses(near) == nullptr &&
                                         (uses->size() > 1 || is_stranger(near, name, about.file().text()));
        if (is_definition_wrong) {
            const std::string_view line = about.text->files()[definition.file].line(definition.line);
            out.edit(Slip::constant_definition_spelling, arguments,
                     {{definition.file, definition.line, with_word_replaced(line, near, name)}});
        }
        out.rewrite(Slip::constant_spelling, arguments, with_word_replaced(about.line.text, name, near));
    }
}

void propose_constants(const WrongLine& about, Proposals& out) {
    if (about.is(Message::undefined_symbol)) {
        propose_defined_in_comment(about, about.word(), out);
    }
    for (const LooseOperand& operand : about.line.operands) {
        const std::string_view value = about.survey->eqv(operand.text);
        propose_eqv_above(about, operand.text, out);
        if (const std::optional<i64> number = calculated(value, *about.survey)) {
            const SourceSpot place = about.survey->constants().at(operand.text).place;
            const SourceText& file = about.text->files()[place.file];
            const auto at = static_cast<u32>(value.data() - file.line(place.line).data());
            out.edit(
                Slip::calculation, {std::string(value), std::to_string(*number)},
                {{place.file, place.line,
                  patched(file.line(place.line), {{at, static_cast<u32>(value.size()), std::to_string(*number)}})}},
                place.file == about.place.file ? place.line : 0);
        }
        if (operand.text.ends_with("()") &&
            !about.survey->eqv(operand.text.substr(0, operand.text.size() - 2)).empty()) {
            out.rewrite(Slip::constant_sign, {std::string(operand.text)},
                        patched(about.line.text, {{operand.offset + operand.length - 2, 2, ""}}));
        }
        const std::string_view name = operand.text.substr(operand.text.empty() ? 0 : 1);
        if (is_name(name) && !is_name(operand.text.substr(0, 1)) && !about.survey->eqv(name).empty()) {
            out.rewrite(Slip::constant_sign, {std::string(operand.text)},
                        patched(about.line.text, {{operand.offset, 1, ""}}));
        }
        const bool is_fine = !value.empty() && value[0] != ':' && value[0] != '=';
        const bool is_known = about.survey->label(operand.text) != nullptr || is_fine;
        if (is_name(operand.text) && !is_known) {
            propose_defined_in_comment(about, operand.text, out);
            propose_near_constant(about, operand.text, out);
        }
    }
}

}  // namespace mariner::tutor
