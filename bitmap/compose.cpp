#include "bitmap/compose.hpp"

#include <algorithm>

#include "bitmap/font.hpp"

namespace mariner::bitmap {

namespace {

namespace colour {
constexpr u32 background = 0x202124;
constexpr u32 paper = 0x16171a;
constexpr u32 ink = 0xe2e4e8;
constexpr u32 faint_ink = 0x8a9099;
constexpr u32 input_paper = 0x2a2d33;
constexpr u32 input_ink = 0xffffff;
constexpr u32 accent = 0x6ab0ff;
constexpr u32 button = 0x33507a;
}  // namespace colour

constexpr i32 console_margin = 6;
constexpr i32 input_margin = console_margin / 2;  // of the input line's paper, above it and below
constexpr i32 console_margins = 2 * console_margin + input_margin;
constexpr i32 fewest_lines = 5;
constexpr i32 most_first_lines = 11;
constexpr i32 narrowest = 480;
constexpr i32 side_console_width = 48;  // letters, beside the picture

i32 line_height(i32 text_scale) {
    return (font_height + 1) * text_scale;
}

/// Height of a console with so many lines of text: status line, text, input line.
i32 console_height(i32 lines, i32 text_scale) {
    return (lines + 2) * line_height(text_scale) + console_margins;
}

/// High enough for a finger.
i32 button_height(i32 text_scale) {
    return (font_height + 15) * text_scale;
}

i32 bar_height(i32 rows, i32 text_scale) {
    return rows == 0 ? 0 : rows * (button_height(text_scale) + console_margin) + console_margin;
}

struct Fit {
    i32 zoom = 1;
    i32 shrink = 1;
};

Fit fit(const Geometry& geometry, i32 width, i32 height) {
    const auto across = static_cast<i32>(geometry.display_width);
    const auto down = static_cast<i32>(geometry.display_height);
    Fit best;
    best.zoom = std::min(width / across, height / down);
    if (best.zoom < 1) {
        best.zoom = 1;
        while (best.shrink < 64 && (across / best.shrink > width || down / best.shrink > height)) {
            ++best.shrink;
        }
    }
    return best;
}

bool is_better(const Fit& a, const Fit& b) {
    return a.zoom > b.zoom || (a.zoom == b.zoom && a.shrink < b.shrink);
}

}  // namespace

Layout lay_out(const Geometry& geometry, i32 width, i32 height, i32 text_scale, i32 bar_rows) {
    const i32 bar = bar_height(bar_rows, text_scale);
    const i32 least_console = console_height(fewest_lines, text_scale) + bar;
    const i32 side_width = side_console_width * font_width * text_scale + 2 * console_margin;
    const Fit above = fit(geometry, width, std::max(height - least_console, 1));
    const Fit beside = fit(geometry, std::max(width - side_width, 1), height);
    const bool is_beside = is_better(beside, above);
    const Fit& chosen = is_beside ? beside : above;

    Layout layout;
    layout.zoom = chosen.zoom;
    layout.shrink = chosen.shrink;
    layout.text_scale = text_scale;
    layout.picture.width = static_cast<i32>(geometry.display_width) * chosen.zoom / chosen.shrink;
    layout.picture.height = static_cast<i32>(geometry.display_height) * chosen.zoom / chosen.shrink;
    if (is_beside) {
        layout.picture.top = (height - layout.picture.height) / 2;
        layout.console = {layout.picture.width + console_margin, 0,
                          std::max(width - layout.picture.width - console_margin, 0), height};
    } else {
        layout.picture.left = std::max((width - layout.picture.width) / 2, 0);
        layout.console = {0, layout.picture.height, width, std::max(height - layout.picture.height, 0)};
    }
    layout.bar = {layout.console.left, layout.console.top, layout.console.width, std::min(bar, layout.console.height)};
    layout.console.top += layout.bar.height;
    layout.console.height -= layout.bar.height;
    layout.columns =
        static_cast<u32>(std::max(layout.console.width - 2 * console_margin, 0) / (font_width * text_scale));
    const i32 lines = (layout.console.height - console_margins) / line_height(text_scale) - 2;
    layout.lines = static_cast<u32>(std::max(lines, 0));
    return layout;
}

WindowSize first_size(const Geometry& geometry, i32 screen_width, i32 screen_height, i32 text_scale, i32 bar_rows) {
    const i32 bar = bar_height(bar_rows, text_scale);
    const i32 comfortable = console_height(most_first_lines, text_scale) + bar;
    const i32 least = console_height(fewest_lines, text_scale) + bar;
    const i32 room_width = std::max(screen_width * 9 / 10, 1);
    const i32 room_height = std::max(screen_height * 17 / 20, 1);
    // Small displays are enlarged to at most half of the screen's width; where room is short the console gives way.
    Fit best = fit(geometry, room_width / 2, std::max(room_height - comfortable, 1));
    if (best.shrink > 1) {
        best = fit(geometry, room_width, std::max(room_height - least, 1));
        best.zoom = 1;
    }
    const i32 width = static_cast<i32>(geometry.display_width) * best.zoom / best.shrink;
    const i32 height = static_cast<i32>(geometry.display_height) * best.zoom / best.shrink;
    const i32 console = std::clamp(room_height - height, least, comfortable);
    return {std::clamp(width, std::min(narrowest * text_scale, room_width), room_width),
            std::min(height + console, room_height)};
}

void Composer::resize(i32 width, i32 height, i32 text_scale) {
    m_layout = lay_out(m_geometry, width, height, text_scale, m_bar_rows);
    m_canvas = Canvas(width, height);
    m_canvas.fill({0, 0, width, height}, colour::background);
    m_canvas.fill(m_layout.picture, 0);
}

std::optional<Unit> Composer::unit_at(i32 x, i32 y) const {
    if (!m_layout.picture.contains(x, y)) {
        return std::nullopt;
    }
    const auto scale = [&](i32 offset) { return i64{offset} * m_layout.shrink / m_layout.zoom; };
    return m_geometry.unit_at_pixel(scale(x - m_layout.picture.left), scale(y - m_layout.picture.top));
}

Box Composer::box_of(RowSpan rows) const {
    const auto edge = [&](u32 row) {
        return static_cast<i32>(row * m_geometry.unit_height) * m_layout.zoom / m_layout.shrink;
    };
    const i32 top = edge(rows.first);
    return {m_layout.picture.left, m_layout.picture.top + top, m_layout.picture.width, edge(rows.end) - top + 1};
}

void Composer::draw_picture(const Picture& picture, RowSpan rows, const std::vector<OverlayUnit>& overlay) {
    for (u32 row = rows.first; row < std::min(rows.end, picture.rows); ++row) {
        draw_unit_row(picture, row, overlay);
    }
}

void Composer::draw_unit_row(const Picture& picture, u32 row, const std::vector<OverlayUnit>& overlay) {
    const auto across = [&](u32 column) {
        return static_cast<i32>(column * m_geometry.unit_width) * m_layout.zoom / m_layout.shrink;
    };
    const auto down = [&](u32 at) {
        return static_cast<i32>(at * m_geometry.unit_height) * m_layout.zoom / m_layout.shrink;
    };
    const i32 left = m_layout.picture.left;
    const i32 top = m_layout.picture.top + down(row);
    const i32 height = down(row + 1) - down(row);
    if (height <= 0 || top < 0 || top + height > m_canvas.height() ||
        left + m_layout.picture.width > m_canvas.width()) {
        return;
    }
    u32* line = m_canvas.row(top) + left;
    for (u32 column = 0; column < picture.columns; ++column) {
        std::fill(line + across(column), line + across(column + 1), picture.at({column, row}));
    }
    for (i32 copy = 1; copy < height; ++copy) {
        std::copy_n(line, m_layout.picture.width, m_canvas.row(top + copy) + left);
    }
    for (const OverlayUnit& extra : overlay) {
        if (extra.unit.row == row) {
            const i32 begin = across(extra.unit.column);
            m_canvas.fill({left + begin, top, across(extra.unit.column + 1) - begin, height}, extra.colour);
        }
    }
}

void Composer::draw_choices(const std::vector<Choice>& choices) {
    const Box& bar = m_layout.bar;
    const i32 scale = m_layout.text_scale;
    m_canvas.fill(bar, colour::background);
    m_buttons.clear();
    i32 left = bar.left + console_margin;
    i32 top = bar.top + console_margin;
    for (const Choice& choice : choices) {
        const std::u32string label = utf32_of(choice.label);
        const i32 width = (static_cast<i32>(label.size()) + 2) * font_width * scale;
        if (left + width > bar.left + bar.width && left > bar.left + console_margin) {
            left = bar.left + console_margin;
            top += button_height(scale) + console_margin;
        }
        const Box box{left, top, width, button_height(scale)};
        if (top + box.height > bar.top + bar.height) {
            break;
        }
        m_canvas.fill(box, colour::button);
        m_canvas.draw_text(left + font_width * scale, top + (box.height - font_height * scale) / 2, label,
                           colour::input_ink, scale);
        m_buttons.push_back(box);
        left += width + console_margin;
    }
}

std::optional<size_t> Composer::choice_at(i32 x, i32 y) const {
    const auto found = std::ranges::find_if(m_buttons, [&](const Box& box) { return box.contains(x, y); });
    return found == m_buttons.end() ? std::nullopt : std::optional(static_cast<size_t>(found - m_buttons.begin()));
}

void Composer::draw_console(const ConsolePane& console, const std::string& status, bool takes_input) {
    const Box& box = m_layout.console;
    const i32 scale = m_layout.text_scale;
    const i32 step = line_height(scale);
    const i32 left = box.left + console_margin;
    m_canvas.fill(box, colour::paper);
    m_canvas.fill({box.left, box.top, box.width, scale}, colour::background);
    const auto view = console.view(m_layout.columns, m_layout.lines);
    i32 top = box.top + console_margin;
    m_canvas.draw_text(left, top, utf32_of(status).substr(0, m_layout.columns), colour::faint_ink, scale);
    for (const auto& line : view.lines) {
        top += step;
        m_canvas.draw_text(left, top, line, colour::ink, scale);
    }
    const i32 input_top = box.top + box.height - console_margin - step;
    m_canvas.fill({box.left, input_top - input_margin, box.width, step + 2 * input_margin}, colour::input_paper);
    m_canvas.draw_text(left, input_top, view.is_scrolled ? U"v" : U">",
                       takes_input ? colour::accent : colour::faint_ink, scale);
    const i32 text_left = left + 2 * font_width * scale;
    m_canvas.draw_text(text_left, input_top, view.input, colour::input_ink, scale);
    const i32 cursor_left = text_left + static_cast<i32>(view.cursor) * font_width * scale;
    m_canvas.fill({cursor_left, input_top, 2 * scale, font_height * scale},
                  takes_input ? colour::accent : colour::faint_ink);
}

}  // namespace mariner::bitmap
