#pragma once
// Guest words to pixels: the picture as units, its pixels at any whole scale, its hash. Pure functions; everything that
// shows, writes or compares a picture starts here. Reads words through WordView and knows nothing of who writes them.

#include <span>
#include <vector>

#include "bitmap/geometry.hpp"
#include "emulator/support/display_word.hpp"
#include "emulator/support/result.hpp"
#include "emulator/support/types.hpp"

namespace mariner::bitmap {

/// Guest words, readable while the guest writes them: every word is loaded whole, so a picture may be half drawn but no
/// colour is torn. What lies behind `count` words is never read.
class WordView {
public:
    WordView() = default;
    WordView(const void* first, size_t count) : m_first(static_cast<const u32*>(first)), m_count(count) {}

    [[nodiscard]] size_t size() const { return m_count; }
    [[nodiscard]] u32 operator[](size_t index) const { return __atomic_load_n(m_first + index, __ATOMIC_RELAXED); }

private:
    const u32* m_first = nullptr;
    size_t m_count = 0;
};

/// One colour 0x00RRGGBB per unit, row by row from the upper left.
struct Picture {
    u32 columns = 0;
    u32 rows = 0;
    std::vector<u32> units;

    Picture() = default;
    Picture(u32 column_count, u32 row_count)
        : columns(column_count), rows(row_count), units(size_t{column_count} * row_count) {}
    [[nodiscard]] u32 at(Unit unit) const { return units[size_t{unit.row} * columns + unit.column]; }
    bool operator==(const Picture&) const = default;
};

/// Rows first <= row < end of a picture that changed; empty if none did.
struct RowSpan {
    u32 first = 0;
    u32 end = 0;
    [[nodiscard]] bool empty() const { return first >= end; }
};

/// Reads the guest's words again and again and says what changed.
class PictureReader {
public:
    /// `unstored`: initial data that nothing was stored over yet, as shown_colour() wants it; 0 behind its end.
    PictureReader(const Geometry& geometry, WordView words, WordView unstored = {});

    /// Reads all words; the rows that differ from the last call (all of them the first time).
    RowSpan update();
    [[nodiscard]] const Picture& picture() const { return m_picture; }
    [[nodiscard]] const Geometry& geometry() const { return m_geometry; }

private:
    Geometry m_geometry;
    WordView m_words;
    WordView m_unstored;
    Picture m_picture;
    bool m_first = true;
};

/// The picture of this moment.
Picture read_picture(const Geometry& geometry, WordView words);

/// Colours of display pixels, row by row.
struct Pixels {
    u32 width = 0;
    u32 height = 0;
    std::vector<u32> colours;
};

/// The display's pixels, each `scale` times as wide and high; black where no whole unit fits.
Pixels to_pixels(const Picture& picture, const Geometry& geometry, u32 scale = 1);

/// The picture of which these are the pixels; refused where the pixels of one unit differ.
Result<Picture> to_picture(const Pixels& pixels, u32 columns, u32 rows);

/// The picture fitted into width x height cells: repeated where there is room, averaged where there isn't.
Pixels resample(const Picture& picture, u32 width, u32 height);

/// FNV-1a, 64 bits, over the colours as little-endian words.
u64 hash(std::span<const u32> colours);
inline u64 hash(const Picture& picture) {
    return hash(picture.units);
}

}  // namespace mariner::bitmap
