#pragma once
// Looks through a file before ELFIO does, which trusts every offset and size it meets. Called by elf_reader only; knows
// the layout of 32-bit little-endian ELF, not what the program means.

#include <string>
#include <string_view>

#include "emulator/support/result.hpp"
#include "emulator/support/types.hpp"

namespace mariner::elf {

/// The constants of the ELF and MIPS specifications that reader and writer share.
inline constexpr u32 type_relocatable = 1, type_executable = 2, type_shared = 3, machine_mips = 8;
inline constexpr u32 flag_noreorder = 0x1, flag_abi2 = 0x20, flag_abi_mask = 0xf000, abi_o32 = 0x1000,
                     flag_micromips = 0x02000000, flag_mips16 = 0x04000000, flag_arch_mask = 0xf0000000, arch_mips1 = 0,
                     arch_mips2 = 0x10000000, arch_mips32 = 0x50000000, arch_mips32r2 = 0x70000000;
inline constexpr u32 section_null = 0, section_progbits = 1, section_symtab = 2, section_strtab = 3, section_note = 7,
                     section_nobits = 8, section_rel = 9, section_reginfo = 0x70000006, section_abiflags = 0x7000002a;
inline constexpr u32 section_write = 1, section_alloc = 2, section_execute = 4;
inline constexpr u32 segment_load = 1, segment_execute = 1, segment_write = 2, segment_read = 4;
inline constexpr u32 header_size = 52, program_header_size = 32, section_header_size = 40, symbol_size = 16,
                     abiflags_size = 24, reginfo_size = 24;

/// What marks files of ours, and the sections that carry what ELF has no place for.
inline constexpr std::string_view note_section = ".note.mariner", note_owner = "Mariner",
                                  lines_section = ".mariner.lines";
inline constexpr u32 note_type = 0x100, note_version = 1, note_delayed_branching = 1;

/// True if the bytes begin like an ELF file of any kind.
bool is_elf(std::string_view bytes);

/// Passes if the file is a MIPS32 executable, little-endian, whose every header, table, section, segment and string
/// lies within it; otherwise one sentence says what is wrong.
Result<void> check(std::string_view bytes);

/// Little-endian numbers out of bytes whose bounds are known.
u32 read_u16(std::string_view bytes, size_t at);
u32 read_u32(std::string_view bytes, size_t at);
void append_u32(std::string& bytes, u32 value);

}  // namespace mariner::elf
