#pragma once
// One run of a submission's program under a case's limits, in a machine of its own and a world of values: typed lines,
// files in memory, a clock that nobody waits for. Knows what happened, not what should have.

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/analysis/run_watch.hpp"
#include "emulator/devices/devices.hpp"
#include "emulator/execute/core.hpp"
#include "emulator/games/line_host.hpp"
#include "emulator/grader/case_devices.hpp"
#include "emulator/grader/results.hpp"
#include "emulator/grader/rubric.hpp"
#include "emulator/grader/scratch_files.hpp"
#include "emulator/machine/machine.hpp"
#include "emulator/machine/unstored_data.hpp"
#include "emulator/runtime/routine_call.hpp"
#include "emulator/runtime/runner.hpp"

namespace mariner::grader {

class CaseRun {
public:
    /// The image and the case must outlive the run. `check`: watch for what `mariner run --check` finds.
    static Result<std::unique_ptr<CaseRun>> create(const ProgramImage& image, const Case& wanted, bool check);
    ~CaseRun();

    [[nodiscard]] Machine& machine() { return *m_machine; }
    [[nodiscard]] const Machine& machine() const { return *m_machine; }
    /// Of the picture that is wanted.
    [[nodiscard]] std::span<const u32> unstored_data() const {
        return m_unstored ? m_unstored->words() : std::span<const u32>{};
    }
    [[nodiscard]] const ScratchFiles& files() const { return m_files; }

    /// What a rubric puts into place before the run; the checks take it for written. False if it doesn't fit.
    bool put_memory(u32 address, std::span<const u8> bytes);
    void put_register(std::string_view name, u32 value);
    /// RoutineCall::begin for a routine of this program.
    Result<RoutineCall> begin_call(u32 entry, std::span<const u32> arguments);

    /// From now on by this core, which watches for somebody else.
    void run_on(std::unique_ptr<Core> core) { m_core = std::move(core); }
    /// From where the machine stands to an end, with this input. May be called again after restart().
    void run(std::string_view input, const games::LineHost::WaitObserver& on_wait = {});
    /// The start state again; what a watched run has found stays. Without `watched`, the next run is fast in any case.
    void restart(bool watched = true);

    [[nodiscard]] const RunResult& result() const { return m_result; }
    [[nodiscard]] const std::string& output() const { return m_output; }
    /// While a run is under way: what it has printed so far, and what it has not read yet.
    [[nodiscard]] const games::LineHost& host() const { return *m_host; }
    [[nodiscard]] u64 steps() const { return m_steps; }
    /// Bytes of the last run's input that the program never asked for.
    [[nodiscard]] size_t input_left() const { return m_input_left; }
    /// Those that the case asks for; null if it asks for none.
    [[nodiscard]] const tools::ToolSet* tools() const { return m_tools.get(); }
    /// Of all runs so far, whose last end is looked at, too, once. Nothing unless they were watched.
    std::vector<Finding> take_findings();

    /// The end in a sentence with its place; empty if it is no trouble.
    [[nodiscard]] std::string trouble() const;
    /// The same at length: source, operands, why; where a loop goes round. Costs some thousand instructions.
    std::string explain_at_length();
    /// What the checks know of a watched run that is over: why it ended so, then what else they found.
    [[nodiscard]] std::string checks_text() const;
    /// The line that ended the run, or goes round.
    [[nodiscard]] std::optional<PlaceResult> place() const;

private:
    CaseRun(const ProgramImage& image, const Case& wanted, std::unique_ptr<Machine> machine);
    Result<void> watch(bool check);
    [[nodiscard]] Checker* checker() { return m_is_watched ? m_watch->checker() : nullptr; }
    void finish_watch();
    void name_the_stop();
    [[nodiscard]] Core& core() { return m_is_watched ? m_watch->core() : *m_core; }

    const ProgramImage& m_image;
    const Case& m_case;
    CoreOptions m_core_options;
    CaseDevices m_keyboard;
    Devices m_devices;  // on the machine, which they outlive
    std::unique_ptr<Machine> m_machine;
    std::optional<UnstoredData> m_unstored;
    std::unique_ptr<Core> m_core;
    std::unique_ptr<tools::ToolSet> m_tools;
    std::unique_ptr<RunWatch> m_watch;  // a core that is used in its place
    bool m_is_watched = false;
    ScratchFiles m_files;
    games::LineHost* m_host = nullptr;
    RunResult m_result;
    std::string m_output;
    u64 m_steps = 0;
    size_t m_input_left = 0;
};

/// The source line of an instruction; nothing if it has none.
std::optional<PlaceResult> place_result(const ProgramImage& image, u32 address);

}  // namespace mariner::grader
