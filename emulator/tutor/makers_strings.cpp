// Texts: their quotes and escapes, what stands behind them, and those that stand among the instructions.

#include <algorithm>
#include <optional>

#include "emulator/assembler/directives.hpp"
#include "emulator/isa/mnemonics.hpp"
#include "emulator/support/java_number.hpp"
#include "emulator/support/text.hpp"
#include "emulator/tutor/proposal.hpp"
#include "emulator/tutor/registers.hpp"

namespace mariner::tutor {

namespace {

/// From the first to the last quote of a line; nothing if there are less than two.
std::optional<std::pair<size_t, size_t>> outer_quotes(const LooseLine& line, char quote) {
    const size_t from = line.text.find(quote, line.head_offset + line.head.size());
    const size_t to = line.text.rfind(quote);
    return from != std::string_view::npos && to > from ? std::optional(std::pair(from, to)) : std::nullopt;
}

/// `"Hello", 10, 0`: as others write a line feed and the end of a text.
void propose_numbers_behind(const LooseLine& line, Proposals& out) {
    const auto pieces = line.rest().subspan(1);
    if (pieces.size() < 2 || !is_string(pieces[0])) {
        return;
    }
    std::string escapes;
    for (const LinePiece& piece : pieces.subspan(1)) {
        const std::optional<i32> value = decode_mars_int(piece.text);
        const bool is_escape = piece.kind == PieceKind::character && piece.text.size() == 4 && piece.text[1] == '\\';
        const std::string_view escape = is_escape     ? piece.text.substr(1, 2)
                                        : value == 10 ? "\\n"
                                        : value == 13 ? "\\r"
                                        : value == 9  ? "\\t"
                                                      : "";
        if (!piece.is(",") && escape.empty() && value != 0) {
            return;
        }
        escapes += escape;
    }
    const u32 end = pieces[0].end();
    std::vector<Patch> patches = {{end - 1, line.code_end - end + 1, escapes + "\""}};
    if (to_lower(line.head) == ".ascii" && decode_mars_int(pieces.back().text) == 0) {
        patches.push_back({line.head_offset, static_cast<u32>(line.head.size()), ".asciiz"});
    }
    out.rewrite(Slip::numbers_behind_text, {std::string(line.text.substr(end, line.code_end - end))},
                patched(line.text, std::move(patches)));
}

/// `""Hello""`: what two quotes or three on both sides stand for.
void propose_single_quotes_around(const LooseLine& line, size_t from, size_t to, Proposals& out) {
    const std::string plain = without_doubled_quotes(line.text.substr(from, to + 1 - from));
    if (!plain.empty()) {
        out.rewrite(Slip::quotes_doubled, {},
                    std::string(line.text.substr(0, from)) + plain + std::string(line.text.substr(to + 1)));
    }
}

namespace {

/// Texts with a sign between them, alone or among other values.
void propose_joined(const LooseLine& line, std::span<const LinePiece> pieces, Proposals& out) {
    const auto is_joint = [](const LinePiece& piece) { return piece.is("+") || piece.is("&") || piece.is("."); };
    const auto is_sign = [](const LinePiece& piece) { return piece.kind == PieceKind::sign; };
    if (std::ranges::none_of(pieces, [&](const LinePiece& piece) { return is_sign(piece) && is_joint(piece); })) {
        return;
    }
    if (std::ranges::all_of(pieces, [&](const LinePiece& piece) { return is_string(piece) || is_joint(piece); })) {
        std::string joined;
        for (const LinePiece& piece : pieces) {
            joined += is_string(piece) ? piece.text.substr(1, piece.text.size() - 2) : std::string_view();
        }
        const u32 at = pieces[0].offset;
        out.rewrite(Slip::strings_joined, {}, patched(line.text, {{at, line.code_end - at, "\"" + joined + "\""}}));
    } else if (std::ranges::any_of(pieces, is_string)) {
        std::vector<Patch> patches;
        for (const LinePiece& piece : pieces) {
            if (is_sign(piece) && !piece.is(",")) {
                patches.push_back({piece.offset, piece.length, ","});
            }
        }
        out.rewrite(Slip::strings_joined, {}, patched(line.text, std::move(patches)));
    }
}

/// `= "Hello"`, `("Hello")`, `"Hello".`
void propose_without_signs(const LooseLine& line, std::span<const LinePiece> pieces, Proposals& out) {
    const std::string_view text = line.text;
    if (pieces.size() == 2 && (pieces[0].is("=") || pieces[0].is(":") || pieces[0].is(",")) && is_string(pieces[1])) {
        out.rewrite(Slip::sign_at_start, {std::string(pieces[0].text)},
                    patched(text, {{pieces[0].offset, pieces[1].offset - pieces[0].offset, ""}}));
    }
    if (pieces.size() == 3 && pieces[0].is("(") && is_string(pieces[1]) && pieces[2].is(")")) {
        out.rewrite(Slip::value_brackets, {"("}, patched(text, {{pieces[0].offset, 1, ""}, {pieces[2].offset, 1, ""}}));
    }
    if (pieces.size() == 2 && is_string(pieces[0]) && (pieces[1].is(".") || pieces[1].is("!") || pieces[1].is(":"))) {
        out.rewrite(Slip::sign_at_end, {std::string(pieces[1].text)},
                    patched(text, {{pieces[1].offset, pieces[1].length, ""}}));
    }
}

/// Between its outer quotes the text has others, or something stands behind: `""Hello"`, `"Hello"\n`.
void propose_within_quotes(const LooseLine& line, size_t first, size_t last, Proposals& out) {
    const std::string_view text = line.text;
    const std::string inside(text.substr(first + 1, last - first - 1));
    propose_single_quotes_around(line, first, last, out);
    const bool is_first = inside.starts_with('"');
    const bool is_last = inside.ends_with('"') && !inside.ends_with("\\\"");
    if (is_first != is_last && std::ranges::count(inside, '"') == 1) {
        const size_t at = is_first ? first : last;
        out.rewrite(Slip::quote_too_many, {is_first ? "in front of" : "behind"},
                    patched(text, {{static_cast<u32>(at), 1, ""}}));
    }
    std::string escaped;
    for (size_t i = 0; i < inside.size(); ++i) {
        escaped += inside[i] == '"' && (i == 0 || inside[i - 1] != '\\') ? "\\\"" : std::string(1, inside[i]);
    }
    out.rewrite(Slip::quote_inside, {},
                std::string(text.substr(0, first + 1)) + escaped + std::string(text.substr(last)));
    const std::string behind(trim(text.substr(last + 1, line.code_end > last ? line.code_end - last - 1 : 0)));
    if (behind.starts_with('\\')) {
        out.rewrite(Slip::escape_outside, {behind, "behind the end of the text"},
                    std::string(text.substr(0, last)) + behind + "\"" + std::string(text.substr(line.code_end)));
    }
}

/// `'Hello'`
void propose_for_apostrophes(const LooseLine& line, u32 from, Proposals& out) {
    const std::string_view text = line.text;
    if (const auto singles = outer_quotes(line, '\'')) {
        std::string inside(text.substr(singles->first + 1, singles->second - singles->first - 1));
        while (inside.size() > 1 && inside.starts_with('\'') && inside.ends_with('\'')) {
            inside = inside.substr(1, inside.size() - 2);
        }
        out.rewrite(Slip::single_quotes, {inside},
                    std::string(text.substr(0, singles->first)) + "\"" + inside + "\"" +
                        std::string(text.substr(singles->second + 1)));
    }
    if (text.find('"') != std::string_view::npos) {
        std::string plain(text);
        std::replace(plain.begin() + static_cast<std::ptrdiff_t>(from), plain.end(), '\'', '"');
        out.rewrite(Slip::single_quotes, {""}, plain);
    }
}

/// The text begins at `start`, and not with a double quote.
void propose_first_quote(const LooseLine& line, size_t start, Proposals& out) {
    const std::string_view text = line.text;
    const bool has_end_quote = text.substr(0, line.code_end).ends_with('"');
    std::string code(text.substr(start, line.code_end - start));
    const char wrong_quote = code[0] == '`' || code[0] == '\'' || code[0] == '(' ? code[0] : '\0';
    code.erase(0, wrong_quote != '\0' ? 1 : 0);
    const size_t quote = code.find('"');
    const std::string front(text.substr(0, start));
    const std::string rest(text.substr(line.code_end));
    if (has_end_quote && code[0] == '\\' && quote + 1 < code.size()) {
        const std::string outside = code.substr(0, quote);
        if (outside == "\\") {
            out.rewrite(Slip::sign_at_start, {outside}, patched(text, {{static_cast<u32>(start), 1, ""}}));
        }
        out.rewrite(Slip::escape_outside, {std::string(trim(outside)), "in front of the text"},
                    front + "\"" + std::string(trim(outside)) + code.substr(quote + 1) + rest);
    }
    if (has_end_quote) {
        out.rewrite(Slip::first_quote_missing, {}, front + "\"" + code + rest);
        return;
    }
    if (wrong_quote != '\0' && (code.ends_with(wrong_quote) || code.ends_with(')'))) {
        code.pop_back();
    }
    out.rewrite(Slip::quotes_missing, {}, front + "\"" + code + "\"" + rest);
}

}  // namespace

void propose_quotes(const LooseLine& line, Proposals& out) {
    const u32 from = line.head_offset + static_cast<u32>(line.head.size());
    const auto pieces = line.rest().subspan(1);
    propose_joined(line, pieces, out);
    propose_numbers_behind(line, out);
    propose_without_signs(line, pieces, out);
    const auto doubles = outer_quotes(line, '"');
    if (doubles && !pieces.empty() && pieces[0].kind == PieceKind::string) {
        propose_within_quotes(line, doubles->first, doubles->second, out);
    }
    if (!pieces.empty() && pieces[0].text.starts_with('\'')) {
        propose_for_apostrophes(line, from, out);
    }
    const size_t start = line.text.find_first_not_of(" \t", from);
    if (start != std::string_view::npos && line.text[start] != '"' && start < line.code_end) {
        propose_first_quote(line, start, out);
    }
}

/// Two lines: a definition among the data, and the instruction that uses it by its name.
void propose_definition_and_use(const WrongLine& about, Slip slip, const std::string& definition,
                                const std::string& use, Proposals& out) {
    const SourceText& file = about.file();
    u32 data = 0;
    for (u32 number = 1; number <= file.line_count() && data == 0; ++number) {
        data = to_lower(read_line(file.line(number)).head) == ".data" ? number : 0;
    }
    LineEdit used = {about.place.file, about.place.line, use};
    if (data != 0) {
        out.edit(slip, {definition},
                 {used, {about.place.file, data, std::string(file.line(data)) + "\n" + definition}});
    } else if (about.place.line == 1) {
        out.edit(slip, {definition}, {{about.place.file, 1, ".data\n" + definition + "\n.text\n" + use}});
    } else {
        out.edit(slip, {definition},
                 {used, {about.place.file, 1, ".data\n" + definition + "\n.text\n" + std::string(file.line(1))}});
    }
}

std::string free_name(const WrongLine& about, std::string name) {
    while (about.survey->label(name) != nullptr) {
        name += "1";
    }
    return name;
}

/// `la $a0, "Hello"`: the text gets a place among the data.
void propose_text_in_code(const WrongLine& about, Proposals& out) {
    const LooseLine& line = about.line;
    const auto text = std::ranges::find_if(line.pieces, is_string);
    if (text == line.pieces.end() || isa::find_mnemonic(line.head) == nullptr || text->text.size() < 3 ||
        about.survey->label(text->text.substr(1, text->text.size() - 2)) != nullptr) {
        return;
    }
    // A single character, as it is or escaped, is a number.
    const bool is_character = text->text.size() == 3 || (text->text.size() == 4 && text->text[1] == '\\');
    if (is_character && to_lower(line.head) != "la") {
        return;
    }
    const std::string name = free_name(about, "text");
    propose_definition_and_use(about, Slip::text_in_code, name + ": .asciiz " + std::string(text->text),
                               patched(line.text, {{line.head_offset, static_cast<u32>(line.head.size()), "la"},
                                                   {text->offset, text->length, name}}),
                               out);
}

/// `li $f0, 1.5`, `li.s $f0, 1.5`: so does the fraction.
void propose_fraction_in_code(const WrongLine& about, Proposals& out) {
    const LooseLine& line = about.line;
    const std::string head = to_lower(line.head);
    static constexpr std::string_view heads[] = {"li",   "li.s",  "li.d",  "l.s",  "l.d",  "lw",  "la",
                                                 "move", "mov.s", "mov.d", "lwc1", "ldc1", "mtc1"};
    if (head == "mtc1" && line.operands.size() == 2 && is_integer(line.operands[1].text)) {
        return;
    }
    const bool loads = std::ranges::find(heads, head) != std::end(heads) && line.operands.size() == 2 &&
                       is_float_register(line.operands[0].text) && parse_java_double(line.operands[1].text);
    if (!loads) {
        return;
    }
    const bool is_double = head.ends_with(".d") || head == "ldc1";
    const std::string name = free_name(about, "value");
    const LooseOperand& number = line.operands[1];
    propose_definition_and_use(
        about, Slip::fraction_in_code, name + (is_double ? ": .double " : ": .float ") + std::string(number.text),
        patched(line.text, {{line.head_offset, static_cast<u32>(line.head.size()), is_double ? "l.d" : "l.s"},
                            {number.offset, number.length, name}}),
        out);
}

}  // namespace

void propose_text_of_call(const WrongLine& use, std::string_view assembled, Proposals& out) {
    const auto text = std::ranges::find_if(use.line.pieces, is_string);
    const LooseLine line = read_line(assembled);
    if (text == use.line.pieces.end() || assembled.find(text->text) == std::string_view::npos ||
        isa::find_mnemonic(line.head) == nullptr || use.survey->macro(use.line.head) == nullptr) {
        return;
    }
    const std::string inside(text->text.substr(1, text->text.size() - 2));
    if (use.survey->label(inside) != nullptr) {
        out.rewrite(Slip::label_mark, {std::string(text->text)},
                    patched(use.line.text, {{text->offset, text->length, inside}}));
    }
    const std::string name = free_name(use, "text");
    propose_definition_and_use(use, Slip::text_in_code, name + ": .asciiz " + std::string(text->text),
                               patched(use.line.text, {{text->offset, text->length, name}}), out);
}

void propose_strings(const WrongLine& about, Proposals& out) {
    if (stores_text(about.line.head)) {
        propose_quotes(about.line, out);
    }
    propose_text_in_code(about, out);
    propose_fraction_in_code(about, out);
}

}  // namespace mariner::tutor
