#include "emulator/assembler/characters.hpp"

#include <algorithm>
#include <array>

#include "emulator/support/text.hpp"

namespace mariner::assembler {

namespace {

struct Range {
    char16_t first;
    char16_t last;
};

constexpr Range letter_ranges[] = {
#define LETTERS(first, last) {first, last},
#define DIGITS(zero)
#include "emulator/assembler/letters.inc"
#undef LETTERS
#undef DIGITS
};

constexpr Range digit_ranges[] = {
#define LETTERS(first, last)
#define DIGITS(zero) {zero, (zero) + 9},
#include "emulator/assembler/letters.inc"
#undef LETTERS
#undef DIGITS
};

template <size_t Count>
const Range* find_range(const Range (&ranges)[Count], char16_t unit) {
    const auto* const past = std::upper_bound(std::begin(ranges), std::end(ranges), unit,
                                              [](char16_t wanted, const Range& range) { return wanted < range.first; });
    return past != std::begin(ranges) && unit <= (past - 1)->last ? past - 1 : nullptr;
}

bool is_ascii_letter(char16_t unit) {
    return (unit >= u'a' && unit <= u'z') || (unit >= u'A' && unit <= u'Z');
}

void append_unit(std::string& out, u32 unit) {
    if (unit < 0x80) {
        out += static_cast<char>(unit);
    } else if (unit < 0x800) {
        out += static_cast<char>(0xC0 | unit >> 6);
        out += static_cast<char>(0x80 | (unit & 0x3F));
    } else {
        out += static_cast<char>(0xE0 | unit >> 12);
        out += static_cast<char>(0x80 | (unit >> 6 & 0x3F));
        out += static_cast<char>(0x80 | (unit & 0x3F));
    }
}

void append_supplementary(std::string& out, u32 high, u32 low) {
    const u32 code_point = 0x10000 + ((high - 0xD800) << 10) + (low - 0xDC00);
    out += static_cast<char>(0xF0 | code_point >> 18);
    out += static_cast<char>(0x80 | (code_point >> 12 & 0x3F));
    out += static_cast<char>(0x80 | (code_point >> 6 & 0x3F));
    out += static_cast<char>(0x80 | (code_point & 0x3F));
}

bool is_ascii(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<u8>(c) < 0x80; });
}

bool may_hold_surrogates(std::string_view text) {
    return text.find('\xED') != std::string_view::npos;
}

}  // namespace

std::string decode_source(std::string bytes) {
    if (is_ascii(bytes)) {
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
        const Unit unit = unit_at(text, at);
        const size_t next = at + unit.size;
        const char16_t low = next < text.size() ? unit_at(text, next).value : u'\0';
        const bool is_high = unit.value >= 0xD800 && unit.value < 0xDC00;
        if (is_high && low >= 0xDC00 && low < 0xE000) {
            append_supplementary(out, unit.value, low);
            at = next + 3;
            continue;
        }
        const bool is_surrogate = unit.value >= 0xD800 && unit.value < 0xE000;
        append_unit(out, is_surrogate ? u'?' : unit.value);
        at = next;
    }
    return out;
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
    } else if (const Range* range = find_range(digit_ranges, unit)) {
        value = unit - range->first;
    } else if (unit >= full_width_upper && unit < full_width_upper + 26) {
        value = unit - full_width_upper + 10;
    } else if (unit >= full_width_lower && unit < full_width_lower + 26) {
        value = unit - full_width_lower + 10;
    }
    return value < base ? value : -1;
}

std::string fold_to_ascii(std::string_view text) {
    std::string out;
    for (size_t at = 0; at < text.size();) {
        const Unit unit = unit_at(text, at);
        switch (unit.value) {
            case 0x130:
            case 0x131:
                out += 'i';
                break;
            case 0x17F:
                out += 's';
                break;
            case 0x212A:
                out += 'k';
                break;
            default:
                out += text.substr(at, unit.size);
        }
        at += unit.size;
    }
    return out;
}

}  // namespace mariner::assembler
