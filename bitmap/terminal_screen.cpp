#include "bitmap/terminal_screen.hpp"

#include <algorithm>
#include <array>
#include <numeric>

#include "emulator/support/text.hpp"

namespace mariner::bitmap {

namespace {

constexpr char32_t upper_half = 0x2580;
constexpr u32 text_ink = 0xd8dade;
constexpr u32 text_paper = 0x101114;
constexpr u32 status_ink = 0x9aa0a8;
constexpr u32 status_paper = 0x24262b;
constexpr u32 input_ink = 0xffffff;
constexpr u32 input_paper = 0x24262b;
constexpr u32 button_paper = 0x33507a;
constexpr u32 fewest_text_lines = 3;

struct GridSize {
    u32 width = 0;
    u32 height = 0;
};

/// Half cells are about square, units need not be: the grid in half cells that shows the picture largest, in whole
/// multiples where it is enlarged.
GridSize fit_grid(const Geometry& geometry, u32 width, u32 height) {
    const u32 divisor = std::gcd(geometry.unit_width, geometry.unit_height);
    const u64 across = u64{geometry.columns()} * (geometry.unit_width / divisor);
    const u64 down = u64{geometry.rows()} * (geometry.unit_height / divisor);
    if (across <= width && down <= height) {
        const u64 zoom = std::min(width / across, height / down);
        return {static_cast<u32>(across * zoom), static_cast<u32>(down * zoom)};
    }
    // The plain picture may fit where the stretched one doesn't; else it is made smaller.
    if (geometry.columns() <= width && geometry.rows() <= height &&
        divisor == std::min(geometry.unit_width, geometry.unit_height)) {
        return {geometry.columns(), geometry.rows()};
    }
    const u64 by_width = u64{width} * down;
    const u64 by_height = u64{height} * across;
    if (by_width <= by_height) {
        return {width, std::max<u32>(static_cast<u32>(by_width / across), 1)};
    }
    return {std::max<u32>(static_cast<u32>(by_height / down), 1), height};
}

/// Characters that take two columns, or none, would shift the rest of the line.
char32_t single_width(char32_t character) {
    const bool is_wide = character >= 0x1100 && (character < 0x1e00 || (character > 0x25ff && character != 0xfffd));
    const bool is_mark = character >= 0x300 && character < 0x370;
    return is_wide || is_mark ? U'?' : character;
}

}  // namespace

u8 nearest_indexed_colour(u32 colour) {
    constexpr std::array<i32, 6> steps = {0, 95, 135, 175, 215, 255};
    const std::array<i32, 3> channels = {static_cast<i32>(colour >> 16 & 255), static_cast<i32>(colour >> 8 & 255),
                                         static_cast<i32>(colour & 255)};
    i32 cube_distance = 0;
    i32 cube_index = 16;
    for (size_t i = 0, weight = 36; i < 3; ++i, weight /= 6) {
        size_t best = 0;
        for (size_t step = 1; step < steps.size(); ++step) {
            best = std::abs(steps[step] - channels[i]) < std::abs(steps[best] - channels[i]) ? step : best;
        }
        cube_index += static_cast<i32>(best * weight);
        cube_distance += (steps[best] - channels[i]) * (steps[best] - channels[i]);
    }
    const i32 mean = (channels[0] + channels[1] + channels[2]) / 3;
    const i32 grey = std::clamp((mean - 3) / 10, 0, 23);
    i32 grey_distance = 0;
    for (i32 channel : channels) {
        grey_distance += (8 + 10 * grey - channel) * (8 + 10 * grey - channel);
    }
    return static_cast<u8>(grey_distance < cube_distance ? 232 + grey : cube_index);
}

void TerminalScreen::resize(u32 columns, u32 lines) {
    m_columns = std::clamp<u32>(columns, 1, 1000);
    m_lines = std::clamp<u32>(lines, 1, 1000);
    const u32 fewest = fewest_text_lines + other_lines();
    const u32 room = m_lines > fewest ? m_lines - fewest : 1;
    const GridSize grid = fit_grid(m_geometry, m_columns, room * 2);
    m_picture_columns = std::min(grid.width, m_columns);
    m_picture_lines = std::min((grid.height + 1) / 2, room);
    m_is_in_letters = m_extras.in_letters && (grid.width < m_geometry.columns() || m_depth == ColourDepth::none);
    if (m_is_in_letters) {
        const LetterPicture letters = m_extras.in_letters(Picture(m_geometry.columns(), m_geometry.rows()), m_depth);
        m_picture_columns = std::min(letters.columns, m_columns);
        m_picture_lines = std::min(letters.lines, room);
    }
    m_picture_left = (m_columns - m_picture_columns) / 2;
    m_wanted.assign(size_t{m_columns} * m_lines, ScreenCell{U' ', text_ink, text_paper});
    m_shown.clear();
}

void TerminalScreen::put(u32 column, u32 line, const ScreenCell& cell) {
    if (column < m_columns && line < m_lines) {
        m_wanted[size_t{line} * m_columns + column] = cell;
    }
}

void TerminalScreen::put_text(u32 line, std::u32string_view text, u32 ink, u32 paper) {
    for (u32 column = 0; column < m_columns; ++column) {
        const char32_t character = column < text.size() ? single_width(text[column]) : U' ';
        put(column, line, {character, ink, paper});
    }
}

void TerminalScreen::set_picture(const Picture& picture, const std::vector<OverlayUnit>& overlay) {
    Picture shown = picture;
    for (const OverlayUnit& extra : overlay) {
        if (extra.unit.column < shown.columns && extra.unit.row < shown.rows) {
            shown.units[size_t{extra.unit.row} * shown.columns + extra.unit.column] = extra.colour;
        }
    }
    if (m_is_in_letters) {
        put_letters(m_extras.in_letters(shown, m_depth));
        return;
    }
    const Pixels pixels = resample(shown, m_picture_columns, m_picture_lines * 2);
    for (u32 line = 0; line < m_picture_lines; ++line) {
        for (u32 column = 0; column < m_picture_columns; ++column) {
            const size_t above = size_t{line} * 2 * m_picture_columns + column;
            ScreenCell cell{upper_half, pixels.colours[above], pixels.colours[above + m_picture_columns]};
            if (cell.ink == cell.paper) {
                cell.character = U' ';
            }
            put(m_picture_left + column, line, cell);
        }
    }
}

void TerminalScreen::put_letters(const LetterPicture& letters) {
    for (u32 line = 0; line < m_picture_lines; ++line) {
        for (u32 column = 0; column < m_picture_columns; ++column) {
            put(m_picture_left + column, line, letters.cells[size_t{line} * letters.columns + column]);
        }
    }
}

/// A line of buttons under the state; what doesn't fit is left out.
void TerminalScreen::set_choices(const std::vector<Choice>& choices) {
    m_button_ends.clear();
    if (!m_extras.has_choices) {
        return;
    }
    const u32 line = m_picture_lines + 1;
    put_text(line, U"", text_ink, text_paper);
    u32 column = 0;
    for (const Choice& choice : choices) {
        const std::u32string label = U" " + utf32_of(choice.label) + U" ";
        if (column + 1 + label.size() > m_columns) {
            break;
        }
        ++column;
        for (const char32_t character : label) {
            put(column++, line, {single_width(character), input_ink, button_paper});
        }
        m_button_ends.push_back(column);
    }
}

std::optional<size_t> TerminalScreen::choice_at(u32 column, u32 line) const {
    const auto end = std::ranges::upper_bound(m_button_ends, column);
    if (line != m_picture_lines + 1 || end == m_button_ends.end()) {
        return std::nullopt;
    }
    return static_cast<size_t>(end - m_button_ends.begin());
}

void TerminalScreen::set_console(const ConsolePane& console, std::string_view status, bool takes_input) {
    const auto view = console.view(m_columns, text_lines());
    const u32 top = m_picture_lines;
    put_text(top, U" " + utf32_of(status), status_ink, status_paper);
    for (u32 i = 0; i < text_lines(); ++i) {
        put_text(top + other_lines() - 1 + i, i < view.lines.size() ? view.lines[i] : std::u32string{}, text_ink,
                 text_paper);
    }
    if (m_lines > top + 1) {
        put_text(m_lines - 1, (view.is_scrolled ? U"v " : U"> ") + view.input, takes_input ? input_ink : status_ink,
                 input_paper);
    }
    const u32 cursor = std::min(view.cursor + 2, m_columns - 1);
    m_cursor_moved = m_cursor_moved || cursor != m_cursor_column;
    m_cursor_column = cursor;
}

std::string TerminalScreen::colours(const ScreenCell& cell) const {
    if (m_depth == ColourDepth::none) {
        return cell.paper == button_paper ? "\x1b[0;7m" : "\x1b[0m";
    }
    std::string text = "\x1b[";
    const auto one = [&](char kind, u32 colour) {
        text += kind;
        if (m_depth == ColourDepth::indexed) {
            text += "8;5;";
            text += std::to_string(nearest_indexed_colour(colour));
            return;
        }
        text += "8;2";
        for (int shift = 16; shift >= 0; shift -= 8) {
            text += ';' + std::to_string(colour >> shift & 0xff);
        }
    };
    one('3', cell.ink);
    text += ';';
    one('4', cell.paper);
    return text + 'm';
}

/// Colours are only sent where they change.
void TerminalScreen::append_cell(std::string& bytes, std::string& last_colours, const ScreenCell& cell) const {
    if (std::string now = colours(cell); now != last_colours) {
        bytes += now;
        last_colours = std::move(now);
    }
    append_utf8(bytes, cell.character);
}

std::string TerminalScreen::update() {
    std::string bytes;
    std::string last_colours;
    bool must_move = true;
    for (u32 line = 0; line < m_lines; ++line) {
        must_move = true;
        for (u32 column = 0; column < m_columns; ++column) {
            const size_t at = size_t{line} * m_columns + column;
            if (!m_shown.empty() && m_shown[at] == m_wanted[at]) {
                must_move = true;
                continue;
            }
            if (must_move) {
                bytes += "\x1b[" + std::to_string(line + 1) + ";" + std::to_string(column + 1) + "H";
                must_move = false;
            }
            append_cell(bytes, last_colours, m_wanted[at]);
        }
    }
    m_shown = m_wanted;
    if (bytes.empty() && !m_cursor_moved) {
        return {};
    }
    m_cursor_moved = false;
    // Begun and ended as one piece, where the terminal knows how; the cursor rests in the input line.
    return "\x1b[?2026h" + bytes + "\x1b[0m\x1b[" + std::to_string(m_lines) + ";" +
           std::to_string(m_cursor_column + 1) + "H\x1b[?2026l";
}

std::optional<Unit> TerminalScreen::unit_at(u32 column, u32 line) const {
    if (line >= m_picture_lines || column < m_picture_left || column - m_picture_left >= m_picture_columns) {
        return std::nullopt;
    }
    const u64 x = column - m_picture_left;
    return Unit{static_cast<u32>(x * m_geometry.columns() / m_picture_columns),
                static_cast<u32>((u64{line} * 2 + 1) * m_geometry.rows() / (u64{m_picture_lines} * 2))};
}

std::string TerminalScreen::farewell() const {
    std::string bytes;
    for (u32 line = 0; line < m_picture_lines; ++line) {
        std::string last_colours;
        for (u32 column = 0; column < m_picture_columns; ++column) {
            append_cell(bytes, last_colours, m_wanted[size_t{line} * m_columns + m_picture_left + column]);
        }
        bytes += "\x1b[0m\r\n";
    }
    return bytes;
}

}  // namespace mariner::bitmap
