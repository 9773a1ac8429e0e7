#include "emulator/translate/passes.hpp"

namespace mariner::translate {

namespace {

/// The last set of a place before the block's last instruction, if that is the whole of an instruction right before it.
ValueId filled_just_before(const LoweredBlock& block, const Operation& branch, GuestPlace place) {
    ValueId found = no_value;
    for (ValueId at = static_cast<ValueId>(block.operations.size()); at-- > 0;) {
        const Operation& operation = block[at];
        if (operation.is_removed || operation.instruction == branch.instruction) {
            continue;
        }
        if (operation.instruction + 1 != branch.instruction) {
            break;
        }
        if (only_computes(operation.code)) {
            continue;
        }
        const bool fits = operation.code == Code::set && operation.place == place && operation.guard == no_value;
        if (!fits || found != no_value) {
            return no_value;
        }
        found = at;
    }
    return found;
}

/// Of the flag that a value of 0 or 1 tells.
ValueId flag_in(const LoweredBlock& block, ValueId set) {
    if (set == no_value) {
        return no_value;
    }
    const ValueId value = block[set].a();
    if (block[set].type == ValueType::flag) {
        return value;
    }
    return block[value].code == Code::bit ? block[value].a() : no_value;
}

/// The value that is compared with 0; none if that isn't what happens.
ValueId compared_with_zero(const LoweredBlock& block, const Operation& comparison) {
    const auto is_zero = [&](ValueId value) { return block.is_constant(value) && block.word(value) == 0; };
    if (comparison.code != Code::eq || comparison.type != ValueType::i32) {
        return no_value;
    }
    return is_zero(comparison.b()) ? comparison.a() : is_zero(comparison.a()) ? comparison.b() : no_value;
}

}  // namespace

void join_conditions(LoweredBlock& block, PassNotes* notes) {
    if (block.operations.empty() || block.operations.back().code != Code::branch_if ||
        block.operations.back().operands[0] == no_value) {
        return;
    }
    Operation& branch = block.operations.back();
    Operation* user = &branch;  // of the test
    while (block[user->a()].code == Code::invert) {
        user = &block.operations[user->a()];
    }
    Operation& test = block.operations[user->a()];
    const ValueId tested = test.code == Code::get ? user->a() : compared_with_zero(block, test);
    if (tested == no_value || block[tested].code != Code::get) {
        return;
    }
    const ValueId flag = flag_in(block, filled_just_before(block, branch, block[tested].place));
    if (flag == no_value) {
        return;
    }
    if (test.code == Code::get) {
        user->operands[0] = flag;
    } else {
        test.code = Code::invert;
        test.type = ValueType::flag;
        test.operands = {flag, no_value, no_value};
    }
    if (notes != nullptr) {
        notes->push_back({"conditions", branch.instruction, "tests the comparison before it"});
    }
}

}  // namespace mariner::translate
