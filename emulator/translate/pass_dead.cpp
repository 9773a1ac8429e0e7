// One walk backward.

#include <bitset>

#include "emulator/translate/passes.hpp"

namespace mariner::translate {

namespace {

using Cells = std::bitset<GuestPlace::count>;

/// The registers that a place is made of.
template <class Each>
void each_cell(GuestPlace place, Each each) {
    if (place.kind == GuestKind::pair) {
        each(GuestPlace{GuestKind::single, place.number}.index());
        each(GuestPlace{GuestKind::single, static_cast<u8>(place.number + 1)}.index());
    } else {
        each(place.index());
    }
}

bool is_overwritten(const Cells& overwritten, GuestPlace place) {
    bool is_all = true;
    each_cell(place, [&](u8 cell) { is_all = is_all && overwritten[cell]; });
    return is_all;
}

}  // namespace

void remove_dead(LoweredBlock& block, PassNotes* notes) {
    std::vector<u16> uses(block.operations.size());
    Cells overwritten;  // before anything looks
    for (size_t at = block.operations.size(); at-- > 0;) {
        Operation& operation = block.operations[at];
        if (operation.is_removed) {
            continue;
        }
        if (may_leave(operation) || operation.code >= Code::branch_if) {
            overwritten.reset();
        } else if (operation.code == Code::set && is_overwritten(overwritten, operation.place)) {
            operation.is_removed = true;
            if (notes != nullptr) {
                notes->push_back({"dead", operation.instruction, name_of(operation.place) + " is set again"});
            }
            continue;
        } else if (operation.code == Code::set && operation.guard == no_value) {
            each_cell(operation.place, [&](u8 cell) { overwritten.set(cell); });
        } else if (operation.code < Code::load && uses[at] == 0) {
            operation.is_removed = true;
            continue;
        } else if (operation.code == Code::get) {
            each_cell(operation.place, [&](u8 cell) { overwritten.reset(cell); });
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
