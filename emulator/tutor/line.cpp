#include "emulator/tutor/line.hpp"

#include <algorithm>
#include <array>

#include "emulator/support/text.hpp"

namespace mariner::tutor {

namespace {

constexpr bool is_letter(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

constexpr bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

// A table, since every character of a source is looked up, and each line is read several times.
constexpr auto word_characters = [] {
    std::array<bool, 256> has{};
    for (int i = 0; i < 256; ++i) {
        const char c = static_cast<char>(i);
        has[static_cast<size_t>(i)] =
            is_letter(c) || is_digit(c) || std::string_view(".$%@?").find(c) != std::string_view::npos;
    }
    return has;
}();

/// Whether two characters are one of C's operators, or an arrow.
bool is_long_sign(char first, char second) {
    switch (second) {
        case '=':
            return std::string_view("=!<>+-*/:").find(first) != std::string_view::npos;
        case '>':
            return first == '>' || first == '-' || first == '=';
        case '-':
            return first == '-' || first == '<';
        case '+':
        case '<':
            return first == second;
        default:
            return false;
    }
}

size_t end_of_string(std::string_view line, size_t start, char quote, bool& closed) {
    for (size_t at = start + 1; at < line.size(); ++at) {
        if (line[at] == '\\') {
            ++at;
        } else if (line[at] == quote) {
            closed = true;
            return at + 1;
        }
    }
    closed = false;
    return line.size();
}

/// 'a', '\n', '\101' or, where it doesn't close soon, the quote alone.
LinePiece character_at(std::string_view line, size_t start) {
    constexpr size_t longest = 8;
    bool closed = false;
    const size_t end = end_of_string(line.substr(0, std::min(line.size(), start + longest)), start, '\'', closed);
    LinePiece piece;
    piece.kind = closed ? PieceKind::character : PieceKind::sign;
    piece.length = static_cast<u32>(closed ? end - start : 1);
    return piece;
}

LinePiece piece_at(std::string_view line, size_t at) {
    LinePiece piece;
    size_t end = at + 1;
    const char c = line[at];
    if (c == '#') {
        piece.kind = PieceKind::comment;
        end = line.size();
    } else if (c == '"') {
        piece.kind = PieceKind::string;
        end = end_of_string(line, at, c, piece.closed);
    } else if (c == '\'') {
        piece = character_at(line, at);
        end = at + piece.length;
    } else if (is_word_character(c)) {
        while (end < line.size() && word_characters[static_cast<u8>(line[end])]) {
            ++end;
        }
    } else {
        piece.kind = PieceKind::sign;
        if (end < line.size() && is_long_sign(c, line[end])) {
            ++end;
        } else if (static_cast<u8>(c) >= 0x80) {
            end = at + std::max<size_t>(1, utf8_sequence_length(line.substr(at)));
        }
    }
    piece.offset = static_cast<u32>(at);
    piece.length = static_cast<u32>(end - at);
    piece.text = line.substr(at, end - at);
    return piece;
}

bool is_opening(char sign) {
    return sign == '(' || sign == '[' || sign == '{';
}

bool is_closing(char sign) {
    return sign == ')' || sign == ']' || sign == '}';
}

bool is_operand_end(const LinePiece& piece) {
    return piece.kind != PieceKind::sign || is_closing(piece.sign());
}

bool is_operand_start(const LinePiece& piece) {
    return piece.kind != PieceKind::sign;
}

}  // namespace

bool is_word_character(char c) {
    return word_characters[static_cast<u8>(c)];
}

std::vector<LinePiece> pieces_of(std::string_view line) {
    std::vector<LinePiece> pieces;
    constexpr size_t usual_count = 12;
    pieces.reserve(usual_count);
    for (size_t at = 0; at < line.size();) {
        if (line[at] == ' ' || line[at] == '\t') {
            ++at;
            continue;
        }
        pieces.push_back(piece_at(line, at));
        at = pieces.back().end();
    }
    return pieces;
}

std::vector<LooseOperand> operands_of(std::string_view line, std::span<const LinePiece> pieces) {
    std::vector<LooseOperand> operands;
    bool open = false;
    int depth = 0;
    for (size_t i = 0; i < pieces.size(); ++i) {
        const LinePiece& piece = pieces[i];
        const char sign = piece.sign();
        if (sign == ',' && depth <= 0) {
            open = false;
            continue;
        }
        depth += is_opening(sign) ? 1 : is_closing(sign) ? -1 : 0;
        const bool begins = !open || (is_operand_end(pieces[i - 1]) && is_operand_start(piece) && depth <= 0);
        if (begins) {
            operands.push_back({piece.offset, 0, {}});
        }
        open = true;
        operands.back().length = piece.end() - operands.back().offset;
        operands.back().text = line.substr(operands.back().offset, operands.back().length);
    }
    return operands;
}

LooseLine read_line(std::string_view text) {
    LooseLine line;
    line.text = text;
    line.pieces = pieces_of(text);
    if (!line.pieces.empty() && line.pieces.back().kind == PieceKind::comment) {
        line.comment = line.pieces.back().text;
        line.pieces.pop_back();
    }
    line.code_end = line.pieces.empty() ? 0 : line.pieces.back().end();
    if (line.pieces.size() >= 2 && line.pieces[0].is_word() && line.pieces[1].is(":")) {
        line.label = line.pieces[0].text;
        line.first = 2;
    }
    if (!line.empty() && line.rest()[0].is_word()) {
        line.head = line.rest()[0].text;
        line.head_offset = line.rest()[0].offset;
        line.operands = operands_of(text, line.rest().subspan(1));
    }
    return line;
}

std::string patched(std::string_view line, std::vector<Patch> patches) {
    std::ranges::stable_sort(patches, {}, &Patch::offset);
    std::string out;
    size_t at = 0;
    for (const Patch& patch : patches) {
        out += line.substr(at, patch.offset - at);
        out += patch.text;
        at = patch.offset + patch.length;
    }
    return out += line.substr(at);
}

std::string without_doubled_quotes(std::string_view written) {
    const size_t first = written.find_first_not_of('"');
    const size_t last = written.find_last_not_of('"');
    const bool is_doubled = first != std::string_view::npos && first > 1 && last + 2 < written.size();
    return is_doubled ? "\"" + std::string(written.substr(first, last + 1 - first)) + "\"" : "";
}

bool stores_text(std::string_view head) {
    const std::string lower = to_lower(head);
    return lower == ".asciiz" || lower == ".ascii";
}

bool is_name(std::string_view word) {
    return !word.empty() && is_letter(word[0]) &&
           std::ranges::all_of(word, [](char c) { return is_letter(c) || is_digit(c) || c == '.' || c == '$'; });
}

bool is_integer(std::string_view word) {
    return decode_mars_int(word).has_value();
}

std::string with_word_replaced(std::string_view line, std::string_view word, std::string_view by) {
    std::vector<Patch> patches;
    for (const LinePiece& piece : pieces_of(line)) {
        if (piece.is_word() && piece.is(word)) {
            patches.push_back({piece.offset, piece.length, std::string(by)});
        }
    }
    return patched(line, std::move(patches));
}

}  // namespace mariner::tutor
