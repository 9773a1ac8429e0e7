#pragma once
// What GDB is told about a program's labels. To GDB every MIPS branch has a delay slot: it moves a breakpoint on the
// instruction behind one (its own at a return address, too) onto the branch, unless a symbol begins there. So one does:
// an unlabelled instruction behind a branch gets a symbol that reads as GDB would show its address anyway, main+8.

#include "emulator/program/program_image.hpp"

namespace mariner::remote {

/// Nothing for a program that is written with delay slots.
std::vector<Symbol> symbols_behind_branches(const ProgramImage& image);

}  // namespace mariner::remote
