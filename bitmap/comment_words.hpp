#pragma once
// A line of comment as words and numbers: letters in lower case and without accents, names split at _ and at capitals.
// For header_hint.cpp, which gives the words their meaning.

#include <string>
#include <string_view>
#include <vector>

#include "emulator/support/types.hpp"

namespace mariner::bitmap {

/// What a comment is made of. A mark is what stands between a name and its value (: ( [ > |), a dash only counts
/// between two digits ("16-16-512-256").
enum class WordKind : u8 { word, number, times, comma, slash, dash, equals, mark };

struct CommentWord {
    WordKind kind = WordKind::word;
    std::string text;       // word: folded
    u64 value = 0;          // number
    bool is_hex = false;    // number: it was written 0x...
    u64 as_hex = 0;         // number without 0x: its digits read as hexadecimal ("10040000")
    bool is_label = false;  // number: followed as the numbers of lists are ("2)", "2-", "2.", "Step 2:")
    bool is_part = false;   // number: of something else ("$t0+4", "4($t0)", "4.5", "^2"), or letters follow ("3D")
};

/// The comment of a source line: what follows the first # outside quotes; empty without one.
std::string_view comment_of(std::string_view line);

/// At most 200 words of a comment.
std::vector<CommentWord> comment_words(std::string_view comment);

}  // namespace mariner::bitmap
