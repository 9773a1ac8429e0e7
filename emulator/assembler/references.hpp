#pragma once
// Which statements and data words hold the address of a label: what an object file needs so that a linker can move the
// program. Called by the emitter once symbols and statements of the image stand.

#include "emulator/assembler/session.hpp"

namespace mariner::assembler {

/// Fills image.references, sorted by address, and the ends of the data segments.
void add_references(const Session& session, ProgramImage& image);

}  // namespace mariner::assembler
