#include "emulator/support/visible.hpp"

#include <algorithm>
#include <array>

#include "emulator/support/types.hpp"

namespace mariner {

namespace {

struct UnseenRange {
    std::string_view first;
    std::string_view last;
};

/// In UTF-8, whose order is that of the characters. ASCII's own have pictures.
constexpr auto unseen = std::to_array<UnseenRange>({
    {"\xC2\x80", "\xC2\x9F"},          // U+0080 to U+009F: C1 controls, U+009B among them, which is ESC [ in one
    {"\xD8\x9C", "\xD8\x9C"},          // U+061C: direction
    {"\xE2\x80\x8E", "\xE2\x80\x8F"},  // U+200E, U+200F: direction
    {"\xE2\x80\xA8", "\xE2\x80\xAE"},  // U+2028, U+2029: ends of lines; U+202A to U+202E: direction
    {"\xE2\x81\xA6", "\xE2\x81\xA9"},  // U+2066 to U+2069: direction
    {"\xEF\xBF\xBE", "\xEF\xBF\xBF"},  // U+FFFE, U+FFFF: no characters, and forbidden in XML
});

bool is_plain(char c) {
    return (c >= ' ' && c <= '~') || c == '\n' || c == '\t';
}

}  // namespace

bool is_unseen(std::string_view sequence) {
    return std::any_of(unseen.begin(), unseen.end(),
                       [&](const UnseenRange& range) { return range.first <= sequence && sequence <= range.last; });
}

void append_visible(std::string& out, std::string_view sequence) {
    if (sequence.size() == 1) {
        const auto byte = static_cast<u8>(sequence[0]);
        const bool is_control = byte < 0x20 || byte == 0x7F;
        append_utf8(out, is_control ? (byte == 0x7F ? 0x2421U : 0x2400U + byte) : byte);
        return;
    }
    out += sequence.empty() || is_unseen(sequence) ? utf8_replacement : sequence;
}

std::string visible_line(std::string_view text) {
    std::string out;
    for_each_character(text, [&](std::string_view sequence) { append_visible(out, sequence); });
    return out;
}

std::string visible_text(std::string_view text) {
    if (std::all_of(text.begin(), text.end(), is_plain)) {
        return std::string(text);
    }
    std::string out;
    for_each_character(text, [&](std::string_view sequence) {
        if (sequence == "\n" || sequence == "\t") {
            out += sequence;
        } else {
            append_visible(out, sequence);
        }
    });
    return out;
}

}  // namespace mariner
