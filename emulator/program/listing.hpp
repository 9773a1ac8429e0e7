#pragma once
// A program as a table for people: address, machine code, basic instruction, source line; data; symbols.

#include <string>

#include "emulator/program/program_image.hpp"

namespace mariner {

std::string write_listing(const ProgramImage& image);

}  // namespace mariner
