#include "emulator/isa/pseudo.hpp"

#include <utility>

#include "emulator/isa/encode.hpp"
#include "emulator/isa/instruction_table.hpp"

// The templates of pseudo.inc are compiled when this file is: a misspelt mnemonic, operand or function in a row does
// not build. At run time an expansion is a walk over a few small structs.

namespace mariner::isa {

namespace {

/// What an immediate operand of a template is made of: function(label? + constant? + addend).
enum class Function : u8 { plain, high, high_adjusted, low, low_unsigned, complement_32, branch_over, branch_to_label };

struct TemplateOperand {
    Slot slot = Slot::none;
    u8 PseudoOperands::*role = nullptr;  // null: a fixed register
    u8 number = 0;                       // of that, or 1 for nx(...)
    Function function = Function::plain;
    bool uses_label = false;
    bool uses_constant = false;
    i32 addend = 0;
};

struct TemplateInstruction {
    Op op = Op::nop;
    bool only_delayed = false;
    u8 operand_count = 0;
    std::array<TemplateOperand, 3> operands{};
};

struct Template {
    u8 count = 0;
    std::array<TemplateInstruction, max_expansion> instructions{};
};

using pattern::malformed_table_row;

/// Reads one expansion text from left to right.
class Compiler {
public:
    constexpr explicit Compiler(std::string_view text) : m_words(text) { advance(); }

    constexpr Template compile() {
        Template result;
        while (!m_word.empty()) {
            result.instructions.at(result.count++) = read_instruction();
            if (m_word == ";") {
                advance();
            }
        }
        return result;
    }

private:
    constexpr void advance() { m_word = m_words.next(); }

    constexpr void expect(std::string_view word) {
        if (m_word != word) {
            malformed_table_row("unexpected word in an expansion");
        }
        advance();
    }

    constexpr TemplateInstruction read_instruction() {
        TemplateInstruction result;
        if (m_word == "[") {
            advance();
            expect("nop");
            expect("]");
            result.only_delayed = true;
            return result;
        }
        const InstructionInfo& row = read_mnemonic();
        result.op = row.op;
        for (const Operand& operand : row.pattern) {
            if (operand.slot == Slot::none) {
                expect(operand.name);  // a parenthesis
                continue;
            }
            result.operands.at(result.operand_count++) = read_operand(operand);
        }
        if (!m_word.empty() && m_word != ";") {
            malformed_table_row("too many operands in an expansion");
        }
        return result;
    }

    /// A basic mnemonic; of several forms the one with as many operands as are written (only `break` has both).
    constexpr const InstructionInfo& read_mnemonic() {
        const std::string_view name = m_word;
        advance();
        for (const InstructionInfo& row : compiled_table) {
            const bool has_operands = !m_word.empty() && m_word != ";";
            if (row.mnemonic == name && (row.pattern.count > 0) == has_operands) {
                return row;
            }
        }
        malformed_table_row("unknown mnemonic in an expansion");
        return compiled_table[0];
    }

    constexpr TemplateOperand read_operand(const Operand& operand) {
        const bool is_register =
            operand.kind == OperandKind::integer_register || operand.kind == OperandKind::float_register;
        TemplateOperand result = is_register ? read_register() : read_value();
        result.slot = operand.slot;
        if (operand.kind == OperandKind::label && result.function == Function::plain) {
            result.function = Function::branch_to_label;
        }
        return result;
    }

    constexpr TemplateOperand read_register() {
        TemplateOperand result;
        if (m_word == "nx") {
            advance();
            expect("(");
            result.role = read_role();
            result.number = 1;
            expect(")");
        } else if (m_word == "at" || m_word == "zero") {
            result.number = m_word == "at" ? 1 : 0;
            advance();
        } else {
            result.role = read_role();
        }
        return result;
    }

    constexpr u8 PseudoOperands::*read_role() {
        for (const PseudoRegister& known : pseudo_registers) {
            if (known.name == m_word) {
                advance();
                return known.member;
            }
        }
        malformed_table_row("unknown register in an expansion");
        return nullptr;
    }

    constexpr TemplateOperand read_value() {
        TemplateOperand result;
        if (m_word == "BR") {
            advance();
            result.function = Function::branch_over;
            return result;
        }
        if (is_function()) {
            result.function = read_function();
            expect("(");
            read_sum(result);
            expect(")");
            return result;
        }
        read_sum(result);
        return result;
    }

    [[nodiscard]] constexpr bool is_function() const {
        return m_word == "HI" || m_word == "HA" || m_word == "LO" || m_word == "LOU";
    }

    constexpr Function read_function() {
        const std::string_view name = m_word;
        advance();
        return name == "HI"   ? Function::high
               : name == "HA" ? Function::high_adjusted
               : name == "LO" ? Function::low
                              : Function::low_unsigned;
    }

    /// n, L, a number, sums of these; and the two differences "32-n" and "-1".
    constexpr void read_sum(TemplateOperand& result) {
        i32 sign = 1;
        while (true) {
            if (m_word == "-") {
                sign = -1;
            } else if (m_word == "n") {
                result.uses_constant = true;
                result.function = sign < 0 ? Function::complement_32 : result.function;
            } else if (m_word == "L") {
                result.uses_label = true;
            } else if (!m_word.empty() && m_word[0] >= '0' && m_word[0] <= '9') {
                result.addend += sign * read_number();
            } else if (m_word != "+") {
                return;
            }
            advance();
        }
    }

    constexpr i32 read_number() const {
        i32 value = 0;
        for (const char c : m_word) {
            value = value * 10 + (c - '0');
        }
        return value;
    }

    pattern::Words m_words;
    std::string_view m_word;
};

inline constexpr size_t pseudo_count = 0
#define PSEUDO(mnemonic, operands, expansion, compact, example, doc) +1
#include "emulator/isa/pseudo.inc"
#undef PSEUDO
    ;

consteval auto make_pseudo_table() {
    std::array<PseudoInfo, pseudo_count> table{};
    size_t at = 0;
#define PSEUDO(mnemonic, operands, expansion, compact, example, doc) \
    table.at(at++) = {mnemonic, operands, expansion, compact, example, doc, pattern::read_operands(operands)};
#include "emulator/isa/pseudo.inc"
#undef PSEUDO
    return table;
}

constexpr std::array<PseudoInfo, pseudo_count> pseudo_rows = make_pseudo_table();

struct Templates {
    std::array<Template, pseudo_count> standard{};
    std::array<Template, pseudo_count> compact{};
};

// Each row is a constant expression of its own: compilers limit the steps of one, and an error names the row's number.
template <size_t Row>
constexpr Template standard_template = Compiler(pseudo_rows[Row].expansion).compile();
template <size_t Row>
constexpr Template compact_template = pseudo_rows[Row].compact.empty() ? standard_template<Row>
                                                                       : Compiler(pseudo_rows[Row].compact).compile();

template <size_t... Rows>
consteval Templates collect_templates(std::index_sequence<Rows...> /*rows*/) {
    return {{standard_template<Rows>...}, {compact_template<Rows>...}};
}

constexpr Templates the_templates = collect_templates(std::make_index_sequence<pseudo_count>());

const Template& template_of(const PseudoInfo& form, ExpansionMode mode) {
    const auto index = static_cast<size_t>(&form - pseudo_rows.data());
    return mode.compact ? the_templates.compact[index] : the_templates.standard[index];
}

i32 value_of(const TemplateOperand& operand, const PseudoOperands& source, ExpansionMode mode, u32 address) {
    u32 sum = static_cast<u32>(operand.addend);
    sum += operand.uses_constant && operand.function != Function::complement_32 ? static_cast<u32>(source.constant) : 0;
    sum += operand.uses_label ? source.label : 0;
    switch (operand.function) {
        case Function::high:
            return static_cast<i32>(sum) >> 16;
        case Function::high_adjusted:
            return (static_cast<i32>(sum) >> 16) + static_cast<i32>((sum >> 15) & 1);
        case Function::low:
            return static_cast<i16>(static_cast<u16>(sum));
        case Function::low_unsigned:
            return static_cast<i32>(sum & 0xffff);
        case Function::complement_32:
            return static_cast<i32>(sum) - source.constant;
        case Function::branch_over:
            return mode.delayed_branching ? 2 : 1;
        case Function::branch_to_label:
            return static_cast<i32>(sum - (address + 4)) >> 2;
        case Function::plain:
            break;
    }
    return static_cast<i32>(sum);
}

}  // namespace

std::span<const PseudoInfo> pseudo_table() {
    return pseudo_rows;
}

size_t expansion_length(const PseudoInfo& form, ExpansionMode mode) {
    const Template& the_template = template_of(form, mode);
    size_t length = 0;
    for (size_t i = 0; i < the_template.count; ++i) {
        length += the_template.instructions[i].only_delayed && !mode.delayed_branching ? 0U : 1U;
    }
    return length;
}

size_t expand(const PseudoInfo& form, const PseudoOperands& operands, ExpansionMode mode, u32 address, Expansion& out) {
    const Template& the_template = template_of(form, mode);
    size_t length = 0;
    for (size_t i = 0; i < the_template.count; ++i) {
        const TemplateInstruction& source = the_template.instructions[i];
        if (source.only_delayed && !mode.delayed_branching) {
            continue;
        }
        Instruction& instruction = out[length];
        instruction = {};
        instruction.op = source.op;
        for (size_t k = 0; k < source.operand_count; ++k) {
            const TemplateOperand& operand = source.operands[k];
            const u8 base = operand.role != nullptr ? operands.*operand.role : u8{0};
            set_slot(instruction, operand.slot,
                     operand.slot == Slot::imm
                         ? value_of(operand, operands, mode, address + 4 * static_cast<u32>(length))
                         : base + operand.number);
        }
        ++length;
    }
    return length;
}

std::string_view missing_register(const PseudoInfo& form, const PseudoOperands& operands) {
    const Template& the_template = template_of(form, {});
    for (size_t i = 0; i < the_template.count; ++i) {
        for (const TemplateOperand& operand : the_template.instructions[i].operands) {
            const bool is_next = operand.role != nullptr && operand.number == 1;
            if (is_next && operands.*operand.role == 31) {
                return operand.role == &PseudoOperands::f1 ? "$f32" : "$32";
            }
        }
    }
    return {};
}

}  // namespace mariner::isa
