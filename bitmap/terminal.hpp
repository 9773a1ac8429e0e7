#pragma once
// The terminal as a Surface: owns a tty while it shows the program, and gives it back as it was, whatever ends the
// process. What is sent is decided by terminal_screen, what comes in is read by terminal_keys; this part only moves
// bytes.

#include <memory>
#include <string>

#include "bitmap/surface.hpp"
#include "bitmap/terminal_screen.hpp"
#include "emulator/support/result.hpp"

namespace mariner::bitmap {

struct TerminalSurfaceOptions {
    int input = 0;   // must be a terminal
    int output = 1;  // must be a terminal
    std::string title;
    Geometry geometry;
    ColourDepth depth = ColourDepth::indexed;
    bool mouse = false;  // report clicks and movement (the terminal's own selecting then needs Shift)
    ScreenExtras extras{};
};

/// What a terminal can show, by its environment variables; nothing for one that can't place its cursor.
std::optional<ColourDepth> colour_depth(std::string_view term, std::string_view colorterm);
/// Whether the person's terminal has colours, and wants them: NO_COLOR says that it doesn't.
bool has_colours(std::string_view term, std::string_view no_color);

Result<std::unique_ptr<Surface>> open_terminal(const TerminalSurfaceOptions& options);

}  // namespace mariner::bitmap
