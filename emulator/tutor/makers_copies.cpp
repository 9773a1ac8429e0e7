// What copying, pasting and cutting leave behind: the numbers of a listing, signs as web pages write them, the marks of
// a merge, a statement broken in two, two grown together.

#include <algorithm>
#include <optional>

#include "emulator/isa/mnemonics.hpp"
#include "emulator/support/text.hpp"
#include "emulator/tutor/proposal.hpp"
#include "emulator/tutor/registers.hpp"

namespace mariner::tutor {

namespace {

/// `14  li $t0, 1`, `0x00400008  0x0c100005  jal f`: numbers that a listing puts in front.
void propose_listing_number(const WrongLine& about, Proposals& out) {
    const std::vector<LinePiece>& pieces = about.line.pieces;
    const auto first = std::ranges::find_if(pieces, [](const LinePiece& piece) { return !is_integer(piece.text); });
    const bool begins_statement =
        first != pieces.end() && (isa::find_mnemonic(first->text) != nullptr || first->text.starts_with('.'));
    if (first == pieces.begin() || !begins_statement) {
        return;
    }
    const u32 from = pieces[0].offset;
    out.rewrite(Slip::listing_number, {std::string(trim(about.line.text.substr(from, first->offset - from)))},
                patched(about.line.text, {{from, first->offset - from, ""}}));
}

/// `lw &#36;t0, x`, `# a &lt; b`
void propose_entities(const WrongLine& about, Proposals& out) {
    static constexpr std::pair<std::string_view, std::string_view> entities[] = {
        {"&#36;", "$"}, {"&#39;", "'"}, {"&#34;", "\""}, {"&quot;", "\""}, {"&apos;", "'"},
        {"&lt;", "<"},  {"&gt;", ">"},  {"&nbsp;", " "}, {"&#160;", " "},  {"&dollar;", "$"},
        {"&#40;", "("}, {"&#41;", ")"}, {"&lpar;", "("}, {"&rpar;", ")"},  {"&amp;", "&"}};
    std::string text(about.line.text);
    std::string_view written;
    std::string_view plain;
    for (const auto& [entity, sign] : entities) {
        for (size_t at = text.find(entity); at != std::string::npos; at = text.find(entity, at)) {
            text.replace(at, entity.size(), sign);
            written = written.empty() ? entity : written;
            plain = plain.empty() ? sign : plain;
        }
    }
    if (!written.empty()) {
        const std::string name = plain == " " ? "a blank" : "`" + std::string(plain) + "`";
        out.rewrite(Slip::odd_character, {std::string(written), "how web pages write " + name, name}, text);
    }
}

/// Where a line begins with this mark of a merge, behind or in front of another line; 0 if none does.
u32 find_mark(const WrongLine& about, std::string_view mark, u32 from, bool goes_back) {
    const u32 count = about.file().line_count();
    for (u32 number = from; number > 0 && number <= count; goes_back ? --number : ++number) {
        if (about.file().line(number).starts_with(mark)) {
            return number;
        }
    }
    return 0;
}

/// `<<<<<<< HEAD`, one version, `=======`, the other, `>>>>>>> branch`: the first is kept. One mark alone says nothing.
void propose_merge(const WrongLine& about, Proposals& out) {
    const std::string_view text = about.line.text;
    const bool is_mark = text.starts_with("<<<<<<<") || text.starts_with("=======") || text.starts_with(">>>>>>>");
    if (!is_mark) {
        return;
    }
    const u32 here = about.place.line;
    const u32 begin = find_mark(about, "<<<<<<<", here, true);
    const u32 middle = begin != 0 ? find_mark(about, "=======", begin, false) : 0;
    const u32 end = middle != 0 ? find_mark(about, ">>>>>>>", middle, false) : 0;
    if (end >= here && end != 0) {
        std::vector<LineEdit> edits = {{about.place.file, begin, ""}};
        for (u32 number = middle; number <= end; ++number) {
            edits.push_back({about.place.file, number, ""});
        }
        out.edit(Slip::merge_marks,
                 {about.number_of({about.place.file, middle}), about.number_of({about.place.file, end})},
                 std::move(edits));
    }
    out.explain(Slip::merge_mark_alone, {std::string(text.substr(0, 7))});
}

/// `add $t0, $t1,` and below it `$t2`: the statement in one line.
void propose_broken_line(const WrongLine& about, Proposals& out) {
    const u32 next = about.place.line + 1;
    const LooseLine& line = about.line;
    if (isa::find_mnemonic(line.head) == nullptr || next > about.file().line_count()) {
        return;
    }
    const LooseLine below = read_line(about.file().line(next).substr(0, longest_line));
    const bool goes_on = !below.pieces.empty() && (line.pieces.back().is(",") || below.pieces[0].is(","));
    const bool is_statement =
        !below.label.empty() || below.head.starts_with('.') || isa::find_mnemonic(below.head) != nullptr;
    if (goes_on && !is_statement) {
        const std::string_view rest = trim(below.text.substr(0, below.code_end));
        out.edit(Slip::line_broken, {},
                 {{about.place.file, about.place.line,
                   std::string(line.text.substr(0, line.code_end)) + (rest[0] == ',' ? "" : " ") + std::string(rest)},
                  {about.place.file, next, ""}});
    }
}

/// `li $v0, 10syscall`, `addi $t0, $t0, 4addi $t1, $t1, 4`: what ends the first statement and begins the second.
void propose_grown_together(const WrongLine& about, Proposals& out) {
    const LooseLine& line = about.line;
    for (size_t i = line.first + 2; i < line.pieces.size(); ++i) {
        const LinePiece& piece = line.pieces[i];
        for (size_t size = 1; piece.is_word() && size + 1 < piece.text.size(); ++size) {
            const std::string_view front = piece.text.substr(0, size);
            const bool ends_statement = is_integer(front) || find_register(front);
            const bool has_operands = i + 1 < line.pieces.size();
            const std::string_view behind = piece.text.substr(size);
            if (!ends_statement || isa::find_mnemonic(behind) == nullptr || has_operands == (behind == "syscall")) {
                continue;
            }
            const u32 at = piece.offset + static_cast<u32>(size);
            const std::string_view second = trim(line.text.substr(at, line.code_end - at));
            if (second == trim(line.text.substr(line.head_offset, at - line.head_offset))) {
                out.rewrite(Slip::statement_twice, {}, patched(line.text, {{at, line.code_end - at, ""}}));
            }
            const std::string indent(line.text.substr(0, line.head_offset));
            const std::string blank = line.label.empty() ? indent : std::string(indent.size(), ' ');
            out.rewrite(Slip::two_statements, {},
                        std::string(line.text.substr(0, at)) + "\n" + blank + std::string(line.text.substr(at)));
            return;
        }
    }
}

/// `:each lbu $t0, 0($s0)`, `> lw $t0, x`, `16: lw $t0, x` copied from a listing.
void propose_front(const WrongLine& about, Proposals& out) {
    const std::vector<LinePiece>& pieces = about.line.pieces;
    if (pieces.size() < 2) {
        return;
    }
    const std::string_view text = about.line.text;
    const u32 from = pieces[0].offset;
    const bool is_number = is_integer(pieces[0].text) && pieces.size() > 2 && (pieces[1].is(":") || pieces[1].is("."));
    const u32 own = about.file().origin(about.place.line);
    if (is_number && parse_digits<u32>(pieces[0].text) == own) {
        out.rewrite(Slip::line_number, {std::string(pieces[0].text)},
                    patched(text, {{from, pieces[2].offset - from, ""}}));
    }
    if (pieces[0].is(":") && is_name(pieces[1].text)) {
        out.rewrite(Slip::colon_in_front, {std::string(pieces[1].text)},
                    patched(text, {{from, pieces[1].end() - from, std::string(pieces[1].text) + ":"}}));
    }
    const auto first = std::ranges::find_if(pieces, [](const LinePiece& piece) { return piece.is_word(); });
    const bool has_sign = first != pieces.end() && first != pieces.begin() && !pieces[0].is("(") &&
                          !pieces[0].is("{") && pieces[0].kind == PieceKind::sign;
    if (has_sign && begins_statement(about, first->text)) {
        const std::string sign(trim(text.substr(from, first->offset - from)));
        out.rewrite(Slip::sign_in_front, {sign}, patched(text, {{from, first->offset - from, ""}}));
    }
}

/// The code of `'.'` or `'\n'`.
std::optional<u32> code_of_character(std::string_view written) {
    static constexpr std::pair<char, u32> escapes[] = {{'n', 10}, {'t', 9},   {'r', 13},
                                                       {'0', 0},  {'\\', 92}, {'\'', 39}};
    if (written.size() == 3) {
        return static_cast<u8>(written[1]);
    }
    const auto* const escape = written.size() == 4 && written[1] == '\\'
                                   ? std::ranges::find(escapes, written[2], &std::pair<char, u32>::first)
                                   : std::end(escapes);
    return escape != std::end(escapes) ? std::optional(escape->second) : std::nullopt;
}

/// `.eqv DOT '.'`: as in MARS, .eqv keeps so many letters of the character as its code has digits.
void propose_eqv_character(const WrongLine& about, Proposals& out) {
    for (const LinePiece& piece : about.line.rest()) {
        const auto known = about.survey->constants().find(piece.text);
        if (known == about.survey->constants().end()) {
            continue;
        }
        const SourceSpot place = known->second.place;
        const LooseLine definition = read_line(about.text->files()[place.file].line(place.line));
        const LinePiece& last = definition.pieces.back();
        const std::optional<u32> code =
            last.kind == PieceKind::character && last.closed ? code_of_character(last.text) : std::nullopt;
        if (code && std::to_string(*code).size() < last.text.size()) {
            const std::string kept(last.text.substr(0, std::to_string(*code).size()));
            out.edit(Slip::eqv_character,
                     {std::string(piece.text), std::string(last.text), std::to_string(*code), kept},
                     {{place.file, place.line,
                       patched(definition.text, {{last.offset, last.length, std::to_string(*code)}})}},
                     place.file == about.place.file ? place.line : 0);
        }
    }
}

}  // namespace

void propose_copies(const WrongLine& about, Proposals& out) {
    propose_merge(about, out);
    if (about.line.pieces.empty()) {
        return;
    }
    propose_eqv_character(about, out);
    propose_entities(about, out);
    propose_listing_number(about, out);
    propose_front(about, out);
    propose_broken_line(about, out);
    propose_grown_together(about, out);
}

}  // namespace mariner::tutor
