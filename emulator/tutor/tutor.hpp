#pragma once
// The tutor: what the assembler reports becomes messages that teach. For each fault it looks for the slip behind it and
// for repairs, tries these by assembling the program with them, and offers those after which the fault is gone and no
// other has come. Errors that a repair takes along are consequences and are told no more.

#include <span>
#include <string>

#include "emulator/assembler/assembler.hpp"

namespace mariner {

/// Puts what people shall read in place of what was reported, and adds what is doubtful. `files` and `sources` are
/// those that were assembled; MARS's report stays as it is. The work is bounded whatever the source.
void teach(Diagnostics& diagnostics, std::span<const std::string> files, SourceProvider& sources,
           const AssemblerOptions& options);

/// Assembles for somebody who reads the messages.
Assembly assemble_and_teach(std::span<const std::string> files, SourceProvider& sources,
                            const AssemblerOptions& options);

}  // namespace mariner
