#include "emulator/translate/passes.hpp"

namespace mariner::translate {

namespace {

/// Arithmetic whose result is NaN if an operand is, whichever NaN that is.
bool is_arithmetic(Code code) {
    return code >= Code::fadd && code <= Code::fdiv;
}

/// An instruction of one result, `set place, canon(a op b)`.
struct FloatResult {
    ValueId canon = no_value;
    const Operation* arithmetic = nullptr;
    GuestPlace place;
};

/// The one that ends with the operation at `set`.
FloatResult float_result(const LoweredBlock& block, ValueId set) {
    const Operation& operation = block[set];
    if (operation.is_removed || operation.code != Code::set || !is_float_type(operation.type) ||
        operation.guard != no_value || block[operation.a()].code != Code::canon ||
        block[operation.a()].instruction != operation.instruction) {
        return {};
    }
    const Operation& arithmetic = block[block[operation.a()].a()];
    return is_arithmetic(arithmetic.code) ? FloatResult{operation.a(), &arithmetic, operation.place} : FloatResult{};
}

bool reads(const LoweredBlock& block, const Operation& arithmetic, GuestPlace place) {
    const auto is_it = [&](ValueId value) { return block[value].code == Code::get && block[value].place == place; };
    return is_it(arithmetic.a()) || is_it(arithmetic.b());
}

}  // namespace

void put_off_nan_tests(LoweredBlock& block, PassNotes* notes) {
    if (!block.has_arithmetic_on_floats) {
        return;
    }
    FloatResult last;
    u32 last_instruction = 0;
    for (ValueId at = 0; at < block.operations.size(); ++at) {
        const FloatResult result = float_result(block, at);
        if (result.canon == no_value) {
            continue;
        }
        const u32 instruction = block[at].instruction;
        // Only from one to the next: a chain would have to mend all that was put off.
        const bool follows = last.canon != no_value && last_instruction + 1 == instruction &&
                             reads(block, *result.arithmetic, last.place);
        if (follows) {
            block.operations[last.canon].is_put_off = true;
            if (notes != nullptr) {
                notes->push_back({"nan", last_instruction, name_of(last.place) + " is tested with the next result"});
            }
        }
        last = follows ? FloatResult{} : result;
        last_instruction = instruction;
    }
}

}  // namespace mariner::translate
