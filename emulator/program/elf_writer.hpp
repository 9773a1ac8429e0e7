#pragma once
// A program as an ELF32 file for little-endian MIPS32: what binutils read, and what elf_reader makes the same program
// of. Called by `mariner asm`.

#include <string>

#include "emulator/program/program_image.hpp"
#include "emulator/support/result.hpp"

namespace mariner {

/// The bytes of an executable. Sections: .text, .data, .ktext, .kdata (further pieces carry their address in the name),
/// symbols, .MIPS.abiflags; and of our own .note.mariner (how the program wants to be run) and .mariner.lines. With
/// `directory`, from which relative names of files count, debuggers are told of source lines, too.
Result<std::string> write_elf(const ProgramImage& image, const std::string& directory = {});

/// The bytes of an object file that GNU ld links: .text, .data, .ktext and .kdata without addresses of their own, and a
/// relocation for everything that holds a label's address. Refused where the program asks for fixed addresses.
Result<std::string> write_elf_object(const ProgramImage& image);

}  // namespace mariner
