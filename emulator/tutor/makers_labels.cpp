// Labels as they are defined: a colon that is missing or elsewhere, names that can't be names, names given twice.

#include <algorithm>

#include "emulator/assembler/directives.hpp"
#include "emulator/isa/mnemonics.hpp"
#include "emulator/support/text.hpp"
#include "emulator/tutor/proposal.hpp"
#include "emulator/tutor/registers.hpp"
#include "emulator/tutor/symbols.hpp"
#include "emulator/tutor/tongues.hpp"

namespace mariner::tutor {

namespace {

bool is_directive(std::string_view word) {
    return assembler::find_directive(word) != nullptr;
}

}  // namespace

bool begins_statement(const WrongLine& about, std::string_view word) {
    return isa::find_mnemonic(word) != nullptr || is_directive(word) || about.survey->macro(word) != nullptr;
}

namespace {

std::string_view code_of(const LooseLine& line) {
    return line.text.substr(0, line.code_end);
}

std::string with_colon_behind(const LooseLine& line, const LinePiece& name, size_t next) {
    std::string text(line.text.substr(0, name.end()));
    const std::string_view rest = line.text.substr(next);
    const bool has_blank = rest.empty() || rest[0] == ' ' || rest[0] == '\t';
    return text + ":" + (has_blank ? "" : " ") + std::string(rest);
}

/// `@start`, `"start":`.
void propose_unmarked_label(const WrongLine& about, Proposals& out) {
    const LooseLine& line = about.line;
    const bool has_mark = line.pieces.size() == 1 && line.label.empty() && line.head.size() > 1 &&
                          std::string_view("@$%").find(line.head[0]) != std::string_view::npos;
    if (has_mark && about.survey->uses(line.head.substr(1)) != nullptr) {
        out.rewrite(Slip::colon_missing, {std::string(line.head)},
                    patched(line.text, {{line.head_offset, 1, ""}, {line.code_end, 0, ":"}}));
    }
    const auto pieces = std::span(line.pieces);
    const bool is_quoted = pieces.size() > 1 && pieces[0].kind == PieceKind::string && pieces[0].closed &&
                           pieces[1].is(":") && pieces[0].text.size() > 2;
    if (is_quoted && is_name(pieces[0].text.substr(1, pieces[0].text.size() - 2))) {
        const std::string plain(pieces[0].text.substr(1, pieces[0].text.size() - 2));
        out.rewrite(Slip::label_mark, {std::string(pieces[0].text)},
                    patched(line.text, {{pieces[0].offset, pieces[0].length, plain}}));
    }
}

/// A word at a line's start, where a label may have been meant.
struct FirstWord {
    std::string name;
    std::string undotted;  // without dots at its end
    const LinePiece* piece = nullptr;
    std::string_view next;  // the word or sign behind it, if there is one
    bool is_alone = false;
    bool is_used = false;  // somebody goes there

    explicit FirstWord(const WrongLine& about)
        : name(about.line.head),
          undotted(name.substr(0, name.find_last_not_of('.') + 1)),
          piece(&about.line.pieces[0]),
          next(about.line.pieces.size() > 1 ? about.line.pieces[1].text : std::string_view()),
          is_alone(about.line.pieces.size() == 1),
          is_used((about.survey->uses(name) != nullptr && about.survey->macro(name) == nullptr) || name == "main") {}
};

/// A segment's name, another language's word, a macro, the first half of a label in two words.
bool is_no_label(const WrongLine& about, const FirstWord& word) {
    const auto& pieces = about.line.pieces;
    const std::string lower = to_lower(word.undotted);
    const bool is_taken = about.survey->label(word.name) != nullptr;
    const bool is_segment =
        lower == "section" || lower == "segment" || (is_directive("." + lower) && (lower != word.name || is_taken));
    const bool is_tongue = !word.is_alone && !is_directive(word.next) &&
                           std::ranges::any_of(tongues(), [&](const Tongue& row) { return row.word == lower; });
    return is_segment || (is_tongue && about.survey->uses(word.name) == nullptr) ||
           (pieces.size() > 2 && is_name(word.next) && pieces[2].is(":") &&
            about.survey->uses(word.name + std::string(word.next)) != nullptr) ||
           to_lower(word.next) == ".macro";
}

/// `done` alone in the code, where `done:` stands elsewhere.
bool propose_jump_there(const WrongLine& about, const FirstWord& word, Proposals& out) {
    const Survey::Places* const known = about.survey->label(word.name);
    if (!word.is_alone || known == nullptr || about.is_in_data() || begins_statement(about, word.name)) {
        return false;
    }
    const std::string jump = about.survey->is_called(word.name) ? "jal " : "j ";
    out.rewrite(Slip::jump_missing, {word.name, about.number_of(known->front())},
                patched(about.line.text, {{word.piece->offset, 0, jump}}));
    return true;
}

/// `start.`, `start. li $t0, 1`.
bool propose_colon_for_dot(const WrongLine& about, const FirstWord& word, Proposals& out) {
    const bool is_used = about.survey->uses(word.undotted) != nullptr;
    const bool is_heading = word.is_alone && (is_used || word.undotted == "main");
    const bool has_statement = !word.is_alone && is_used && begins_statement(about, word.next);
    if (word.undotted != word.name && (is_heading || has_statement)) {
        out.rewrite(Slip::colon_other, {word.undotted, "."},
                    word.undotted + ":" + std::string(about.line.text.substr(word.piece->end())));
    }
    return word.undotted != word.name && has_statement;
}

/// `start;`, `start -`.
void propose_colon_for_sign(const WrongLine& about, const FirstWord& word, Proposals& out) {
    static constexpr std::string_view wrong_signs[] = {";",  ",", "=", ".", "-", "!", "|", "'", "->", "=>",
                                                       ":=", ")", "]", "}", ">", "/", "*", "&", "%"};
    const auto& pieces = about.line.pieces;
    const bool has_wrong_sign = !word.is_alone && std::ranges::find(wrong_signs, word.next) != std::end(wrong_signs);
    const bool ends_there = pieces.size() <= 2 || begins_statement(about, pieces[2].text);
    const bool is_near = !word.is_alone && (pieces[1].offset == word.piece->end() || word.is_used ||
                                            (pieces.size() > 2 && is_directive(pieces[2].text)));
    if (has_wrong_sign && ends_there && is_near && !begins_statement(about, word.name)) {
        out.rewrite(Slip::colon_other, {word.name, std::string(word.next)},
                    with_colon_behind(about.line, *word.piece, pieces[1].end()));
    }
}

/// `start`, `total .word 0`, `loop addi $t0, $t0, 1`.
void propose_colon(const WrongLine& about, Proposals& out) {
    const LooseLine& line = about.line;
    propose_unmarked_label(about, out);
    if (!line.label.empty() || line.head.empty() || !is_name(line.head)) {
        return;
    }
    const FirstWord word(about);
    if (is_no_label(about, word)) {
        return;
    }
    if (word.is_alone && line.comment.starts_with("#:")) {  // total#: .word 0
        out.rewrite(Slip::colon_other, {word.name, "#:"}, word.name + ":" + std::string(line.comment.substr(2)));
    }
    if (propose_jump_there(about, word, out) || propose_colon_for_dot(about, word, out)) {
        return;
    }
    const bool begins = !word.is_alone && begins_statement(about, word.next);
    if ((word.is_alone && word.is_used) || (begins && !begins_statement(about, word.name)) ||
        (!word.is_alone && is_directive(word.next))) {
        out.rewrite(Slip::colon_missing, {word.name}, with_colon_behind(line, *word.piece, word.piece->end()));
    }
    propose_colon_for_sign(about, word, out);
    if (begins && word.name.ends_with('.')) {
        const std::string name = word.name.substr(0, word.name.size() - 1);
        out.rewrite(Slip::colon_other, {name, "."}, name + ":" + std::string(line.text.substr(word.piece->end())));
    }
}

constexpr std::string_view heading_words[] = {"void", "int",  "def",       "func",  "function", "proc", "sub",
                                              "fn",   "near", "procedure", "label", ".func",    "begin"};

bool is_heading_word(std::string_view text) {
    return std::ranges::find(heading_words, to_lower(text)) != std::end(heading_words);
}

/// The one name in a heading; empty if there is none, or more.
std::string name_in_heading(const LooseLine& line) {
    static constexpr std::string_view signs[] = {":", "::", "(", ")", "{", "@", "&"};
    // What stands between the parentheses are another language's parameters.
    const auto open = std::ranges::find_if(line.pieces, [](const LinePiece& piece) { return piece.is("("); });
    const bool has_parameters =
        is_heading_word(line.pieces[0].text) && open != line.pieces.end() && open - line.pieces.begin() <= 2;
    std::string name;
    for (const LinePiece& piece : line.pieces) {
        if (has_parameters && piece.offset >= open->offset) {
            break;
        }
        const bool is_noise = is_heading_word(piece.text) || (piece.kind == PieceKind::sign &&
                                                              std::ranges::find(signs, piece.text) != std::end(signs));
        if (is_noise) {
            continue;
        }
        if (!name.empty() || !piece.is_word()) {
            return {};
        }
        name = piece.text;
    }
    while (name.starts_with('@') || name.starts_with('.') || name.starts_with('$')) {
        name.erase(0, 1);
    }
    return name;
}

/// `start()` where `start:` stands elsewhere, and `exit()`.
bool is_foreign_call(const LooseLine& line, const std::string& name, bool is_known) {
    const bool is_word = line.pieces.size() == 3 && std::ranges::any_of(tongues(), [&](const Tongue& row) {
                             return row.word == to_lower(name) && row.example.empty();
                         });
    const bool is_label = is_known && !is_heading_word(line.pieces[0].text) && line.pieces[0].is(name);
    return line.pieces.back().is(")") && (is_word || is_label);
}

/// `start()`, `void start() {`, `proc start`, `start proc`, `:start`, `start::`.
void propose_heading(const WrongLine& about, Proposals& out) {
    const LooseLine& line = about.line;
    static constexpr std::string_view ends[] = {"endp",   "endproc", "endfunc", "endfunction",
                                                "endsub", ".endp",   ".endfunc"};
    const bool is_end = !line.pieces.empty() && line.pieces.size() <= 2 &&
                        std::ranges::find(ends, to_lower(line.pieces.back().text)) != std::end(ends);
    if (is_end) {
        out.rewrite(Slip::needless_directive, {std::string(line.pieces.back().text)},
                    std::string(line.text.substr(line.code_end)));
        return;
    }
    constexpr size_t most_pieces = 20;
    if (line.pieces.size() < 2 || line.pieces.size() > most_pieces) {
        return;
    }
    const std::string name = name_in_heading(line);
    const Survey::Places* const known = about.survey->label(name);
    if (!is_name(name) || is_foreign_call(line, name, known != nullptr)) {
        return;
    }
    if (known != nullptr && !(known->front() == about.place)) {
        out.rewrite(Slip::heading_needless, {std::string(trim(code_of(line)))},
                    std::string(line.text.substr(line.code_end)));
    } else if (!begins_statement(about, name)) {
        const std::string indent(line.text.substr(0, line.pieces[0].offset));
        out.rewrite(Slip::heading, {name, std::string(trim(code_of(line)))},
                    indent + name + ":" + std::string(line.text.substr(line.code_end)));
    }
}

/// Whether another line of code names a label as it is written here, with its blank or hyphen.
bool has_uses_as(const WrongLine& about, std::string_view written) {
    const SourceText& file = about.file();
    for (u32 number = 1; number <= file.line_count(); ++number) {
        const LooseLine line = read_line(file.line(number).substr(0, 500));
        const bool ends_in_it = number != about.place.line && is_branch_or_jump(line.head) &&
                                code_of(line).ends_with(written) && code_of(line).size() > written.size() &&
                                !is_word_character(code_of(line)[code_of(line).size() - written.size() - 1]);
        if (ends_in_it) {
            return true;
        }
    }
    return false;
}

/// A name that reads like `written`, from letters, digits and underscores.
std::string plain_name(const WrongLine& about, std::string_view written) {
    const size_t bracket = written.find('[');
    written = trim(written.substr(0, bracket == 0 ? std::string_view::npos : bracket));
    const auto is_missing = [&](std::string_view wanted) {
        const Survey::Places* const uses = about.survey->uses(wanted);
        return about.survey->label(wanted) == nullptr && uses != nullptr &&
               std::ranges::any_of(*uses, [&](const SourceSpot& use) { return !(use == about.place); });
    };
    std::string joined(written);
    std::ranges::replace_if(
        joined, [](char c) { return !is_name(std::string("a") + c); }, '_');
    if (is_name(joined) && (is_missing(joined) || (has_uses_as(about, written) && !about.survey->label(joined)))) {
        return joined;
    }
    // What is used and missing was meant: all letters, those behind digits, the first or the last word.
    std::string kept(written);
    std::erase_if(kept, [](char c) { return !is_name(std::string("a") + c) || c == '$'; });
    for (const std::string_view part :
         {std::string_view(kept),
          std::string_view(kept).substr(std::min(kept.find_first_not_of("0123456789"), kept.size())),
          written.substr(0, written.find(' ')), written.substr(written.rfind(' ') + 1)}) {
        if (is_name(part) && is_missing(part)) {
            return std::string(part);
        }
    }
    std::string name;
    std::string digits;
    for (const char c : written) {
        const bool is_digit = c >= '0' && c <= '9';
        if (name.empty() && is_digit) {
            digits += c;
        } else {
            const bool fits = is_name(std::string("a") + c);
            name += fits ? c : '_';
        }
    }
    while (name.size() > 1 && name.ends_with('_')) {
        name.pop_back();
    }
    name = (name.empty() || name == "_" ? "L" : name) + digits;
    while (about.survey->label(name) != nullptr || begins_statement(about, name)) {
        name += "_";
    }
    return name;
}

}  // namespace

std::string with_text_replaced(std::string_view line, std::string_view what, std::string_view by) {
    const LooseLine parts = read_line(line);
    std::string out;
    size_t done = 0;
    for (size_t at = line.find(what); at < parts.code_end; at = line.find(what, at + 1)) {
        const size_t end = at + what.size();
        const bool stands_alone = (at == 0 || !is_word_character(line[at - 1])) &&
                                  (end >= line.size() || !is_word_character(line[end]) || line[end] == ':');
        const bool in_string = std::ranges::any_of(parts.pieces, [&](const LinePiece& piece) {
            return piece.kind == PieceKind::string && piece.offset < at && at < piece.end();
        });
        if (stands_alone && !in_string && at >= done) {
            out += line.substr(done, at - done);
            out += by;
            done = end;
        }
    }
    return out + std::string(line.substr(done));
}

namespace {

std::vector<LineEdit> rename_edits(const WrongLine& about, std::string_view from, std::string_view to) {
    std::vector<LineEdit> edits = {{about.place.file, about.place.line, with_text_replaced(about.line.text, from, to)}};
    const SourceText& file = about.file();
    for (u32 number = 1; number <= file.line_count(); ++number) {
        const std::string_view line = file.line(number);
        if (number != about.place.line && line.size() < 500 && line.find(from) != std::string_view::npos) {
            edits.push_back({about.place.file, number, with_text_replaced(line, from, to)});
        }
    }
    return edits;
}

/// GNU's `1:` with `b 1b` behind it and `b 1f` before.
void add_numbered_uses(const WrongLine& about, const std::string& number, const std::string& name,
                       std::vector<LineEdit>& edits) {
    const SourceText& file = about.file();
    for (u32 line = 1; line <= file.line_count(); ++line) {
        const std::string word = number + (line < about.place.line ? "f" : "b");
        const std::string replaced = with_word_replaced(file.line(line), word, name);
        if (line != about.place.line && replaced != file.line(line)) {
            edits.push_back({about.place.file, line, replaced});
        }
    }
}

std::string fault_of_name(std::string_view written) {
    if (written[0] >= '0' && written[0] <= '9') {
        return "begins with a digit";
    }
    size_t at = 0;
    while (at < written.size() && (is_name(std::string("a") + written[at]) || (at == 0 && written[at] == '$'))) {
        ++at;
    }
    const size_t length = std::max<size_t>(utf8_sequence_length(written.substr(std::min(at, written.size()))), 1);
    const std::string sign(written.substr(std::min(at, written.size()), length));
    return sign == " " || sign == "\t" ? "has a blank in it"
           : sign.empty()              ? "has a sign in it that no name may have"
                                       : "has a `" + sign + "` in it, which no name may have";
}

/// `my-loop:`, `my loop:`, `1st:`.
void propose_name(const WrongLine& about, Proposals& out) {
    const LooseLine& line = about.line;
    const auto colon = std::ranges::find_if(line.pieces, [](const LinePiece& piece) { return piece.is(":"); });
    if (colon == line.pieces.end() || colon == line.pieces.begin()) {
        return;
    }
    const std::string_view written = trim(line.text.substr(0, colon->offset));
    const bool has_string = std::any_of(line.pieces.begin(), colon, [](const LinePiece& piece) {
        return piece.kind == PieceKind::string || piece.is(",") || piece.text.starts_with('.');
    });
    if (is_name(written) || written.empty() || has_string || written.size() > 60) {
        return;
    }
    static constexpr std::string_view headings[] = {"def",       "function", "func", "proc",
                                                    "procedure", "sub",      "void", "int"};
    if (std::ranges::find(headings, to_lower(line.pieces[0].text)) != std::end(headings)) {
        return;
    }
    const std::string name = plain_name(about, written);
    // `not-pal:` is a label where something goes to `not_pal`, though `not` is an instruction.
    const bool is_missing =
        about.survey->label(name) == nullptr && (about.survey->uses(name) != nullptr || has_uses_as(about, written));
    if (begins_statement(about, line.pieces[0].text) && !is_missing) {
        return;
    }
    std::vector<LineEdit> edits = rename_edits(about, written, name);
    if (is_integer(written)) {
        edits = {{about.place.file, about.place.line,
                  patched(line.text, {{line.pieces[0].offset, colon->offset - line.pieces[0].offset, name}})}};
        add_numbered_uses(about, std::string(written), name, edits);
    }
    out.edit(Slip::label_name, {std::string(written), fault_of_name(written)}, std::move(edits));
}

/// `beqz $t0, not-prime` above the line that begins with `not-prime:`: the name is what is wrong, and told there.
void propose_name_of_target(const WrongLine& about, Proposals& out) {
    const bool goes_to_no_name =
        is_branch_or_jump(about.line.head) && !about.line.operands.empty() && !is_name(about.line.operands.back().text);
    if (!goes_to_no_name) {
        return;
    }
    const std::string_view code = code_of(about.line);
    for (u32 number = about.place.line + 1; number <= about.file().line_count(); ++number) {
        const LooseLine line = read_line(about.file().line(number).substr(0, 500));
        const auto colon = std::ranges::find_if(line.pieces, [](const LinePiece& piece) { return piece.is(":"); });
        const std::string_view written =
            colon == line.pieces.end() ? std::string_view() : trim(line.text.substr(0, colon->offset));
        const bool is_named = written.size() > 1 && !is_name(written) && written[0] != '.' &&
                              code.size() > written.size() && code.ends_with(written) &&
                              !is_word_character(code[code.size() - written.size() - 1]);
        if (!is_named) {
            continue;
        }
        WrongLine definition = about;
        definition.place.line = number;
        definition.line = line;
        Proposals there(definition);
        propose_name(definition, there);
        for (Proposal& proposal : there.all()) {
            proposal.told_at = number;
            out.all().push_back(std::move(proposal));
        }
        return;
    }
}

/// `.word b` where `b:` is a label: names of instructions are taken for them.
void propose_other_name(const WrongLine& about, Proposals& out) {
    const std::string word(about.word());
    const bool is_taken = isa::find_mnemonic(word) != nullptr && about.survey->label(word) != nullptr;
    if (!is_taken || about.text->files().size() > 1) {
        return;
    }
    const std::string name = word + "_";
    std::vector<LineEdit> edits = {
        {about.place.file, about.place.line, with_word_replaced(about.line.text, word, name)}};
    for (u32 number = 1; number <= about.file().line_count(); ++number) {
        const LooseLine line = read_line(about.file().line(number).substr(0, longest_line));
        if (number != about.place.line && to_lower(line.head) != to_lower(word)) {
            edits.push_back({about.place.file, number, with_word_replaced(about.file().line(number), word, name)});
        }
    }
    out.edit(Slip::label_like_instruction, {word}, std::move(edits));
}

}  // namespace

void propose_labels(const WrongLine& about, Proposals& out) {
    if (about.is(Message::label_redefined)) {
        propose_second_name(about, out);
        return;
    }
    propose_other_name(about, out);
    propose_colon(about, out);
    propose_colon_too_many(about, out);
    propose_name(about, out);
    propose_name_of_target(about, out);
    propose_heading(about, out);
}

}  // namespace mariner::tutor
