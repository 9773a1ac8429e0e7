// MARS's Instruction Statistics: instructions by what they do.

#include <array>

#include "emulator/execute/registers.hpp"
#include "emulator/meaning/facts.hpp"
#include "emulator/tools/executed_counts.hpp"
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

/// $1 to $31, and what multiplication and division leave.
constexpr RegisterSet integer_results{0xffff'fffeULL | (u64{1} << register_id::hi) | (u64{1} << register_id::lo), 0};

/// By what the instruction is.
InstructionGroup true_group_of(const isa::Instruction& instruction) {
    const isa::InstructionInfo& info = isa::info(instruction.op);
    if (meaning::facts(info.op).is_branch) {
        return InstructionGroup::branch;
    }
    if (meaning::facts(info.op).is_jump) {
        return InstructionGroup::jump;
    }
    if (meaning::facts(info.op).loads != 0 || meaning::facts(info.op).stores != 0) {
        return InstructionGroup::memory;
    }
    // Floating point, coprocessors, system calls and traps write no integer register, or one from elsewhere.
    const bool calculates = !meaning::facts(info.op).is_float() && !meaning::facts(info.op).always_leaves &&
                            (registers_written(instruction) & integer_results).low != 0;
    const bool is_move = isa::is_one_of(instruction.op, isa::Op::mfc0, isa::Op::mfc1, isa::Op::movf, isa::Op::movt);
    return calculates && !is_move ? InstructionGroup::alu : InstructionGroup::other;
}

using GroupCounts = std::array<u64, group_count>;

class Statistics final : public Tool {
public:
    Statistics(bool is_exact, const ProgramImage& image) : m_is_exact(is_exact), m_executed(image) {}

    void fetched(const Fetch& fetch) override {
        if (!fetch.is_user_text || fetch.slot == nullptr) {
            return;
        }
        if (fetch.is_step) {
            m_begun = {fetch.address, true_group_of(fetch.slot->instruction)};
            ++m_in_truth.at(static_cast<size_t>(m_begun.group));
        }
        if (m_is_exact ? !fetch.is_step : fetch.address == m_last) {
            return;
        }
        m_last = fetch.address;
        const InstructionGroup by_mars = group_of(fetch.slot->word);
        ++m_by_mars.at(static_cast<size_t>(by_mars));
        m_misjudged += fetch.is_step && by_mars != m_begun.group ? 1 : 0;
        m_executed.count(fetch.address);
    }
    /// It was fetched, but hasn't been executed.
    void interrupted(u32 address, u32 /*code*/) override {
        if (address == m_begun.address) {
            --m_in_truth.at(static_cast<size_t>(m_begun.group));
            if (m_is_exact) {
                m_executed.take_back(address);
            }
        }
    }

    [[nodiscard]] ToolReport report() const override;

private:
    static constexpr u32 nowhere = 1;
    bool m_is_exact;
    u32 m_last = nowhere;
    struct BegunStep {
        u32 address = nowhere;
        InstructionGroup group = InstructionGroup::other;
    };
    BegunStep m_begun;  // the last one
    GroupCounts m_by_mars{};
    GroupCounts m_in_truth{};
    u64 m_misjudged = 0;
    ExecutedCounts m_executed;
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
    const GroupCounts& counts = m_is_exact ? m_in_truth : m_by_mars;
    u64 total = 0;
    for (const u64 count : counts) {
        total += count;
    }
    ToolReport report("Instruction statistics (statistics)");
    report.line("total", "Total", total);
    std::string truth;
    for (size_t i = 0; i < words.size(); ++i) {
        truth += (i == 0 ? "" : ", ") + std::string(words[i].label) + " " + std::to_string(m_in_truth.at(i));
        const u64 count = counts.at(i);
        const double percent = total == 0 ? 0 : static_cast<double>(count) * 100 / static_cast<double>(total);
        report.line(words[i].key, words[i].label, count);
        report.bar(words[i].percent_key, words[i].percent_label, decimal_text(percent, 0) + "%");
    }
    report.hidden("rules", m_is_exact ? "exact" : "mars");
    m_executed.report(report);
    if (!m_is_exact && m_by_mars != m_in_truth) {
        const std::string misjudged = " (" + std::to_string(m_misjudged) + " times)";
        report.note(
            (m_misjudged != 0
                 ? "MARS takes addu, slt and sltu for Other, and tells bltz, bgez and traps by their offset" + misjudged
                 : "MARS counts an instruction that is fetched twice running once, and loads from the text") +
            "; in truth " + truth + " (rules=exact)");
    }
    return report;
}

Result<std::unique_ptr<Tool>> make_statistics(const Settings& settings, const ToolPlace& place) {
    return std::unique_ptr<Tool>(new Statistics(settings.is("rules", "exact"), place.machine.image()));
}

}  // namespace

ToolKind statistics_tool() {
    return {"statistics",
            "MARS's Instruction Statistics: ALU, jumps, branches, memory, others",
            {FetchInterest::all, false},
            {rules_parameter("exact goes by what an instruction does")},
            &make_statistics};
}

}  // namespace mariner::tools
