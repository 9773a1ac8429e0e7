// Labels that are named and nowhere defined, and .globl.

#include <algorithm>

#include "emulator/assembler/directives.hpp"
#include "emulator/isa/mnemonics.hpp"
#include "emulator/support/java_number.hpp"
#include "emulator/support/text.hpp"
#include "emulator/tutor/proposal.hpp"
#include "emulator/tutor/registers.hpp"
#include "emulator/tutor/spelling.hpp"
#include "emulator/tutor/symbols.hpp"

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

}  // namespace

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

namespace {

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

}  // namespace

bool propose_include_in_comment(const WrongLine& about, std::string_view name, Proposals& out) {
    const u32 number = include_in_comment(about.file());
    if (number == 0) {
        return false;
    }
    const std::string_view text = trim(about.file().line(number));
    const size_t quote = text.find('"');
    const std::string include = ".include " + std::string(text.substr(quote, text.rfind('"') + 1 - quote));
    const std::vector<std::string> arguments = {std::string(name), about.number_of({about.place.file, number}),
                                                include};
    out.edit(Slip::include_in_comment, arguments, {{about.place.file, number, include}});
    out.explain(Slip::include_in_comment, arguments);
    return true;
}

namespace {

/// Where labels are missing altogether, a place for them: a sketch.
void propose_definition(const WrongLine& about, std::string_view name, Proposals& out) {
    if (propose_include_in_comment(about, name, out)) {
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

}  // namespace mariner::tutor
