// One walk forward: each operation sees what registers are known to hold when it happens, and that its operands are
// numbers.

#include <algorithm>

#include "emulator/meaning/evaluator.hpp"
#include "emulator/translate/passes.hpp"

namespace mariner::translate {

namespace {

class Folding {
public:
    Folding(LoweredBlock& block, PassNotes* notes) : m_block(block), m_notes(notes), m_same(block.scratch) {
        m_same.resize(std::max(m_same.size(), block.operations.size()));
        m_held.fill(no_value);
        m_numbers.fill(no_value);
    }

    void run() {
        for (ValueId at = 0; at < m_block.operations.size(); ++at) {
            Operation& operation = m_block.operations[at];
            m_same[at] = at;
            for (ValueId& operand : operation.operands) {
                operand = operand == no_value ? no_value : m_same[operand];
            }
            if (operation.guard != no_value) {
                operation.guard = m_same[operation.guard];
                decide_guard(operation);
            }
            if (!operation.is_removed) {
                visit(at, operation);
            }
        }
    }

private:
    [[nodiscard]] bool is_known(ValueId value) const { return value != no_value && m_block.is_constant(value); }
    [[nodiscard]] bool is_number(ValueId value, u64 number) const {
        return is_known(value) && m_block[value].number == number;
    }

    /// Only what nothing else is a part of: no floating-point registers, of which two make a pair.
    static bool is_tracked(GuestPlace place) {
        return place.kind == GuestKind::gpr || place.kind == GuestKind::hi || place.kind == GuestKind::lo;
    }

    void decide_guard(Operation& operation) {
        if (is_known(operation.guard)) {
            operation.is_removed = m_block[operation.guard].number == 0;
            operation.guard = no_value;
        }
    }

    void visit(ValueId at, Operation& operation) {
        switch (operation.code) {
            case Code::get:
                return read(at, operation);
            case Code::set:
                return write(operation);
            case Code::constant:
                return share_number(at, operation);
            case Code::step:
            case Code::interpret:
                m_held.fill(no_value);
                return;
            case Code::trap_if:
                operation.is_removed = is_number(operation.a(), 0);
                return;
            default:
                break;
        }
        if (translate::only_computes(operation.code) || (is_division(operation.code) && is_known(operation.b()))) {
            compute(at, operation);
        }
    }

    static bool is_division(Code code) { return code >= Code::div_s && code <= Code::rem_u; }

    void read(ValueId at, Operation& operation) {
        if (!is_tracked(operation.place)) {
            return;
        }
        ValueId& held = m_held[operation.place.index()];
        if (held == no_value) {
            held = at;
            return;
        }
        if (is_known(held)) {
            say(operation, name_of(operation.place) + " is " + number_of(held));
        }
        become(at, held);
    }

    void write(Operation& operation) {
        if (!is_tracked(operation.place)) {
            return;
        }
        ValueId& held = m_held[operation.place.index()];
        const bool is_certain = operation.guard == no_value;
        if (is_certain && is_known(operation.a()) && is_number(held, m_block[operation.a()].number)) {
            operation.is_removed = true;
            say(operation, name_of(operation.place) + " holds " + number_of(held) + " already");
            return;
        }
        held = is_certain && is_known(operation.a()) ? operation.a() : no_value;
    }

    /// Equal numbers are one value, as far as they are remembered, so that equal operations can be seen to be equal.
    void share_number(ValueId at, const Operation& operation) {
        ValueId& known = m_numbers[operation.number % m_numbers.size()];
        if (known != no_value && m_block[known].number == operation.number && m_block[known].type == operation.type) {
            become(at, known);
        } else {
            known = at;
        }
    }

    void become(ValueId at, ValueId other) {
        m_same[at] = other;
        m_block.operations[at].is_removed = true;
    }
    void become_number(ValueId at, u64 number) {
        Operation& operation = m_block.operations[at];
        const ValueType type = result_type(operation);
        operation.code = Code::constant;
        operation.type = type;
        operation.number = number;
        operation.operands.fill(no_value);
        operation.guard = no_value;
    }

    void compute(ValueId at, Operation& operation) {
        if (operation.code == Code::select) {
            if (is_known(operation.a())) {
                become(at, m_block[operation.a()].number != 0 ? operation.b() : operation.c());
            }
            return;
        }
        const bool is_float =
            is_float_type(operation.type) || (operation.code >= Code::fadd && operation.code <= Code::of_bits);
        if (operation.code == Code::constant || is_float) {
            return;
        }
        if (is_known(operation.a()) && (operation.b() == no_value || is_known(operation.b()))) {
            return become_number(at, value_of(operation));
        }
        simplify(at, operation);
    }

    [[nodiscard]] u64 value_of(const Operation& operation) const {
        const u64 a = m_block[operation.a()].number;
        const u64 b = operation.b() == no_value ? 0 : m_block[operation.b()].number;
        if (operation.code == Code::eq) {
            return a == b ? 1 : 0;
        }
        return meaning::detail::integer_value({static_cast<meaning::MicroCode>(operation.code), operation.type}, a, b);
    }

    /// What one number decides, or the shape of the operands.
    void simplify(ValueId at, const Operation& operation) {
        const ValueId a = operation.a();
        const ValueId b = operation.b();
        switch (operation.code) {
            case Code::add:
            case Code::bit_or:
            case Code::bit_xor:
                if (is_number(a, 0)) {
                    return become(at, b);
                }
                [[fallthrough]];
            case Code::sub:
            case Code::shl:
            case Code::shr:
            case Code::sar:
                if (is_number(b, 0)) {
                    become(at, a);
                }
                return;
            case Code::bit_and:
                if (is_number(a, 0) || is_number(b, 0)) {
                    become_number(at, 0);
                }
                return;
            case Code::div_u:
            case Code::div_s:
                if (is_number(b, 1)) {
                    become(at, a);
                }
                return;
            case Code::rem_u:
            case Code::rem_s:
                if (is_number(b, 1)) {
                    become_number(at, 0);
                }
                return;
            case Code::invert:
                if (m_block[a].code == Code::invert) {
                    become(at, m_block[a].a());
                }
                return;
            default:
                return;
        }
    }

    [[nodiscard]] std::string number_of(ValueId value) const {
        return std::to_string(static_cast<i32>(m_block.word(value)));
    }
    void say(const Operation& operation, std::string text) const {
        if (m_notes != nullptr) {
            m_notes->push_back({"known", operation.instruction, std::move(text)});
        }
    }

    LoweredBlock& m_block;
    PassNotes* m_notes;
    std::vector<ValueId>& m_same;  // of each operation: the value that it is, by now
    std::array<ValueId, GuestPlace::count> m_held;
    std::array<ValueId, 16> m_numbers;
};

}  // namespace

void fold_known_values(LoweredBlock& block, PassNotes* notes) {
    Folding(block, notes).run();
}

}  // namespace mariner::translate
