#pragma once
// A rectangle of pixels to draw on, with the console's letters. What the window shows is composed here, in memory, so
// that tests see the same pixels as a screen does.

#include <string_view>
#include <vector>

#include "emulator/support/types.hpp"

namespace mariner::bitmap {

struct Box {
    i32 left = 0;
    i32 top = 0;
    i32 width = 0;
    i32 height = 0;
    [[nodiscard]] bool contains(i32 x, i32 y) const {
        return x >= left && y >= top && x < left + width && y < top + height;
    }
    bool operator==(const Box&) const = default;
};

/// Colours are 0x00RRGGBB. Whatever lies outside is cut off.
class Canvas {
public:
    Canvas() = default;
    Canvas(i32 width, i32 height)
        : m_width(width), m_height(height), m_pixels(static_cast<size_t>(width) * static_cast<size_t>(height)) {}

    [[nodiscard]] i32 width() const { return m_width; }
    [[nodiscard]] i32 height() const { return m_height; }
    [[nodiscard]] u32* row(i32 y) { return m_pixels.data() + static_cast<size_t>(y) * static_cast<size_t>(m_width); }
    [[nodiscard]] const u32* row(i32 y) const {
        return m_pixels.data() + static_cast<size_t>(y) * static_cast<size_t>(m_width);
    }

    void fill(const Box& box, u32 colour);
    /// Text of one line from its upper left corner, each font pixel `scale` pixels wide and high.
    void draw_text(i32 left, i32 top, std::u32string_view text, u32 colour, i32 scale);

private:
    [[nodiscard]] Box inside(const Box& box) const;

    i32 m_width = 0;
    i32 m_height = 0;
    std::vector<u32> m_pixels;
};

}  // namespace mariner::bitmap
