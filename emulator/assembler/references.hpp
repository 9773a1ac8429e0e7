#pragma once
// Which statements and data words hold the address of a label: what an object file needs so that a linker can move the
// program. Called by the image builder once symbols and statements of the image stand.

#include "emulator/assembler/statement.hpp"

namespace mariner::assembler {

/// Fills image.references and image.data_items, sorted by address, and the ends of the data segments.
void add_references(const ProgramDraft& program, ProgramImage& image);

}  // namespace mariner::assembler
