#pragma once
// A line of comment as words and numbers: letters in lower case and without accents, names split at _ and at capitals.
// For header_items.cpp, which gives the words their meaning.

#include <string>
#include <string_view>
#include <vector>

#include "emulator/support/types.hpp"

namespace mariner::bitmap {

/// What the words of display_words.inc mean.
enum class Meaning : u8 {
    Unit,
    Display,
    Base,
    Grid,
    Width,
    Height,
    Both,
    Pixels,
    Per,
    Settings,
    Keyboard,
    Pointer,
    Heap,
    Static,
    Global,
    Map,
    By,
    In,
    Other
};

/// What a comment is made of. A mark is what stands between a name and its value (: ( [ > |), a dash only counts
/// between two digits ("16-16-512-256"). Words become meanings in header_items.cpp, if they have one.
enum class ItemKind : u8 { word, meaning, number, times, comma, slash, dash, equals, mark };

struct Item {
    ItemKind kind = ItemKind::word;
    Meaning meaning = Meaning::Other;
    std::string text{};     // word: folded
    u64 value = 0;          // number
    bool is_hex = false;    // number: it was written 0x...
    u64 as_hex = 0;         // number without 0x: its digits read as hexadecimal ("10040000")
    bool is_label = false;  // number: followed as the numbers of lists are ("2)", "2-", "2.", "Step 2:")
    bool is_part = false;   // number: of something else ("$t0+4", "4($t0)", "4.5", "^2"), or letters follow ("3D")
};

/// The comment of a source line: what follows the first # outside quotes; empty without one.
std::string_view comment_of(std::string_view line);

/// At most 200 words of a comment.
std::vector<Item> comment_words(std::string_view comment);

}  // namespace mariner::bitmap
