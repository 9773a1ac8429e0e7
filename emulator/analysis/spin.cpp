#include "emulator/analysis/spin.hpp"

#include <algorithm>
#include <array>
#include <map>

#include "emulator/analysis/loop_exit.hpp"
#include "emulator/execute/registers.hpp"
#include "emulator/meaning/facts.hpp"
#include "emulator/runtime/explain.hpp"
#include "emulator/support/sort_unique.hpp"
#include "emulator/support/text.hpp"
#include "emulator/support/visible.hpp"

namespace mariner {

namespace {

constexpr u32 steps_looked_at = 20'000;
constexpr u64 fewest_rounds = 3;
/// Services that only print, sound or wait: they change nothing that the program sees, and need not be served.
constexpr std::array<u32, 11> printing = {1, 2, 3, 4, 11, 31, 32, 33, 34, 35, 36};

/// A device was told to interrupt (any bit of its control word besides bit 0, which says that it is ready): a key may
/// lead the program out of any loop, whether or not interrupts are let through right now.
bool may_be_interrupted(const Machine& machine) {
    const u32 base = machine.map().mmio.base;
    return ((machine.peek_word(base).value_or(0) | machine.peek_word(base + 8).value_or(0)) & ~1U) != 0;
}

/// One instruction after the other, with a note of what it did to the state.
class Walker {
public:
    Walker(Machine& machine, CoreOptions options)
        : m_machine(machine),
          m_core(make_core(EngineKind::checked, machine, options)),
          m_start(machine.cpu),
          m_depends_on_world(may_be_interrupted(machine)) {}
    /// The machine is left as it was: reports and the display's last picture show the moment of the stop.
    ~Walker() { go_back(); }
    Walker(const Walker&) = delete;
    Walker& operator=(const Walker&) = delete;

    /// To where the walk began.
    void go_back() {
        for (auto change = m_changes.rbegin(); change != m_changes.rend(); ++change) {
            for (u32 i = 0; i < 8; ++i) {
                const auto byte = static_cast<u8>(change->bytes >> (56 - 8 * i));
                m_machine.memory().poke(change->address + i, {&byte, 1});
            }
        }
        m_changes.clear();
        m_machine.cpu = m_start;
    }

    /// False if the walk can't go on without somebody else.
    bool step() {
        const TextSlot* const slot = m_machine.text().find(m_machine.cpu.pc);
        if (slot == nullptr || slot->state != TextState::present) {
            return false;
        }
        const isa::InstructionInfo& info = isa::info(slot->instruction.op);
        const u32 address = m_machine.cpu.gpr[slot->instruction.rs] + static_cast<u32>(slot->instruction.imm);
        const bool is_store = meaning::facts(info.op).stores != 0;
        const bool uses_device = meaning::facts(info.op).touches_memory() && m_machine.map().mmio.contains(address);
        if (is_store && (uses_device || m_machine.map().text.contains(address))) {
            return false;  // what that does can't be taken back
        }
        const u64 before = is_store ? bytes_around(address) : 0;
        const Stop stop = m_core->run(1);
        if (is_store && before != bytes_around(address)) {
            m_has_changed_memory = true;
            m_changes.push_back({address & ~7U, before});
        }
        m_depends_on_world |= uses_device;
        switch (stop.reason) {
            case StopReason::step_limit:
            case StopReason::device:
                return true;
            case StopReason::syscall:
                return std::ranges::find(printing, m_machine.cpu.gpr[reg::v0]) != printing.end();
            default:
                return false;
        }
    }
    [[nodiscard]] const CpuState& state() const { return m_machine.cpu; }
    /// A store changed a byte since the last call.
    bool take_memory_change() { return std::exchange(m_has_changed_memory, false); }
    [[nodiscard]] bool depends_on_world() const { return m_depends_on_world; }

private:
    struct Change {
        u32 address = 0;
        u64 bytes = 0;  // before
    };

    /// The doubleword that holds the address: every store lies in one.
    [[nodiscard]] u64 bytes_around(u32 address) const {
        u64 bytes = 0;
        for (u32 i = 0; i < 8; ++i) {
            bytes = bytes << 8U | m_machine.memory().peek_byte((address & ~7U) + i).value_or(0);
        }
        return bytes;
    }

    Machine& m_machine;
    std::unique_ptr<Core> m_core;
    CpuState m_start;
    std::vector<Change> m_changes;
    bool m_has_changed_memory = false;
    bool m_depends_on_world;
};

/// First walk: which instructions come how often, and whether a whole state comes back (Brent's way of finding it).
void look_for_loop(Walker& walker, SpinReport& report, std::map<u32, u64>& visits) {
    CpuState kept = walker.state();
    u64 since_kept = 0;
    u64 keep_after = 1;
    bool memory_is_kept = true;
    for (u32 i = 0; i < steps_looked_at; ++i) {
        const u64 times = ++visits[walker.state().pc];
        if (times > report.rounds) {
            report.rounds = times;
            report.head = walker.state().pc;
        }
        if (!walker.step()) {
            return;
        }
        const bool changed = walker.take_memory_change();
        report.writes_memory |= changed;
        memory_is_kept = memory_is_kept && !changed;
        ++since_kept;
        if (memory_is_kept && !walker.depends_on_world() && walker.state() == kept && report.repeats_after == 0) {
            report.repeats_after = since_kept;
        }
        if (since_kept == keep_after) {
            kept = walker.state();
            since_kept = 0;
            keep_after *= 2;
            memory_is_kept = true;
        }
    }
}

/// A register as it goes from round to round.
struct Course {
    u32 value = 0;
    u32 difference = 0;
    bool changes = false;
    bool is_even = true;  // always by the same difference
};

/// Second walk: what the registers hold each time the head comes by.
void follow_registers(Walker& walker, SpinReport& report, const Machine& machine) {
    LoopExit exit(machine, report.addresses);
    std::array<Course, 32> courses{};
    u64 rounds = 0;
    for (u32 i = 0; i < steps_looked_at; ++i) {
        if (walker.state().pc == report.head) {
            for (u8 id = 0; id < 32; ++id) {
                Course& course = courses[id];
                const u32 difference = walker.state().gpr[id] - course.value;
                course.value = walker.state().gpr[id];
                course.is_even = course.is_even && (rounds < 2 || difference == course.difference);
                course.changes |= rounds > 0 && difference != 0;
                course.difference = difference;
            }
            ++rounds;
        }
        exit.see(walker.state().pc, walker.state());
        if (!walker.step()) {
            break;
        }
    }
    std::vector<std::string> counters;
    for (u8 id = 0; id < 32; ++id) {
        const Course& course = courses[id];
        if (course.changes) {
            const auto difference = static_cast<i32>(course.difference);
            report.changing.push_back(
                std::string(register_name(id)) +
                (course.is_even ? std::string(difference > 0 ? " (+" : " (") + std::to_string(difference) + ")" : ""));
            if (course.is_even) {
                counters.push_back(report.changing.back());
                report.stepping.add(id);
            }
        }
    }
    const LoopExit::EndlessReason reason = exit.reason(counters);
    report.why = reason.why;
    report.remedy = reason.remedy;
    report.is_certain = reason.is_certain;
    report.is_hopeless = reason.is_hopeless;
    report.stepping = report.stepping & reason.moving;
}

/// "hw.asm:5-7, 9"
std::string lines_of(const SpinReport& report, const ProgramImage& image) {
    std::map<u32, std::vector<u32>> lines;
    for (const u32 address : report.addresses) {
        if (const Statement* const statement = image.find_statement(address)) {
            lines[statement->file].push_back(statement->line);
        }
    }
    std::string text;
    for (auto& [file, numbers] : lines) {
        sort_unique(numbers);
        text += (text.empty() ? "" : "; ") + visible_line(image.files[file]) + ":";
        for (size_t i = 0; i < numbers.size();) {
            size_t last = i;
            while (last + 1 < numbers.size() && numbers[last + 1] == numbers[last] + 1) {
                ++last;
            }
            text += (i == 0 ? "" : ", ") + std::to_string(numbers[i]);
            text += last > i ? "-" + std::to_string(numbers[last]) : "";
            i = last + 1;
        }
    }
    return text.empty() ? hex32(report.head) : text;
}

}  // namespace

std::optional<SpinReport> find_spin(Machine& machine, CoreOptions options) {
    SpinReport report;
    std::map<u32, u64> visits;
    Walker walker(machine, options);
    look_for_loop(walker, report, visits);
    if (report.rounds < fewest_rounds) {
        return std::nullopt;
    }
    for (const auto& [address, times] : visits) {
        if (times >= fewest_rounds) {
            report.addresses.push_back(address);
        }
    }
    walker.go_back();
    follow_registers(walker, report, machine);
    return report;
}

std::string spin_text(const SpinReport& report, const ProgramImage& image) {
    std::string text = "  spins in     " + lines_of(report, image) + " (" + std::to_string(report.addresses.size()) +
                       (report.addresses.size() == 1 ? " instruction" : " instructions") + "; " +
                       place_of(image, report.head) + " came " + with_thousands(report.rounds) + " times in the next " +
                       with_thousands(steps_looked_at) + ")\n";
    std::string registers;
    for (const std::string& name : report.changing) {
        registers += (registers.empty() ? "" : ", ") + name;
    }
    text += "  each round   " + (registers.empty() ? std::string("no register changes") : registers + " changes") +
            (report.writes_memory ? "; memory changes too\n" : "; memory stays as it is\n");
    text += report.why.empty() ? "" : "  why          " + report.why + "\n";
    text += report.remedy.empty() ? "" : "  remedy       " + report.remedy + "\n";
    if (report.repeats_after > 0) {
        text += "  never ends   registers and memory come back exactly as they were after " +
                with_thousands(report.repeats_after) +
                (report.repeats_after == 1 ? " instruction\n" : " instructions\n");
    }
    return visible_text(text);
}

}  // namespace mariner
