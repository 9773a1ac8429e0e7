#include "emulator/app/second_look.hpp"

#include <algorithm>
#include <array>
#include <atomic>

#include "emulator/platform/address_space.hpp"
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
bool attach_tripwires(Machine& machine, std::array<Tripwire, 2>& wires) {
    const Segment& segment = machine.map().mmio;
    return std::ranges::all_of(wires, [&](Tripwire& wire) {
        return wire.offset() + wire.size() > segment.limit - segment.base || machine.attach(wire);
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

void SecondLook::look(const RunResult& first, u64 steps) {
    if (!is_worth_a_look(first, steps) || m_log.is_given_up()) {
        return;
    }
    Result<std::unique_ptr<Machine>> machine = Machine::create(m_image, m_options.machine);
    std::atomic<bool> has_asked_devices = false;
    std::array<Tripwire, 2> wires = {Tripwire(0, 16, has_asked_devices), Tripwire(0xe000, 256, has_asked_devices)};
    if (!machine || !attach_tripwires(**machine, wires)) {
        return;
    }
    m_machine = std::move(*machine);
    RunWatchOptions watch;
    watch.check = true;
    watch.checks = m_options.checks;
    m_watch = std::make_unique<RunWatch>(*m_machine, m_options.core, std::move(watch));

    m_log.set_live(false);
    m_log.set_position(0);
    ScriptHost nobody;
    debugger::RecordedHost host(nobody, m_log);
    debugger::RecordedFiles files(FileRule{}, m_log);  // whatever happens, no file is touched again
    RunOptions run = m_options.run;
    run.limits.steps = first.is_normal() ? run.limits.steps : std::max<u64>(steps, 1) + 1;
    run.limits.time_milliseconds = patience;
    run.file_store = &files;
    run.stop = &has_asked_devices;
    const RunResult second = Runner(m_watch->core(), host, run).run();
    m_has_come_to_the_end = second.ending == first.ending && second.pc == first.pc;
    m_was_too_long = second.ending == RunEnding::time_limit;
    m_watch->finish(m_has_come_to_the_end && first.ending == RunEnding::dropped_off);
    if (has_asked_devices) {
        m_watch.reset();
    }
}

}  // namespace mariner::app
