#include "bitmap/canvas.hpp"

#include <algorithm>

#include "bitmap/font.hpp"

namespace mariner::bitmap {

Box Canvas::inside(const Box& box) const {
    const i32 left = std::max(box.left, 0);
    const i32 top = std::max(box.top, 0);
    return {left, top, std::max(0, std::min(box.left + box.width, m_width) - left),
            std::max(0, std::min(box.top + box.height, m_height) - top)};
}

void Canvas::fill(const Box& box, u32 colour) {
    const Box part = inside(box);
    for (i32 y = part.top; y < part.top + part.height; ++y) {
        std::fill_n(row(y) + part.left, part.width, colour);
    }
}

void Canvas::draw_text(i32 left, i32 top, std::u32string_view text, u32 colour, i32 scale) {
    for (char32_t character : text) {
        const auto rows = glyph(character);
        for (i32 y = 0; y < font_height; ++y) {
            for (i32 x = 0; x < font_width; ++x) {
                if ((rows[static_cast<size_t>(y)] >> (font_width - 1 - x) & 1) != 0) {
                    fill({left + x * scale, top + y * scale, scale, scale}, colour);
                }
            }
        }
        left += font_width * scale;
        if (left >= m_width) {
            return;
        }
    }
}

}  // namespace mariner::bitmap
