#pragma once
// The memory that a picture of MARS's bitmap display may lie in, and the picture that a program's comments speak of.

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

/// Nothing unless the comments say all of it, and it lies in memory.
std::optional<bitmap::Geometry> picture_of(std::span<const std::string> sources, const MemoryMap& map);

}  // namespace mariner::remote
