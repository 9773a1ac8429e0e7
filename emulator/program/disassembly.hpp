#pragma once
// A program as assembly source again: labels, instructions by register name, data directives, each line with its
// address and machine code behind it. Assembled, it gives the same words wherever MARS's language can say them.

#include <span>
#include <string>

#include "emulator/program/program_image.hpp"

namespace mariner {

std::string write_disassembly(const ProgramImage& image);

/// Words that stand at consecutive addresses, as a program without symbols: a dump that somebody wants to read.
ProgramImage image_of_words(std::span<const u32> words, u32 base);

}  // namespace mariner
