#include "emulator/grader/case_writers.hpp"

#include <algorithm>
#include <array>
#include <map>
#include <vector>

#include "emulator/execute/any_observer.hpp"
#include "emulator/grader/case_facts.hpp"
#include "emulator/grader/case_run.hpp"
#include "emulator/meaning/facts.hpp"
#include "emulator/support/text.hpp"

namespace mariner::grader {

namespace {

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

/// Empty of nobody.
std::string line_of(const ProgramImage& image, u32 pc) {
    if (pc == 0) {
        return {};
    }
    const std::optional<PlaceResult> place = place_result(image, pc);
    return place ? place->file + ", line " + std::to_string(place->line) + ": " + place->source : hex32(pc);
}

}  // namespace

WriterFacts find_writers(const ProgramImage& image, const Case& wanted, const RunOrder& order,
                         const WriterQuestions& questions) {
    const Result<std::unique_ptr<CaseRun>> again = CaseRun::create(image, wanted, false);
    if (!again) {
        return {};
    }
    CaseRun& run = **again;
    Writers writers;
    for (const u32 cell : questions.cells) {
        writers.memory[cell] = 0;
    }
    CoreOptions options;
    options.delayed_branching = image.delayed_branching;
    run.run_on(make_rarely_watched_core(run.machine(), options, WriterWatcher(run, writers)));
    static_cast<void>(run_case(run, wanted, order));
    WriterFacts facts;
    for (const u8 number : questions.registers) {
        facts.registers.push_back(line_of(image, number < writers.registers.size() ? writers.registers.at(number) : 0));
    }
    for (const u32 cell : questions.cells) {
        facts.cells.push_back(line_of(image, writers.memory.at(cell)));
    }
    if (writers.may_print != 0) {  // the program's last instruction, which nobody has looked at
        writers.printed.push_back(run.output().size());
        writers.printers.push_back(writers.may_print);
        writers.of_argument.push_back(writers.registers.at(reg::a0));
    }
    const auto after =
        questions.character ? std::ranges::upper_bound(writers.printed, *questions.character) : writers.printed.end();
    if (after != writers.printed.end()) {
        const auto index = static_cast<size_t>(after - writers.printed.begin());
        facts.printer = line_of(image, writers.printers.at(index));
        facts.argument = line_of(image, writers.of_argument.at(index));
    }
    return facts;
}

}  // namespace mariner::grader
