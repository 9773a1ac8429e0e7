#pragma once
// Where instructions come from, as DWARF 2 says it: what GDB needs to list, step and break by source lines,
// and to find a function's caller. Called by elf_writer; knows nothing of ELF.

#include <string>

#include "emulator/program/program_image.hpp"

namespace mariner {

/// The contents of the sections .debug_abbrev, .debug_info and so on.
struct DwarfSections {
    std::string abbrev;
    std::string info;
    std::string line;
    std::string ranges;
    std::string frame;
};

/// A compilation unit for each run of instructions without holes. Relative names of files count from `directory`.
DwarfSections write_dwarf(const ProgramImage& image, const std::string& directory);

}  // namespace mariner
