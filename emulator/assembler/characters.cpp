#include "emulator/assembler/characters.hpp"

#include <algorithm>
#include <array>

#include "emulator/support/text.hpp"

namespace mariner::assembler {

namespace {

struct CharacterRange {
    char16_t first;
    char16_t last;
};

constexpr CharacterRange letter_ranges[] = {
#define LETTERS(first, last) {first, last},
#define DIGITS(zero)
#include "emulator/assembler/letters.inc"
#undef LETTERS
#undef DIGITS
};

constexpr CharacterRange digit_ranges[] = {
#define LETTERS(first, last)
#define DIGITS(zero) {zero, (zero) + 9},
#include "emulator/assembler/letters.inc"
#undef LETTERS
#undef DIGITS
};

template <size_t Count>
const CharacterRange* find_range(const CharacterRange (&ranges)[Count], char16_t unit) {
    const auto* const past = std::ranges::upper_bound(ranges, unit, {}, &CharacterRange::first);
    return past != std::begin(ranges) && unit <= (past - 1)->last ? past - 1 : nullptr;
}

bool is_ascii_letter(char16_t unit) {
    return (unit >= u'a' && unit <= u'z') || (unit >= u'A' && unit <= u'Z');
}

bool is_surrogate(char16_t unit) {
    return unit >= 0xD800 && unit < 0xE000;
}

void append_unit(std::string& out, char16_t unit) {
    if (!is_surrogate(unit)) {
        append_utf8(out, unit);
        return;
    }
    out += static_cast<char>(0xE0 | unit >> 12);
    out += static_cast<char>(0x80 | (unit >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (unit & 0x3F));
}

/// The length of the sequence at the start of a text if it is well-formed and one unit, else 0.
size_t unit_length(std::string_view text) {
    const auto byte = [&](size_t i) { return i < text.size() ? static_cast<u8>(text[i]) : u8{0}; };
    const u8 lead = byte(0);
    const auto continues = [&](size_t i) { return (byte(i) & 0xC0) == 0x80; };
    if (lead < 0x80) {
        return 1;
    }
    if (lead >= 0xC2 && lead < 0xE0) {
        return continues(1) ? 2 : 0;
    }
    const bool is_allowed = (lead != 0xE0 || byte(1) >= 0xA0) && (lead != 0xED || byte(1) < 0xA0);
    return lead >= 0xE0 && lead < 0xF0 && is_allowed && continues(1) && continues(2) ? 3 : 0;
}

/// Whether a file's bytes are internal text already, as nearly all are.
bool is_internal_text(std::string_view text) {
    constexpr size_t block = 64;
    while (!text.empty()) {
        u8 bits = 0;
        for (const char c : text.substr(0, block)) {
            bits |= static_cast<u8>(c);
        }
        const size_t length = bits < 0x80 ? std::min(text.size(), block) : unit_length(text);
        if (length == 0) {
            return false;
        }
        text.remove_prefix(length);
    }
    return true;
}

bool may_hold_surrogates(std::string_view text) {
    return text.find('\xED') != std::string_view::npos;
}

}  // namespace

std::string decode_source(std::string bytes) {
    if (is_internal_text(bytes)) {
        return bytes;
    }
    std::string text;
    text.reserve(bytes.size());
    for (const char16_t unit : utf16_of(bytes)) {
        append_unit(text, unit);
    }
    return text;
}

std::string to_utf8(std::string_view text) {
    if (!may_hold_surrogates(text)) {
        return std::string(text);
    }
    std::string out;
    for (size_t at = 0; at < text.size();) {
        const CodeUnit unit = unit_at(text, at);
        const size_t next = at + unit.size;
        const char16_t low = next < text.size() ? unit_at(text, next).value : u'\0';
        const bool is_high = unit.value >= 0xD800 && unit.value < 0xDC00;
        if (is_high && low >= 0xDC00 && low < 0xE000) {
            append_utf8(out, 0x10000 + ((unit.value - 0xD800U) << 10) + (low - 0xDC00U));
            at = next + 3;
            continue;
        }
        append_unit(out, is_surrogate(unit.value) ? u'?' : unit.value);
        at = next;
    }
    return out;
}

std::string_view utf8_in(TextArena& arena, std::string_view text) {
    return may_hold_surrogates(text) ? arena.keep(to_utf8(text)) : text;
}

size_t unit_count(std::string_view text) {
    return static_cast<size_t>(
        std::count_if(text.begin(), text.end(), [](char c) { return (static_cast<u8>(c) & 0xC0) != 0x80; }));
}

bool is_letter(char16_t unit) {
    return unit < 0x80 ? is_ascii_letter(unit) : find_range(letter_ranges, unit) != nullptr;
}

bool is_digit(char16_t unit) {
    return unit < 0x80 ? unit >= u'0' && unit <= u'9' : find_range(digit_ranges, unit) != nullptr;
}

int digit_value(char16_t unit, int base) {
    constexpr char16_t full_width_upper = 0xFF21;
    constexpr char16_t full_width_lower = 0xFF41;
    int value = -1;
    if (unit < 0x80) {
        value = is_ascii_letter(unit) ? (unit | 0x20) - u'a' + 10 : is_digit(unit) ? unit - u'0' : -1;
    } else if (const CharacterRange* range = find_range(digit_ranges, unit)) {
        value = unit - range->first;
    } else if (unit >= full_width_upper && unit < full_width_upper + 26) {
        value = unit - full_width_upper + 10;
    } else if (unit >= full_width_lower && unit < full_width_lower + 26) {
        value = unit - full_width_lower + 10;
    }
    return value < base ? value : -1;
}

std::optional<char> escaped_character(char16_t letter) {
    constexpr std::u16string_view letters = u"'\"\\ntbrf0";
    constexpr std::string_view meanings{"'\"\\\n\t\b\r\f\0", 9};
    const size_t at = letters.find(letter);
    return at != std::u16string_view::npos ? std::optional(meanings[at]) : std::nullopt;
}

std::string fold_to_ascii(std::string_view text) {
    constexpr std::u16string_view folded = u"\u0130\u0131\u017F\u212A";
    std::string out;
    for (size_t at = 0; at < text.size();) {
        const CodeUnit unit = unit_at(text, at);
        const size_t place = folded.find(unit.value);
        out += place < folded.size() ? std::string_view("iisk").substr(place, 1) : text.substr(at, unit.size);
        at += unit.size;
    }
    return out;
}

}  // namespace mariner::assembler
