// MARS's Instruction Statistics: instructions by what they do.

#include <array>

#include "emulator/isa/instruction.hpp"
#include "emulator/tools/mips_fields.hpp"
#include "emulator/tools/tool.hpp"

namespace mariner::tools {

namespace {

enum class InstructionGroup : u8 { alu, jump, branch, memory, other };
constexpr size_t group_count = 5;

constexpr InstructionGroup group_of(u32 word) {
    const u32 opcode = opcode_of(word);
    const u32 bits = five_bits_of(word);
    if (opcode == 0) {
        const bool is_alu = bits == 0 || is_between(bits, 2, 7) || is_between(bits, 16, 31);
        return is_between(bits, 8, 9) ? InstructionGroup::jump
               : is_alu               ? InstructionGroup::alu
                                      : InstructionGroup::other;
    }
    if (looks_like_branch(word)) {
        return InstructionGroup::branch;
    }
    const bool is_memory = is_between(opcode, 0x20, 0x26) || is_between(opcode, 0x28, 0x2e);
    return is_between(opcode, 2, 3)    ? InstructionGroup::jump
           : is_between(opcode, 8, 15) ? InstructionGroup::alu
           : is_memory                 ? InstructionGroup::memory
                                       : InstructionGroup::other;
}

class Statistics final : public Tool {
public:
    void fetched(const Fetch& fetch) override {
        if (!fetch.is_user_text || fetch.slot == nullptr || fetch.address == m_last) {
            return;
        }
        m_last = fetch.address;
        ++m_counts[static_cast<size_t>(group_of(fetch.slot->word))];
        m_misplaced += isa::is_one_of(fetch.slot->instruction.op, isa::Op::addu, isa::Op::slt, isa::Op::sltu) ? 1 : 0;
    }

    [[nodiscard]] ToolReport report() const override;

private:
    static constexpr u32 nowhere = 1;
    u32 m_last = nowhere;
    std::array<u64, group_count> m_counts{};
    u64 m_misplaced = 0;  // addu, slt and sltu
};

ToolReport Statistics::report() const {
    struct GroupWords {
        std::string_view key;
        std::string_view percent_key;
        std::string_view label;
        std::string_view percent_label;
    };
    static constexpr auto words = std::to_array<GroupWords>({{"alu", "alu_percent", "ALU", "ALU of all"},
                                                             {"jump", "jump_percent", "Jump", "Jump of all"},
                                                             {"branch", "branch_percent", "Branch", "Branch of all"},
                                                             {"memory", "memory_percent", "Memory", "Memory of all"},
                                                             {"other", "other_percent", "Other", "Other of all"}});
    static_assert(words.size() == group_count);
    u64 total = 0;
    for (const u64 count : m_counts) {
        total += count;
    }
    ToolReport report("Instruction statistics (statistics)");
    report.line("total", "Total", total);
    for (size_t i = 0; i < words.size(); ++i) {
        const u64 count = m_counts[i];
        const double percent = total == 0 ? 0 : static_cast<double>(count) * 100 / static_cast<double>(total);
        report.line(words[i].key, words[i].label, count);
        report.line(words[i].percent_key, words[i].percent_label, decimal_text(percent, 0) + "%");
    }
    if (m_misplaced != 0) {
        report.note("addu, slt and sltu count as Other, as in MARS; " + std::to_string(m_misplaced) +
                    " of them are ALU in truth");
    }
    return report;
}

Result<std::unique_ptr<Tool>> make_statistics(const Settings& /*settings*/, const ToolPlace& /*place*/) {
    return std::unique_ptr<Tool>(new Statistics);
}

}  // namespace

ToolKind statistics_tool() {
    return {"statistics",
            "MARS's Instruction Statistics: ALU, jumps, branches, memory, others",
            {.fetches = true},
            {},
            &make_statistics};
}

}  // namespace mariner::tools
