#include "emulator/grader/structure.hpp"

#include <algorithm>
#include <map>

#include "emulator/execute/registers.hpp"
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
    return registers_written(instruction).contains(reg::v0);
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

/// Something that a rule names, and where the program has it first.
struct Named {
    std::string what;
    std::optional<u32> address;
};

class StructureLook {
public:
    explicit StructureLook(const ProgramImage& image)
        : m_image(image), m_instructions(instructions_of(image)), m_syscalls(syscalls_of(image)) {}

    [[nodiscard]] std::vector<Named> find(const StructureRule& rule) const {
        std::vector<Named> found;
        for (const std::string& word : rule.instructions) {
            found.push_back({"instruction " + word, address_in(m_instructions, to_lower(word))});
        }
        for (const u32 number : rule.syscalls) {
            found.push_back({service_text(number), address_in(m_syscalls, number)});
        }
        for (const std::string& label : rule.labels) {
            const Symbol* const symbol = m_image.find_symbol(label);
            found.push_back({"label " + label, symbol != nullptr ? std::optional(symbol->address) : std::nullopt});
        }
        return found;
    }

private:
    template <class Key>
    static std::optional<u32> address_in(const std::map<Key, u32>& addresses, const Key& key) {
        const auto found = addresses.find(key);
        return found != addresses.end() ? std::optional(found->second) : std::nullopt;
    }

    const ProgramImage& m_image;
    std::map<std::string, u32> m_instructions;
    std::map<u32, u32> m_syscalls;
};

}  // namespace

std::vector<StructureFinding> look_at_structure(const ProgramImage& image, const StructureRule& require,
                                                const StructureRule& forbid) {
    const StructureLook look(image);
    std::vector<StructureFinding> findings;
    for (const Named& named : look.find(require)) {
        if (!named.address) {
            findings.push_back({"the program has no " + named.what + ", which is required", std::nullopt});
        }
    }
    for (const Named& named : look.find(forbid)) {
        if (named.address) {
            findings.push_back(
                {"the program uses " + named.what + ", which is not allowed", place_result(image, *named.address)});
        }
    }
    return findings;
}

}  // namespace mariner::grader
