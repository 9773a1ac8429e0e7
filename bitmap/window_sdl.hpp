#pragma once
// The window: a Surface through SDL2, on the process's main thread; only wake() may be called from others.

#include <memory>
#include <string>

#include "bitmap/surface.hpp"
#include "emulator/support/result.hpp"

namespace mariner::bitmap {

struct WindowOptions {
    std::string title;  // the program's name
    Geometry geometry;
    bool full_screen = false;
    i32 zoom = 0;      // window pixels per display pixel; 0: what suits the screen
    i32 bar_rows = 0;  // room for buttons, see Surface::show_prompt
};

/// An error says why there can be none: no SDL2, no screen.
Result<std::unique_ptr<Surface>> open_window(const WindowOptions& options);

}  // namespace mariner::bitmap
