// Characters that look like others, and what other languages begin a comment with.

#include <algorithm>
#include <array>
#include <optional>

#include "emulator/isa/mnemonics.hpp"
#include "emulator/support/text.hpp"
#include "emulator/tutor/proposal.hpp"

namespace mariner::tutor {

namespace {

struct OddCharacter {
    u32 code = 0;
    std::string_view plain;
    std::string_view name;
};

constexpr OddCharacter odd_characters[] = {
#define ODD(code, plain, name) {code, plain, name},
#include "emulator/tutor/odd_characters.inc"
#undef ODD
};

/// Of Windows' old character set, which is no UTF-8: the bytes that word processors put in.
u32 code_of_windows_byte(u8 byte) {
    constexpr std::pair<u8, u32> bytes[] = {
        {0x82, 0x201A}, {0x84, 0x201E}, {0x85, 0x2026}, {0x91, 0x2018}, {0x92, 0x2019}, {0x93, 0x201C}, {0x94, 0x201D},
        {0x96, 0x2013}, {0x97, 0x2014}, {0xA0, 0x00A0}, {0xAB, 0x00AB}, {0xB4, 0x00B4}, {0xBB, 0x00BB}};
    const auto* const known = std::ranges::find(bytes, byte, &std::pair<u8, u32>::first);
    return known != std::end(bytes) ? known->second : byte;
}

struct Plain {
    std::string text;
    std::string_view name;
};

std::optional<Plain> plain_twin(u32 code) {
    constexpr u32 full_width = 0xFF01;
    constexpr u32 last_full_width = 0xFF5E;
    if (code >= full_width && code <= last_full_width) {
        return Plain{std::string(1, static_cast<char>(code - full_width + '!')), "a character of double width"};
    }
    if (code == '`') {
        return Plain{"'", "a backquote"};
    }
    const auto* const known = std::ranges::find(odd_characters, code, &OddCharacter::code);
    return known != std::end(odd_characters) ? std::optional(Plain{std::string(known->plain), known->name})
                                             : std::nullopt;
}

/// A line with plain characters outside strings and comments, and what was replaced first.
class Plainer {
public:
    Plainer(std::string_view written, bool doubles_quotes) : m_left(written), m_doubles_quotes(doubles_quotes) {
        run();
    }

    std::string line;
    std::string odd;
    Plain plain;

private:
    void run() {
        while (!m_left.empty() && !(m_quote == 0 && m_left[0] == '#')) {
            step();
        }
        line += m_left;
    }

    void step() {
        const std::string_view before = m_left;
        const bool is_utf8 = utf8_sequence_length(m_left) > 0;
        u32 code = take_code_point(m_left);
        const std::string_view character = before.substr(0, before.size() - m_left.size());
        code = is_utf8 ? code : code_of_windows_byte(static_cast<u8>(character[0]));
        std::optional<Plain> twin = plain_twin(code);
        constexpr u32 low_quote = 0x201A;
        if (code == low_quote && m_quote == 0 && !is_closed_behind()) {
            twin->text = ",";
        }
        if (m_doubles_quotes && twin && twin->text == "'") {
            twin->text = "\"";
        }
        const bool is_quote = (twin && (twin->text == "\"" || twin->text == "'")) || code == '"' || code == '\'';
        const char plain_quote = !is_quote ? '\0' : twin ? twin->text[0] : static_cast<char>(code);
        if (m_quote != 0) {
            inside_quotes(character, twin, plain_quote);
            return;
        }
        if (is_quote) {
            m_quote = plain_quote;
            m_is_odd = twin.has_value();
        }
        replace_or_keep(character, twin);
    }

    /// A low quote that nothing closes looks like a comma, and is one.
    [[nodiscard]] bool is_closed_behind() const {
        static constexpr std::string_view closing[] = {"'", "\u2018", "\u2019"};
        return std::ranges::any_of(closing, [&](std::string_view quote) { return m_left.find(quote) != m_left.npos; });
    }

    /// An odd quote is a letter of a text in plain ones, unless nothing else ends it.
    void inside_quotes(std::string_view character, const std::optional<Plain>& twin, char plain_quote) {
        if (character == "\\" && !m_left.empty()) {
            line += character;
            line += m_left[0];
            m_left.remove_prefix(1);
            return;
        }
        const bool may_end = plain_quote == m_quote && (!twin || m_is_odd || m_left.find(m_quote) == m_left.npos);
        if (may_end) {
            m_quote = 0;
            replace_or_keep(character, twin);
        } else {
            line += character;
        }
    }

    void replace_or_keep(std::string_view character, const std::optional<Plain>& twin) {
        if (twin && odd.empty()) {
            odd = character;
            plain = *twin;
        }
        line += twin ? std::string_view(twin->text) : character;
    }

    std::string_view m_left;
    bool m_doubles_quotes;
    char m_quote = 0;
    bool m_is_odd = false;
};

/// Where a comment of another language begins outside strings, or npos.
size_t find_foreign_comment(const LooseLine& line, std::string_view& sign) {
    static constexpr std::array<std::string_view, 5> signs = {"//", "/*", ";", "--", "!"};
    for (const LinePiece& piece : line.pieces) {
        const bool is_first = &piece == line.pieces.data();
        for (const std::string_view bracket : {"<!--", "(*"}) {
            if (is_first && line.text.substr(piece.offset).starts_with(bracket)) {
                sign = bracket;
                return piece.offset;
            }
        }
        if (is_first && piece.is("'")) {
            sign = piece.text;
            return piece.offset;
        }
        const bool stands_alone = piece.is("@") || (is_first && (piece.is("%") || piece.is("*")));
        const size_t index = static_cast<size_t>(&piece - line.pieces.data());
        const bool is_slash = piece.is("/") && index > 1 && index + 1 < line.pieces.size() &&
                              line.pieces[index - 1].end() < piece.offset &&
                              piece.end() < line.pieces[index + 1].offset && is_name(line.pieces[index + 1].text);
        const bool is_dash = (piece.text.starts_with("\u2014") || piece.text.starts_with("\u2013")) && index > 0 &&
                             line.pieces[index - 1].end() < piece.offset && index + 1 < line.pieces.size() &&
                             piece.end() < line.pieces[index + 1].offset && !line.pieces[index - 1].is(",");
        if ((stands_alone && line.pieces.size() > 1) || is_slash || is_dash) {
            sign = piece.text;
            return piece.offset;
        }
        if (piece.kind != PieceKind::sign) {
            continue;
        }
        for (const std::string_view candidate : signs) {
            const std::string_view behind = line.text.substr(piece.offset);
            const bool is_number = candidate == "--" && behind.size() > 2 && behind[2] >= '0' && behind[2] <= '9';
            if (behind.starts_with(candidate) && !is_number) {
                sign = candidate;
                return piece.offset;
            }
        }
    }
    return std::string_view::npos;
}

bool is_statement(std::string_view text) {
    const LooseLine line = read_line(text);
    return !line.label.empty() || isa::find_mnemonic(line.head) != nullptr || line.head.starts_with('.');
}

/// `/*` to `*/`, over as many lines as it takes.
void propose_block_comment(const WrongLine& about, size_t from, Proposals& out) {
    constexpr u32 longest_block = 200;
    std::vector<LineEdit> edits;
    const SourceText& file = about.file();
    const u32 last = std::min(file.line_count(), about.place.line + longest_block);
    for (u32 number = about.place.line; number <= last; ++number) {
        std::string text(file.line(number));
        const size_t start = number == about.place.line ? from : 0;
        const size_t end = text.find("*/", start);
        const std::string after = end != std::string::npos ? std::string(trim(text.substr(end + 2))) : "";
        if (end != std::string::npos) {
            text.resize(end);
        }
        if (number == about.place.line) {
            text.replace(start, 2, "#");
        } else if (!trim(text).empty() || end == std::string::npos) {
            text.insert(0, "#");
        }
        const bool is_comment = after.starts_with('#') || after.starts_with("//") || after.starts_with("/*");
        edits.push_back({about.place.file, number, text + (after.empty() ? "" : (is_comment ? " " : "\n") + after)});
        if (end != std::string::npos) {
            break;
        }
    }
    out.edit(Slip::foreign_comment, {"/*"}, std::move(edits));
}

}  // namespace

/// `li $a0, '\'`
void propose_backslash(const WrongLine& about, Proposals& out) {
    constexpr std::string_view written = "'\\'";
    const std::string_view text = about.line.text;
    const size_t at = text.find(written);
    const bool is_quote = at != std::string_view::npos && text.substr(at + written.size()).starts_with('\'');
    if (at != std::string_view::npos && !is_quote) {
        out.rewrite(Slip::backslash_alone, {std::string(written)},
                    patched(text, {{static_cast<u32>(at), static_cast<u32>(written.size()), "'\\\\'"}}));
    }
}

void propose_characters(const WrongLine& about, Proposals& out) {
    propose_backslash(about, out);
    for (const LinePiece& piece : about.line.rest()) {
        if (piece.is("...") || piece.is("..") || piece.text.starts_with("\u2026")) {
            out.explain(Slip::dots, {std::string(piece.text)});
            return;
        }
    }
    for (const bool doubles_quotes : {false, true}) {
        const Plainer plainer(about.line.text, doubles_quotes);
        if (plainer.odd.empty()) {
            return;
        }
        const std::string plain = plainer.plain.text == " " ? "a blank" : "`" + plainer.plain.text + "`";
        const Slip slip = plainer.plain.text.empty() ? Slip::invisible_character : Slip::odd_character;
        out.rewrite(slip, {plainer.odd, std::string(plainer.plain.name), plain}, plainer.line);
    }
}

void propose_comments(const WrongLine& about, Proposals& out) {
    std::string_view sign;
    const size_t at = find_foreign_comment(about.line, sign);
    if (at == std::string_view::npos) {
        return;
    }
    const std::string_view line = about.line.text;
    if (sign == "/*") {
        propose_block_comment(about, at, out);
        return;
    }
    const std::string before(line.substr(0, at));
    std::string_view after = trim(line.substr(at + sign.size()));
    const std::string_view end = sign == "<!--" ? "-->" : sign == "(*" ? "*)" : "";
    if (!end.empty()) {
        after.remove_suffix(after.ends_with(end) ? end.size() : 0);
        out.rewrite(Slip::foreign_comment, {std::string(sign)}, before + "# " + std::string(trim(after)));
        return;
    }
    const size_t code_before = before.find_last_not_of(" \t");
    if ((sign == "!" || sign == "--") && after.empty() && code_before != std::string::npos) {
        out.rewrite(Slip::sign_at_end, {std::string(sign)}, before.substr(0, code_before + 1));
        return;
    }
    if (sign == ";" && (after.empty() || after.starts_with('#'))) {
        out.rewrite(Slip::semicolon, {}, before.substr(0, code_before + 1) + std::string(line.substr(at + 1)));
        return;
    }
    const bool separates_values =
        sign == ";" && !before.empty() &&
        (after[0] == '$' || after[0] == '-' || after[0] == '\'' || (after[0] >= '0' && after[0] <= '9'));
    if (separates_values) {
        std::string separated(line);
        std::replace(separated.begin(), separated.begin() + static_cast<std::ptrdiff_t>(about.line.code_end), ';', ',');
        out.rewrite(Slip::other_separator, {";"}, separated);
    }
    if (sign == ";" && is_statement(after)) {
        const std::string indent(line.substr(0, std::min(line.find_first_not_of(" \t"), line.size())));
        out.rewrite(Slip::two_statements, {}, before.substr(0, code_before + 1) + "\n" + indent + std::string(after));
    }
    out.rewrite(Slip::foreign_comment, {std::string(sign)}, before + "#" + std::string(line.substr(at + sign.size())));
}

}  // namespace mariner::tutor
