#pragma once
// A program in a page: assembled from files, run in slices, looked at, moved to other moments. The exported functions
// (exports_wasm.cpp) are a thin layer over this; it knows no JavaScript.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/assembler/diagnostics.hpp"
#include "emulator/debugger/session.hpp"
#include "emulator/support/json.hpp"
#include "emulator/support/json_reader.hpp"
#include "emulator/web/deadline.hpp"
#include "emulator/web/page_host.hpp"

namespace mariner::web {

class Simulation {
public:
    /// `wish`: {files, arguments, memory, entry, pseudo, delayedBranching, selfModifying, warningsAreErrors, seed,
    /// maxSteps, devices, history}; all but `files` may be left out. Null if the program doesn't assemble; `report`
    /// gets {diagnostics, text, trouble} either way.
    static std::unique_ptr<Simulation> create(const JsonValue& wish, std::string& report);

    /// Goes on for about so many milliseconds, or in `motion` to its end if that comes first. Tells what came of it:
    /// {state, steps, pc, ...} with state "running" (call again), "input" and "sleeping" (call again when there is
    /// some, or time has passed), "stopped" or "ended".
    std::string run(u32 milliseconds);
    std::string move(debugger::Motion motion, debugger::Direction direction, u32 milliseconds);
    /// By its name in the page; `report` gets {trouble} if there is none.
    static std::optional<debugger::Motion> find_motion(std::string_view name, std::string& report);
    std::string go_to(debugger::Time time);
    /// Where it is, without moving.
    [[nodiscard]] std::string state() { return report({}); }

    [[nodiscard]] PageHost& host() { return m_host; }
    [[nodiscard]] debugger::Session& session() { return *m_session; }

    /// Stops in front of this instruction from now on, or no longer.
    void set_breakpoint(u32 address, bool is_set);
    /// {pc, $zero, $at, ...}: every register by its name.
    [[nodiscard]] std::string registers() const;
    /// Words 0x00rrggbb as MARS's bitmap display shows them: red, green, blue, and 255 for each; black where there is
    /// no memory. Without an address from where static data begins.
    [[nodiscard]] std::string picture(std::optional<u32> address, u32 units) const;
    /// {files, entry, instructions: [{address, word, text, file, line}], labels: [{name, address, ...}]}
    [[nodiscard]] std::string describe() const;

private:
    Simulation(ProgramImage image, const JsonValue& wish);

    std::string report(const std::optional<debugger::StopReport>& stop);
    void write_stop(JsonWriter& json, const debugger::StopReport& stop);

    ProgramImage m_image;
    Deadline m_deadline;
    PageHost m_host;
    std::unique_ptr<debugger::Session> m_session;  // last: it uses the others
};

}  // namespace mariner::web
