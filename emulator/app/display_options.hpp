#pragma once
// The options that say how a program's picture is shown, for every command that runs programs.

#include <optional>
#include <string>

#include "emulator/support/types.hpp"

namespace CLI {
class App;
}

namespace mariner::app {

struct DisplayOptions {
    std::string mode = "auto";     // auto, window, terminal, none, png:FILE, frames:DIR, gif:FILE
    std::string unit;              // "8" or "8x4"
    std::string size;              // "512x512"
    std::string base;              // "$gp", "heap", "0x10010000" ...
    std::optional<double> linger;  // seconds that window and terminal stay after the end; nothing: until closed
    u64 every = 0;                 // frames, gif: look at the picture every so many instructions, too
    bool full_screen = false;
    i32 zoom = 0;  // window pixels per display pixel; 0: what suits the screen
};

void add_display_options(CLI::App& app, DisplayOptions& options);

}  // namespace mariner::app
