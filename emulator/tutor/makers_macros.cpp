// Macros: where they begin and end, their parameters, how they are used, and the lines of other files and languages.

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

/// `.macro exit:`, `exit: .macro`, `.macro twice[%x]`.
void propose_signs_of_definition(const WrongLine& about, Proposals& out) {
    const LooseLine& line = about.line;
    std::vector<Patch> patches;
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
        if (piece.kind == PieceKind::string && piece.closed && is_name(piece.text.substr(1, piece.text.size() - 2))) {
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

}  // namespace

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

void propose_macros(const WrongLine& about, Proposals& out) {
    propose_macro_of_define(about, out);
    propose_percent(about, out);
    if (about.is(Message::macro_not_ended) || about.is(Message::nested_macro)) {
        propose_end_of_macro(about, out);
    }
    if (to_lower(about.line.head) == ".macro") {
        propose_signs_of_definition(about, out);
    }
    propose_macro_use(about, out);
    if (about.is(Message::invalid_macro_argument)) {
        propose_parameters(about, out);
    }
    if (about.is(Message::invalid_macro_name)) {
        propose_macro_name(about, out);
    }
    if (about.is(Message::argument_required) && to_lower(about.line.head) == ".macro") {
        out.rewrite(Slip::macro_nameless, {}, patched(about.line.text, {{about.line.code_end, 0, " name"}}));
    }
    const bool is_register = about.word().starts_with('$') && !guess_registers(about.word()).empty();
    for (const Correction& guess : is_register ? guess_registers(about.word()) : std::vector<Correction>()) {
        out.rewrite(guess.slip, guess.arguments, with_word_replaced(about.line.text, about.word(), guess.text));
    }
    if ((about.is(Message::unknown_macro_parameter) && !is_register) || about.word().starts_with('%')) {
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
        if (!name.empty() && name.find('"') == std::string::npos) {
            out.explain(Slip::include_form, {name});
        }
    }
}

}  // namespace mariner::tutor
