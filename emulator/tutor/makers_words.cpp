// The word that a statement begins with: misspelt, grown together with what follows, without its dot.

#include <algorithm>

#include "emulator/assembler/directives.hpp"
#include "emulator/isa/mnemonics.hpp"
#include "emulator/support/text.hpp"
#include "emulator/tutor/proposal.hpp"
#include "emulator/tutor/spelling.hpp"
#include "emulator/tutor/symbols.hpp"
#include "emulator/tutor/tongues.hpp"

namespace mariner::tutor {

namespace {

std::string with_head(const LooseLine& line, std::string_view head) {
    return patched(line.text, {{line.head_offset, static_cast<u32>(line.head.size()), std::string(head)}});
}

/// `load byte $t1, ($t0)`, `jump_and_link f`: the name in full.
void propose_full_name(const LooseLine& line, Proposals& out) {
    static constexpr std::pair<std::string_view, std::string_view> names[] = {
        {"loadbyte", "lb"},       {"loadword", "lw"},          {"loadhalf", "lh"},           {"loadaddress", "la"},
        {"loadimmediate", "li"},  {"storebyte", "sb"},         {"storeword", "sw"},          {"storehalf", "sh"},
        {"addimmediate", "addi"}, {"jumpregister", "jr"},      {"jumpandlink", "jal"},       {"branchequal", "beq"},
        {"branchifequal", "beq"}, {"branchonequal", "beq"},    {"branchnotequal", "bne"},    {"setlessthan", "slt"},
        {"setonlessthan", "slt"}, {"shiftleft", "sll"},        {"shiftright", "srl"},        {"movefromhi", "mfhi"},
        {"movefromlo", "mflo"},   {"shiftleftlogical", "sll"}, {"shiftrightlogical", "srl"}, {"systemcall", "syscall"}};
    constexpr size_t most_words = 3;
    const auto rest = line.rest();
    std::string joined;
    for (size_t i = 0; i < std::min(rest.size(), most_words) && is_name(rest[i].text); ++i) {
        joined += to_lower(rest[i].text);
        std::erase(joined, '_');
        const auto* const known =
            std::ranges::find(names, joined, &std::pair<std::string_view, std::string_view>::first);
        if (known != std::end(names)) {
            const u32 length = rest[i].end() - line.head_offset;
            out.rewrite(Slip::everyday_word, {std::string(line.text.substr(line.head_offset, length))},
                        patched(line.text, {{line.head_offset, length, std::string(known->second)}}));
        }
    }
}

/// `sysc`: the beginning of the only word that stands alone.
void propose_rest_of_word(const LooseLine& line, Proposals& out) {
    constexpr size_t least = 3;
    static constexpr std::string_view whole = "syscall";
    if (line.rest().size() == 1 && line.head.size() >= least && whole.starts_with(to_lower(line.head))) {
        out.rewrite(Slip::instruction_spelling, {std::string(line.head), std::string(whole)}, with_head(line, whole));
    }
}

/// `addi$t0, $t1, 5`, `.word5`, `li$v0, 4`, `jalprint`.
void propose_split(const LooseLine& line, const Survey& survey, Proposals& out) {
    for (size_t length = line.head.size() - 1; length > 0; --length) {
        const std::string_view word = line.head.substr(0, length);
        const bool has_point = line.head[length] == '.' && length + 1 < line.head.size();
        const char next = line.head[length + (has_point ? 1 : 0)];
        const bool may_begin = next == '$' || next == '%' || (next >= '0' && next <= '9');
        const bool is_known = isa::find_mnemonic(word) != nullptr || assembler::find_directive(word) != nullptr;
        const bool is_target = is_branch_or_jump(word) && survey.label(line.head.substr(length)) != nullptr;
        if ((may_begin || is_target) && is_known) {
            const std::string rest(line.head.substr(length + (has_point ? 1 : 0)));
            out.rewrite(Slip::blank_missing, {std::string(word), rest},
                        with_head(line, std::string(word) + " " + rest));
            return;
        }
    }
}

/// `sys call`, `c.lt .s $f0, $f1`, `add i $t0, $t0, 1`.
void propose_join(const LooseLine& line, Proposals& out) {
    const auto rest = line.rest();
    if (rest.size() < 2 || rest[0].end() == rest[1].offset) {
        return;
    }
    const std::string joined = std::string(rest[0].text) + std::string(rest[1].text);
    if (isa::find_mnemonic(joined) != nullptr || assembler::find_directive(joined) != nullptr) {
        out.rewrite(Slip::blank_inside, {joined},
                    patched(line.text, {{rest[0].offset, rest[1].end() - rest[0].offset, joined}}));
    }
}

/// `add i$sp, $sp, 8`: the blank changed places with a letter.
void propose_moved_blank(const LooseLine& line, Proposals& out) {
    const auto rest = line.rest();
    const size_t dollar = rest.size() > 1 ? rest[1].text.find('$') : std::string_view::npos;
    if (dollar == std::string_view::npos || dollar == 0) {
        return;
    }
    const std::string word = std::string(line.head) + std::string(rest[1].text.substr(0, dollar));
    if (isa::find_mnemonic(word) != nullptr) {
        out.rewrite(Slip::blank_inside, {word},
                    patched(line.text, {{rest[0].offset, rest[1].offset + static_cast<u32>(dollar) - rest[0].offset,
                                         word + " "}}));
    }
}

void propose_dot(const WrongLine& about, Proposals& out) {
    const LooseLine& line = about.line;
    const std::string dotted = "." + to_lower(line.head.substr(0, line.head.find_last_not_of('.') + 1));
    const bool is_segment = dotted == ".data" || dotted == ".text";
    if (is_segment && line.rest().size() == 2 && is_name(line.rest()[1].text)) {  // DATA SEGMENT
        out.rewrite(Slip::dot_missing, {std::string(line.head), dotted},
                    patched(line.text, {{line.head_offset, line.code_end - line.head_offset, dotted}}));
    }
    if (assembler::find_directive(dotted) != nullptr) {
        out.rewrite(Slip::dot_missing, {std::string(line.head), dotted}, with_head(line, dotted));
    }
    const std::string_view undotted = line.head.substr(line.head.starts_with('.') ? 1 : 0);
    if (line.head.starts_with('.') &&
        (isa::find_mnemonic(undotted) != nullptr || about.survey->macro(undotted) != nullptr)) {
        out.rewrite(Slip::dot_too_many, {std::string(line.head)}, with_head(line, line.head.substr(1)));
    }
    static constexpr std::string_view signs = ".,;:";
    if (!line.head.empty() && signs.find(line.head.back()) != std::string_view::npos &&
        isa::find_mnemonic(line.head.substr(0, line.head.size() - 1)) != nullptr) {
        out.rewrite(Slip::sign_after_word, {std::string(line.head.substr(0, line.head.size() - 1))},
                    with_head(line, line.head.substr(0, line.head.size() - 1)));
    }
}

/// What a branch asks stands in its second letter; `nz` anywhere asks for not zero.
char sense_of(std::string_view word) {
    return word.find("nz") != std::string_view::npos ? 'n' : word[1];
}

/// Whether a branch may be meant by a word that is spelt like this.
bool keeps_sense(std::string_view word, std::string_view name) {
    static constexpr std::string_view senses = "enlg";
    const bool is_branch = name.size() > 2 && name[0] == 'b' && name != "break";
    if (!is_branch || word.size() < 2 || word[0] != 'b' || senses.find(word[1]) == std::string_view::npos) {
        return true;
    }
    std::string a(word);
    std::string b(name);
    std::ranges::sort(a);
    std::ranges::sort(b);
    return sense_of(word) == name[1] || a == b;
}

/// Whether one of two words calls and the other doesn't.
bool keeps_call(std::string_view word, std::string_view name) {
    const auto calls = [](std::string_view w) {
        return w.starts_with("jal") || w.starts_with("jla") || w.starts_with("ajl");
    };
    const bool jumps = name == "j" || name == "jr" || name == "b";
    return !(calls(word) && jumps);
}

void propose_spelling(const WrongLine& about, Proposals& out) {
    const LooseLine& line = about.line;
    const auto rest = line.rest();
    if (rest.size() > 1 && assembler::find_directive(rest[1].text) != nullptr) {
        return;  // a label without its colon
    }
    const std::string word = to_lower(line.head);
    std::vector<std::string_view> names;
    if (!word.starts_with('.')) {
        for (const isa::Mnemonic& mnemonic : isa::all_mnemonics()) {
            if (keeps_sense(word, mnemonic.name) && keeps_call(word, mnemonic.name)) {
                names.push_back(mnemonic.name);
            }
        }
        for (const MacroFacts& macro : about.survey->macros()) {
            names.push_back(macro.name);
        }
    }
    for (const assembler::DirectiveInfo& row : assembler::directive_table()) {
        names.push_back(row.name);
    }
    constexpr size_t most = 8;
    size_t count = 0;
    for (const std::string_view name : near_names(line.head, names, about.file().text())) {
        if (++count > most) {
            break;
        }
        const Slip slip = name.starts_with('.') ? Slip::directive_spelling : Slip::instruction_spelling;
        out.rewrite(slip, {std::string(line.head), std::string(name)}, with_head(line, name));
    }
}

/// `beqal`, `subs`: an instruction with letters behind it that it doesn't have.
void propose_shorter(const LooseLine& line, Proposals& out) {
    constexpr size_t least = 3;
    constexpr size_t most_behind = 3;
    const std::string word = to_lower(line.head);
    for (size_t size = word.size() - 1; size >= least && size + most_behind >= word.size() && size < word.size();
         --size) {
        const std::string_view name = std::string_view(word).substr(0, size);
        if (isa::find_mnemonic(name) != nullptr && keeps_sense(word, name)) {
            out.rewrite(Slip::instruction_spelling, {std::string(line.head), std::string(name)}, with_head(line, name));
        }
    }
}

/// `add.f` for `add.s`, `cvt.s.i` for `cvt.s.w`, `blt.s` for `blt`.
void propose_suffix(const LooseLine& line, Proposals& out) {
    std::string word = to_lower(line.head);
    for (size_t dot = word.find('.'); dot != std::string::npos && dot + 1 < word.size();
         dot = word.find('.', dot + 1)) {
        const bool is_letter = dot + 2 == word.size() || word[dot + 2] == '.';
        char& kind = word[dot + 1];
        kind = is_letter && kind == 'f' ? 's' : is_letter && kind == 'i' ? 'w' : kind;
    }
    if (word.starts_with("b.")) {
        return;  // ARM's condition
    }
    for (const char* const kind : {".s", ".d"}) {
        if (isa::find_mnemonic(word) == nullptr && isa::find_mnemonic(word + kind) != nullptr) {
            out.rewrite(Slip::everyday_word, {std::string(line.head)}, with_head(line, word + kind));
        }
    }
    const std::string_view whole = std::string_view(word).substr(0, word.rfind('.'));
    if (isa::find_mnemonic(word) == nullptr && whole.size() < word.size() && isa::find_mnemonic(whole) != nullptr) {
        out.rewrite(Slip::everyday_word, {std::string(line.head)}, with_head(line, whole));
    }
    if (word != to_lower(line.head) && isa::find_mnemonic(word) != nullptr) {
        out.rewrite(Slip::everyday_word, {std::string(line.head)}, with_head(line, word));
    }
}

/// Nothing but words and what stands between them in a sentence.
bool is_prose(std::span<const LinePiece> pieces) {
    return std::ranges::all_of(pieces, [](const LinePiece& piece) {
        return piece.is_word() || piece.is(",") || piece.is("-") || piece.is(":") || piece.is("'");
    });
}

/// Words without an instruction in front: a comment that has no sign.
void propose_prose(const LooseLine& line, bool is_at_top, Proposals& out) {
    const auto rest = line.rest();
    const auto names = std::ranges::count_if(rest, [](const LinePiece& piece) { return is_name(piece.text); });
    const auto words = std::ranges::count_if(rest, [](const LinePiece& piece) { return piece.is_word(); });
    const bool begins_sentence = !line.head.empty() && line.head[0] >= 'A' && line.head[0] <= 'Z' && is_prose(rest);
    const bool has_words =
        names >= 3 || (names >= 2 && is_at_top && is_prose(rest)) || (names >= 2 && words >= 3 && begins_sentence);
    const bool has_registers =
        std::ranges::any_of(rest, [](const LinePiece& piece) { return piece.text.starts_with('$'); });
    const bool is_remark = to_lower(line.head) == "rem" || isa::find_mnemonic(line.head) == nullptr;
    // `flw fa0, x`, `stmfd sp!, {lr}`: an instruction of another processor.
    const bool is_statement =
        !begins_sentence && rest.size() > 3 && rest[1].is_word() && (rest[2].is(",") || rest[2].is("!")) && names <= 4;
    if (has_words && !has_registers && !is_statement && is_remark && !line.head.starts_with('.')) {
        out.rewrite(Slip::comment_sign_missing, {}, patched(line.text, {{line.pieces[line.first].offset, 0, "# "}}));
    }
}

/// A line with nothing but braces of another language.
void propose_braces(const LooseLine& line, Proposals& out) {
    if (line.pieces.empty()) {
        return;
    }
    const auto rest = line.rest();
    const bool is_instruction = rest.size() > 2 && isa::find_mnemonic(rest[1].text) != nullptr;
    const auto stands_in = [&](std::string_view open, std::string_view close) {
        return is_instruction && rest[0].is(open) && rest.back().is(close);
    };
    if (stands_in("{", "}") || stands_in("[", "]") || stands_in("(", ")")) {
        out.rewrite(Slip::call_form, {std::string(rest[1].text), "brackets"},
                    patched(line.text, {{rest[0].offset, 1, ""}, {rest.back().offset, 1, ""}}));
    }
    const bool is_behind_label =
        !line.label.empty() && !rest.empty() &&
        std::ranges::all_of(rest, [](const LinePiece& piece) { return piece.kind == PieceKind::sign; });
    if (is_behind_label) {  // swap:-
        out.rewrite(Slip::sign_at_end, {std::string(rest[0].text)},
                    patched(line.text, {{rest[0].offset, rest.back().end() - rest[0].offset, ""}}));
    }
    const bool is_only_signs =
        std::ranges::all_of(line.pieces, [](const LinePiece& piece) { return piece.kind == PieceKind::sign; });
    const bool is_ruler = line.code_end > line.pieces[0].offset + 3;
    if (is_only_signs && is_ruler) {
        out.rewrite(Slip::comment_sign_missing, {}, patched(line.text, {{line.pieces[0].offset, 0, "# "}}));
    }
    const bool is_only_braces = std::ranges::all_of(
        line.pieces, [](const LinePiece& piece) { return piece.is("{") || piece.is("}") || piece.is(";"); });
    if (is_only_braces || is_only_signs) {
        const std::string written(trim(line.text.substr(line.pieces[0].offset, line.code_end - line.pieces[0].offset)));
        out.rewrite(is_only_braces ? Slip::braces : Slip::sign_alone, {written},
                    std::string(line.text.substr(line.code_end)));
    }
}

}  // namespace

void propose_colon_too_many(const WrongLine& about, Proposals& out) {
    const LooseLine& line = about.line;
    if (line.label.empty() || line.empty()) {
        return;
    }
    const LinePiece& colon = line.pieces[1];
    if (line.rest()[0].is(":")) {
        out.rewrite(Slip::colon_twice, {std::string(line.label)}, patched(line.text, {{line.rest()[0].offset, 1, ""}}));
    }
    if (begins_statement(about, line.label) && !about.is_in_data()) {
        out.rewrite(Slip::colon_too_many, {std::string(line.label)}, patched(line.text, {{colon.offset, 1, ""}}));
    }
    const auto rest = line.rest();
    if (rest.size() >= 2 && rest[0].is_word() && rest[1].is(":")) {
        const std::string indent(line.text.substr(0, line.pieces[0].offset));
        if (begins_statement(about, rest[0].text)) {
            out.rewrite(Slip::colon_too_many, {std::string(rest[0].text)},
                        patched(line.text, {{rest[1].offset, 1, ""}}));
        }
        out.rewrite(Slip::two_labels, {std::string(line.label), std::string(rest[0].text)},
                    std::string(line.text.substr(0, colon.end())) + "\n" + indent +
                        std::string(line.text.substr(rest[0].offset)));
    }
}

void propose_words(const WrongLine& about, Proposals& out) {
    const LooseLine& line = about.line;
    propose_braces(line, out);
    if (line.head.empty()) {
        return;
    }
    const bool is_known = isa::find_mnemonic(line.head) != nullptr || assembler::find_directive(line.head) != nullptr ||
                          about.survey->macro(line.head) != nullptr;
    if (!is_known) {
        propose_full_name(line, out);
        propose_rest_of_word(line, out);
        propose_split(line, *about.survey, out);
    }
    propose_join(line, out);
    propose_moved_blank(line, out);
    propose_dot(about, out);
    if (!is_known) {
        propose_suffix(line, out);
    }
    // What is a word of another language isn't misspelt.
    if (!is_known && !is_word_of_tongue(line.head)) {
        propose_spelling(about, out);
        propose_shorter(line, out);
    }
}

/// A word alone that nothing names may be a label all the same, and several words a comment.
void propose_last_words(const WrongLine& about, Proposals& out) {
    const LooseLine& line = about.line;
    const bool has_meaning = isa::find_mnemonic(line.head) != nullptr || about.survey->macro(line.head) != nullptr;
    const bool is_name_alone =
        line.pieces.size() == 1 && is_name(line.head) && !has_meaning && !prints_or_reads(line.head);
    if (is_name_alone && !propose_include_in_comment(about, line.head, out)) {
        out.rewrite(Slip::colon_missing, {std::string(line.head)}, patched(line.text, {{line.code_end, 0, ":"}}));
    }
    if (!line.head.empty() && !is_other_statement(about)) {
        u32 above = about.place.line - 1;
        while (above > 0 && read_line(about.file().line(above)).pieces.empty()) {
            --above;
        }
        propose_prose(line, above == 0, out);
    }
    const bool begins_with_text = !line.empty() && line.rest()[0].kind == PieceKind::string;
    const bool is_heading = !line.label.empty() && about.survey->uses(line.label) == nullptr && is_name(line.head) &&
                            !has_meaning && !about.survey->is_in_data(about.place) &&
                            line.text.find('$') == std::string_view::npos && is_prose(line.rest());
    if (begins_with_text || is_heading) {
        out.rewrite(Slip::comment_sign_missing, {}, patched(line.text, {{line.pieces[0].offset, 0, "# "}}));
    }
    if (about.is(Message::directive_ignored) && line.head.starts_with('.')) {
        const auto rest = line.rest();
        const bool hides_instruction = rest.size() > 1 && isa::find_mnemonic(rest[1].text) != nullptr;
        const u32 end = hides_instruction ? rest[1].offset : line.code_end;
        out.rewrite(Slip::unknown_directive, {std::string(line.head)},
                    patched(line.text, {{line.head_offset, end - line.head_offset, ""}}));
    }
}

}  // namespace mariner::tutor
