#include "emulator/translate/passes.hpp"

namespace mariner::translate {

std::string text_of(const PassNote& note) {
    return "# " + std::string(note.pass) + ": " + note.text;
}

void improve(LoweredBlock& block, PassNotes* notes) {
    fold_known_values(block, notes);
    divide_by_constants(block, notes);
    join_conditions(block, notes);
    remove_dead(block, notes);
    share_range_tests(block, notes);
    put_off_nan_tests(block, notes);
}

}  // namespace mariner::translate
