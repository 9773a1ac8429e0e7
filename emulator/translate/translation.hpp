#pragma once
// What becomes of a program's text on its way to host code, for readers (`mariner disasm --translate`).

#include <string>
#include <vector>

#include "emulator/translate/passes.hpp"
#include "emulator/translate/region.hpp"

namespace mariner::translate {

struct TranslatedInstruction {
    std::vector<std::string> operations;  // what is left of its micro-operations, and what passes did
    std::vector<std::string> host;        // its code
    std::vector<std::string> aside;       // code that is seldom executed and stands elsewhere
};

struct TranslatedBlock {
    Block block;
    std::vector<TranslatedInstruction> instructions;
};

struct Translation {
    std::vector<std::string> legend;  // which register of the host does what; empty if there is no code for this host
    std::vector<TranslatedBlock> blocks;
};

/// A block's operations after all passes, an entry for each instruction.
TranslatedBlock translated(const Listing& listing, const Block& block);

}  // namespace mariner::translate
