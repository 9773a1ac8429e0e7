#pragma once
// A submission's files to tokens, whatever state they are in: lines that the assembler refuses are left out, the rest
// is compared. Called by compare's callers; an .include finds the submission's own files only.

#include <span>
#include <string>
#include <vector>

#include "emulator/similar/canonical_token.hpp"
#include "emulator/support/source_file.hpp"

namespace mariner::similar {

/// More than a course asks for, few enough that a thousand hostile submissions are compared in no time.
struct ReadingLimits {
    size_t source_bytes = size_t{1} << 20;
    size_t tokens = 20'000;  // those behind aren't compared
};

/// The hash of a passage that is kept, and where it begins.
struct KeptMark {
    u64 hash = 0;
    u32 position = 0;
    bool operator==(const KeptMark&) const = default;
};

struct ComparedProgram {
    std::vector<std::string> files;  // what CanonicalToken::file counts
    std::vector<std::string> texts;  // of the files
    std::vector<CanonicalToken> tokens;
    u32 repairs = 0;   // lines and labels that do not assemble
    std::string note;  // why there is nothing, or not all, to compare; empty if all is well
    // From a store, which keeps no more of a program (store.hpp):
    bool is_from_store = false;
    u32 stored_steps = 0;
    std::vector<KeptMark> marks;  // by position
};

ComparedProgram read_program(std::span<const SourceFile> sources, const ReadingLimits& limits = {});

}  // namespace mariner::similar
