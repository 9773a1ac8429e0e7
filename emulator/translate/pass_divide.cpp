// Division by a constant is a multiplication by 2^k / divisor, rounded up, of which the upper bits are kept; k is such
// that the rounding never shows (Granlund and Montgomery, "Division by invariant integers using multiplication").

#include <algorithm>
#include <bit>

#include "emulator/translate/block_rewriter.hpp"
#include "emulator/translate/passes.hpp"

namespace mariner::translate {

namespace {

class DivisionPass {
public:
    DivisionPass(LoweredBlock& block, PassNotes* notes) : m_block(block), m_notes(notes), m_writer(block) {}

    static bool is_candidate(const LoweredBlock& block, const Operation& operation) {
        return !operation.is_removed && operation.code >= Code::div_s && operation.code <= Code::rem_u &&
               operation.guard == no_value && block.is_constant(operation.b()) && block.word(operation.b()) > 1;
    }

    void run() {
        for (ValueId at = 0; at < m_block.operations.size(); ++at) {
            if (is_candidate(m_block, m_block[at])) {
                m_writer.replace(at, written_for(m_block[at]));
            } else {
                m_writer.copy(at);
            }
        }
        m_writer.finish();
    }

private:
    static bool wants_rest(Code code) { return code == Code::rem_s || code == Code::rem_u; }

    ValueId written_for(const Operation& division) {
        m_instruction = division.instruction;
        const bool is_signed = division.code == Code::div_s || division.code == Code::rem_s;
        const ValueId value = m_writer.moved(division.a());
        const u32 divisor = m_block.word(division.b());
        const ValueId quotient = shared_quotient(division, is_signed, value, divisor);
        return wants_rest(division.code) ? rest(value, quotient, divisor, is_signed) : quotient;
    }

    /// The one of the same division before it, if that is where this one stands: an instruction makes both.
    ValueId shared_quotient(const Operation& division, bool is_signed, ValueId value, u32 divisor) {
        const bool is_same = m_quotient != no_value && m_last.instruction == division.instruction &&
                             m_last.operands == division.operands && m_last_is_signed == is_signed;
        if (!is_same) {
            m_quotient = is_signed ? signed_quotient(value, static_cast<i32>(divisor)) : quotient(value, divisor);
            m_last = division;
            m_last_is_signed = is_signed;
            if (m_notes != nullptr) {
                m_notes->push_back({"divide", m_instruction,
                                    "by " + std::to_string(is_signed ? i64{static_cast<i32>(divisor)} : i64{divisor}) +
                                        " without dividing"});
            }
        }
        return m_quotient;
    }

    ValueId quotient(ValueId value, u32 divisor) {
        if (std::has_single_bit(divisor)) {
            return with_number(Code::shr, value, static_cast<u32>(std::countr_zero(divisor)));
        }
        u32 shift = static_cast<u32>(std::bit_width(divisor - 1));
        u64 factor = (~u64{0} >> (32 - shift)) / divisor + 1;
        for (; shift > 0 && factor % 2 == 0; --shift) {
            factor /= 2;
        }
        const ValueId upper = upper_product(Code::extend_u, value, static_cast<u32>(factor));
        if (factor >> 32 == 0) {
            return with_number(Code::shr, upper, shift);
        }
        // The factor has 33 bits: (upper + value) >> shift, whose sum has as many.
        const ValueId half = with_number(Code::shr, add(Code::sub, ValueType::i32, value, upper), 1);
        return with_number(Code::shr, add(Code::add, ValueType::i32, half, upper), shift - 1);
    }

    ValueId signed_quotient(ValueId value, i32 divisor) {
        const u32 magnitude = divisor < 0 ? 0 - static_cast<u32>(divisor) : static_cast<u32>(divisor);
        const ValueId positive = magnitude == 1 ? value : signed_quotient_by(value, magnitude);
        return divisor < 0 ? add(Code::sub, ValueType::i32, number(0), positive) : positive;
    }

    ValueId signed_quotient_by(ValueId value, u32 magnitude) {
        if (std::has_single_bit(magnitude)) {
            const u32 shift = static_cast<u32>(std::countr_zero(magnitude));
            const ValueId signs = shift == 1 ? value : with_number(Code::sar, value, shift - 1);
            const ValueId toward_zero = with_number(Code::shr, signs, 32 - shift);
            return with_number(Code::sar, add(Code::add, ValueType::i32, toward_zero, value), shift);
        }
        const u32 shift = 31 + static_cast<u32>(std::bit_width(magnitude - 1));
        const u64 factor = (u64{1} << shift) / magnitude + 1;
        const ValueId down = with_number(Code::sar, upper_product(Code::extend_s, value, factor), shift - 32);
        return add(Code::add, ValueType::i32, down, with_number(Code::shr, value, 31));  // toward zero, not down
    }

    ValueId rest(ValueId value, ValueId quotient, u32 divisor, bool is_signed) {
        if (!is_signed && std::has_single_bit(divisor)) {
            return with_number(Code::bit_and, value, divisor - 1);
        }
        const ValueId factor = add(Code::extend_u, ValueType::i64, quotient);
        const ValueId product = add(Code::mul, ValueType::i64, factor, wide_number(divisor));
        return add(Code::sub, ValueType::i32, value, add(Code::low, ValueType::i32, product));
    }

    ValueId upper_product(Code extend, ValueId value, u64 factor) {
        const ValueId wide = add(extend, ValueType::i64, value);
        return add(Code::high, ValueType::i32, add(Code::mul, ValueType::i64, wide, wide_number(factor)));
    }

    ValueId add(Code code, ValueType type, ValueId a, ValueId b = no_value) {
        Operation operation;
        operation.code = code;
        operation.type = type;
        operation.operands = {a, b, no_value};
        operation.instruction = m_instruction;
        return m_writer.add(operation);
    }
    ValueId with_number(Code code, ValueId a, u32 b) {
        return b == 0 && code != Code::bit_and ? a : add(code, ValueType::i32, a, number(b));
    }
    ValueId number(u32 value) { return constant(ValueType::i32, value); }
    ValueId wide_number(u64 value) { return constant(ValueType::i64, value); }
    ValueId constant(ValueType type, u64 value) {
        Operation operation;
        operation.code = Code::constant;
        operation.type = type;
        operation.number = value;
        operation.instruction = m_instruction;
        return m_writer.add(operation);
    }

    LoweredBlock& m_block;
    PassNotes* m_notes;
    BlockRewriter m_writer;
    u32 m_instruction = 0;
    Operation m_last;
    bool m_last_is_signed = false;
    ValueId m_quotient = no_value;
};

}  // namespace

void divide_by_constants(LoweredBlock& block, PassNotes* notes) {
    const auto is_candidate = [&](const Operation& one) { return DivisionPass::is_candidate(block, one); };
    if (block.has_divisions && std::ranges::any_of(block.operations, is_candidate)) {
        DivisionPass(block, notes).run();
    }
}

}  // namespace mariner::translate
