#pragma once
// A text that an editor changes piece by piece, and its lines. Inside, places count bytes of UTF-8; editors count in
// units of their own, which are translated here. Any place may be asked for: what lies outside means the nearest
// inside.

#include <string>
#include <string_view>
#include <vector>

#include "emulator/support/types.hpp"

namespace mariner::language {

enum class PositionEncoding : u8 { utf8, utf16, utf32 };

/// Both from 0; `offset` in bytes.
struct TextSpot {
    u32 line = 0;
    u32 offset = 0;
    auto operator<=>(const TextSpot&) const = default;
};

struct TextRange {
    TextSpot begin;
    TextSpot end;
    bool operator==(const TextRange&) const = default;
};

/// Lines that an edit replaced: so many from the first on became so many.
struct LineChange {
    u32 first = 0;
    u32 old_count = 0;
    u32 new_count = 0;
};

/// How many units of the encoding a text has; and where the unit `count` begins.
u32 units_in(std::string_view utf8, PositionEncoding encoding);
u32 offset_of_unit(std::string_view utf8, u32 count, PositionEncoding encoding);

class TextDocument {
public:
    /// The text is UTF-8; what isn't becomes U+FFFD.
    explicit TextDocument(std::string text = {});

    [[nodiscard]] const std::string& text() const { return m_text; }
    [[nodiscard]] u32 line_count() const { return static_cast<u32>(m_starts.size()); }
    /// Without its end. Lines end as the assembler sees it: by CR, LF or both.
    [[nodiscard]] std::string_view line(u32 number) const;
    [[nodiscard]] std::string_view at(const TextRange& range) const;
    [[nodiscard]] TextRange whole() const;
    [[nodiscard]] TextRange line_range(u32 number) const;

    [[nodiscard]] size_t offset_of(TextSpot spot) const;
    [[nodiscard]] TextSpot spot_of(u32 line, u32 character, PositionEncoding encoding) const;
    [[nodiscard]] u32 character_of(TextSpot spot, PositionEncoding encoding) const;

    /// An end before the begin is taken for the begin.
    LineChange replace(const TextRange& range, std::string_view by);

private:
    /// Adds where lines begin behind `from`, up to `end`.
    void find_starts(size_t from, size_t end, std::vector<size_t>& starts) const;
    [[nodiscard]] u32 line_at(size_t offset) const;

    std::string m_text;
    std::vector<size_t> m_starts;
};

}  // namespace mariner::language
