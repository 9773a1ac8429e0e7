#include "emulator/grader/structure.hpp"

#include <algorithm>
#include <map>

#include "emulator/grader/case_run.hpp"
#include "emulator/machine/cpu_state.hpp"
#include "emulator/support/text.hpp"
#include "emulator/syscalls/syscall.hpp"

namespace mariner::grader {

namespace {

/// The word of a source line that is its instruction, in lower case; empty if its place isn't known.
std::string operator_of(const Statement& statement) {
    if (statement.column == 0 || statement.column > statement.source.size()) {
        return {};
    }
    const std::string_view rest = std::string_view(statement.source).substr(statement.column - 1);
    const size_t end = std::min(rest.find_first_of(" \t,#("), rest.size());
    return to_lower(rest.substr(0, end));
}

/// First address of each instruction, by the words it goes by: as written and as machine instruction.
std::map<std::string, u32> instructions_of(const ProgramImage& image) {
    std::map<std::string, u32> found;
    for (const TextEntry& entry : image.text) {
        found.try_emplace(std::string(isa::info(entry.instruction.op).mnemonic), entry.address);
        if (entry.statement != TextEntry::no_statement && entry.first_of_statement) {
            found.try_emplace(operator_of(image.statements[entry.statement]), entry.address);
        }
    }
    return found;
}

bool writes_v0(const isa::Instruction& instruction) {
    const isa::InstructionInfo& info = isa::info(instruction.op);
    const size_t arrow = std::min(info.access.find("<-"), info.access.size());
    const std::string_view written = info.access.substr(0, arrow);
    return (written.find("rd") != std::string_view::npos && instruction.rd == reg::v0) ||
           (written.find("rt") != std::string_view::npos && instruction.rt == reg::v0);
}

/// The constant that the instruction puts into $v0 all by itself.
std::optional<u32> constant_of(const isa::Instruction& instruction) {
    const bool from_zero = instruction.rs == reg::zero && instruction.rt == reg::v0;
    const bool is_load =
        instruction.op == isa::Op::addiu || instruction.op == isa::Op::addi || instruction.op == isa::Op::ori;
    return from_zero && is_load ? std::optional(static_cast<u32>(instruction.imm)) : std::nullopt;
}

/// First address of each system call whose number stands in the lines before it.
std::map<u32, u32> syscalls_of(const ProgramImage& image) {
    std::map<u32, u32> found;
    std::optional<u32> number;
    for (const TextEntry& entry : image.text) {
        if (entry.instruction.op == isa::Op::syscall) {
            if (number) {
                found.try_emplace(*number, entry.address);
            }
        } else if (writes_v0(entry.instruction)) {
            number = constant_of(entry.instruction);
        }
    }
    return found;
}

std::string service_text(u32 number) {
    const SyscallInfo* const row = find_syscall(number);
    return "syscall " + std::to_string(number) + (row != nullptr ? " (" + std::string(row->name) + ")" : "");
}

class StructureLook {
public:
    explicit StructureLook(const ProgramImage& image)
        : m_image(image), m_instructions(instructions_of(image)), m_syscalls(syscalls_of(image)) {}

    std::vector<StructureFinding> run(const StructureRule& require, const StructureRule& forbid) {
        for (const std::string& word : require.instructions) {
            missing(m_instructions.contains(to_lower(word)), "instruction " + word);
        }
        for (const u32 number : require.syscalls) {
            missing(m_syscalls.contains(number), service_text(number));
        }
        for (const std::string& label : require.labels) {
            missing(m_image.find_symbol(label) != nullptr, "label " + label);
        }
        for (const std::string& word : forbid.instructions) {
            if (const auto found = m_instructions.find(to_lower(word)); found != m_instructions.end()) {
                present("instruction " + word, found->second);
            }
        }
        for (const u32 number : forbid.syscalls) {
            if (const auto found = m_syscalls.find(number); found != m_syscalls.end()) {
                present(service_text(number), found->second);
            }
        }
        for (const std::string& label : forbid.labels) {
            if (const Symbol* const symbol = m_image.find_symbol(label)) {
                present("label " + label, symbol->address);
            }
        }
        return std::move(m_findings);
    }

private:
    void missing(bool is_there, const std::string& what) {
        if (!is_there) {
            m_findings.push_back({"the program has no " + what + ", which is required", std::nullopt});
        }
    }
    void present(const std::string& what, u32 address) {
        m_findings.push_back({"the program uses " + what + ", which is not allowed", place_result(m_image, address)});
    }

    const ProgramImage& m_image;
    std::map<std::string, u32> m_instructions;
    std::map<u32, u32> m_syscalls;
    std::vector<StructureFinding> m_findings;
};

}  // namespace

std::vector<StructureFinding> look_at_structure(const ProgramImage& image, const StructureRule& require,
                                                const StructureRule& forbid) {
    return StructureLook(image).run(require, forbid);
}

}  // namespace mariner::grader
