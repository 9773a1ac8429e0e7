#pragma once
// A program with its repairs carried out, and what has changed, in the form that `diff -u` prints.

#include <span>
#include <string>
#include <vector>

#include "emulator/assembler/assembler.hpp"

namespace mariner {

struct RepairedFile {
    std::string name;
    std::string text;
    std::string diff;  // from what it was
};

struct RepairedProgram {
    std::vector<RepairedFile> files;  // those that change
    size_t repairs = 0;
    Diagnostics left;  // what there is to say of the repaired program
};

/// Carries out the first repair of each message that is more than a sketch, and again until none is left or nothing
/// gets better.
RepairedProgram repair_program(std::span<const std::string> files, SourceProvider& sources,
                               const AssemblerOptions& options);

}  // namespace mariner
