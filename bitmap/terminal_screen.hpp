#pragma once
// What the terminal shows, as a grid of cells: the picture in half blocks, state, console text, input line. Says which
// bytes turn the screen that stands into the one that should stand: only cells that changed are sent. Pure: owns no
// terminal.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "bitmap/console_pane.hpp"
#include "bitmap/picture.hpp"
#include "bitmap/surface.hpp"

namespace mariner::bitmap {

enum class ColourDepth : u8 { none, indexed, direct };  // letters alone, 256 colours, or 24 bits

/// The nearest of a terminal's 256 colours (the cube and the greys; the first 16 are the person's own).
u8 nearest_indexed_colour(u32 colour);

struct ScreenCell {
    char32_t character = U' ';
    u32 ink = 0;
    u32 paper = 0;
    bool operator==(const ScreenCell&) const = default;
};

/// A picture in letters, for terminals on which its units would be too small to tell apart. Its cells stand for equal
/// parts of the picture.
struct LetterPicture {
    u32 columns = 0;
    u32 lines = 0;
    std::vector<ScreenCell> cells;
};
using LetterPainter = std::function<LetterPicture(const Picture&, ColourDepth)>;

/// What a program's screen has beside picture and console.
struct ScreenExtras {
    LetterPainter in_letters{};  // where the picture itself doesn't fit, or has no colours
    bool has_choices = false;    // a line of buttons
};

class TerminalScreen {
public:
    TerminalScreen(const Geometry& geometry, ColourDepth depth, ScreenExtras extras = {})
        : m_geometry(geometry), m_depth(depth), m_extras(std::move(extras)) {}

    /// Everything is sent anew at the next update.
    void resize(u32 columns, u32 lines);

    void set_picture(const Picture& picture, const std::vector<OverlayUnit>& overlay);
    void set_choices(const std::vector<Choice>& choices);
    /// The number of the button under a cell.
    [[nodiscard]] std::optional<size_t> choice_at(u32 column, u32 line) const;
    void set_console(const ConsolePane& console, std::string_view status, bool takes_input);

    /// The bytes to send; empty if nothing changed.
    std::string update();

    /// The unit under a cell (from 0).
    [[nodiscard]] std::optional<Unit> unit_at(u32 column, u32 line) const;
    [[nodiscard]] const std::vector<ScreenCell>& cells() const { return m_wanted; }
    [[nodiscard]] u32 columns() const { return m_columns; }
    [[nodiscard]] u32 lines() const { return m_lines; }
    [[nodiscard]] u32 text_lines() const {
        return m_lines > m_picture_lines + other_lines() ? m_lines - m_picture_lines - other_lines() : 0;
    }
    /// The picture's lines once more, to leave behind on the terminal's own screen.
    [[nodiscard]] std::string farewell() const;

private:
    /// State, buttons, input line.
    [[nodiscard]] u32 other_lines() const { return m_extras.has_choices ? 3 : 2; }
    void put(u32 column, u32 line, const ScreenCell& cell);
    void put_letters(const LetterPicture& letters);
    void put_text(u32 line, std::u32string_view text, u32 ink, u32 paper);
    [[nodiscard]] std::string colours(const ScreenCell& cell) const;
    void append_cell(std::string& bytes, std::string& last_colours, const ScreenCell& cell) const;

    Geometry m_geometry;
    ColourDepth m_depth;
    ScreenExtras m_extras;
    bool m_is_in_letters = false;
    std::vector<u32> m_button_ends;  // columns behind each button, which begins where the one before ended
    u32 m_columns = 0;
    u32 m_lines = 0;
    u32 m_picture_columns = 0;
    u32 m_picture_lines = 0;
    u32 m_picture_left = 0;
    std::vector<ScreenCell> m_wanted;
    std::vector<ScreenCell> m_shown;  // empty: unknown
    u32 m_cursor_column = 0;
    bool m_cursor_moved = true;
};

}  // namespace mariner::bitmap
