#pragma once
// A line of source as its writer sees it, also where the assembler sees none of it: label, word, operands, comment.
// Pure functions over the text; what stands where is kept, so that a repair changes nothing else.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/support/types.hpp"

namespace mariner::tutor {

enum class PieceKind : u8 { word, string, character, sign, comment };

/// A piece of a line. Signs are one character (of any length in bytes) or one of C's operators, such as `==`.
struct LinePiece {
    PieceKind kind{};
    bool closed = true;  // of a string or character: its end quote is there
    u32 offset = 0;
    u32 length = 0;
    std::string_view text;

    [[nodiscard]] u32 end() const { return offset + length; }
    [[nodiscard]] bool is(std::string_view wanted) const { return text.size() == wanted.size() && text == wanted; }
    /// The character, if it is a sign of one byte; else 0.
    [[nodiscard]] char sign() const { return kind == PieceKind::sign && text.size() == 1 ? text[0] : '\0'; }
    [[nodiscard]] bool is_word() const { return kind == PieceKind::word; }
};

/// Letters, digits and what stands in names, numbers and registers: _ . $ % @ and what follows ASCII's letters.
bool is_word_character(char c);

std::vector<LinePiece> pieces_of(std::string_view line);

/// Something between commas or blanks that belongs together: `4($sp)`, `'a'`, `x + 4`.
struct LooseOperand {
    u32 offset = 0;
    u32 length = 0;
    std::string_view text;
};

struct LooseLine {
    std::string_view text;
    std::vector<LinePiece> pieces;       // without the comment
    std::string_view label;              // what stands before a colon at the start
    u32 first = 0;                       // of the pieces behind label and colon
    std::string_view head;               // the word behind the label; empty if there is none
    u32 head_offset = 0;                 //
    std::vector<LooseOperand> operands;  // what follows it
    u32 code_end = 0;                    // where the last piece ends; a comment may follow
    std::string_view comment;

    [[nodiscard]] bool empty() const { return first >= pieces.size(); }
    [[nodiscard]] std::span<const LinePiece> rest() const { return std::span(pieces).subspan(first); }
};

/// The text must outlive the line.
LooseLine read_line(std::string_view text);

/// The operands in a part of a line's pieces.
std::vector<LooseOperand> operands_of(std::string_view line, std::span<const LinePiece> pieces);

/// A line with parts replaced, which stand in any order and don't overlap.
struct Patch {
    u32 offset = 0;
    u32 length = 0;
    std::string text;
};
std::string patched(std::string_view line, std::vector<Patch> patches);

/// `"Hello"` for `""Hello""`, whatever the number of quotes on both sides; empty where there are not more than one.
std::string without_doubled_quotes(std::string_view written);

/// A text in double quotes that has both of them.
inline bool is_string(const LinePiece& piece) {
    return piece.kind == PieceKind::string && piece.closed;
}
/// .ascii and .asciiz.
bool stores_text(std::string_view head);

bool is_name(std::string_view word);
bool is_integer(std::string_view word);
/// All occurrences of a word, as a piece of its own, replaced.
std::string with_word_replaced(std::string_view line, std::string_view word, std::string_view by);

}  // namespace mariner::tutor
