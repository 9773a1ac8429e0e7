#pragma once
// Expressions of the debugger: numbers, 'c'haracters, registers, labels, C's operators, * for the word at an address,
// and byte(), half(), word(), float(), double(), string(). Parsed once, then evaluated as often as a condition is
// asked; nothing a user types makes either fail in another way than by an Error.
//
//   $t0 + 4 * $t1    *label    byte(msg + 2) == 'x'    float(*0x10010000) > 1.5    $f12    double($f12)    string($a0)
//
// Integers are 32 bits wide and wrap around; comparisons, / and >> are signed. With a real number so is the result.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "emulator/machine/machine.hpp"
#include "emulator/support/result.hpp"
#include "emulator/support/types.hpp"

namespace mariner::debugger {

/// Integer, single, double, or text.
using ExpressionValue = std::variant<u32, float, double, std::string>;

class Expression {
public:
    /// Labels are looked up now. `rest`, if given, receives what follows the expression; else nothing may.
    static Result<Expression> parse(std::string_view text, const ProgramImage& image, std::string_view* rest = nullptr);

    [[nodiscard]] Result<ExpressionValue> evaluate(const Machine& machine) const;
    /// Not zero, and no error: what a condition comes to.
    [[nodiscard]] bool is_true(const Machine& machine) const;

    enum class Operator : u8 {
        // clang-format off
        number, real, register_, pc,                                            // leaves
        negate, invert, not_, byte_at, half_at, word_at, float_of, double_of, string_at,  // of one operand
        multiply, divide, remainder, add, subtract, shift_left, shift_right,    // of two
        less, less_or_equal, greater, greater_or_equal, equal, not_equal, bit_and, bit_xor, bit_or, and_, or_,
        // clang-format on
    };

private:
    friend class ExpressionParser;
    struct Node {
        Operator op = Operator::number;
        u32 number = 0;  // register_: its id
        double real = 0;
        u32 left = 0;  // indices
        u32 right = 0;
    };

    [[nodiscard]] Result<ExpressionValue> evaluate(const Machine& machine, const Node& node) const;
    /// The usual condition compares a register with a number: no need for an ExpressionValue.
    [[nodiscard]] std::optional<u32> quick_leaf(const Machine& machine, const Node& node) const;

    std::vector<Node> m_nodes;  // the root last
};

/// An integer, or the error that it isn't one.
Result<u32> integer_of(const Result<ExpressionValue>& value);
/// Of a number.
double real_of(const ExpressionValue& value);

}  // namespace mariner::debugger
