#pragma once
// An ELF32 executable as a program: one written by elf_writer, or one from GNU tools. Called by whatever takes a
// program file. Any bytes may come; what can't be loaded is refused with the reason.

#include <string_view>

#include "emulator/program/program_image.hpp"
#include "emulator/support/result.hpp"

namespace mariner {

/// True if the bytes begin like an ELF file, so that they are no source text.
bool is_elf(std::string_view bytes);

/// Executables for little-endian MIPS32 whose code lies in MARS's text segments. Bytes elsewhere become extra data.
/// Without our note the program comes from GNU tools: it has delay slots and may read its own code.
Result<ProgramImage> read_elf(std::string_view bytes);

}  // namespace mariner
