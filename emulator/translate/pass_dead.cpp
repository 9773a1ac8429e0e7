// One walk backward: what nobody uses isn't computed. What a register is given stays, even if it is given something
// else right afterwards: code may be left between the two, when its budget is spent, and then every register is looked
// at.

#include "emulator/translate/passes.hpp"

namespace mariner::translate {

void remove_dead(LoweredBlock& block, PassNotes* /*notes*/) {
    std::vector<ValueId>& uses = block.scratch;
    uses.assign(block.operations.size(), 0);
    for (size_t at = block.operations.size(); at-- > 0;) {
        Operation& operation = block.operations[at];
        if (operation.is_removed) {
            continue;
        }
        if (operation.code < Code::load && uses[at] == 0 && !may_leave(operation)) {
            operation.is_removed = true;
            continue;
        }
        for (const ValueId operand : operation.operands) {
            if (operand != no_value) {
                ++uses[operand];
            }
        }
        if (operation.guard != no_value) {
            ++uses[operation.guard];
        }
    }
}

}  // namespace mariner::translate
