#pragma once
// The whole assembler as one function: source files in, program or diagnostics out. Called by every command that takes
// source, by the grader and by tests. Reads files only through the SourceProvider, prints nothing.

#include <functional>
#include <optional>
#include <span>
#include <string>

#include "emulator/assembler/diagnostics.hpp"
#include "emulator/assembler/source.hpp"
#include "emulator/program/memory_map.hpp"
#include "emulator/program/program_image.hpp"

namespace mariner {

/// What keeps hostile sources from taking the machine's memory or time. A program of a student comes nowhere near.
struct AssemblerLimits {
    u64 source_bytes = u64{64} << 20;  // all files together
    u64 source_lines = 4'000'000;
    u64 line_bytes = u64{16} << 20;       // one line, also after substitutions
    u64 expanded_lines = 2'000'000;       // lines made by macros
    u64 expanded_bytes = u64{128} << 20;  // text made by macros and .eqv
    u64 data_items = u64{64} << 20;       // numbers stored, those of repetitions too
    u32 statements = 2'200'000;           // more than user and kernel text together hold
    u32 include_depth = 200;
    u32 macro_depth = 1000;
    u32 errors = 200;  // MARS's own limit; any other changes what it would print
    u32 warnings = 100'000;
};

struct AssemblerOptions {
    MemoryConfiguration configuration = MemoryConfiguration::standard;
    bool allow_pseudo = true;
    bool delayed_branching = false;
    bool self_modifying_code = false;  // data directives may then store words into user text
    bool start_at_main = false;
    bool warnings_are_errors = false;
    bool collect_references = false;  // for object files: which words hold a label's address
    bool collect_all_errors = false;  // goes on where MARS gives up, for the tutor: what one error hides is told, too
    bool keep_partial_image = false;  // after errors too: what had been stored by then, as MARS dumps it
    bool words_of_mars_46 = false;    // machine words with the unused bits that MARS 4.6 spoils; else as in 4.5
    AssemblerLimits limits{};
    std::function<bool()> should_stop{};  // asked now and then; true ends it, without an image
};

struct Assembly {
    bool was_interrupted = false;       // by should_stop: the rest means nothing
    std::optional<ProgramImage> image;  // nothing if there were errors (or warnings, where these count as errors)
    ProgramImage partial;               // see keep_partial_image
    Diagnostics diagnostics;
    u64 made_lines = 0;  // what there was to do besides the files' lines: macros, .eqv, numbers stored; about as lines
};

/// Assembles the files, in their order, as one program.
Assembly assemble(std::span<const std::string> files, SourceProvider& sources, const AssemblerOptions& options);

}  // namespace mariner
