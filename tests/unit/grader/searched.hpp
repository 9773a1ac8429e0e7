#pragma once
// What the tests share that search for inputs: a program of a text, and one with three ways through it.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "emulator/assembler/assembler.hpp"
#include "emulator/grader/input_search.hpp"

namespace mariner::grader::test {

inline ProgramImage image_of(const std::string& text) {
    MemorySources sources;
    sources.add("hw.asm", text);
    const std::vector<std::string> names = {"hw.asm"};
    Assembly assembly = assemble(names, sources, {});
    EXPECT_TRUE(assembly.image) << text;
    return assembly.image ? std::move(*assembly.image) : ProgramImage();
}

inline const std::string read_number = "li $v0, 5\nsyscall\nmove $s0, $v0\n";
inline const std::string print_and_exit = "li $v0, 1\nsyscall\nli $v0, 10\nsyscall\n";
/// Three ways, one of which needs a number that only the program knows.
inline const std::string three_ways =
    read_number + "li $a0, 1\nbltz $s0, end\nli $a0, 2\nbne $s0, 1234, end\nli $a0, 3\nend: " + print_and_exit;

inline InputSearchLimits few() {
    InputSearchLimits limits;
    limits.runs = 400;
    limits.more_runs = 0;
    return limits;
}

}  // namespace mariner::grader::test
