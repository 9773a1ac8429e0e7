#pragma once
// A program as a table for people: address, machine code, basic instruction and source line; data with its labels; the
// symbols. Called by `mariner asm --format listing`.

#include <string>

#include "emulator/program/program_image.hpp"

namespace mariner {

std::string write_listing(const ProgramImage& image);

}  // namespace mariner
