#pragma once
// A line of comment as words and numbers: letters in lower case and without accents, names split at _ and at capitals.
// For header_hint.cpp, which gives the words their meaning.

#include <string>
#include <string_view>
#include <vector>

#include "emulator/support/types.hpp"

namespace mariner::bitmap {

/// A slash joins two numbers as a separator does, but parts no words ("width/height: 4/2").
enum class WordKind : u8 { word, number, times, separator, slash };

struct CommentWord {
    WordKind kind = WordKind::word;
    std::string text;     // word: folded
    u64 value = 0;        // number
    bool is_hex = false;  // number: it was written 0x...
    u64 as_hex = 0;       // number without 0x: its digits read as hexadecimal ("10040000")
};

/// The comment of a source line: what follows the first # outside quotes; empty without one.
std::string_view comment_of(std::string_view line);

/// At most 200 words of a comment; a leading "- ", "* " or "1. " is not part of it.
std::vector<CommentWord> comment_words(std::string_view comment);

}  // namespace mariner::bitmap
