#include "emulator/app/debug_picture.hpp"

#include <utility>

#include "bitmap/image_file.hpp"
#include "bitmap/picture.hpp"
#include "bitmap/terminal_screen.hpp"
#include "emulator/app/display_plan.hpp"

namespace mariner::app {

namespace {

bitmap::Picture picture_of(const bitmap::Geometry& geometry, const Machine& machine) {
    const std::vector<u32> initial = initial_words(geometry, machine.image());
    bitmap::PictureReader reader(geometry, display_words(geometry, machine.memory()), {initial.data(), initial.size()});
    reader.update();
    return reader.picture();
}

}  // namespace

Result<bitmap::Geometry> DebugPicture::geometry(const Machine& machine) const {
    DisplayOptions options = m_options;
    options.mode = "terminal";  // any but none: a picture is asked for
    const Result<DisplayPlan> plan = plan_display(options, m_sources, machine.map());
    if (!plan) {
        return plan.error();
    }
    if (plan->geometry) {
        return *plan->geometry;
    }
    const std::optional<bitmap::Guess> guess = RegionWatch(*plan, machine).look(true);
    if (!guess) {
        return Error{"the program has not drawn yet, and nothing says where its picture lies (--display-base, ...)"};
    }
    return guess->geometry;
}

Result<void> DebugPicture::write(const Machine& machine, const std::string& path) const {
    const Result<bitmap::Geometry> place = geometry(machine);
    if (!place) {
        return place.error();
    }
    return bitmap::write_png(path, bitmap::to_pixels(picture_of(*place, machine), *place));
}

Result<std::string> DebugPicture::blocks(const Machine& machine, u32 columns, u32 lines) const {
    const Result<bitmap::Geometry> place = geometry(machine);
    if (!place) {
        return place.error();
    }
    bitmap::TerminalScreen screen(*place, bitmap::ColourDepth::direct);
    screen.resize(columns, lines);
    screen.set_picture(picture_of(*place, machine), {});
    return screen.farewell();
}

}  // namespace mariner::app
