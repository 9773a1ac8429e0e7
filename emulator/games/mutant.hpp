#pragma once
// Wrong versions of the bundled games, kept as what is wrong with them: tests/mutants/<room>/<name>.mutant holds the
// lines of the program to replace. Called by the tests, which want `verify` to find every one; knows texts only.
//
//     # One sentence that says what is wrong.
//     ---
//             sltiu   $t6, $t6, COLUMNS
//     +++
//             sltiu   $t6, $t6, 8
//     ===
//
// One block or more; no line behind `+++` takes lines out. The lines behind `---` stand exactly once in the program.

#include <string>
#include <string_view>
#include <vector>

#include "emulator/support/result.hpp"
#include "emulator/support/types.hpp"

namespace mariner::games {

struct Mutant {
    /// Whole lines, each with its LF.
    struct ChangedLines {
        size_t line = 0;  // of its `---`, from 1
        std::string original;
        std::string replacement;
    };
    std::string fault;  // the comment
    std::vector<ChangedLines> blocks;
};

/// The error begins with the number of the line it is about.
Result<Mutant> parse_mutant(std::string_view text);

/// The program with every block replaced, one after the other.
Result<std::string> apply_mutant(const Mutant& mutant, std::string_view program);

}  // namespace mariner::games
