#pragma once
// An engine that stops at given instructions, and behind accesses to watched memory, at the speed of the fast core: it
// decodes a text in which those instructions are system calls, and has the ones that stood there done one by one.
// Delayed branching and self-modifying code, which only the checked core knows, have an observer do the same.
// For the debugger's scans (scan.hpp), which judge what a stop is worth.

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "emulator/execute/core.hpp"
#include "emulator/isa/instruction.hpp"
#include "emulator/machine/machine.hpp"

namespace mariner::debugger {

/// Asked on the way; true stops the run (StopReason::hook).
class TrapJudge {
public:
    virtual ~TrapJudge() = default;
    /// In front of a trapped instruction. `resumed`: the run begins here, after a stop at this very place.
    virtual bool stops_before(u32 pc, bool resumed) = 0;
    /// Behind a trapped instruction or an access to watched memory, whatever it came to.
    virtual bool stops_behind() = 0;
    /// Only for self-modifying programs: is this one to be trapped, too?
    [[nodiscard]] virtual bool is_trap(const isa::Instruction& instruction) const = 0;
};

class TrapState {
public:
    explicit TrapState(TrapJudge& judge) : m_judge(judge) {}

    void set_traps(std::vector<u32> traps);
    [[nodiscard]] const std::vector<u32>& traps() const { return m_traps; }
    [[nodiscard]] bool is_trap(u32 pc) const;
    [[nodiscard]] TrapJudge& judge() const { return m_judge; }

    /// The run goes on from where it stopped. An interrupt may lead it elsewhere first.
    void note_resumed(u32 pc) { m_resumed_at = pc; }
    bool take_resumed(u32 pc) { return std::exchange(m_resumed_at, std::nullopt) == pc; }
    void forget_resumed() { m_resumed_at.reset(); }
    /// Watched memory is being accessed, or a trapped instruction executed.
    void note() { m_due = true; }
    /// If something was noted since the last call: the judge's answer.
    bool settle() { return std::exchange(m_due, false) && m_judge.stops_behind(); }

private:
    std::vector<u32> m_traps;  // sorted
    TrapJudge& m_judge;
    std::optional<u32> m_resumed_at;
    bool m_due = false;
};

/// Both must outlive the core.
std::unique_ptr<Core> make_trap_core(Machine& machine, TrapState& state, CoreOptions options);

}  // namespace mariner::debugger
