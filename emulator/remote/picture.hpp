#pragma once
// The memory that a picture of MARS's bitmap display may lie in, and the picture that a program's comments speak of.

#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "bitmap/geometry.hpp"
#include "emulator/program/memory_map.hpp"

namespace mariner::remote {

/// The memory a picture may lie in.
std::vector<bitmap::Range> display_memory(const MemoryMap& map);
bitmap::BaseNames base_names(const MemoryMap& map);

/// What .eqv calls the numbers that are written as colours are: 0x and at least six digits. The first name counts.
using NamedColours = std::map<u32, std::string>;
NamedColours named_colours(std::span<const std::string> sources);

/// The units of a picture whose pixels these are, row by row; refused where the pixels of one unit differ.
Result<std::vector<u32>> units_of_pixels(u32 width, u32 height, std::vector<u32> pixels, u32 columns, u32 rows);

/// Nothing unless the comments say all of it, and it lies in memory.
std::optional<bitmap::Geometry> picture_of(std::span<const std::string> sources, const MemoryMap& map);

}  // namespace mariner::remote
