#pragma once
// `mariner disasm --translate`: guest instructions, what is left of their micro-operations and the host's code, side by
// side.

#include <string>

#include "emulator/program/program_image.hpp"

namespace mariner::app {

/// Nothing if the program can't be loaded.
std::string write_translation(const ProgramImage& image);

}  // namespace mariner::app
