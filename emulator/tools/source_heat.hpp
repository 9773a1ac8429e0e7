#pragma once
// Counts beside the source: a line of it each, with a bar as long as its part of the largest.

#include <string>
#include <utility>
#include <vector>

#include "emulator/program/program_image.hpp"

namespace mariner::tools {

/// "##########" for `most`, as many of ten as `count` is a part of it; a "." where that is none.
std::string heat_bar(u64 count, u64 most);

/// What each instruction counted, by address; those of one source line are added.
std::vector<std::string> source_heat(const ProgramImage& image, const std::vector<std::pair<u32, u64>>& counts);

}  // namespace mariner::tools
