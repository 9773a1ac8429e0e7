#pragma once
// A program as an ELF32 file for little-endian MIPS32: what binutils read, and what elf_reader makes the same program
// of. Called by `mariner asm`.

#include <string>

#include "emulator/program/program_image.hpp"
#include "emulator/support/result.hpp"

namespace mariner {

/// The bytes of an executable. Sections: .text, .data, .ktext, .kdata (further pieces carry their address in the name),
/// symbols, .MIPS.abiflags; and of our own .note.mariner (how the program wants to be run) and .mariner.lines.
Result<std::string> write_elf(const ProgramImage& image);

}  // namespace mariner
