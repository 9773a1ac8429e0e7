#pragma once
// Programs from text, for the tests of similar/.

#include <gtest/gtest.h>

#include "emulator/similar/reading.hpp"

namespace mariner::similar::test {

inline ComparedProgram program_of(const std::string& text, const ReadingLimits& limits = {}) {
    const std::vector<SourceFile> files = {{"main.asm", text}};
    return read_program(files, limits);
}

inline std::vector<u64> codes_of(const std::string& text) {
    const ComparedProgram program = program_of(text);
    EXPECT_EQ(program.note, "") << text;
    std::vector<u64> codes;
    for (const CanonicalToken& token : program.tokens) {
        codes.push_back(token.code);
    }
    return codes;
}

}  // namespace mariner::similar::test
