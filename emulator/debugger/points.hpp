#pragma once
// Where and why a debugged program stops: breakpoints, watchpoints, and the report that every motion ends with. Plain
// values, shared by `mariner debug`, the GDB server and the DAP server.

#include <algorithm>
#include <functional>
#include <string>
#include <string_view>

#include "emulator/machine/machine.hpp"
#include "emulator/runtime/runner.hpp"
#include "emulator/support/types.hpp"

namespace mariner::debugger {

/// A moment of a run: how many instructions have been executed before it.
using Time = u64;

enum class Direction : u8 { forward, backward };

/// Asked with the machine as it is at the stop in question.
using Condition = std::function<bool(const Machine&)>;

/// What breakpoints and watchpoints have in common.
struct Point {
    int id = 0;              // given by the session
    Condition condition{};   // none: always; of a watchpoint: asked behind the access
    u64 ignore = 0;          // forward: so many hits more are passed by
    bool temporary = false;  // gone once it has stopped the program
    bool enabled = true;
    std::function<bool(u64 hits)> counts{};  // forward: which hits stop, from 1 on; none: all
    u64 hits = 0;                            // forward stops and passed-by hits
    std::string note{};                      // the front end's own: the condition as it was typed
};

struct Breakpoint : Point {
    u32 address = 0;
    std::function<void(const Machine&)> log{};  // told of each hit on the way forward, which then stops nothing
};

enum class PlaceKind : u8 { register_, memory };

/// A register or bytes of memory.
struct Place {
    PlaceKind kind = PlaceKind::memory;
    u8 register_id = 0;  // as register_id (observer.hpp) says: 0..31, hi, lo, float_base + n ...
    u32 address = 0;
    u32 size = 4;

    static Place of_register(u8 id) { return {PlaceKind::register_, id, 0, 4}; }
    static Place of_memory(u32 address, u32 size) { return {PlaceKind::memory, 0, address, size}; }
};

enum class WatchKind : u8 { write, change, read, access };
constexpr bool sees_reads(WatchKind kind) {
    return kind == WatchKind::read || kind == WatchKind::access;
}

struct Watchpoint : Point {
    Place place{};
    WatchKind kind = WatchKind::write;  // of a register: write or change
};

/// Who touched a place. `time` is the moment in front of the instruction: pc stands at it there.
struct Touch {
    Time time = 0;
    u32 pc = 0;
    Place place{};      // of memory: the bytes that were accessed
    u64 old_value = 0;  // up to eight bytes of the watched place
    u64 new_value = 0;
    bool is_write = true;
};

/// What a program has printed lately: how much, and the end of it.
struct Printed {
    static constexpr size_t most_kept = 512;
    u64 bytes = 0;
    std::string end{};
    void add(std::string_view text) {
        bytes += text.size();
        end += text.substr(text.size() - std::min(text.size(), most_kept));
        if (end.size() > 16 * most_kept) {
            cut();
        }
    }
    void cut() { end.erase(0, end.size() - std::min(end.size(), most_kept)); }
};

enum class Why : u8 {
    stepped,        // the motion is complete
    breakpoint,     // in front of its instruction
    watchpoint,     // forward: behind the access; backward: in front of it
    system_call,    // in front of a system call (Motion::to_syscall)
    input,          // in front of a read of input (Motion::to_input)
    interrupted,    // by interrupt(), or the host returned InputState::interrupted
    ended,          // the program is at its end: `end` says which; going back is possible
    limit,          // the limit of instructions
    history_begin,  // backward: nothing earlier is known
    nowhere,        // the motion has no meaning here; `message` says why, nothing has moved
};

struct StopReport {
    Why why = Why::stepped;
    Time time = 0;
    u32 pc = 0;
    int id = 0;             // of the breakpoint or watchpoint
    Touch touch{};          // watchpoint
    RunResult end{};        // ended
    std::string message{};  // nowhere
};

}  // namespace mariner::debugger
