#include "emulator/app/display_options.hpp"

#include <CLI/CLI.hpp>

namespace mariner::app {

namespace {

std::string check_mode(const std::string& text) {
    for (const char* word : {"auto", "window", "terminal", "none"}) {
        if (text == word) {
            return {};
        }
    }
    for (const std::string prefix : {"png:", "frames:", "gif:"}) {
        if (text.starts_with(prefix) && text.size() > prefix.size()) {
            return {};
        }
    }
    return "'" + text + "' is none of auto, window, terminal, none, png:FILE, frames:DIR, gif:FILE";
}

}  // namespace

void add_display_options(CLI::App& app, DisplayOptions& options) {
    const std::string group = "Bitmap display";
    app.add_option("--display", options.mode,
                   "auto (as the source's header comment says), window, terminal, none, png:FILE (the last picture), "
                   "frames:DIR (a picture per change), gif:FILE (all of them, animated)")
        ->check(CLI::Validator(check_mode, "MODE"))
        ->group(group);
    app.add_option("--display-unit", options.unit, "pixels per word: 8, or 8x4 (width x height)")->group(group);
    app.add_option("--display-size", options.size, "pixels of the display: 512x512")->group(group);
    app.add_option("--display-base", options.base,
                   "address of the first word: $gp, heap, static, global, mmio, or a number")
        ->group(group);
    app.add_option("--display-linger", options.linger,
                   "seconds that the window stays after the program's end (until it is closed, unless told)")
        ->check(CLI::NonNegativeNumber)
        ->group(group);
    app.add_option("--display-every", options.every,
                   "frames, gif: look for changes every N instructions, besides at sleeps and inputs")
        ->group(group);
    app.add_option("--display-zoom", options.zoom, "screen pixels per display pixel")
        ->check(CLI::Range(1, 32))
        ->group(group);
    app.add_flag("--full-screen", options.full_screen, "open the window on the whole screen (F11 leaves it)")
        ->group(group);
}

}  // namespace mariner::app
