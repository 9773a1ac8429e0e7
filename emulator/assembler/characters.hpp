#pragma once
// Characters as the assembler counts them: UTF-16 units. Columns, the length of a character literal and the bytes of a
// string depend on it. Inside the assembler text is UTF-8 except that a character beyond U+FFFF is written as its two
// surrogates, three bytes each: so every unit is one sequence, and the usual source (all below U+10000) stays as it is.

#include <optional>
#include <string>
#include <string_view>

#include "emulator/assembler/text_arena.hpp"
#include "emulator/support/types.hpp"

namespace mariner::assembler {

/// A file's bytes as internal text. Malformed UTF-8 becomes U+FFFD, as many as Java makes of it.
std::string decode_source(std::string bytes);

/// Internal text as UTF-8 for people and files; a lone surrogate becomes a question mark.
std::string to_utf8(std::string_view text);

/// The same as a view that lives as long as the arena; most texts need no copy.
std::string_view utf8_in(TextArena& arena, std::string_view text);

/// One unit and the bytes it takes. `at` must be inside the text and at the start of a unit.
struct CodeUnit {
    char16_t value = 0;
    u8 size = 1;
};

inline CodeUnit unit_at(std::string_view text, size_t at) {
    const auto byte = [&](size_t i) { return static_cast<u32>(static_cast<u8>(text[at + i])); };
    const u32 lead = byte(0);
    if (lead < 0x80) {
        return {static_cast<char16_t>(lead), 1};
    }
    if (lead < 0xE0) {
        return {static_cast<char16_t>((lead & 0x1F) << 6 | (byte(1) & 0x3F)), 2};
    }
    return {static_cast<char16_t>((lead & 0x0F) << 12 | (byte(1) & 0x3F) << 6 | (byte(2) & 0x3F)), 3};
}

/// How many units a text has.
size_t unit_count(std::string_view text);

bool is_letter(char16_t unit);
bool is_digit(char16_t unit);
/// The value of a digit or letter in a base up to 36, ASCII or not; -1 if it is none.
int digit_value(char16_t unit, int base);

/// What a letter behind a backslash stands for; nothing if MARS doesn't know it.
std::optional<char> escaped_character(char16_t letter);

/// Java compares mnemonics and directives so that four characters beyond ASCII equal i, k or s; they become those here.
std::string fold_to_ascii(std::string_view text);

}  // namespace mariner::assembler
