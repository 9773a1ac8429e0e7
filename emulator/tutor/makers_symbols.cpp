// Labels that are named and nowhere defined, .globl, macros; and words for what has no repair.

#include <algorithm>

#include "emulator/assembler/directives.hpp"
#include "emulator/isa/mnemonics.hpp"
#include "emulator/support/java_number.hpp"
#include "emulator/support/text.hpp"
#include "emulator/tutor/proposal.hpp"
#include "emulator/tutor/registers.hpp"
#include "emulator/tutor/spelling.hpp"

namespace mariner::tutor {

namespace {

std::vector<std::string_view> label_names(const WrongLine& about) {
    std::vector<std::string_view> names;
    constexpr size_t most = 20'000;
    for (const auto& [name, places] : about.survey->labels()) {
        if (names.size() < most) {
            names.push_back(name);
        }
    }
    std::ranges::sort(names);
    return names;
}

std::vector<LineEdit> edits_of_uses(const WrongLine& about, std::string_view name, std::string_view by) {
    std::vector<LineEdit> edits = {{about.place.file, about.place.line, with_word_replaced(about.line.text, name, by)}};
    if (const Survey::Places* const uses = about.survey->uses(name)) {
        for (const SourceSpot& use : *uses) {
            if (!(use == about.place)) {
                const SourceText& file = about.text->files()[use.file];
                edits.push_back({use.file, use.line, with_word_replaced(file.line(use.line), name, by)});
            }
        }
    }
    return edits;
}

std::string letters_of(std::string_view name) {
    std::string letters = to_lower(name);
    std::erase(letters, '_');
    return letters;
}

/// A label whose name is near. If nothing else names that label and this name comes twice, the label is what is
/// misspelt.
void propose_near_label(const WrongLine& about, std::string_view name, Proposals& out) {
    const std::vector<std::string_view> names = label_names(about);
    const Survey::Places* const uses = about.survey->uses(name);
    const auto without_digits = [](std::string_view word) {
        std::string plain(word);
        std::erase_if(plain, [](char c) { return c >= '0' && c <= '9'; });
        return plain;
    };
    for (const std::string_view near : near_names(name, names, about.file().text())) {
        // `.word case1, case3` lists what differs by its number.
        const bool is_listed = without_digits(near) == without_digits(name) &&
                               std::ranges::any_of(about.line.pieces, [&](auto& piece) { return piece.is(near); });
        if (is_listed) {
            continue;
        }
        const SourceSpot definition = about.survey->label(near)->front();
        if (about.survey->is_jumped_to(name) && about.survey->is_in_data(definition)) {
            continue;
        }
        const bool differs_by_case = to_lower(near) == to_lower(name);
        const Slip slip = differs_by_case ? Slip::label_case : Slip::label_spelling;
        const std::vector<std::string> arguments = {std::string(name), std::string(near), about.number_of(definition)};
        const bool has_mark = near.size() == name.size() + 1 && near.substr(1) == name && !is_name(near.substr(0, 1));
        const bool is_definition_wrong = uses != nullptr && about.survey->uses(near) == nullptr &&
                                         (uses->size() > 1 || has_mark || is_stranger(near, name, about.file().text()));
        if (is_definition_wrong || (name == "main" && about.survey->uses(near) == nullptr)) {
            const SourceText& file = about.text->files()[definition.file];
            out.edit(Slip::label_definition_spelling, arguments,
                     {{definition.file, definition.line, with_word_replaced(file.line(definition.line), near, name)}});
        }
        out.rewrite(slip, arguments, with_word_replaced(about.line.text, name, near));
        out.edit(slip, arguments, edits_of_uses(about, name, near));
        if (letters_of(near) == letters_of(name)) {
            break;  // `end_loop` for `endloop`: no other is meant
        }
    }
}

/// `jal factorial` where the routine is called `fact`; or where nothing uses just one label among the instructions.
void propose_other_label(const WrongLine& about, std::string_view name, Proposals& out) {
    const bool is_code = about.survey->is_jumped_to(name);
    constexpr size_t least_common = 3;
    std::vector<std::string_view> alike;
    std::vector<std::string_view> unused;
    for (const std::string_view label : label_names(about)) {
        if (about.survey->is_in_data(about.survey->label(label)->front()) == is_code || label == "main") {
            continue;
        }
        const size_t shorter = std::min(label.size(), name.size());
        if (shorter >= least_common && to_lower(label.substr(0, shorter)) == to_lower(name.substr(0, shorter))) {
            alike.push_back(label);
        }
        if (is_code && about.survey->uses(label) == nullptr) {
            unused.push_back(label);
        }
    }
    if (alike.size() > 1) {
        std::erase_if(alike, [&](std::string_view label) { return about.survey->uses(label) != nullptr; });
    }
    for (const auto& some : {alike, unused}) {
        if (some.size() == 1) {
            const std::string label(some[0]);
            const std::string line = about.number_of(about.survey->label(label)->front());
            out.edit(Slip::label_other, {std::string(name), label, line}, edits_of_uses(about, name, label));
        }
    }
}

/// `#define N 3`, which is a comment here.
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

/// A name that .eqv gave and that is near; one that nothing uses is the one that is misspelt.
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

u32 find_directive_line(const SourceText& file, std::string_view directive) {
    for (u32 number = 1; number <= file.line_count(); ++number) {
        if (to_lower(read_line(file.line(number)).head) == directive) {
            return number;
        }
    }
    return 0;
}

/// `#include "lib.asm"`, which is a comment here; 0 if there is none.
u32 include_in_comment(const SourceText& file) {
    for (u32 number = 1; number <= file.line_count(); ++number) {
        const std::string_view text = trim(file.line(number));
        if (text.starts_with("#include") && text.find('"') != text.rfind('"')) {
            return number;
        }
    }
    return 0;
}

/// Where labels are missing altogether, a place for them: a sketch.
void propose_definition(const WrongLine& about, std::string_view name, Proposals& out) {
    if (const u32 number = include_in_comment(about.file()); number != 0) {
        const std::string_view text = trim(about.file().line(number));
        const size_t quote = text.find('"');
        const std::string include = ".include " + std::string(text.substr(quote, text.rfind('"') + 1 - quote));
        const std::vector<std::string> arguments = {std::string(name), about.number_of({about.place.file, number}),
                                                    include};
        out.edit(Slip::include_in_comment, arguments, {{about.place.file, number, include}});
        out.explain(Slip::include_in_comment, arguments);
        return;
    }
    if (name.find_first_not_of(". ") == std::string_view::npos) {
        return;  // dots are no name
    }
    const SourceText& file = about.file();
    const std::string label(name);
    const bool is_code = about.survey->is_jumped_to(name);
    std::string known;
    size_t count = 0;
    for (const std::string_view other : label_names(about)) {
        const bool fits = about.survey->is_in_data(about.survey->label(other)->front()) != is_code;
        known += fits && count < 4 ? (count > 0 ? ", `" : "`") + std::string(other) + "`" : "";
        count += fits ? 1 : 0;
    }
    known = known.empty() ? "there are none yet" : "there are " + known + (count > 4 ? " and others" : "");
    if (is_code) {
        static constexpr std::string_view endings[] = {"exit",   "end",  "done", "quit",
                                                       "finish", "stop", "halt", "end_program"};
        const bool ends = std::ranges::find(endings, to_lower(name)) != std::end(endings);
        const std::string body = ends ? "li $v0, 10\n    syscall" : about.survey->is_called(name) ? "jr $ra" : "nop";
        const u32 last = file.line_count();
        const bool in_data = about.survey->is_in_data({about.place.file, last});
        out.edit(Slip::label_undefined, {label, known},
                 {{about.place.file, last,
                   std::string(file.line(last)) + (in_data ? "\n.text" : "") + "\n" + label + ":\n    " + body}});
        return;
    }
    const u32 data = find_directive_line(file, ".data");
    if (data != 0) {
        out.edit(Slip::data_undefined, {label, known},
                 {{about.place.file, data, std::string(file.line(data)) + "\n" + label + ": .word 0"}});
    } else {
        out.edit(Slip::data_undefined, {label, known},
                 {{about.place.file, 1, ".data\n" + label + ": .word 0\n.text\n" + std::string(file.line(1))}});
    }
}

/// `Y` for `y`, `x` for `$x`: labels of one letter, for which nearness says nothing.
void propose_short_label(const WrongLine& about, std::string_view name, Proposals& out) {
    for (const std::string_view label : label_names(about)) {
        const bool differs_by_case = label != name && to_lower(label) == to_lower(name);
        const bool has_dollar = label.size() == name.size() + 1 && label[0] == '$' && label.substr(1) == name;
        const SourceSpot definition = about.survey->label(label)->front();
        const std::vector<std::string> arguments = {std::string(name), std::string(label), about.number_of(definition)};
        if (differs_by_case) {
            out.rewrite(Slip::label_case, arguments, with_word_replaced(about.line.text, name, label));
        } else if (has_dollar) {
            const std::string_view line = about.text->files()[definition.file].line(definition.line);
            out.edit(Slip::label_definition_spelling, arguments,
                     {{definition.file, definition.line, with_word_replaced(line, label, name)}});
        }
    }
}

void propose_undefined(const WrongLine& about, Proposals& out) {
    const std::string name(about.word());
    if (const MacroFacts* const macro = about.survey->macro(name); macro != nullptr && !macro->parameters.empty()) {
        out.explain(Slip::macro_with_arguments, {name, std::string(about.line.head)});
    } else if (macro != nullptr && about.line.operands.size() == 1) {
        out.rewrite(
            Slip::macro_jumped_to, {name, std::string(about.line.head)},
            patched(about.line.text, {{about.line.head_offset, about.line.code_end - about.line.head_offset, name}}));
    }
    const std::vector<Correction> registers = guess_registers(name);
    for (const Correction& guess : registers) {
        const std::string line = with_word_replaced(about.line.text, name, guess.text);
        out.rewrite(guess.slip, guess.arguments, line);
        const std::string head = to_lower(about.line.head);
        if (head == "j" || head == "b" || head == "jal") {
            const std::string other = head == "jal" ? "jalr" : "jr";
            out.rewrite(guess.slip, guess.arguments,
                        patched(line, {{about.line.head_offset, static_cast<u32>(head.size()), other}}));
        }
    }
    if (name.size() > 1 || about.survey->is_jumped_to(name)) {
        propose_near_label(about, name, out);
    } else {
        propose_short_label(about, name, out);
    }
    if (name == "O" || name == "o") {
        out.rewrite(Slip::letter_for_digit, {name, "0"}, with_word_replaced(about.line.text, name, "0"));
    }
    if (name.size() > 1) {
        propose_other_label(about, name, out);
    }
    if (about.line.head.starts_with('.')) {
        for (const Correction& guess : guess_numbers(name, *about.survey)) {
            out.rewrite(guess.slip, guess.arguments, with_word_replaced(about.line.text, name, guess.text));
        }
    }
}

/// `.globl start:`, `.globl Start`, `.globl main` in a file without `main`.
void propose_global(const WrongLine& about, Proposals& out) {
    const LooseLine& line = about.line;
    std::vector<Patch> patches;
    for (const LinePiece& piece : line.rest().subspan(1)) {
        if (piece.kind == PieceKind::string && piece.closed && is_name(piece.text.substr(1, piece.text.size() - 2))) {
            patches.push_back({piece.offset, piece.length, std::string(piece.text.substr(1, piece.text.size() - 2))});
        } else if (!piece.is_word() && !piece.is(",")) {
            patches.push_back({piece.offset, piece.length, ""});
        }
    }
    if (!patches.empty()) {
        out.rewrite(Slip::globl_sign, {std::string(line.text.substr(patches[0].offset, patches[0].length))},
                    patched(line.text, patches));
    }
    if (about.is(Message::argument_required) || about.is(Message::globl_not_label)) {
        for (const std::string_view name : {"main"}) {
            if (about.survey->label(name) != nullptr && line.operands.empty()) {
                out.rewrite(Slip::globl_name, {std::string(name)}, patched(line.text, {{line.code_end, 0, " main"}}));
            }
        }
        out.rewrite(Slip::globl_needless, {std::string(about.word())}, "");
        return;
    }
    const std::string name(about.word());
    propose_near_label(about, name, out);
    if (name == "main") {
        const SourceText& file = about.file();
        const u32 text = find_directive_line(file, ".text");
        for (u32 number = text + 1; number <= file.line_count(); ++number) {
            const LooseLine candidate = read_line(file.line(number));
            if (isa::find_mnemonic(candidate.head) != nullptr) {
                out.edit(Slip::main_missing, {}, {{about.place.file, number, "main:\n" + std::string(candidate.text)}});
                break;
            }
        }
    }
    out.rewrite(Slip::globl_undefined, {name},
                patched(line.text, {{line.head_offset, line.code_end - line.head_offset, ""}}));
}

bool looks_like_end_of_macro(std::string_view word) {
    std::string plain = to_lower(word);
    std::erase_if(plain, [](char c) { return c == '.' || c == '_' || c == '-'; });
    static const std::vector<std::string_view> names = {"endmacro", "endm", "mend", "macroend", "end"};
    return std::ranges::find(names, plain) != names.end() ||
           (plain.size() > 5 && !near_names(plain, {"endmacro"}).empty());
}

/// A macro that doesn't end: its end is misspelt, or missing before what can't belong to it.
void propose_end_of_macro(const WrongLine& about, Proposals& out) {
    const SourceText& file = about.file();
    u32 start = about.place.line;
    while (about.is(Message::nested_macro) && start > 1) {
        --start;
        if (to_lower(read_line(file.line(start)).head) == ".macro") {
            break;
        }
    }
    const std::string number = about.number_of({about.place.file, start});
    u32 last = 0;
    for (u32 line_number = start + 1; line_number <= file.line_count(); ++line_number) {
        const LooseLine line = read_line(file.line(line_number));
        const std::string head = to_lower(line.head);
        std::string first_words(trim(line.text.substr(0, line.code_end)));
        std::replace(first_words.begin(), first_words.end(), ' ', '_');
        const bool is_brace = line.pieces.size() == 1 && line.pieces[0].is("}");
        if (is_brace || looks_like_end_of_macro(head) || looks_like_end_of_macro(first_words)) {
            const u32 from = line.pieces.empty() ? 0 : line.pieces[0].offset;
            out.edit(
                Slip::end_macro_spelling,
                {std::string(trim(line.text.substr(0, line.code_end))),
                 about.number_of({about.place.file, line_number})},
                {{about.place.file, line_number, patched(line.text, {{from, line.code_end - from, ".end_macro"}})}},
                line_number);
        }
        const bool is_boundary = head == ".text" || head == ".data" || head == ".macro" || head == ".eqv" ||
                                 head == ".globl" || line.label == "main";
        if (is_boundary && last == 0) {
            last = line_number;
        }
    }
    if (last != 0) {
        // Blank lines and comments before it stay with it.
        u32 end = last - 1;
        while (end > start && read_line(file.line(end)).pieces.empty()) {
            --end;
        }
        out.edit(Slip::end_macro_missing, {number},
                 {{about.place.file, end, std::string(file.line(end)) + "\n.end_macro"}});
    }
    out.edit(Slip::end_macro_missing, {number},
             {{about.place.file, file.line_count(), std::string(file.line(file.line_count())) + "\n.end_macro"}});
}

/// `.macro twice(x)` with `x` in its lines.
void propose_parameters(const WrongLine& about, Proposals& out) {
    const SourceText& file = about.file();
    std::vector<std::string> names;
    const auto rest = about.line.rest();
    for (size_t i = 2; i < rest.size(); ++i) {
        if (rest[i].is_word() && !rest[i].text.starts_with('%')) {
            names.emplace_back(rest[i].text);
        }
    }
    std::vector<LineEdit> edits;
    for (u32 number = about.place.line; number <= file.line_count(); ++number) {
        std::string text(file.line(number));
        if (to_lower(read_line(text).head) == ".end_macro") {
            break;
        }
        for (const std::string& name : names) {
            std::string plain = name;
            std::erase_if(plain, [](char c) { return c == '$' || c == '@' || c == '%'; });
            text = with_word_replaced(text, name, "%" + plain);
        }
        edits.push_back({about.place.file, number, text});
    }
    if (!names.empty()) {
        out.edit(Slip::parameter_form, {names[0]}, std::move(edits));
    }
}

/// `.macro add(%x)`, with `add(5)` further down.
void propose_macro_name(const WrongLine& about, Proposals& out) {
    const std::string name(about.word());
    const std::string other = name + "_macro";
    std::vector<LineEdit> edits = {
        {about.place.file, about.place.line, with_word_replaced(about.line.text, name, other)}};
    const SourceText& file = about.file();
    for (u32 number = about.place.line + 1; number <= file.line_count(); ++number) {
        const LooseLine line = read_line(file.line(number));
        if (line.head == name && line.rest().size() > 1 && line.rest()[1].is("(")) {
            edits.push_back({about.place.file, number, with_word_replaced(line.text, name, other)});
        }
    }
    out.edit(Slip::macro_name, {name}, std::move(edits));
}

/// The name of a parameter without its percent sign, in any line of the macro.
void propose_percent(const WrongLine& about, Proposals& out) {
    const MacroFacts* const macro = about.survey->macro_around(about.place);
    for (const LinePiece& piece : about.line.pieces) {
        const bool has_mark =
            piece.text.size() > 1 && (piece.text[0] == '\\' || piece.text[0] == '&' || piece.text[0] == '@');
        const std::string name = "%" + std::string(piece.text.substr(has_mark ? 1 : 0));
        if (macro != nullptr && (piece.is_word() || has_mark) &&
            std::ranges::find(macro->parameters, name) != macro->parameters.end()) {
            const bool has_sign = piece.offset > 0 && std::string_view("\\&@").find(
                                                          about.line.text[piece.offset - 1]) != std::string_view::npos;
            const u32 from = piece.offset - (has_sign ? 1 : 0);
            out.rewrite(Slip::parameter_percent, {std::string(piece.text), std::string(macro->name)},
                        has_sign || has_mark ? patched(about.line.text, {{from, piece.end() - from, name}})
                                             : with_word_replaced(about.line.text, piece.text, name));
        }
    }
}

/// `.macro exit:`, `exit: .macro`, `twice[$t0]`, `twice($t0`.
void propose_macro_signs(const WrongLine& about, Proposals& out) {
    const LooseLine& line = about.line;
    std::vector<Patch> patches;
    if (to_lower(line.head) == ".macro") {
        if (!line.label.empty()) {
            const std::string rest(line.text.substr(line.head_offset + line.head.size()));
            out.rewrite(Slip::name_behind_macro, {std::string(line.label)}, ".macro " + std::string(line.label) + rest);
        }
        const auto words = line.rest();
        if (words.size() > 3 && words[1].is("(") && words.back().is(")")) {  // .macro (show %x)
            out.rewrite(Slip::call_form, {".macro", "parentheses"},
                        patched(line.text, {{words[1].offset, 1, ""}, {words.back().offset, 1, ""}}));
        }
        for (const LinePiece& piece : line.rest()) {
            if (piece.kind == PieceKind::string && piece.closed &&
                is_name(piece.text.substr(1, piece.text.size() - 2))) {
                const std::string name(piece.text.substr(1, piece.text.size() - 2));
                out.rewrite(Slip::label_mark, {std::string(piece.text), name},
                            patched(line.text, {{piece.offset, piece.length, name}}));
            }
            if (piece.is("[") || piece.is("]")) {
                patches.push_back({piece.offset, piece.length, piece.is("[") ? "(" : ")"});
            } else if (piece.is(":") || piece.is("{") || piece.is(";")) {
                patches.push_back({piece.offset, piece.length, ""});
            }
        }
        if (!patches.empty()) {
            const std::string sign(line.text.substr(patches[0].offset, 1));
            out.rewrite(sign == "[" ? Slip::macro_brackets : Slip::sign_at_end, {sign},
                        patched(line.text, std::move(patches)));
        }
        return;
    }
    const auto rest = line.rest();
    if (rest.size() >= 2 && (to_lower(rest[1].text) == "macro" || to_lower(rest[1].text) == ".macro") &&
        is_name(rest[0].text)) {
        out.rewrite(Slip::name_behind_macro, {std::string(rest[0].text)},
                    ".macro " + std::string(rest[0].text) + std::string(line.text.substr(rest[1].end())));
    }
    const bool is_called = line.head == "call" || line.head == "jal" || line.head == "j" || line.head == "bl";
    if (is_called && rest.size() > 2 && about.survey->macro(rest[1].text) != nullptr) {
        out.rewrite(Slip::macro_jumped_to, {std::string(rest[1].text), std::string(line.head)},
                    patched(line.text, {{line.head_offset, rest[1].offset - line.head_offset, ""}}));
    }
    if (about.survey->macro(line.head) == nullptr) {
        return;
    }
    int depth = 0;
    for (const LinePiece& piece : line.rest().subspan(1)) {
        if (piece.is("=") && piece.offset == rest[1].offset) {
            out.rewrite(Slip::sign_before_values, {"=", std::string(line.head)},
                        patched(line.text, {{piece.offset, piece.length, ""}}));
        } else if (piece.is("=")) {
            out.rewrite(Slip::other_separator, {"="}, patched(line.text, {{piece.offset, piece.length, ","}}));
        }
        const bool opens = piece.is("[") || piece.is("{");
        const bool closes = piece.is("]") || piece.is("}");
        if (opens || closes) {
            patches.push_back({piece.offset, piece.length, opens ? "(" : ")"});
        }
        depth += piece.is("(") ? 1 : piece.is(")") ? -1 : 0;
    }
    if (rest.back().kind == PieceKind::string && !rest.back().closed &&
        line.text.substr(0, line.code_end).ends_with(')')) {
        out.rewrite(Slip::string_not_closed, {}, patched(line.text, {{line.code_end - 1, 0, "\""}}));
    }
    if (!patches.empty()) {
        out.rewrite(Slip::macro_brackets, {}, patched(line.text, std::move(patches)));
    } else if (depth > 0) {
        out.rewrite(Slip::paren_not_closed,
                    {std::string(line.text.substr(line.head_offset, line.code_end - line.head_offset))},
                    patched(line.text, {{line.code_end, 0, ")"}}));
    } else if (depth < 0 && rest.size() > 2 && rest[1].is("(")) {
        out.rewrite(Slip::paren_not_opened,
                    {std::string(line.text.substr(line.head_offset, line.code_end - line.head_offset))},
                    patched(line.text, {{rest.back().offset, 1, ""}}));
    } else if (depth < 0 && rest.size() > 1) {
        const u32 end = rest[0].end();
        out.rewrite(Slip::paren_not_opened,
                    {std::string(line.text.substr(line.head_offset, line.code_end - line.head_offset))},
                    patched(line.text, {{end, rest[1].offset - end, "("}}));
    }
}

/// The names with a percent sign in a macro's lines that its first line doesn't have.
void propose_missing_parameters(const WrongLine& about, const MacroFacts& macro, size_t given, Proposals& out) {
    const SourceText& file = about.text->files()[macro.place.file];
    std::vector<std::string> names;
    std::string first;
    for (u32 number = macro.place.line + 1; number <= file.line_count(); ++number) {
        const LooseLine line = read_line(file.line(number));
        if (to_lower(line.head) == ".end_macro") {
            break;
        }
        for (const LinePiece& piece : line.pieces) {
            const bool is_parameter = piece.is_word() && piece.text.size() > 1 && piece.text[0] == '%';
            if (is_parameter && std::ranges::find(macro.parameters, piece.text) == macro.parameters.end() &&
                std::ranges::find(names, piece.text) == names.end()) {
                names.emplace_back(piece.text);
            }
        }
    }
    if (names.empty() || macro.parameters.size() + names.size() != given || macro.place.file != about.place.file) {
        return;
    }
    std::string all;
    for (const std::string_view known : macro.parameters) {
        all += (all.empty() ? "" : ", ") + std::string(known);
    }
    for (const std::string& name : names) {
        all += (all.empty() ? "" : ", ") + name;
    }
    const LooseLine line = read_line(file.line(macro.place.line));
    const u32 end = line.rest()[std::min<size_t>(1, line.rest().size() - 1)].end();
    out.edit(Slip::parameter_missing, {std::string(macro.name), names[0]},
             {{macro.place.file, macro.place.line, patched(line.text, {{end, line.code_end - end, "(" + all + ")"}})}},
             macro.place.line);
}

/// A call whose arguments don't match, or one above the macro.
void propose_call(const WrongLine& about, Proposals& out) {
    const std::string name(about.word());
    const MacroFacts* const macro = about.survey->macro(name);
    if (macro == nullptr) {
        return;
    }
    const LooseLine& line = about.line;
    u32 from = line.head_offset + static_cast<u32>(line.head.size());
    while (from < line.code_end && line.text[from] == ' ') {
        ++from;
    }
    std::string arguments(line.text.substr(from, line.code_end - from));
    size_t given = 0;
    std::string plain;
    for (const LinePiece& piece : line.rest().subspan(1)) {
        if (!piece.is("(") && !piece.is(")") && !piece.is(",")) {
            ++given;
        }
    }
    const size_t wanted = macro->parameters.size();
    const std::string numbers = wanted == 1 ? "1 argument" : std::to_string(wanted) + " arguments";
    const std::vector<std::string> words = {name, about.number_of(macro->place), numbers, here_are(given)};
    // A sign in front of a number is an argument of its own, unless parentheses stand around all of them.
    if (!trim(arguments).starts_with('(')) {
        out.rewrite(Slip::macro_parentheses, words,
                    patched(line.text, {{from, line.code_end - from, "(" + std::string(trim(arguments)) + ")"}}));
    }
    const bool is_above = macro->place.file == about.place.file && macro->place.line > about.place.line;
    if (is_above) {
        const SourceText& file = about.file();
        std::string definition;
        std::vector<LineEdit> edits;
        for (u32 number = macro->place.line; number <= file.line_count(); ++number) {
            definition += std::string(file.line(number)) + "\n";
            edits.push_back({about.place.file, number, ""});
            if (to_lower(read_line(file.line(number)).head) == ".end_macro") {
                break;
            }
        }
        edits.insert(edits.begin(), {about.place.file, 1, definition + std::string(file.line(1))});
        out.edit(Slip::macro_below, words, std::move(edits));
        return;
    }
    propose_missing_parameters(about, *macro, given, out);
    if (wanted < given && given > 0) {
        std::string kept;
        size_t taken = 0;
        for (const LinePiece& piece : line.rest().subspan(1)) {
            if (!piece.is("(") && !piece.is(")") && !piece.is(",") && taken++ < wanted) {
                kept += (kept.empty() ? "" : ", ") + std::string(piece.text);
            }
        }
        out.rewrite(Slip::macro_arguments, words,
                    patched(line.text, {{from, line.code_end - from, wanted == 0 ? "" : "(" + kept + ")"}}));
    }
    out.explain(Slip::macro_arguments_missing, words);
}

/// `show(%text)` where `text` is a label.
void propose_marked_argument(const WrongLine& use, Proposals& out) {
    for (const LinePiece& piece : use.line.rest()) {
        const bool is_marked =
            piece.text.size() > 1 && std::string_view("%$&@").find(piece.text[0]) != std::string_view::npos;
        if (is_marked && use.survey->label(piece.text.substr(1)) != nullptr) {
            out.rewrite(Slip::label_mark, {std::string(piece.text)}, patched(use.line.text, {{piece.offset, 1, ""}}));
        }
    }
}

/// `ask (prompt, $t0)` where the macro takes the register first.
void propose_other_order(const WrongLine& use, Proposals& out) {
    const auto pieces = use.line.rest();
    const bool has_two = pieces.size() == 6 && pieces[1].is("(") && pieces[3].is(",") && pieces[5].is(")");
    if (has_two) {
        out.rewrite(Slip::operand_order, {std::string(use.line.head)},
                    patched(use.line.text, {{pieces[2].offset, pieces[2].length, std::string(pieces[4].text)},
                                            {pieces[4].offset, pieces[4].length, std::string(pieces[2].text)}}));
    }
}

/// `la $a0, (%label)` in a macro's line: the parameter stands alone.
void propose_parameter_alone(const WrongLine& about, Proposals& out) {
    const auto& pieces = about.line.pieces;
    for (size_t i = 1; i + 1 < pieces.size(); ++i) {
        const bool is_wrapped =
            (pieces[i - 1].is("(") && pieces[i + 1].is(")")) || (pieces[i - 1].is("[") && pieces[i + 1].is("]"));
        if (is_wrapped && pieces[i].text.starts_with('%')) {
            const u32 from = pieces[i - 1].offset;
            out.rewrite(Slip::label_mark, {std::string(about.line.text.substr(from, pieces[i + 1].end() - from))},
                        patched(about.line.text, {{pieces[i - 1].offset, 1, ""}, {pieces[i + 1].offset, 1, ""}}));
        }
    }
}

}  // namespace

void propose_symbols(const WrongLine& about, Proposals& out) {
    if (about.is(Message::undefined_symbol)) {
        propose_undefined(about, out);
    }
    if (to_lower(about.line.head) == ".extern" && about.line.operands.size() == 1) {
        out.rewrite(Slip::extern_needless, {std::string(about.line.operands[0].text)},
                    std::string(about.line.text.substr(about.line.code_end)));
    }
    const bool is_global = to_lower(about.line.head) == ".globl";
    if (is_global || about.is(Message::global_not_defined)) {
        propose_global(about, out);
    }
}

void propose_definitions(const WrongLine& about, Proposals& out) {
    if (about.is(Message::undefined_symbol) && about.survey->macro(about.word()) == nullptr) {
        propose_definition(about, about.word(), out);
    }
}

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

u32 macro_in_comment(const SourceText& file, u32 end) {
    for (u32 number = end - 1; number > 0; --number) {
        const std::string_view text = file.line(number);
        const LooseLine line = read_line(text.substr(0, 200));
        if (to_lower(line.head) == ".end_macro" || to_lower(line.head) == ".macro") {
            return 0;
        }
        const size_t sign = text.find_first_not_of(" \t");
        const size_t word = text.find_first_not_of(" \t#.%");
        const bool has_sign = word != std::string_view::npos && (text[sign] == '#' || text[sign] == '%');
        if (has_sign && to_lower(text.substr(word, 6)) == "macro ") {
            return number;
        }
    }
    return 0;
}

void propose_macro_uses(const WrongLine& about, Proposals& out) {
    const std::string word(about.word());
    if (about.text->files().size() > 1 || word.empty()) {
        return;
    }
    for (const u32 number : about.fault->chain) {
        WrongLine use = about;
        if (number == 0 || number > about.file().line_count()) {
            continue;
        }
        use.place.line = number;
        use.line = read_line(about.file().line(number));
        Proposals there(use);
        propose_marked_argument(use, there);
        const bool names_it = std::ranges::any_of(
            use.line.pieces, [&](const LinePiece& piece) { return piece.is(word) || piece.kind == PieceKind::string; });
        if (!names_it && there.empty()) {
            continue;
        }
        propose_text_of_call(use, about.fault->text, there);
        propose_defined_in_comment(use, word, there);
        propose_near_constant(use, word, there);
        for (const Correction& guess : guess_registers(word, use.survey->program())) {
            there.rewrite(guess.slip, guess.arguments, with_word_replaced(use.line.text, word, guess.text));
        }
        propose_near_label(use, word, there);
        for (const LinePiece& piece : use.line.pieces) {
            const bool is_text = piece.kind == PieceKind::string && piece.closed && piece.is(word);
            if (is_text && find_register(word.substr(1, word.size() - 2))) {
                there.rewrite(Slip::register_mark, {word, word.substr(1, word.size() - 2)},
                              patched(use.line.text, {{piece.offset, piece.length, word.substr(1, word.size() - 2)}}));
            }
        }
        propose_parameter_alone(about, out);
        propose_other_order(use, there);
        if (about.is(Message::operand_wrong_type)) {
            there.explain(Slip::macro_argument_kind, {word, std::string(use.line.head), about.number_of(about.place),
                                                      std::string(about.line.head)});
        }
        for (Proposal& proposal : there.all()) {
            proposal.told_at = number;
            out.all().push_back(std::move(proposal));
        }
    }
}

/// `.macro show($label)`, whose lines say `%label`.
void propose_percent_of_parameter(const WrongLine& about, const MacroFacts& macro, Proposals& out) {
    const std::string wanted(about.word());
    for (const std::string_view parameter : macro.parameters) {
        const std::string_view plain = parameter.substr(is_name(parameter.substr(0, 1)) ? 0 : 1);
        if (!parameter.starts_with('%') && wanted == "%" + std::string(plain) && macro.place.file == about.place.file) {
            out.edit(Slip::parameter_form, {std::string(parameter)},
                     {{macro.place.file, macro.place.line,
                       with_word_replaced(about.file().line(macro.place.line), parameter, wanted)}},
                     macro.place.line);
        }
    }
}

void propose_macro_in_comment(const WrongLine& about, Proposals& out) {
    const u32 number = macro_in_comment(about.file(), about.place.line);
    if (number == 0) {
        return;
    }
    const std::string_view text = about.file().line(number);
    const size_t sign = text.find_first_not_of(" \t");
    const size_t word = text.find_first_not_of(" \t#.%");
    out.edit(Slip::macro_in_comment, {std::string(text.substr(sign, word - sign + 5))},
             {{about.place.file, number, std::string(text.substr(0, sign)) + "." + std::string(text.substr(word))}},
             number);
}

/// `#define exit li $v0, 10; syscall`, as C has it, and `exit` alone in a line.
void propose_macro_of_define(const WrongLine& about, Proposals& out) {
    const LooseLine& line = about.line;
    if (!line.operands.empty() || !is_name(line.head) || isa::find_mnemonic(line.head) != nullptr) {
        return;
    }
    for (u32 number = 1; number < about.place.line; ++number) {
        const std::string_view text = trim(about.file().line(number));
        const std::string_view rest = text.starts_with("#define") ? trim(text.substr(7)) : std::string_view();
        if (!rest.starts_with(line.head) || rest.substr(line.head.size()).find_first_of(" \t") != 0 ||
            text.size() > longest_line) {
            continue;
        }
        std::string body;
        std::string_view statements = trim(rest.substr(line.head.size()));
        while (!statements.empty()) {
            const size_t end = std::min(statements.find(';'), statements.size());
            body += "    " + std::string(trim(statements.substr(0, end))) + "\n";
            statements = trim(statements.substr(std::min(end + 1, statements.size())));
        }
        out.edit(Slip::define_macro, {std::string(line.head), about.number_of({about.place.file, number})},
                 {{about.place.file, number, ".macro " + std::string(line.head) + "\n" + body + ".end_macro"}});
    }
}

void propose_macros(const WrongLine& about, Proposals& out) {
    propose_macro_of_define(about, out);
    propose_percent(about, out);
    if (about.is(Message::macro_not_ended) || about.is(Message::nested_macro)) {
        propose_end_of_macro(about, out);
    }
    propose_macro_signs(about, out);
    if (about.is(Message::invalid_macro_argument)) {
        propose_parameters(about, out);
    }
    if (about.is(Message::invalid_macro_name)) {
        propose_macro_name(about, out);
    }
    if (about.is(Message::argument_required) && to_lower(about.line.head) == ".macro") {
        out.rewrite(Slip::macro_nameless, {}, patched(about.line.text, {{about.line.code_end, 0, " name"}}));
    }
    if (about.is(Message::macro_mismatch) || about.is(Message::unknown_operator)) {
        propose_call(about, out);
    }
    if (about.is(Message::unknown_macro_parameter) || about.word().starts_with('%')) {
        if (const MacroFacts* const macro = about.survey->macro_around(about.place)) {
            propose_percent_of_parameter(about, *macro, out);
            // The only one is meant, however it is spelt.
            const bool is_only = macro->parameters.size() == 1;
            for (const std::string_view parameter :
                 is_only ? macro->parameters : near_names(about.word(), macro->parameters)) {
                out.rewrite(Slip::parameter_spelling, {std::string(about.word()), std::string(parameter)},
                            with_word_replaced(about.line.text, about.word(), parameter));
            }
        }
    }
    if (about.is(Message::text_after_end_macro)) {
        out.rewrite(
            Slip::end_macro_alone, {},
            patched(about.line.text, {{about.line.head_offset + static_cast<u32>(about.line.head.size()), 0, " #"}}));
    }
    if (about.is(Message::end_macro_without_macro)) {
        propose_macro_in_comment(about, out);
        out.rewrite(Slip::end_macro_too_many, {},
                    patched(about.line.text, {{about.line.head_offset, static_cast<u32>(about.line.head.size()), ""}}));
    }
    if (to_lower(about.line.head) == ".include") {
        const u32 from = about.line.head_offset + static_cast<u32>(about.line.head.size());
        std::string name(trim(about.line.text.substr(from, about.line.code_end - from)));
        std::erase_if(name, [](char c) { return c == '<' || c == '>' || c == '\''; });
        out.rewrite(Slip::include_quotes, {name},
                    patched(about.line.text, {{from, about.line.code_end - from, " \"" + name + "\""}}));
    }
}

constexpr std::string_view loops[] = {"while", "for", "do", "loop", "repeat", "until"};
constexpr std::string_view choices[] = {"if", "else", "elif", "endif", "switch", "case", "default", "then"};

constexpr std::string_view printing[] = {"print",
                                         "printf",
                                         "println",
                                         "puts",
                                         "putchar",
                                         "cout",
                                         "write",
                                         "echo",
                                         "display",
                                         "print_int",
                                         "print_string",
                                         "system.out.println",
                                         "system.out.print",
                                         "console.log",
                                         "console.writeline",
                                         "console.write"};
constexpr std::string_view reading[] = {
    "console.readline", "scanner.nextint", "scanf", "cin", "input", "read", "gets", "getchar", "get",
    "read_int",         "read_string"};

bool is_one_of(std::string_view word, std::span<const std::string_view> words) {
    return std::ranges::find(words, to_lower(word)) != words.end();
}

bool prints_or_reads(std::string_view word) {
    return is_one_of(word, printing) || is_one_of(word, reading);
}

/// Statements of C and its like that have no single line here.
void explain_other_language(const LooseLine& line, Proposals& out) {
    // `end loop`, `end if`
    const auto rest = line.rest();
    const bool is_end = to_lower(line.head) == "end" && rest.size() == 2;
    const std::string written = std::string(line.head) + (is_end ? " " + std::string(rest[1].text) : "");
    const std::vector<std::string> word = {written};
    const std::string lower = to_lower(is_end ? rest[1].text : line.head);
    const std::string_view meant = std::string_view(lower).substr(lower.starts_with("end") ? 3 : 0);
    if (lower == "break" || lower == "continue") {
        out.explain(Slip::other_leave, word);
    } else if (is_one_of(meant, loops)) {
        out.explain(Slip::other_loop, word);
    } else if (is_one_of(lower, choices) || is_one_of(meant, choices)) {
        out.explain(Slip::other_choice, word);
    } else if (is_one_of(lower, printing)) {
        out.explain(Slip::other_print, word);
    } else if (is_one_of(lower, reading)) {
        out.explain(Slip::other_read, word);
    }
}

/// The form of an instruction that has as many operands as were given, or nearly.
std::string nearest_form(const isa::Mnemonic& mnemonic, const LooseLine& line) {
    const size_t given = line.operands.size();
    const std::string_view last = given > 0 ? line.operands.back().text : std::string_view();
    const bool has_address = mnemonic.example().find('(') != std::string_view::npos;
    if (mnemonic.name == "la" || (has_address && is_name(last) && !find_register("$" + std::string(last)))) {
        const std::string_view target = mnemonic.example().find("$f") != std::string_view::npos ? " $f0, " : " $t0, ";
        return std::string(mnemonic.name) + std::string(target) + "label";
    }
    std::string best(mnemonic.example());
    size_t best_distance = 100;
    const auto consider = [&](std::string_view example) {
        const size_t count = read_line(example).operands.size();
        const size_t distance = count > given ? count - given : given - count;
        if (!example.empty() && distance < best_distance) {
            best = example;
            best_distance = distance;
        }
    };
    for (const isa::InstructionInfo& form : mnemonic.basic) {
        consider(form.example);
    }
    for (const isa::PseudoInfo& form : mnemonic.pseudo) {
        consider(form.example);
    }
    return best;
}

/// `div.s $f0, $f2, 3`, `li $v0, ten`.
void explain_number_or_name(const WrongLine& about, Proposals& out) {
    const std::string word(about.word());
    const isa::Mnemonic* const mnemonic = isa::find_mnemonic(about.line.head);
    if (mnemonic == nullptr || !about.is(Message::operand_wrong_type)) {
        return;
    }
    const bool is_float = !about.line.operands.empty() && is_float_register(about.line.operands[0].text);
    if (is_float && (is_integer(word) || parse_java_double(word))) {
        const bool is_double = about.line.head.ends_with(".d") || about.line.head.ends_with(".D");
        out.explain(Slip::number_for_float,
                    {std::string(about.line.head), word, is_double ? ".double" : ".float", is_double ? "l.d" : "l.s"});
    } else if (is_name(word) && about.survey->label(word) == nullptr && about.survey->eqv(word).empty() &&
               guess_registers(word).empty()) {
        out.explain(Slip::name_undefined, {word});
    }
}

bool is_other_statement(const WrongLine& about) {
    const LooseLine& line = about.line;
    if (declares_variable(about)) {
        return true;
    }
    const std::string word = to_lower(line.head);
    const auto has = [&](std::string_view sign) {
        return std::ranges::any_of(line.pieces, [&](const LinePiece& piece) { return piece.is(sign); });
    };
    if (prints_or_reads(word) && word.find('.') != std::string::npos) {
        return true;
    }
    if (word == "break" || word == "continue") {
        return has(";");
    }
    std::string joined = word;
    for (size_t i = 1; i < std::min<size_t>(line.pieces.size(), 3) && !line.pieces[i].is(":"); ++i) {
        joined += line.pieces[i].is_word() ? line.pieces[i].text : "";
    }
    const bool is_choice = (word == "case" || word == "default") && has(":");
    if (is_choice) {
        return about.survey->uses(joined) == nullptr || about.survey->label(joined) != nullptr;
    }
    if ((word == "for" || word == "while") && line.label.empty() && !line.pieces.empty() &&
        line.pieces.back().is(":")) {
        return true;
    }
    const bool is_keyword = word == "do" || word == "else" || word == "for" || word == "while" || word == "switch";
    return is_keyword && line.label.empty() && (has(";") || has("{") || (has("(") && word == "for" && has("=")));
}

void propose_explanations(const WrongLine& about, Proposals& out) {
    const LooseLine& line = about.line;
    const std::string word(about.word());
    const isa::Mnemonic* const mnemonic = isa::find_mnemonic(line.head);
    explain_variable(about, out);
    explain_comparison(about, out);
    if (mnemonic == nullptr || is_other_statement(about)) {
        explain_other_language(line, out);
    }
    for (const LooseOperand& operand : line.operands) {
        if (const std::string there = registers_there_are(operand.text); !there.empty()) {
            out.explain(Slip::register_range, {std::string(operand.text), there});
        } else if (mnemonic != nullptr && operand.text.starts_with('$') && !find_register(operand.text) &&
                   operand.text.find('(') == std::string_view::npos) {
            out.explain(Slip::register_unknown, {std::string(operand.text)});
        }
    }
    if (to_lower(word).starts_with("0x") && about.is(Message::invalid_element)) {
        const size_t at = word.find_first_not_of("0123456789abcdefABCDEF", 2);
        out.explain(at == std::string::npos ? Slip::hexadecimal_long : Slip::hexadecimal_digit,
                    {word, at != std::string::npos ? word.substr(at, 1)
                           : word.size() == 2      ? "no digit"
                                                   : std::to_string(word.size() - 2) + " digits"});
    }
    const bool has_hint = !about.fault->hint.empty() && about.fault->hint.find("did you mean") == std::string::npos;
    if (about.is(Message::invalid_element) && !has_hint) {
        out.explain(Slip::unknown_element, {word});
    }
    if (about.is(Message::jump_too_far) && !line.operands.empty()) {
        const std::string name(line.operands.back().text);
        const Survey::Places* const label = about.survey->label(name);
        if (label != nullptr && about.survey->is_in_data(label->front())) {
            out.explain(Slip::data_as_target, {name, about.number_of(label->front()), std::string(line.head)});
        }
    }
    if (about.is(Message::invalid_element) && word.size() > 3 && word[0] == '\'' && word.ends_with('\'')) {
        out.explain(Slip::character_many, {word});
    }
    if (about.is(Message::unknown_operator)) {
        out.explain(Slip::unknown_word, {word});
    }
    if (mnemonic != nullptr && (about.is(Message::too_few_operands) || about.is(Message::too_many_operands))) {
        const std::string form = nearest_form(*mnemonic, line);
        const size_t wanted = read_line(form).operands.size();
        const size_t given = line.operands.size();
        out.explain(given < wanted ? Slip::operands_missing : Slip::operands_wrong,
                    {std::string(line.head), std::to_string(wanted), here_are(given), form});
    }
    if (to_lower(line.head) == "li" && parse_java_double(word) && !is_integer(word)) {
        out.explain(Slip::fraction_in_li, {word});
    }
    explain_number_or_name(about, out);
    static constexpr std::string_view comparisons[] = {"slt", "sltu", "sle", "sgt", "sge", "seq", "sne", "sleu"};
    if (mnemonic != nullptr && is_float_register(word) && line.operands.size() == 3 &&
        std::ranges::find(comparisons, mnemonic->name) != std::end(comparisons)) {
        out.explain(Slip::float_comparison,
                    {std::string(line.head), std::string(line.operands[1].text), std::string(line.operands[2].text)});
    }
    const bool goes = mnemonic != nullptr && is_branch_or_jump(mnemonic->name);
    if (goes && is_integer(word) && !line.operands.empty() && line.operands.back().text == word) {
        out.explain(Slip::number_as_target, {std::string(line.head), word});
    }
    if (mnemonic != nullptr && !goes && about.is(Message::operand_wrong_type) && is_float_register(word)) {
        out.explain(Slip::float_for_integer, {std::string(line.head), word});
    } else if (mnemonic != nullptr && about.is(Message::operand_wrong_type) && is_integer_register(word) &&
               line.head.find('.') != std::string_view::npos) {
        const bool is_double = to_lower(line.head).ends_with(".d");
        const bool is_target = line.operands.size() > 1 && line.operands[0].text == word &&
                               line.operands[1].text != word && !to_lower(line.head).starts_with("c.");
        if (is_target) {
            out.explain(Slip::float_target, {std::string(line.head), word, is_double ? "cvt.w.d" : "cvt.w.s"});
        }
        const bool is_taken = about.file().text().find("$f4") != std::string::npos;
        out.explain(Slip::integer_for_float,
                    {std::string(line.head), word, is_double ? "cvt.d.w" : "cvt.s.w", is_taken ? "$f18" : "$f4"});
    }
    if (mnemonic != nullptr && about.is(Message::operand_wrong_type)) {
        out.explain(Slip::operand_kind, {std::string(line.head), word, nearest_form(*mnemonic, line)});
    }
}

}  // namespace mariner::tutor
