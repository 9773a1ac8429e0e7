#include "emulator/translate/translation.hpp"

#include "emulator/translate/lower.hpp"

namespace mariner::translate {

TranslatedBlock translated(const Listing& listing, const Block& block) {
    TranslatedBlock shown{block, std::vector<TranslatedInstruction>(block.end - block.first)};
    LoweredBlock lowered = lower(listing, block.first, block.end);
    PassNotes notes;
    improve(lowered, &notes);
    for (ValueId value = 0; value < lowered.operations.size(); ++value) {
        if (!lowered[value].is_removed) {
            shown.instructions[lowered[value].instruction - block.first].operations.push_back(text_of(lowered, value));
        }
    }
    for (const PassNote& note : notes) {
        shown.instructions[note.instruction - block.first].operations.push_back(text_of(note));
    }
    return shown;
}

}  // namespace mariner::translate
