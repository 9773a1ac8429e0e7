#pragma once
// Programs of earlier terms as a file that holds no program: fingerprints, how long each program was, and what it goes
// by. docs/similar.md tells what the file says of whom. Pure: bytes in and out.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/similar/compare.hpp"
#include "emulator/support/result.hpp"

namespace mariner::similar {

struct StoredProgram {
    std::string label;  // "2025/ada"
    u32 steps = 0;      // without those of the handout
    std::vector<KeptMark> marks;
};

struct ProgramStore {
    size_t k = 0;  // as in CompareOptions; only what was made with the same numbers can be compared
    size_t w = 0;
    std::vector<StoredProgram> programs;  // by label
};

/// What a store keeps of a program: nothing of what is in the handout.
StoredProgram stored_form(const ComparedProgram& program, std::string label, std::span<const ComparedProgram> base,
                          const CompareOptions& options);

/// Puts `more` in; what goes by the same label is replaced. An error if they were made with other numbers, or if there
/// is too much.
Result<void> add_to_store(ProgramStore& store, ProgramStore more);

/// The same programs always give the same bytes.
std::string store_bytes(const ProgramStore& store);
/// Trusts nothing: an error for what is cut, changed, or of a version that isn't known.
Result<ProgramStore> read_store(std::string_view bytes);

/// To compare with.
ComparedProgram program_from_store(const StoredProgram& stored);

}  // namespace mariner::similar
