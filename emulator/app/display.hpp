#pragma once
// Runs a program with its display: decides which, opens it, keeps guest and surface on their threads, and closes it
// again. For the commands that run programs; a program without a display runs as if none of this were there.

#include <atomic>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "bitmap/presenter.hpp"
#include "bitmap/terminal_screen.hpp"
#include "emulator/app/display_options.hpp"
#include "emulator/app/run_options.hpp"
#include "emulator/machine/machine.hpp"
#include "emulator/runtime/runner.hpp"
#include "emulator/runtime/terminal_host.hpp"
#include "emulator/tools/live_screen.hpp"

namespace mariner::app {

/// A picture that mariner draws for a program that draws none.
struct OwnPicture {
    bitmap::Geometry geometry;
    bitmap::WordView words;
};

struct DisplayedProgram {
    std::string name;                  // of the program's file
    std::string title;                 // of a window
    std::string command;               // what runs it; nothing where no display could be asked for
    std::vector<std::string> sources;  // the text of all files, for their header comments
    Machine* machine = nullptr;
    std::atomic<bool>* stop = nullptr;  // the run's stop flag: RunOptions::stop points to it too
    TerminalOptions terminal;
    std::shared_ptr<tools::LiveScreen> screen{};  // of a tool: where a display is asked for, it is this
    bitmap::PointerRules pointer;                 // what a click means

    // What a game brings along.
    std::optional<OwnPicture> own_picture{};                 // in place of one in guest memory
    bitmap::LetterPainter in_letters{};                      // for small terminals
    i32 bar_rows = 0;                                        // of buttons
    std::function<void(bitmap::GuestLink& link)> on_link{};  // where prompts go, before the program runs
};

/// Of a command that takes a program's files and options.
DisplayedProgram displayed_program(const ProgramOptions& options, const LoadedProgram& program, Machine& machine);

struct DisplayedRun {
    /// Runs on with this host (always the same) for at most so many instructions; until it doesn't return `paused`.
    std::function<RunResult(TerminalHost& host, u64 steps)> run_for;
    /// Right after the end: says so on standard error, and gives a short sentence for the title, like "exit code 0".
    std::function<std::string(const RunResult& result, TerminalHost& host)> report;
};

/// The text of these files, for DisplayedProgram::sources; what can't be read is left out.
std::vector<std::string> read_display_sources(const std::vector<std::string>& files);

/// An error is about the options or a file that can't be written; the program has not run then.
Result<RunResult> run_with_display(const DisplayOptions& options, const DisplayedProgram& program,
                                   const DisplayedRun& run);

}  // namespace mariner::app
