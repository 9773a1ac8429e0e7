#include "emulator/app/display.hpp"

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <mutex>
#include <optional>
#include <thread>

#include "bitmap/image_file.hpp"
#include "bitmap/terminal.hpp"
#include "emulator/app/display_devices.hpp"
#include "emulator/app/display_host.hpp"
#include "emulator/app/display_plan.hpp"
#include "emulator/app/interrupts.hpp"
#include "emulator/app/load_program.hpp"
#include "emulator/devices/devices.hpp"
#include "emulator/machine/unstored_data.hpp"
#include "emulator/platform/desktop.hpp"
#include "emulator/platform/process.hpp"
#include "emulator/platform/terminal.hpp"
#include "emulator/platform/wait.hpp"
#include "emulator/support/file.hpp"
#include "emulator/support/text.hpp"
#include "emulator/support/visible.hpp"
#if MARINER_WINDOW
#include "bitmap/window_sdl.hpp"
#endif

namespace mariner::app {

namespace {

using bitmap::Geometry;
using bitmap::GuestState;

constexpr u64 forever = ~u64{0};
/// A recording looks at the picture at least so often: 25 times a second at MARS's pace.
constexpr u64 usual_capture_steps = 400'000;
/// How often the guest stops for a look at what its display costs.
constexpr u64 steps_between_rests = 50'000'000;
/// How soon after its first store a program's window opens.
constexpr int first_look_milliseconds = 2;
constexpr int later_look_milliseconds = 15;

/// A line, whatever names are in the sentence.
void say(const std::string& sentence) {
    print_message("mariner: " + visible_line(sentence) + "\n");
}

/// Whether it went well; says why not.
bool said(const Result<void>& result) {
    if (!result) {
        say(result.error().message);
    }
    return result.has_value();
}

/// Where a picture's colours come from. Made before the program runs: where its geometry is known by then, a store is
/// noticed whatever it stores. A guess compares with the initial data.
class PictureSource {
public:
    PictureSource(const DisplayPlan& plan, Machine& machine) : m_machine(machine), m_screen(plan.screen) {
        if (plan.geometry && !is_tool()) {
            m_unstored.emplace(machine, plan.geometry->base, display_words(*plan.geometry, machine.memory()).size());
        }
    }

    bitmap::PictureReader reader(const Geometry& geometry) {
        if (is_tool()) {
            return {geometry, m_screen};
        }
        if (!m_unstored) {
            m_initial = initial_words(geometry, m_machine.image());
        }
        const std::span<const u32> unstored = m_unstored ? m_unstored->words() : m_initial;
        return {geometry, display_words(geometry, m_machine.memory()), {unstored.data(), unstored.size()}};
    }

    /// While the guest doesn't run.
    void rest() {
        if (m_unstored) {
            m_unstored->rest();
        }
    }

private:
    [[nodiscard]] bool is_tool() const { return m_screen.size() > 0; }

    Machine& m_machine;
    bitmap::WordView m_screen;
    std::optional<UnstoredData> m_unstored;
    std::vector<u32> m_initial;
};

Result<void> attach(const Devices& devices, const DisplayPlan& plan, Machine& machine) {
    return covers_devices(plan, machine.map()) ? Result<void>() : attach_devices(devices, machine);
}

// ---- recordings: one thread -----------------------------------------------------------------------------------------

/// Takes the pictures of a run for a file. The geometry may become known only while the program draws.
class Recording {
public:
    Recording(const DisplayPlan& plan, Machine& machine)
        : m_plan(plan), m_source(plan, machine), m_watch(plan, machine) {}

    Result<void> open() { return m_plan.geometry ? begin(*m_plan.geometry) : Result<void>(); }

    void capture(u64 at_milliseconds, bool is_final = false) {
        if (!m_reader && !find_geometry(is_final)) {
            return;
        }
        m_reader->update();
        if (m_recorder && !m_has_failed) {
            m_has_failed = !said(m_recorder->add(m_reader->picture(), at_milliseconds));
        }
    }

    void rest() { m_source.rest(); }

    /// False if there are pictures that can't be written.
    bool finish(u64 at_milliseconds) {
        capture(at_milliseconds, true);
        if (!m_reader) {
            say("the program drew nothing: " + m_plan.target + " is not written");
            return true;
        }
        if (m_recorder) {
            return said(m_recorder->finish()) && !m_has_failed;
        }
        return !m_has_failed && said(write_png());
    }

private:
    Result<void> write_png() {
        return bitmap::write_png(m_plan.target, bitmap::to_pixels(m_reader->picture(), m_reader->geometry()));
    }

    Result<void> begin(const Geometry& geometry) {
        m_reader.emplace(m_source.reader(geometry));
        if (m_plan.kind == DisplayKind::png) {
            return {};
        }
        auto recorder = m_plan.kind == DisplayKind::gif ? bitmap::record_gif(m_plan.target, geometry)
                                                        : bitmap::record_frames(m_plan.target, geometry);
        if (!recorder) {
            return recorder.error();
        }
        m_recorder = std::move(*recorder);
        return {};
    }

    bool find_geometry(bool is_final) {
        const auto guess = m_watch.look(is_final);
        if (!guess) {
            return false;
        }
        say(guess->sentence);
        m_has_failed = !said(begin(guess->geometry));
        return !m_has_failed;
    }

    const DisplayPlan& m_plan;
    PictureSource m_source;
    RegionWatch m_watch;
    std::optional<bitmap::PictureReader> m_reader;
    std::unique_ptr<bitmap::Recorder> m_recorder;
    bool m_has_failed = false;
};

Result<RunResult> run_recorded(const DisplayOptions& options, const DisplayPlan& plan, const DisplayedProgram& program,
                               const DisplayedRun& run) {
    Recording recording(plan, *program.machine);
    if (auto opened = recording.open(); !opened) {
        return opened.error();
    }
    const bool is_png = plan.kind == DisplayKind::png;
    u64 now = 0;
    RecordingHost host(program.terminal, [&](u64 at_milliseconds) {
        now = at_milliseconds;
        if (!is_png) {
            recording.capture(at_milliseconds);
        }
    });
    StreamKeys keys(program.terminal.input);
    StreamDevices device_host(keys, host);
    const Devices devices = make_devices(device_host);
    if (auto attached = attach(devices, plan, *program.machine); !attached) {
        return attached.error();
    }
    const u64 slice = options.every != 0 ? options.every : is_png ? 20 * usual_capture_steps : usual_capture_steps;
    RunResult result;
    do {
        result = run.run_for(host, slice);
        host.count_steps(slice);
        host.capture();
        recording.rest();
    } while (result.ending == RunEnding::paused);
    host.flush();
    run.report(result, host);
    if (!recording.finish(now)) {
        result.ending = RunEnding::output_lost;
    }
    return result;
}

// ---- window and terminal: two threads -------------------------------------------------------------------------------

/// The guest's thread, and the end it came to.
class GuestThread {
public:
    GuestThread(bitmap::GuestLink& link, LinkHost& host, PictureSource& source, const DisplayedRun& run)
        : m_host(host), m_run(run), m_thread([this, &link, &source] {
              do {
                  m_result = m_run.run_for(m_host, steps_between_rests);
                  source.rest();
              } while (m_result.ending == RunEnding::paused);
              m_host.flush();
              if (!link.streams_taken()) {
                  report();
              }
              link.set_state(GuestState::ended);
          }) {}
    GuestThread(const GuestThread&) = delete;
    GuestThread& operator=(const GuestThread&) = delete;
    ~GuestThread() { join(); }

    /// Waits for the end; reports it if that would have spoilt the screen before.
    RunResult join() {
        if (m_thread.joinable()) {
            m_thread.join();
        }
        report();
        return m_result;
    }
    std::string sentence() {
        const std::lock_guard lock(m_mutex);
        return m_sentence;
    }

private:
    void report() {
        const std::lock_guard lock(m_mutex);
        if (!std::exchange(m_is_reported, true)) {
            m_sentence = m_run.report(m_result, m_host);
        }
    }

    LinkHost& m_host;
    const DisplayedRun& m_run;
    RunResult m_result;
    std::mutex m_mutex;
    bool m_is_reported = false;
    std::string m_sentence;
    std::thread m_thread;  // last: it uses the others
};

Result<std::unique_ptr<bitmap::Surface>> open_screen(const DisplayOptions& options, const std::string& title,
                                                     const Geometry& geometry, i32 bar_rows) {
#if MARINER_WINDOW
    if (auto found = platform::look_for_screen(); !found) {
        return found.error();
    }
    return bitmap::open_window({title, geometry, options.full_screen, options.zoom, bar_rows});
#else
    (void)options, (void)title, (void)geometry, (void)bar_rows;
    return Error{"this mariner was built without the window"};
#endif
}

Result<std::unique_ptr<bitmap::Surface>> open_tty(const DisplayedProgram& program, const Geometry& geometry) {
    const auto depth = bitmap::colour_depth(platform::environment("TERM"), platform::environment("COLORTERM"));
    if (!depth) {
        return Error{"this terminal can't place its cursor (TERM is \"" + platform::environment("TERM") + "\")"};
    }
    const bool is_colourless =
        program.in_letters && !bitmap::has_colours(platform::environment("TERM"), platform::environment("NO_COLOR"));
    const bool has_mouse = program.pointer.answer_to_click || program.pointer.note_click;
    return bitmap::open_terminal({program.terminal.input,
                                  program.terminal.output,
                                  visible_line(program.title),
                                  geometry,
                                  is_colourless ? bitmap::ColourDepth::none : *depth,
                                  has_mouse,
                                  {program.in_letters, program.bar_rows != 0}});
}

class ShownRun {
public:
    ShownRun(const DisplayOptions& options, const DisplayPlan& plan, const DisplayedProgram& program,
             const DisplayedRun& run)
        : m_options(options),
          m_plan(plan),
          m_program(program),
          m_run(run),
          m_link(*program.stop),
          m_source(plan, *program.machine),
          m_watch(plan, *program.machine) {}

    Result<RunResult> run() {
        StreamKeys keys(m_program.terminal.input);
        LinkHost host(m_link, m_program.terminal, keys);
        LinkDevices device_host(m_link, keys, host);
        const Devices devices = make_devices(device_host);
        if (auto attached = attach(devices, m_plan, *m_program.machine); !attached) {
            return attached.error();
        }
        if (m_program.on_link) {
            m_program.on_link(m_link);
        }
        if (m_program.own_picture) {
            m_is_given_up = !open(m_program.own_picture->geometry);
        } else if (m_plan.geometry && !m_plan.is_auto) {
            m_is_given_up = !open(*m_plan.geometry);
        }
        note_untouched_pages();
        GuestThread guest(m_link, host, m_source, m_run);
        watch();
        if (m_surface) {
            present(guest);
        } else {
            m_link.note_no_surface();
        }
        return guest.join();
    }

private:
    bool guest_has_ended() const { return m_link.state() == GuestState::ended; }

    /// The picture's pages without initial data: the first store there counts as drawing, even if it is black.
    void note_untouched_pages() {
        if (!m_plan.geometry || m_plan.screen.size() > 0) {
            return;
        }
        const Memory& memory = m_program.machine->memory();
        const u64 base = m_plan.geometry->base;
        const u64 end = base + 4 * u64{display_words(*m_plan.geometry, memory).size()};
        for (u64 page = base & ~u64{page_size - 1}; page < end; page += page_size) {
            if (!memory.is_written(static_cast<u32>(page))) {
                m_untouched_pages.push_back(static_cast<u32>(page));
            }
        }
    }

    [[nodiscard]] bool has_touched_a_page() const {
        return std::ranges::any_of(m_untouched_pages,
                                   [this](u32 page) { return m_program.machine->memory().is_written(page); });
    }

    /// Until the program draws and a surface is open, or until neither will happen any more.
    void watch() {
        while (!m_surface && !m_is_given_up && !m_link.stop_requested()) {
            // Asked before looking: what was drawn before either is seen then.
            const bool is_last = guest_has_ended() || m_link.stream_has_ended();
            look_for_drawing(is_last);
            if (is_last) {
                return;
            }
            platform::sleep(m_looks++ < 10 ? first_look_milliseconds : later_look_milliseconds);
        }
    }

    /// Opens the surface if the program has begun to draw.
    void look_for_drawing(bool is_last) {
        if (!m_plan.geometry) {
            if (const auto guess = m_watch.look(is_last)) {
                say(guess->sentence);
                m_is_given_up = !open(guess->geometry);
            } else if (is_last && !m_plan.is_auto) {
                say("the program drew no picture");
            }
            return;
        }
        if (!m_reader) {
            m_reader.emplace(m_source.reader(*m_plan.geometry));
        }
        m_reader->update();
        if (has_touched_a_page() ||
            m_reader->picture() != bitmap::Picture(m_plan.geometry->columns(), m_plan.geometry->rows())) {
            m_is_given_up = !open(*m_plan.geometry);
        }
    }

    /// The surface that was asked for; where nothing was, a window, or else the terminal. Says what can't be.
    bool open(const Geometry& geometry) {
        m_reader.emplace(m_program.own_picture ? bitmap::PictureReader(geometry, m_program.own_picture->words)
                                               : m_source.reader(geometry));
        std::string why_not;
        if (m_plan.kind == DisplayKind::window) {
            m_is_terminal = false;
            why_not = use(open_screen(m_options, m_program.title, geometry, m_program.bar_rows));
        }
        if (!m_surface && (m_plan.kind == DisplayKind::terminal || m_plan.is_auto)) {
            m_is_terminal = true;
            why_not += use(open_tty(m_program, geometry));
        }
        if (!m_surface) {
            say(why_not + "the picture isn't shown (--display png:FILE keeps it)");
            return false;
        }
        m_link.note_surface(m_is_terminal);
        return true;
    }

    /// Keeps what was opened, or tells why nothing was.
    std::string use(Result<std::unique_ptr<bitmap::Surface>> opened) {
        if (!opened) {
            return opened.error().message + "; ";
        }
        m_surface = std::move(*opened);
        return {};
    }

    void present(GuestThread& guest) {
        bitmap::PresenterOptions options;
        if (m_options.linger || m_is_terminal) {
            // A terminal keeps the last picture above its prompt; a window would take it along.
            options.linger_milliseconds = static_cast<u32>(m_options.linger.value_or(0) * 1000);
        }
        options.pointer = m_program.pointer;
        options.ending = [&guest] { return guest.sentence(); };
        options.save_picture = [this](const bitmap::Picture& picture) {
            const std::string path = std::filesystem::path(m_program.name).stem().string() + ".png";
            const auto written = bitmap::write_png(path, bitmap::to_pixels(picture, m_reader->geometry()));
            return written ? "[saved " + path + "]" : "[" + written.error().message + "]";
        };
        m_link.set_waker([this] { m_surface->wake(); });
        bitmap::Presenter(*m_surface, m_link, *m_reader, std::move(options)).run();
        m_link.set_waker({});
        m_surface.reset();
    }

    const DisplayOptions& m_options;
    const DisplayPlan& m_plan;
    const DisplayedProgram& m_program;
    const DisplayedRun& m_run;
    bitmap::GuestLink m_link;
    PictureSource m_source;
    RegionWatch m_watch;
    std::vector<u32> m_untouched_pages;
    bool m_is_terminal = false;
    bool m_is_given_up = false;
    int m_looks = 0;
    std::optional<bitmap::PictureReader> m_reader;
    std::unique_ptr<bitmap::Surface> m_surface;
};

Result<RunResult> run_plainly(const DisplayPlan& plan, const DisplayedProgram& program, const DisplayedRun& run) {
    StreamKeys keys(program.terminal.input);
    PlainHost host(program.terminal, keys);
    StreamDevices device_host(keys, host);
    const Devices devices = make_devices(device_host);
    if (auto attached = attach(devices, plan, *program.machine); !attached) {
        return attached.error();
    }
    const RunResult result = run.run_for(host, forever);
    keys.release();
    host.flush();
    run.report(result, host);
    if (plan.is_auto && !program.command.empty()) {
        if (const auto guess = RegionWatch(plan, *program.machine).unseen_picture()) {
            say("this program seems to draw a picture, but no comment says how it is to be shown; try: " +
                program.command + " " + options_for(guess->geometry, base_names(program.machine->map())));
        }
    }
    return result;
}

/// Nobody asked for a picture: it is shown where that can be done without a word about it.
bool has_capable_terminal(const TerminalOptions& terminal) {
    return platform::has_threads && platform::is_terminal(terminal.input) && platform::is_terminal(terminal.output) &&
           bitmap::colour_depth(platform::environment("TERM"), platform::environment("COLORTERM"));
}

/// For a shell: as it is, or in quotes.
std::string as_shell_word(const std::string& text) {
    return text.find_first_of(" \t\n'\"\\$`&|;<>()*?[]#~!{}") == text.npos ? text : shell_word(text);
}

}  // namespace

std::vector<std::string> read_display_sources(const std::vector<std::string>& files) {
    std::vector<std::string> sources;
    for (const std::string& file : files) {
        if (auto text = read_file(file)) {
            sources.push_back(std::move(*text));
        }
    }
    return sources;
}

DisplayedProgram displayed_program(const ProgramOptions& options, const LoadedProgram& program, Machine& machine) {
    DisplayedProgram displayed;
    displayed.name = options.load.files.front();
    displayed.title = std::filesystem::path(displayed.name).filename().string() + " - Mariner";
    displayed.command = "mariner run";
    for (const std::string& file : options.load.files) {
        displayed.command += " " + as_shell_word(file);
    }
    displayed.sources = program.sources;
    displayed.machine = &machine;
    displayed.stop = &stop_flag();
    displayed.terminal.seed = options.seed;
    return displayed;
}

Result<RunResult> run_with_display(const DisplayOptions& options, const DisplayedProgram& program,
                                   const DisplayedRun& run) {
    auto plan = plan_display(options, program.sources, program.machine->map());
    if (!plan) {
        return plan.error();
    }
    if (program.screen && !plan->is_auto && plan->kind != DisplayKind::none) {
        plan->geometry = Geometry{1, 1, program.screen->width(), program.screen->height(), 0};
        plan->screen = {program.screen->pixels(), program.screen->size()};
    }
    if (program.own_picture && plan->is_auto) {
        plan->kind = has_capable_terminal(program.terminal) ? DisplayKind::terminal : DisplayKind::none;
    }
    if (plan->kind == DisplayKind::none) {
        return run_plainly(*plan, program, run);
    }
    if (!plan->target.empty()) {
        return run_recorded(options, *plan, program, run);
    }
    if (!platform::has_threads) {
        if (!plan->is_auto) {
            say("there is neither window nor terminal to draw in (--display png:FILE keeps the picture)");
        }
        return run_plainly(*plan, program, run);
    }
    return ShownRun(options, *plan, program, run).run();
}

}  // namespace mariner::app
