#include "emulator/app/second_look.hpp"

#include <algorithm>
#include <atomic>

#include "emulator/platform/address_space.hpp"
#include "emulator/runtime/engine.hpp"
#include "emulator/syscalls/script_host.hpp"

namespace mariner::app {

namespace {

constexpr size_t most_noted = size_t{1} << 20;
constexpr u64 patience = 900;  // milliseconds
/// A program that ended well is only looked at again if nobody has to wait for that, nor to pay for a second machine.
constexpr u64 most_steps_after_success = 200'000;

bool is_worth_a_look(const RunResult& result, u64 steps) {
    const bool is_cheap = steps <= most_steps_after_success && platform::AddressSpace::is_free_until_touched;
    return result.ending != RunEnding::output_lost && (!result.is_normal() || is_cheap);
}

/// Where the first run's devices were. Nobody noted what they answered: a program that asks goes another way from here.
class Tripwire final : public Device {
public:
    Tripwire(u32 offset, u32 size, std::atomic<bool>& is_touched)
        : m_offset(offset), m_size(size), m_is_touched(is_touched) {}

    [[nodiscard]] std::string_view name() const override { return "tripwire"; }
    [[nodiscard]] u32 offset() const override { return m_offset; }
    [[nodiscard]] u32 size() const override { return m_size; }
    void reset(Memory& /*memory*/, u32 /*base*/) override {}
    bool on_read(Memory& /*memory*/, u32 /*address*/) override {
        m_is_touched = true;
        return true;
    }
    bool on_write(Memory& /*memory*/, u32 /*address*/, u32 /*value*/) override { return false; }
    [[nodiscard]] u64 steps_until_event() const override { return Bus::no_event; }
    std::optional<u32> tick(Memory& /*memory*/, const CpuState& /*cpu*/, u64 /*steps*/) override { return {}; }
    [[nodiscard]] std::vector<u64> state() const override { return {}; }
    void set_state(std::span<const u64> /*state*/) override {}

private:
    u32 m_offset;
    u32 m_size;
    std::atomic<bool>& m_is_touched;
};

/// The keyboard's registers and those of the display's controls (emulator/devices).
bool attach_tripwires(Machine& machine, std::vector<std::unique_ptr<Device>>& wires, std::atomic<bool>& is_touched) {
    wires.push_back(std::make_unique<Tripwire>(0, 16, is_touched));
    wires.push_back(std::make_unique<Tripwire>(0xe000, 256, is_touched));
    const Segment& segment = machine.map().mmio;
    return std::ranges::all_of(wires, [&](const std::unique_ptr<Device>& wire) {
        return wire->offset() + wire->size() > segment.limit - segment.base || machine.attach(*wire);
    });
}

}  // namespace

SecondLook::SecondLook(const ProgramImage& image, SecondLookOptions options)
    : m_image(image), m_options(std::move(options)), m_files(m_options.run.files, m_log) {
    m_log.set_live(true);
    m_log.set_most(most_noted);
}

Host& SecondLook::begin(Host& host) {
    return m_host.emplace(host, m_log);
}

/// The program once more on a machine of its own, with the answers that were noted and without a side effect.
class SecondLook::Rerun {
public:
    /// False if that can't be.
    bool prepare(const ProgramImage& image, const MachineOptions& options) {
        Result<std::unique_ptr<Machine>> made = Machine::create(image, options);
        if (!made || !attach_tripwires(**made, m_wires, has_asked_devices)) {
            return false;
        }
        machine = std::move(*made);
        return true;
    }
    RunResult run(Core& core, debugger::HostLog& log, RunOptions options, u64 steps) {
        log.set_live(false);
        log.set_position(0);
        ScriptHost nobody;
        debugger::RecordedHost host(nobody, log);
        debugger::RecordedFiles files(FileRule{}, log);  // whatever happens, no file is touched again
        options.limits.steps = steps;
        options.limits.time_milliseconds = patience;
        options.file_store = &files;
        options.stop = &has_asked_devices;
        return Runner(core, host, options).run();
    }

    std::atomic<bool> has_asked_devices = false;

private:
    std::vector<std::unique_ptr<Device>> m_wires;

public:
    std::unique_ptr<Machine> machine;
};

SecondLook::~SecondLook() = default;

void SecondLook::look(const RunResult& first, u64 steps) {
    m_rerun = std::make_unique<Rerun>();
    if (!is_worth_a_look(first, steps) || m_log.is_given_up() || !m_rerun->prepare(m_image, m_options.machine)) {
        return;
    }
    RunWatchOptions watch;
    watch.check = true;
    watch.checks = m_options.checks;
    m_watch = std::make_unique<RunWatch>(*m_rerun->machine, m_options.core, std::move(watch));
    const u64 most = first.is_normal() ? m_options.run.limits.steps : std::max<u64>(steps, 1) + 1;
    const RunResult second = m_rerun->run(m_watch->core(), m_log, m_options.run, most);
    m_has_come_to_the_end = second.ending == first.ending && second.pc == first.pc;
    m_was_too_long = second.ending == RunEnding::time_limit;
    m_watch->finish(m_has_come_to_the_end && first.ending == RunEnding::dropped_off);
    if (m_rerun->has_asked_devices) {
        m_watch.reset();
    }
}

std::optional<SpinReport> SecondLook::loop_before(const RunResult& first, u64 steps) {
    constexpr u64 steps_before = 30'000;
    constexpr u64 fewest_rounds = 5;
    if (first.ending != RunEnding::exception || m_log.is_given_up()) {
        return std::nullopt;
    }
    // What the checks say later they read in the machine of their own run: that one stays as it is.
    std::unique_ptr<Rerun> shorter;
    if (!m_was_too_long) {  // it has come to the end, where no loop is any more
        shorter = std::make_unique<Rerun>();
        if (!shorter->prepare(m_image, m_options.machine)) {
            return std::nullopt;
        }
        const std::unique_ptr<Core> core = make_engine(EngineKind::automatic, *shorter->machine, m_options.core);
        const u64 until = steps - std::min(steps_before, steps - steps / 4);
        const RunResult second = shorter->run(*core, m_log, m_options.run, until);
        const bool is_on_the_way = second.ending == RunEnding::step_limit || second.ending == RunEnding::time_limit;
        if (!is_on_the_way || shorter->has_asked_devices) {
            return std::nullopt;
        }
    }
    Machine& machine = shorter ? *shorter->machine : *m_rerun->machine;
    std::optional<SpinReport> loop = find_spin(machine, m_options.core);
    const isa::Instruction* const failed = machine.text().instruction_at(first.pc);
    const bool counts_away = loop && failed != nullptr && registers_written(*failed).meets(loop->stepping);
    const bool is_it = loop && (loop->is_certain || loop->is_hopeless || counts_away) &&
                       loop->rounds >= fewest_rounds && std::ranges::binary_search(loop->addresses, first.pc);
    return is_it ? loop : std::nullopt;
}

}  // namespace mariner::app
