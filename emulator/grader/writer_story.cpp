#include "emulator/grader/writer_story.hpp"

#include <algorithm>

#include "emulator/execute/registers.hpp"
#include "emulator/grader/text_match.hpp"
#include "emulator/runtime/routine_call.hpp"
#include "emulator/support/text.hpp"

namespace mariner::grader {

namespace {

constexpr size_t most_writers_told = 6;

std::string_view without_end(std::string_view line) {
    return line.substr(0, line.find_last_not_of(" \t\r") + 1);
}

/// Where the printed text leaves the wanted one; blanks at line ends don't count.
std::optional<size_t> first_wrong_character(const std::string& wanted, const std::string& printed) {
    size_t begin = 0;
    const std::vector<std::string_view> lines = lines_of(wanted);
    for (size_t i = 0; begin < printed.size(); ++i) {
        const size_t end = std::min(printed.find('\n', begin), printed.size());
        const std::string_view line = std::string_view(printed).substr(begin, end - begin);
        const std::string_view other = i < lines.size() ? lines[i] : std::string_view();
        if (without_end(line) != without_end(other)) {
            const auto differs = std::mismatch(line.begin(), line.end(), other.begin(), other.end()).first;
            return std::min<size_t>(begin + static_cast<size_t>(differs - line.begin()), printed.size() - 1);
        }
        begin = end + 1;
    }
    return std::nullopt;
}

/// How the checks number a register; nothing for pc.
std::optional<u8> number_of(std::string_view name) {
    CpuState cpu;
    const u32* const place = find_register_place(cpu, name);
    for (u8 i = 0; i < 32; ++i) {
        if (place == &cpu.gpr.at(i) || place == &cpu.fpr.at(i)) {
            return static_cast<u8>(place == &cpu.fpr.at(i) ? register_id::float_base + i : i);
        }
    }
    return place == &cpu.hi   ? std::optional(register_id::hi)
           : place == &cpu.lo ? std::optional(register_id::lo)
                              : std::nullopt;
}

/// What is wrong, by its name; the questions about it stand in the same order.
class WriterStory {
public:
    WriterStory(const Case& wanted, const RunFacts& facts, const CaseResult& result)
        : m_case(wanted), m_facts(facts), m_result(result) {
        ask_for_registers();
        ask_for_memory();
        ask_for_picture();
        ask_for_output();
    }

    std::string tell(ProgramRunner& runner) {
        if (m_register_names.empty() && m_cell_names.empty() && !m_questions.character) {
            return {};
        }
        const WriterFacts facts = runner.who_wrote(m_questions);
        for (size_t i = 0; i < std::min(m_register_names.size(), facts.registers.size()); ++i) {
            tell_writer(m_register_names[i], facts.registers[i]);
        }
        for (size_t i = 0; i < std::min(m_cell_names.size(), facts.cells.size()); ++i) {
            tell_writer(m_cell_names[i], facts.cells[i]);
        }
        if (!facts.printer.empty()) {
            add("the first wrong character was printed in " + facts.printer);
        }
        if (!facts.argument.empty()) {
            add("  its $a0 was last written in " + facts.argument);
        }
        return m_text.empty() ? m_text : "who wrote it:\n" + m_text;
    }

private:
    void add(const std::string& line) {
        if (m_told++ < most_writers_told) {
            m_text += "  " + line + "\n";
        }
    }
    void tell_writer(const std::string& name, const std::string& line) {
        add(line.empty() ? "nothing in this run wrote " + name : name + " was last written in " + line);
    }

    void ask_for_register(const std::string& name, u32 value, u32 wanted) {
        const std::optional<u8> number = number_of(name);
        if (value != wanted && number) {
            m_register_names.push_back(name);
            m_questions.registers.push_back(*number);
        }
    }
    void ask_for_registers() {
        const std::vector<RegisterRule>& rules = m_case.expect.registers;
        for (size_t i = 0; i < std::min(rules.size(), m_facts.registers.size()); ++i) {
            ask_for_register(rules[i].name, m_facts.registers[i], rules[i].value);
        }
        if (m_case.call && m_case.call->returns) {
            ask_for_register("$v0", m_facts.call.v0, *m_case.call->returns);
        }
        if (m_case.call && m_case.call->returns_real) {
            ask_for_register("$f0", m_facts.call.f0, *m_case.call->returns_real);
        }
    }
    void ask_for_cell(std::string name, u32 address) {
        m_cell_names.push_back(std::move(name));
        m_questions.cells.push_back(address);
    }
    void ask_for_memory() {
        const std::vector<MemoryRule>& rules = m_case.expect.memory;
        for (size_t i = 0; i < std::min(rules.size(), m_facts.memory.size()); ++i) {
            const MemoryRule& rule = rules[i];
            const MemoryFacts& found = m_facts.memory[i];
            if (!found.address || found.bytes == rule.bytes) {
                continue;
            }
            const auto wrong = static_cast<size_t>(
                std::mismatch(rule.bytes.begin(), rule.bytes.end(), found.bytes.begin(), found.bytes.end()).first -
                rule.bytes.begin());
            const size_t element = wrong / rule.unit * rule.unit;
            ask_for_cell((rule.label.empty() ? hex32(*found.address) : rule.label) +
                             (element == 0 ? "" : "+" + std::to_string(element)),
                         *found.address + static_cast<u32>(wrong));
        }
    }
    void ask_for_picture() {
        if (!m_result.picture || !m_case.expect.picture || m_result.picture->expected.empty()) {
            return;
        }
        const PictureResult& picture = *m_result.picture;
        const auto wrong =
            static_cast<u32>(std::mismatch(picture.units.begin(), picture.units.end(), picture.expected.begin()).first -
                             picture.units.begin());
        if (wrong < picture.units.size()) {
            ask_for_cell("the unit in column " + std::to_string(wrong % picture.columns) + ", row " +
                             std::to_string(wrong / picture.columns),
                         m_case.expect.picture->base + 4 * wrong);
        }
    }
    void ask_for_output() {
        const std::optional<TextRule>& rule = m_case.expect.output;
        if (rule && rule->kind <= TextRuleKind::whitespace && m_case.expect.filters.empty() &&
            !match_text("output", *rule, {}, m_facts.output).passed) {
            m_questions.character = first_wrong_character(rule->texts.at(0), m_facts.output);
        }
    }

    const Case& m_case;
    const RunFacts& m_facts;
    const CaseResult& m_result;
    WriterQuestions m_questions;
    std::vector<std::string> m_register_names;
    std::vector<std::string> m_cell_names;
    std::string m_text;
    size_t m_told = 0;
};

}  // namespace

std::string writers_text(ProgramRunner& runner, const Case& wanted, const RunFacts& facts, const CaseResult& result) {
    constexpr u64 most_steps_again = 1'000'000;
    const bool is_plain = wanted.runs && wanted.info.visibility != Visibility::hidden && !wanted.board &&
                          !wanted.game && wanted.expect.tools.specifications.empty();
    if (!is_plain || result.verdict != Verdict::failed || result.steps > most_steps_again) {
        return {};
    }
    return WriterStory(wanted, facts, result).tell(runner);
}

}  // namespace mariner::grader
