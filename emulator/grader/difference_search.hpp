#pragma once
// Looks for what to type, beside which files, so that a wrong program shows from outside that it isn't the right one.
// Used for the faults that a rubric's cases don't notice.

#include <optional>
#include <string>
#include <vector>

#include "emulator/grader/input_search.hpp"
#include "emulator/program/program_image.hpp"

namespace mariner::grader {

/// What is typed, and what stands beside the program.
struct TypedInput {
    std::string input;
    TrialFolder folder;
};

/// "typing '5\n'", "typing nothing, where 'in.txt' holds 'abc'"
std::string typed_text(const TypedInput& typed);

class DifferenceSearch {
public:
    /// `known`: inputs to begin with; in their folders the search goes on. The image must outlive it.
    DifferenceSearch(const ProgramImage& right, std::vector<TypedInput> known);

    [[nodiscard]] bool differs_on_known(const ProgramImage& wrong) const;
    /// A short one; nothing if none was found.
    [[nodiscard]] std::optional<TypedInput> run(const ProgramImage& wrong) const;

private:
    const ProgramImage& m_right;
    std::vector<TypedInput> m_known;
    std::vector<std::string> m_inputs;
    std::vector<TrialFolder> m_folders;
};

}  // namespace mariner::grader
