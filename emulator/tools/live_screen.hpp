#pragma once
// What a tool shows while the program runs: pixels that one thread draws and another looks at, and where somebody has
// clicked.

#include <atomic>
#include <optional>
#include <utility>
#include <vector>

#include "emulator/support/types.hpp"

namespace mariner::tools {

class LiveScreen {
public:
    LiveScreen(u32 width, u32 height, u32 ground)
        : m_width(width), m_height(height), m_pixels(size_t{width} * height, ground) {}

    [[nodiscard]] u32 width() const { return m_width; }
    [[nodiscard]] u32 height() const { return m_height; }
    /// Row by row, 0xrrggbb; each may change while it is looked at, but is never torn.
    [[nodiscard]] const u32* pixels() const { return m_pixels.data(); }
    [[nodiscard]] size_t size() const { return m_pixels.size(); }

    /// What lies outside isn't drawn.
    void draw(i32 x, i32 y, u32 colour) {
        if (x >= 0 && y >= 0 && x < static_cast<i32>(m_width) && y < static_cast<i32>(m_height)) {
            __atomic_store_n(&m_pixels[static_cast<size_t>(y) * m_width + static_cast<size_t>(x)], colour,
                             __ATOMIC_RELAXED);
        }
    }
    void draw_box(i32 x, i32 y, i32 width, i32 height, u32 colour) {
        for (i32 row = y; row < y + height; ++row) {
            for (i32 column = x; column < x + width; ++column) {
                draw(column, row, colour);
            }
        }
    }

    /// From the thread of who looks.
    void click(u32 x, u32 y) { m_click.store((u64{x} << 32U | y) + 1, std::memory_order_relaxed); }
    std::optional<std::pair<u32, u32>> take_click() {
        if (m_click.load(std::memory_order_relaxed) == 0) {
            return std::nullopt;
        }
        const u64 place = m_click.exchange(0) - 1;
        return std::pair(static_cast<u32>(place >> 32U), static_cast<u32>(place));
    }

private:
    u32 m_width;
    u32 m_height;
    std::vector<u32> m_pixels;
    std::atomic<u64> m_click = 0;
};

}  // namespace mariner::tools
