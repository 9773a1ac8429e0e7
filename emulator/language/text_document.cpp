#include "emulator/language/text_document.hpp"

#include <algorithm>

#include "emulator/support/text.hpp"

namespace mariner::language {

namespace {

bool is_continuation(char c) {
    return (static_cast<u8>(c) & 0xC0) == 0x80;
}

/// How many units a sequence that begins so has.
u32 units_of_lead(char lead, PositionEncoding encoding) {
    return encoding == PositionEncoding::utf16 && static_cast<u8>(lead) >= 0xF0 ? 2 : 1;
}

bool is_ascii(std::string_view text) {
    return std::all_of(text.begin(), text.end(), [](char c) { return static_cast<u8>(c) < 0x80; });
}

std::string as_utf8(std::string text) {
    if (is_ascii(text)) {
        return text;
    }
    std::string out;
    for (std::string_view rest = text; !rest.empty();) {
        append_utf8(out, take_code_point(rest));
    }
    return out;
}

}  // namespace

u32 units_in(std::string_view utf8, PositionEncoding encoding) {
    if (encoding == PositionEncoding::utf8) {
        return static_cast<u32>(utf8.size());
    }
    u32 count = 0;
    for (const char c : utf8) {
        count += is_continuation(c) ? 0 : units_of_lead(c, encoding);
    }
    return count;
}

u32 offset_of_unit(std::string_view utf8, u32 count, PositionEncoding encoding) {
    size_t at = 0;
    if (encoding == PositionEncoding::utf8) {
        at = std::min<size_t>(count, utf8.size());
        while (at > 0 && at < utf8.size() && is_continuation(utf8[at])) {
            --at;  // inside a character means before it
        }
        return static_cast<u32>(at);
    }
    while (at < utf8.size()) {
        const u32 units = units_of_lead(utf8[at], encoding);
        if (units > count) {
            break;
        }
        count -= units;
        do {
            ++at;
        } while (at < utf8.size() && is_continuation(utf8[at]));
    }
    return static_cast<u32>(at);
}

TextDocument::TextDocument(std::string text) : m_text(as_utf8(std::move(text))), m_starts{0} {
    find_starts(0, m_text.size(), m_starts);
}

void TextDocument::find_starts(size_t from, size_t end, std::vector<size_t>& starts) const {
    for (size_t at = m_text.find_first_of("\r\n", from); at < end; at = m_text.find_first_of("\r\n", at)) {
        at += m_text.compare(at, 2, "\r\n") == 0 ? 2 : 1;
        starts.push_back(at);
    }
}

std::string_view TextDocument::line(u32 number) const {
    if (number >= m_starts.size()) {
        return {};
    }
    const size_t begin = m_starts[number];
    size_t end = number + 1 < m_starts.size() ? m_starts[number + 1] : m_text.size();
    if (number + 1 < m_starts.size()) {
        end -= end - begin >= 2 && m_text.compare(end - 2, 2, "\r\n") == 0 ? 2 : 1;
    }
    return std::string_view(m_text).substr(begin, end - begin);
}

std::string_view TextDocument::at(const TextRange& range) const {
    const size_t begin = offset_of(range.begin);
    return std::string_view(m_text).substr(begin, std::max(begin, offset_of(range.end)) - begin);
}

TextRange TextDocument::whole() const {
    const u32 last = line_count() - 1;
    return {{0, 0}, {last, static_cast<u32>(line(last).size())}};
}

TextRange TextDocument::line_range(u32 number) const {
    return {{number, 0}, {number, static_cast<u32>(line(number).size())}};
}

size_t TextDocument::offset_of(TextSpot spot) const {
    if (spot.line >= m_starts.size()) {
        return m_text.size();
    }
    return m_starts[spot.line] + std::min<size_t>(spot.offset, line(spot.line).size());
}

TextSpot TextDocument::spot_of(u32 number, u32 character, PositionEncoding encoding) const {
    if (number >= m_starts.size()) {
        return whole().end;
    }
    return {number, offset_of_unit(line(number), character, encoding)};
}

u32 TextDocument::character_of(TextSpot spot, PositionEncoding encoding) const {
    return units_in(line(spot.line).substr(0, spot.offset), encoding);
}

u32 TextDocument::line_at(size_t offset) const {
    return static_cast<u32>(std::ranges::upper_bound(m_starts, offset) - m_starts.begin()) - 1;
}

LineChange TextDocument::replace(const TextRange& range, std::string_view by) {
    const size_t begin = offset_of(range.begin);
    const size_t end = std::max(begin, offset_of(range.end));
    // A line feed may come to stand behind a CR, or go from behind it: the line before and the one behind are looked
    // at.
    const u32 first = line_at(begin) - (line_at(begin) > 0 ? 1 : 0);
    const u32 last = std::min(line_at(end) + 1, line_count() - 1);
    const size_t old_size = m_text.size();
    m_text.replace(begin, end - begin, is_ascii(by) ? std::string(by) : as_utf8(std::string(by)));
    const size_t grown = m_text.size() - old_size;  // wraps around where it shrinks
    const bool reaches_end = last + 1 == line_count();
    const size_t behind = reaches_end ? m_text.size() : m_starts[last + 1] + grown;
    std::vector<size_t> starts;
    find_starts(m_starts[first], behind, starts);
    if (!reaches_end) {
        starts.pop_back();  // `behind` itself, which is there already
    }
    for (size_t i = last + 1; i < m_starts.size(); ++i) {
        m_starts[i] += grown;
    }
    const auto from = m_starts.begin() + static_cast<std::ptrdiff_t>(first);
    m_starts.erase(from + 1, m_starts.begin() + static_cast<std::ptrdiff_t>(last) + 1);
    m_starts.insert(m_starts.begin() + static_cast<std::ptrdiff_t>(first) + 1, starts.begin(), starts.end());
    return {first, last - first + 1, static_cast<u32>(starts.size()) + 1};
}

}  // namespace mariner::language
