#include "emulator/grader/case_writers.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "emulator/execute/checked_core.hpp"
#include "emulator/grader/case_checks.hpp"
#include "emulator/grader/case_run.hpp"
#include "emulator/grader/text_match.hpp"
#include "emulator/meaning/facts.hpp"
#include "emulator/runtime/routine_call.hpp"
#include "emulator/support/text.hpp"

namespace mariner::grader {

namespace {

constexpr size_t most_writers_told = 6;
constexpr size_t most_watched_bytes = 100'000;

/// Who wrote what last, by the instruction's address; 0: nobody.
struct Writers {
    std::array<u32, 128> registers{};
    std::map<u32, u32> memory;     // by address; only what is watched
    std::vector<size_t> printed;   // how long the output was after each write to it
    std::vector<u32> printers;     // which instruction that was
    std::vector<u32> of_argument;  // who had written what it printed
    u32 may_print = 0;             // the last instruction, if it may have printed
};

class WriterWatcher : public Observer {
public:
    static constexpr bool active = true;
    WriterWatcher(const CaseRun& run, Writers& writers) : m_run(&run), m_writers(&writers) {}

    bool before(u32 pc, const isa::Instruction& instruction) {
        look_at_output();
        m_pc = pc;
        m_writers->may_print = meaning::facts(instruction.op).calls_system ? pc : 0;
        return false;
    }
    void write(u32 address, u32 size, u32 /*value*/) {
        constexpr u32 devices = 0xffff0000;
        m_writers->may_print = address >= devices ? m_pc : m_writers->may_print;
        const auto first = m_writers->memory.lower_bound(address);
        for (auto it = first; it != m_writers->memory.end() && it->first - address < size; ++it) {
            it->second = m_pc;
        }
    }
    void set_register(u8 id, u32 /*value*/) {
        if (id < m_writers->registers.size()) {
            m_writers->registers.at(id) = m_pc;
        }
    }

private:
    /// Of the instruction before; the service has been done by now.
    void look_at_output() {
        if (m_writers->may_print == 0) {
            return;
        }
        const size_t length = m_run->host().output().size();
        if (length != m_length) {
            m_length = length;
            m_writers->printed.push_back(length);
            m_writers->printers.push_back(m_pc);
            m_writers->of_argument.push_back(m_writers->registers.at(reg::a0));
        }
    }

    const CaseRun* m_run;
    Writers* m_writers;
    u32 m_pc = 0;
    size_t m_length = 0;
};

std::string line_of(const ProgramImage& image, u32 pc) {
    const std::optional<PlaceResult> place = place_result(image, pc);
    return place ? place->file + ", line " + std::to_string(place->line) + ": " + place->source : hex32(pc);
}

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

class WriterStory {
public:
    WriterStory(const ProgramImage& image, const Case& wanted, CaseRun& run)
        : m_image(image), m_case(wanted), m_run(run) {}

    std::string tell() {
        watch_memory();
        CoreOptions options;
        options.delayed_branching = m_image.delayed_branching;
        m_run.run_on(WatchedCore<WriterWatcher>(m_run.machine(), options, WriterWatcher(m_run, m_writers)).take_core());
        CaseResult again;
        if (m_case.call) {
            judge_call(m_run, m_case, again);
        } else {
            judge_program(m_run, m_case, again);
        }
        tell_registers();
        tell_memory();
        tell_picture(again);
        tell_output();
        return m_text.empty() ? m_text : "who wrote it:\n" + m_text;
    }

private:
    void add(const std::string& line) {
        if (m_told++ < most_writers_told) {
            m_text += "  " + line + "\n";
        }
    }
    void watch(u32 address, size_t size) {
        for (size_t i = 0; i < size && m_writers.memory.size() < most_watched_bytes; ++i) {
            m_writers.memory[address + static_cast<u32>(i)] = 0;
        }
    }
    [[nodiscard]] std::optional<u32> place_of_rule(const MemoryRule& rule) const {
        const Symbol* const symbol = rule.label.empty() ? nullptr : m_image.find_symbol(rule.label);
        return rule.label.empty()  ? std::optional(static_cast<u32>(rule.offset))
               : symbol != nullptr ? std::optional(symbol->address + static_cast<u32>(rule.offset))
                                   : std::nullopt;
    }
    void watch_memory() {
        for (const MemoryRule& rule : m_case.expect.memory) {
            if (const std::optional<u32> address = place_of_rule(rule)) {
                watch(*address, rule.bytes.size());
            }
        }
        if (const auto& picture = m_case.expect.picture) {
            for (u32 i = 0; i < picture->columns * picture->rows; ++i) {
                watch(picture->base + 4 * i, 1);
            }
        }
    }

    void tell_register(const std::string& name, u8 id, u32 value, u32 wanted) {
        if (value == wanted) {
            return;
        }
        const u32 writer = m_writers.registers.at(id);
        add(writer == 0 ? "nothing in this run wrote " + name
                        : name + " was last written in " + line_of(m_image, writer));
    }
    void tell_registers() {
        const CpuState& cpu = m_run.machine().cpu;
        for (const RegisterRule& rule : m_case.expect.registers) {
            const u32* const place = find_register_place(cpu, rule.name);
            for (u8 i = 0; i < 32; ++i) {
                if (place == &cpu.gpr.at(i) || place == &cpu.fpr.at(i)) {
                    const bool is_float = place == &cpu.fpr.at(i);
                    tell_register(rule.name, static_cast<u8>(is_float ? register_id::float_base + i : i), *place,
                                  rule.value);
                }
            }
            if (place == &cpu.hi || place == &cpu.lo) {
                tell_register(rule.name, place == &cpu.hi ? register_id::hi : register_id::lo, *place, rule.value);
            }
        }
        if (m_case.call && m_case.call->returns) {
            tell_register("$v0", reg::v0, cpu.gpr[reg::v0], *m_case.call->returns);
        }
        if (m_case.call && m_case.call->returns_real) {
            tell_register("$f0", register_id::float_base, cpu.fpr[0], *m_case.call->returns_real);
        }
    }
    void tell_cell(const std::string& name, u32 address) {
        const auto writer = m_writers.memory.find(address);
        const bool is_written = writer != m_writers.memory.end() && writer->second != 0;
        add(is_written ? name + " was last written in " + line_of(m_image, writer->second)
                       : "nothing in this run wrote " + name);
    }
    void tell_memory() {
        for (const MemoryRule& rule : m_case.expect.memory) {
            const std::optional<u32> address = place_of_rule(rule);
            for (size_t i = 0; address && i < rule.bytes.size(); ++i) {
                const u32 at = *address + static_cast<u32>(i);
                if (m_run.machine().memory().peek_byte(at).value_or(0) != rule.bytes[i]) {
                    const size_t element = i / rule.unit * rule.unit;
                    tell_cell((rule.label.empty() ? hex32(*address) : rule.label) +
                                  (element == 0 ? "" : "+" + std::to_string(element)),
                              at);
                    break;
                }
            }
        }
    }
    void tell_picture(const CaseResult& again) {
        if (!again.picture || !m_case.expect.picture || again.picture->expected.empty()) {
            return;
        }
        const PictureResult& picture = *again.picture;
        const auto wrong =
            static_cast<u32>(std::mismatch(picture.units.begin(), picture.units.end(), picture.expected.begin()).first -
                             picture.units.begin());
        if (wrong < picture.units.size()) {
            tell_cell("the unit in column " + std::to_string(wrong % picture.columns) + ", row " +
                          std::to_string(wrong / picture.columns),
                      m_case.expect.picture->base + 4 * wrong);
        }
    }
    void tell_output() {
        const std::optional<TextRule>& rule = m_case.expect.output;
        if (!rule || rule->kind > TextRuleKind::whitespace || !m_case.expect.filters.empty() ||
            match_text("output", *rule, {}, m_run.output()).passed) {
            return;
        }
        const std::optional<size_t> at = first_wrong_character(rule->texts.at(0), m_run.output());
        if (!at) {
            return;
        }
        if (m_writers.may_print != 0) {  // the program's last instruction, which nobody has looked at
            m_writers.printed.push_back(m_run.output().size());
            m_writers.printers.push_back(m_writers.may_print);
            m_writers.of_argument.push_back(m_writers.registers.at(reg::a0));
        }
        const auto after = std::upper_bound(m_writers.printed.begin(), m_writers.printed.end(), *at);
        if (after == m_writers.printed.end()) {
            return;
        }
        const auto index = static_cast<size_t>(after - m_writers.printed.begin());
        const u32 value = m_writers.of_argument.at(index);
        add("the first wrong character was printed in " + line_of(m_image, m_writers.printers.at(index)));
        if (value != 0) {
            add("  its $a0 was last written in " + line_of(m_image, value));
        }
    }

    const ProgramImage& m_image;
    const Case& m_case;
    CaseRun& m_run;
    Writers m_writers;
    std::string m_text;
    size_t m_told = 0;
};

}  // namespace

std::string writers_text(const ProgramImage& image, const Case& wanted, const CaseResult& result) {
    constexpr u64 most_steps_again = 1'000'000;
    const bool is_plain = wanted.runs && wanted.info.visibility != Visibility::hidden && !wanted.board &&
                          !wanted.game && wanted.expect.tools.specifications.empty();
    if (!is_plain || result.verdict != Verdict::failed || result.steps > most_steps_again) {
        return {};
    }
    const Result<std::unique_ptr<CaseRun>> run = CaseRun::create(image, wanted, false);
    return run ? WriterStory(image, wanted, **run).tell() : "";
}

}  // namespace mariner::grader
