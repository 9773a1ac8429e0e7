#pragma once
// A run's bad end told to people: place, source line, the instruction with the values of its operands, and why. Used by
// `mariner run`, the debugger and the grader's reports; MARS's own wording is made elsewhere (machine/exception).

#include <string>
#include <string_view>

#include "emulator/machine/machine.hpp"
#include "emulator/runtime/runner.hpp"

namespace mariner {

/// "hw.asm:12", or the address where no source is known; fit for a terminal.
std::string place_of(const ProgramImage& image, u32 address);

/// A source line without its label and its comment.
std::string code_of(std::string_view source);

/// Both of an instruction: "hw.asm:7 (lw $t1, n)".
std::string line_text(const ProgramImage& image, u32 address);

/// What happened in a clause: "arithmetic overflow", "stopped after 1,000 instructions"; empty if no trouble.
std::string trouble_of(const RunResult& result, u64 steps);

/// What led there, as somebody knows who has followed the run.
struct Cause {
    std::string why;
    std::string remedy;
};

/// What stands behind such an end in most programs.
Cause usual_cause(const Machine& machine, const RunResult& result);

/// The whole report, some lines fit for a terminal; empty if there is no trouble. The machine is as the run left it.
std::string explain(const Machine& machine, const RunResult& result, u64 steps, const Cause& cause);
std::string explain(const Machine& machine, const RunResult& result, u64 steps);

}  // namespace mariner
