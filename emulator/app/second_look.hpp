#pragma once
// Why did it go wrong? A plain run notes what the world told it (input, files, time, seeds). When it has ended badly,
// it is run once more under the checks, with the same answers and without a side effect, and what they find is told.
// For `mariner run`; a program that was told too much, or that asks devices, is not run again.

#include <memory>
#include <optional>
#include <string>

#include "emulator/analysis/run_watch.hpp"
#include "emulator/analysis/spin.hpp"
#include "emulator/debugger/host_log.hpp"
#include "emulator/runtime/runner.hpp"

namespace mariner::app {

/// What a second machine needs to be as the first was at its start.
struct SecondLookOptions {
    MachineOptions machine;
    CoreOptions core;
    RunOptions run;
    CheckOptions checks;
};

class SecondLook {
public:
    /// The image must outlive it.
    SecondLook(const ProgramImage& image, SecondLookOptions options);
    ~SecondLook();
    SecondLook(const SecondLook&) = delete;
    SecondLook& operator=(const SecondLook&) = delete;

    /// The first run's host, which notes what `host` says, and its files. Good as long as `host` is.
    Host& begin(Host& host);
    [[nodiscard]] FileStore& files() { return m_files; }
    std::string take_notes() { return m_files.take_notes(); }
    void end() { m_host.reset(); }

    /// The second run, if the first one's end asks for one, up to the same instruction or until its time is up.
    void look(const RunResult& first, u64 steps);
    /// A run that failed may have gone round a loop without end until then, adding up or walking on: that loop, if the
    /// instruction that failed is one of it.
    [[nodiscard]] std::optional<SpinReport> loop_before(const RunResult& first, u64 steps);
    /// Null if there was none, or if it went another way.
    [[nodiscard]] const Checker* checker() const { return m_watch ? m_watch->checker() : nullptr; }
    /// The run came to the first one's end: the checker knows what led there.
    [[nodiscard]] bool has_come_to_the_end() const { return m_has_come_to_the_end; }
    /// It had no time to get there, and was on the way.
    [[nodiscard]] bool was_too_long() const { return m_was_too_long; }

private:
    class Rerun;

    const ProgramImage& m_image;
    SecondLookOptions m_options;
    debugger::HostLog m_log;
    debugger::RecordedFiles m_files;
    std::optional<debugger::RecordedHost> m_host;
    std::unique_ptr<Rerun> m_rerun;
    std::unique_ptr<RunWatch> m_watch;  // of m_rerun's machine
    bool m_has_come_to_the_end = false;
    bool m_was_too_long = false;
};

}  // namespace mariner::app
