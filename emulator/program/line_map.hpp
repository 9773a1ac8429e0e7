#pragma once
// What an ELF file has no place for, as bytes of a section of our own: the way from instructions to source lines, and
// operands too large for their field in the machine word. Called by elf_writer and elf_reader; the bytes are not
// trusted.
//
// A program that was only laid out anew has the same map: the lines' own blanks and columns aren't kept.
//
// All numbers are unsigned LEB128; a string is its length and its bytes.
//     version
//     files:       count, names
//     statements:  count, each: file, main file, line, column, source, length of the chain, its lines
//     text:        count, each: 0, or 1 + (2 * zigzag(statement - the previous one) + is first of its statement)
//     wide:        count, each: index of the instruction, id of its row, rd, rs, rt, zigzag(imm)

#include <string>
#include <string_view>

#include "emulator/program/program_image.hpp"
#include "emulator/support/result.hpp"

namespace mariner {

std::string write_line_map(const ProgramImage& image);

/// Gives the image, whose text stands already, its files, statements and wide operands.
Result<void> read_line_map(std::string_view bytes, ProgramImage& image);

}  // namespace mariner
