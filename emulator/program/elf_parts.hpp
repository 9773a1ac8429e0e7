#pragma once
// What executables and object files of ours have in common. Called by elf_writer and elf_object only.

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/program/elf_file.hpp"
#include "emulator/program/program_image.hpp"
#include "emulator/support/types.hpp"

namespace mariner::elf {

/// An empty file of ours: header and flags are set.
void begin_file(ELFIO::elfio& file, u32 type);

ELFIO::section* add_section(ELFIO::elfio& file, const std::string& name, u32 type, std::string_view bytes);

/// .MIPS.abiflags and .note.mariner.
void add_marks(ELFIO::elfio& file, const ProgramImage& image);

/// Where a label is: number of its section and value there.
struct LabelPlace {
    u16 section = 0;
    u32 value = 0;
};
using PlaceOf = std::function<LabelPlace(u32 address)>;

/// Writes .strtab and .symtab: labels of each file behind its name, then the exported ones, as ELF wants them. Returns
/// the number of each symbol of the image.
std::vector<u32> add_symbols(ELFIO::elfio& file, const ProgramImage& image, const PlaceOf& place_of);

}  // namespace mariner::elf
