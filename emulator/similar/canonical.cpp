#include "emulator/similar/canonical.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "emulator/execute/registers.hpp"
#include "emulator/meaning/facts.hpp"

namespace mariner::similar {

namespace {

using isa::Instruction;
using isa::is_one_of;
using isa::Op;

constexpr u8 zero = 0;
constexpr u8 at = 1;
constexpr u8 sp = 29;
constexpr u8 ra = 31;

/// Steps that no single instruction stands for. The others are their instruction's number.
enum class Step : u32 {
    address = isa::op_count,
    constant,
    move,
    frame,
    stack_address,
    stack_load,
    stack_store,
    return_,
};

constexpr u64 code_of(Step step, u32 value = 0) {
    return static_cast<u64>(step) << 32 | value;
}

constexpr u64 code_of(Op op) {
    return static_cast<u64>(op) << 32;
}

/// Instructions that differ from another one in a way that a rewriter can choose freely, and that other one.
constexpr std::pair<Op, Op> representatives[] = {
    {Op::addu, Op::add},    {Op::addi, Op::add},   {Op::addiu, Op::add}, {Op::subu, Op::sub},   {Op::andi, Op::and_},
    {Op::ori, Op::or_},     {Op::xori, Op::xor_},  {Op::slti, Op::slt},  {Op::sltiu, Op::sltu}, {Op::mult, Op::mul},
    {Op::multu, Op::mul},   {Op::divu, Op::div},   {Op::lbu, Op::lb},    {Op::lhu, Op::lh},     {Op::jalr, Op::jal},
    {Op::jalr_ra, Op::jal}, {Op::bgezal, Op::jal},
};

Op representative(Op op) {
    const auto* const row = std::ranges::find(representatives, op, &std::pair<Op, Op>::first);
    return row != std::end(representatives) ? row->second : op;
}

struct Copy {
    u8 to = zero;
    u8 from = zero;
};

/// Rotating by 0 is written with a shift by 32, of which the machine sees five bits.
u32 shift_of(const Instruction& i) {
    return static_cast<u32>(i.imm) & 31U;
}

/// Of those that come to the register itself with a constant 0, and to the constant with $zero.
bool takes_constant(Op op) {
    return is_one_of(op, Op::addi, Op::addiu, Op::ori, Op::xori);
}

/// The ways of writing `move`.
std::optional<Copy> copy_of(const Instruction& i) {
    const bool adds = is_one_of(i.op, Op::add, Op::addu, Op::or_, Op::xor_);
    if (i.rt == zero && (adds || is_one_of(i.op, Op::sub, Op::subu))) {
        return Copy{i.rd, i.rs};
    }
    if ((adds && i.rs == zero) || (is_one_of(i.op, Op::sll, Op::srl, Op::sra) && shift_of(i) == 0)) {
        return Copy{i.rd, i.rt};
    }
    return takes_constant(i.op) && i.imm == 0 ? std::optional(Copy{i.rt, i.rs}) : std::nullopt;
}

/// Also loads to $zero: they could trap, but nobody writes them for that.
bool changes_nothing(const Instruction& instruction) {
    const isa::InstructionInfo& row = isa::info(instruction.op);
    const std::optional<Copy> copy = copy_of(instruction);
    if (instruction.op == Op::nop || (copy && copy->to == copy->from)) {
        return true;
    }
    if (meaning::facts(row.op).is_transfer() || meaning::facts(row.op).stores != 0) {
        return false;
    }
    return goes_to_zero(instruction);
}

bool is_jump(const Instruction& instruction) {
    return instruction.op == Op::j || (instruction.op == Op::bgez && instruction.rs == zero) ||
           (instruction.op == Op::beq && instruction.rs == instruction.rt);
}

class Canonicalizer {
public:
    explicit Canonicalizer(const ProgramImage& image) : m_image(image) {
        for (const Symbol& symbol : image.symbols) {
            m_labels.push_back(symbol.address);
        }
        std::sort(m_labels.begin(), m_labels.end());
        for (const TextEntry& entry : image.text) {
            if (!changes_nothing(entry.instruction)) {
                m_entries.push_back(&entry);
            }
        }
    }

    std::vector<CanonicalToken> run() {
        for (m_at = 0; m_at < m_entries.size(); ++m_at) {
            m_entry = m_entries[m_at];
            lower(m_entry->instruction);
        }
        flush();
        sort_loadings();
        return std::move(m_tokens);
    }

private:
    /// A constant on its way to the instruction that may take it in.
    struct Pending {
        u8 target = zero;
        u32 value = 0;
        bool is_upper = false;    // of a lui whose other half may follow
        bool is_indexed = false;  // a register was added to the upper half
        const TextEntry* entry = nullptr;
    };

    void lower(const Instruction& i) {
        if (completes_constant(i) || is_taken_in(i)) {
            return;
        }
        flush();
        const isa::InstructionInfo& row = isa::info(i.op);
        if (meaning::facts(row.op).is_transfer()) {
            lower_transfer(i);
        } else if (meaning::facts(row.op).touches_memory()) {
            lower_access(i);
        } else if (lower_constant(i)) {
            return;
        } else if (copy_of(i)) {
            emit(code_of(Step::move));
        } else if (!lower_arithmetic(i)) {
            emit(representative(i.op));
        }
    }

    /// The second half of lui and ori, and the base register in `lui at; addu at, at, base; lw r, low(at)`.
    bool completes_constant(const Instruction& i) {
        if (!m_pending || !m_pending->is_upper) {
            return false;
        }
        const bool adds_base = (i.op == Op::addu || i.op == Op::add) && i.rd == at && i.rs == at && i.rt != at;
        if (adds_base && m_pending->target == at && !m_pending->is_indexed) {
            m_pending->is_indexed = true;
            return true;
        }
        const bool adds_low = i.op == Op::ori || i.op == Op::addi || i.op == Op::addiu;
        if (!adds_low || i.rs != m_pending->target || m_pending->is_indexed) {
            return false;
        }
        m_pending->value =
            i.op == Op::ori ? m_pending->value | static_cast<u32>(i.imm) : m_pending->value + static_cast<u32>(i.imm);
        m_pending->target = i.rt;
        m_pending->is_upper = false;
        return true;
    }

    /// Subtracting a constant is adding its opposite; 1 - x is what `sge` and its like do to a truth value; an address
    /// and a small offset are one address; comparing with a constant 0 is comparing with $zero.
    bool is_taken_in(const Instruction& i) {
        if (!m_pending) {
            return false;
        }
        const Pending pending = *m_pending;
        const bool adds = i.op == Op::add || i.op == Op::addu;
        const bool subtracts = (i.op == Op::sub || i.op == Op::subu) && !pending.is_upper;
        if ((adds || subtracts) && i.rt == pending.target && i.rs == sp && i.rd == sp) {
            m_pending.reset();
            emit(code_of(Step::frame));
            return true;
        }
        if (subtracts && i.rt == pending.target && i.rs != zero) {
            m_pending->value = u32{0} - pending.value;
            flush();
            emit(Op::add);
            return true;
        }
        if (subtracts && i.rs == pending.target && pending.value == 1) {
            flush();
            emit(Op::xor_);
            return true;
        }
        if (meaning::facts(i.op).touches_memory() && i.rs == pending.target) {
            m_pending->value += static_cast<u32>(i.imm);
            flush();
            if (pending.is_indexed) {
                emit(Op::add);
            }
            emit(representative(i.op));
            return true;
        }
        if (pending.target == at && pending.value == 0) {
            m_pending.reset();
        }
        return false;
    }

    bool lower_constant(const Instruction& i) {
        const auto value = static_cast<u32>(i.imm);
        if (i.op == Op::lui) {
            m_pending = Pending{i.rt, value << 16, true, false, m_entry};
        } else if (takes_constant(i.op) && i.rs == zero) {
            m_pending = Pending{i.rt, value, false, false, m_entry};
        } else if (is_one_of(i.op, Op::add, Op::addu, Op::or_, Op::xor_, Op::sub, Op::subu) && i.rs == zero &&
                   i.rt == zero) {
            m_pending = Pending{i.rd, 0, false, false, m_entry};
        }
        return m_pending.has_value();
    }

    bool lower_arithmetic(const Instruction& i) {
        switch (i.op) {
            case Op::addi:
            case Op::addiu:
                lower_addition(i);
                return true;
            case Op::andi:
            case Op::ori:
            case Op::xori:
                emit_constant(static_cast<u32>(i.imm));
                emit(representative(i.op));
                return true;
            case Op::srl:
            case Op::sra:
                emit_constant(shift_of(i));
                emit(representative(i.op));
                return true;
            case Op::slti:
            case Op::sltiu:
                lower_comparison(i);
                return true;
            case Op::sll:
                emit_constant(u32{1} << shift_of(i));
                emit(Op::mul);
                return true;
            case Op::add:
            case Op::addu:
                if (i.rs == i.rt) {
                    emit_constant(2);
                    emit(Op::mul);
                    return true;
                }
                return false;
            case Op::mflo:
                return m_has_product;
            default:
                m_has_product = is_one_of(i.op, Op::mult, Op::multu, Op::mul) ||
                                (m_has_product && !is_one_of(i.op, Op::div, Op::divu));
                return false;
        }
    }

    void lower_addition(const Instruction& i) {
        if (i.rs == sp) {
            emit(code_of(i.rt == sp ? Step::frame : Step::stack_address));
            return;
        }
        // ble r, n, L is `addi at, r, -1; slti at, at, n; bne at, $zero, L`, and bge's opposite in any other form.
        const Instruction* compare = following(1);
        const Instruction* branch = following(2);
        if (i.rt == at && i.imm == -1 && compare != nullptr && branch != nullptr && compare->op == Op::slti &&
            compare->rs == at && compare->rt == at && branch->op == Op::bne && branch->rs == at) {
            lower_comparison(*compare);
            emit(Op::beq);
            m_at += 2;
            return;
        }
        emit_constant(static_cast<u32>(i.imm));
        emit(Op::add);
    }

    void lower_comparison(const Instruction& i) {
        if (i.imm != 0) {
            emit_constant(static_cast<u32>(i.imm));
        }
        emit(representative(i.op));
    }

    void lower_access(const Instruction& i) {
        if (i.rs == sp) {
            emit(code_of(meaning::facts(i.op).loads != 0 ? Step::stack_load : Step::stack_store));
            return;
        }
        if (i.rs == zero) {
            emit_constant(static_cast<u32>(i.imm));
        } else if (i.imm != 0) {
            emit_constant(static_cast<u32>(i.imm));
            emit(Op::add);
        }
        emit(representative(i.op));
    }

    void lower_transfer(const Instruction& i) {
        switch (i.op) {
            case Op::j:
                if (!leads_to(static_cast<u32>(i.imm), 1)) {
                    emit(Op::j);
                }
                return;
            case Op::beq:
                lower_branch(i, {}, i.rs == i.rt ? Op::j : Op::beq);
                return;
            case Op::bne:
                if (i.rs != i.rt && !guards_division(i)) {
                    lower_branch(i, {}, Op::bne);
                }
                return;
            case Op::bgez:
                lower_branch(i, i.rs == zero ? std::optional<Op>() : Op::slt, i.rs == zero ? Op::j : Op::beq);
                return;
            case Op::blez:
                lower_branch(i, Op::slt, Op::beq);
                return;
            case Op::bltz:
            case Op::bgtz:
                lower_branch(i, Op::slt, Op::bne);
                return;
            case Op::jr:
                emit(i.rs == ra ? code_of(Step::return_) : code_of(Op::jr));
                return;
            default:
                emit(representative(i.op));
        }
    }

    /// A branch over a jump is the opposite branch to where the jump goes.
    void lower_branch(const Instruction& i, std::optional<Op> compare, Op branch) {
        const u32 target = m_entry->address + 4 + static_cast<u32>(i.imm) * 4;
        if (leads_to(target, 1)) {
            return;
        }
        if (compare) {
            emit(*compare);
        }
        const Instruction* next = following(1);
        if (branch != Op::j && next != nullptr && is_jump(*next) && leads_to(target, 2)) {
            branch = branch == Op::beq ? Op::bne : Op::beq;
            ++m_at;
        }
        emit(branch);
    }

    /// `div r1, r2, r3` begins with a branch over a break, which `div r2, r3; mflo r1` lacks.
    bool guards_division(const Instruction& i) {
        const Instruction* next = following(1);
        if (i.rt != zero || i.imm != 1 || next == nullptr || next->op != Op::break_) {
            return false;
        }
        ++m_at;
        return true;
    }

    [[nodiscard]] const Instruction* following(size_t distance) const {
        return m_at + distance < m_entries.size() ? &m_entries[m_at + distance]->instruction : nullptr;
    }

    /// Whether execution at an address goes on with the entry so far ahead, over nothing that does anything.
    [[nodiscard]] bool leads_to(u32 address, size_t distance) const {
        return m_at + distance < m_entries.size() && address <= m_entries[m_at + distance]->address &&
               address > m_entries[m_at + distance - 1]->address;
    }

    void flush() {
        if (m_pending) {
            const TextEntry* const current = m_entry;
            m_entry = m_pending->entry;
            emit_constant(m_pending->value);
            m_entry = current;
            m_pending.reset();
        }
    }

    [[nodiscard]] bool is_address(u32 value) const {
        const bool is_data = value >= 0x10000000 && value < 0x80000000;
        return is_data || (value >= 0x00400000 && std::binary_search(m_labels.begin(), m_labels.end(), value));
    }

    void emit_constant(u32 value) { emit(is_address(value) ? code_of(Step::address) : code_of(Step::constant, value)); }

    void emit(Op op) { emit(code_of(op)); }

    void emit(u64 code) {
        CanonicalToken token{code};
        if (m_entry->statement < m_image.statements.size()) {
            token.file = m_image.statements[m_entry->statement].file;
            token.line = m_image.statements[m_entry->statement].line;
        }
        m_tokens.push_back(token);
    }

    void sort_loadings() {
        auto first = m_tokens.begin();
        while (first != m_tokens.end()) {
            first = std::find_if(first, m_tokens.end(), is_loading);
            const auto last = std::find_if_not(first, m_tokens.end(), is_loading);
            std::ranges::stable_sort(first, last, {}, &CanonicalToken::code);
            first = last;
        }
    }

    const ProgramImage& m_image;
    std::vector<u32> m_labels;                // their addresses, sorted
    std::vector<const TextEntry*> m_entries;  // without those that change nothing
    size_t m_at = 0;
    const TextEntry* m_entry = nullptr;
    std::optional<Pending> m_pending;
    bool m_has_product = false;  // what mflo would fetch is a product
    std::vector<CanonicalToken> m_tokens;
};

}  // namespace

std::vector<CanonicalToken> canonical_tokens(const ProgramImage& image) {
    return Canonicalizer(image).run();
}

bool is_loading(const CanonicalToken& token) {
    const auto step = static_cast<Step>(token.code >> 32);
    return step == Step::constant || step == Step::address || step == Step::move;
}

}  // namespace mariner::similar
