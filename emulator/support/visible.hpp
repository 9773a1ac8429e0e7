#pragma once
// Text of others (sources, file names, outputs) made harmless before it reaches a terminal, a page or a spreadsheet:
// what would move a cursor, change colours, forge a line or turn the direction of reading is shown instead of done.
// The one place for it; the escapes of HTML, CSV and JSON stand on it.

#include <string>
#include <string_view>

#include "emulator/support/text.hpp"

namespace mariner {

/// One line: control characters as their pictures (U+2400...), all else that isn't seen and malformed UTF-8 as U+FFFD.
std::string visible_line(std::string_view text);

/// The same, but tabs and line feeds stay.
std::string visible_text(std::string_view text);

/// Whether a well-formed character beyond ASCII acts instead of being seen: C1 controls, separators of lines, what
/// turns the direction of reading, and what is no character.
bool is_unseen(std::string_view sequence);

/// One character's bytes as visible_line() shows them; none stand for a byte that starts no character.
void append_visible(std::string& out, std::string_view sequence);

/// Calls `take` with each character's bytes, or with none for a byte that starts no character.
template <class Take>
void for_each_character(std::string_view text, Take take) {
    while (!text.empty()) {
        const size_t length = utf8_sequence_length(text);
        take(text.substr(0, length));
        text.remove_prefix(length == 0 ? 1 : length);
    }
}

}  // namespace mariner
