#pragma once
// What the window shows, as pixels in memory: the picture at a whole zoom, the console below or beside it, the input
// line. Knows nothing of windows, so that tests compare the same pixels a screen shows.

#include <string>
#include <vector>

#include "bitmap/canvas.hpp"
#include "bitmap/console_pane.hpp"
#include "bitmap/geometry.hpp"
#include "bitmap/picture.hpp"
#include "bitmap/surface.hpp"

namespace mariner::bitmap {

/// Where everything lies in a window of a given size.
struct Layout {
    Box picture;         // all display pixels
    Box bar;             // of buttons, between the two; of no height where there are none
    Box console;         // text and input line
    i32 zoom = 1;        // window pixels per display pixel
    i32 shrink = 1;      // display pixels per window pixel, where the window is too small
    i32 text_scale = 1;  // window pixels per font pixel
    u32 columns = 0;     // of text
    u32 lines = 0;       // of text, without the input line
};

/// The largest whole zoom that leaves room for some lines of text.
Layout lay_out(const Geometry& geometry, i32 width, i32 height, i32 text_scale, i32 bar_rows = 0);

/// A comfortable size for the first window on a screen of so many pixels.
struct WindowSize {
    i32 width = 0;
    i32 height = 0;
};
WindowSize first_size(const Geometry& geometry, i32 screen_width, i32 screen_height, i32 text_scale, i32 bar_rows = 0);

class Composer {
public:
    explicit Composer(const Geometry& geometry, i32 bar_rows = 0) : m_geometry(geometry), m_bar_rows(bar_rows) {}

    void resize(i32 width, i32 height, i32 text_scale);
    void draw_picture(const Picture& picture, RowSpan rows, const std::vector<OverlayUnit>& overlay);
    void draw_console(const ConsolePane& console, const std::string& status, bool takes_input);

    /// Buttons that don't fit into the bar are left out.
    void draw_choices(const std::vector<Choice>& choices);
    /// The number of the button under a window pixel.
    [[nodiscard]] std::optional<size_t> choice_at(i32 x, i32 y) const;

    [[nodiscard]] const Canvas& canvas() const { return m_canvas; }
    [[nodiscard]] const Layout& layout() const { return m_layout; }
    /// The unit under a window pixel.
    [[nodiscard]] std::optional<Unit> unit_at(i32 x, i32 y) const;
    /// The part of the window that these rows of units cover.
    [[nodiscard]] Box box_of(RowSpan rows) const;

private:
    void draw_unit_row(const Picture& picture, u32 row, const std::vector<OverlayUnit>& overlay);

    Geometry m_geometry;
    i32 m_bar_rows;
    std::vector<Box> m_buttons;
    Layout m_layout;
    Canvas m_canvas;
};

}  // namespace mariner::bitmap
