#pragma once
// What the writers of DWARF share: numbers and texts as its sections hold them, and the program's functions.

#include <string>
#include <vector>

#include "emulator/program/program_image.hpp"
#include "emulator/support/varint.hpp"

namespace mariner::dwarf {

void append_number(std::string& out, u64 value, u32 size);
void append_text(std::string& out, const std::string& text);
/// LEB128.
void append_signed(std::string& out, i32 value);
/// A unit behind the four bytes of its length.
std::string with_length(const std::string& unit);

/// Instructions from a place that is called, that the program starts at, or whose label is global, up to the next such
/// place or a hole. The first instructions before any such place count too.
struct FunctionRange {
    std::string name;
    u32 begin = 0;
    u32 end = 0;
};
/// By address.
std::vector<FunctionRange> find_functions(const ProgramImage& image);

/// .debug_frame: where a function's caller goes on and what its saved registers held, read off the usual code.
std::string write_frames(const ProgramImage& image, const std::vector<FunctionRange>& functions);

}  // namespace mariner::dwarf
