// How macros are used: their arguments, the signs around them, and what is wrong in a line that uses one although the
// fault shows in a line of the macro.

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

/// `twice[$t0]`, `twice($t0`, `twice = $t0`
void propose_brackets_of_use(const WrongLine& about, Proposals& out) {
    const LooseLine& line = about.line;
    const auto rest = line.rest();
    std::vector<Patch> patches;
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

/// `exit macro`, `jal exit`, `twice[$t0]`, `twice($t0`.
void propose_signs_of_use(const WrongLine& about, Proposals& out) {
    const LooseLine& line = about.line;
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
    if (about.survey->macro(line.head) != nullptr) {
        propose_brackets_of_use(about, out);
    }
}

bool is_between_arguments(const LinePiece& piece) {
    return piece.is("(") || piece.is(")") || piece.is(",");
}

/// The macro's name and place, what it takes, what was given.
std::vector<std::string> words_of_call(const WrongLine& about, const MacroFacts& macro, size_t given) {
    const size_t wanted = macro.parameters.size();
    std::string names;
    for (const std::string_view parameter : macro.parameters) {
        names += (names.empty() ? "`" : ", ") + std::string(parameter);
    }
    return {std::string(about.word()), about.number_of(macro.place),
            wanted == 1 ? "1 argument" : std::to_string(wanted) + " arguments", here_are(given),
            names.empty() ? "none" : names + "`"};
}

/// The macro goes to the top.
void propose_macro_above(const WrongLine& about, const MacroFacts& macro, const std::vector<std::string>& words,
                         Proposals& out) {
    const SourceText& file = about.file();
    std::string definition;
    std::vector<LineEdit> edits;
    for (u32 number = macro.place.line; number <= file.line_count(); ++number) {
        definition += std::string(file.line(number)) + "\n";
        edits.push_back({about.place.file, number, ""});
        if (to_lower(read_line(file.line(number)).head) == ".end_macro") {
            break;
        }
    }
    edits.insert(edits.begin(), {about.place.file, 1, definition + std::string(file.line(1))});
    out.edit(Slip::macro_below, words, std::move(edits));
}

/// So many arguments as it takes, in parentheses.
std::string first_arguments(const LooseLine& line, size_t wanted) {
    std::string kept;
    size_t taken = 0;
    for (const LinePiece& piece : line.rest().subspan(1)) {
        if (!is_between_arguments(piece) && taken++ < wanted) {
            kept += (kept.empty() ? "" : ", ") + std::string(piece.text);
        }
    }
    return wanted == 0 ? "" : "(" + kept + ")";
}

/// A call whose arguments don't match, or one above the macro.
void propose_call(const WrongLine& about, Proposals& out) {
    const MacroFacts* const macro = about.survey->macro(about.word());
    if (macro == nullptr) {
        return;
    }
    const LooseLine& line = about.line;
    u32 from = line.head_offset + static_cast<u32>(line.head.size());
    while (from < line.code_end && line.text[from] == ' ') {
        ++from;
    }
    const u32 length = line.code_end - from;
    const std::string arguments(trim(line.text.substr(from, length)));
    const auto given = static_cast<size_t>(
        std::ranges::count_if(line.rest().subspan(1), [](const auto& piece) { return !is_between_arguments(piece); }));
    const std::vector<std::string> words = words_of_call(about, *macro, given);
    // A sign in front of a number is an argument of its own, unless parentheses stand around all of them.
    if (!arguments.starts_with('(')) {
        out.rewrite(Slip::macro_parentheses, words, patched(line.text, {{from, length, "(" + arguments + ")"}}));
    }
    if (macro->place.file == about.place.file && macro->place.line > about.place.line) {
        propose_macro_above(about, *macro, words, out);
        return;
    }
    propose_missing_parameters(about, *macro, given, out);
    const size_t wanted = macro->parameters.size();
    if (wanted < given) {
        out.rewrite(Slip::macro_arguments, words, patched(line.text, {{from, length, first_arguments(line, wanted)}}));
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

void propose_macro_use(const WrongLine& about, Proposals& out) {
    if (to_lower(about.line.head) != ".macro") {
        propose_signs_of_use(about, out);
    }
    if (about.is(Message::macro_mismatch) || about.is(Message::unknown_operator)) {
        propose_call(about, out);
    }
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

}  // namespace mariner::tutor
