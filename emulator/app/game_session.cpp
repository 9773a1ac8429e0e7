#include "emulator/app/game_session.hpp"

#include <algorithm>
#include <cstdio>
#include <memory>
#include <span>

#include "emulator/app/commands.hpp"
#include "emulator/app/display.hpp"
#include "emulator/app/game_pointer.hpp"
#include "emulator/app/interrupts.hpp"
#include "emulator/app/load_program.hpp"
#include "emulator/games/emulated_game.hpp"
#include "emulator/games/replay.hpp"
#include "emulator/platform/files.hpp"
#include "emulator/platform/terminal.hpp"
#include "emulator/runtime/engine.hpp"
#include "emulator/runtime/explain.hpp"

namespace mariner::app {

namespace {

/// Stands between the game and its real host: notes what is typed, or types what was noted.
class SessionHost final : public Host {
public:
    SessionHost(TerminalHost& host, const GameSession& session)
        : m_host(host), m_session(session), m_echo(session.replay && platform::is_terminal(platform::standard_output)) {
        set_inner_stop_check();
        if (session.replay) {
            m_script = session.replay->input;
        }
    }

    void write_output(std::string_view bytes) override { m_host.write_output(bytes); }
    void write_error(std::string_view bytes) override { m_host.write_error(bytes); }
    void flush() override { m_host.flush(); }
    void pulse() override { m_host.pulse(); }
    InputState read_input(std::span<u8> buffer, size_t& count) override {
        const InputState state = m_session.replay ? type_script(buffer, count) : m_host.read_input(buffer, count);
        if (state == InputState::ready) {
            m_typed.append(buffer.begin(), buffer.begin() + static_cast<std::ptrdiff_t>(count));
        }
        return state;
    }
    bool input_is_ready() override { return m_session.replay ? !m_script.empty() : m_host.input_is_ready(); }
    i64 now_milliseconds() override { return m_host.now_milliseconds(); }
    bool sleep_milliseconds(u32 duration) override { return m_host.sleep_milliseconds(duration); }
    i64 random_seed() override { return m_host.random_seed(); }
    bool play_note(const Note& note, bool wait) override { return m_host.play_note(note, wait); }
    [[nodiscard]] DialogStyle dialog_style() const override { return m_host.dialog_style(); }

    [[nodiscard]] const std::string& typed() const { return m_typed; }

private:
    /// Waits are made by the inner host, which has to end them when this one is told to.
    void set_inner_stop_check() {
        m_host.set_stop_check([this] { return should_stop(); });
    }

    InputState type_script(std::span<u8> buffer, size_t& count) {
        if (m_script.empty()) {
            return InputState::end_of_input;
        }
        const bool at_line_start = m_typed.empty() || m_typed.back() == '\n';
        m_host.flush();
        if (at_line_start && m_session.pace > 0 &&
            !m_host.sleep_milliseconds(static_cast<u32>(m_session.pace * 1000))) {
            return InputState::interrupted;
        }
        count = std::min(buffer.size(), std::min(m_script.find('\n'), m_script.size() - 1) + 1);
        std::copy_n(m_script.begin(), count, buffer.begin());
        if (m_echo) {
            m_host.write_output(m_script.substr(0, count));
        }
        m_script.remove_prefix(count);
        return InputState::ready;
    }

    TerminalHost& m_host;
    const GameSession& m_session;
    bool m_echo;
    std::string_view m_script;
    std::string m_typed;
};

/// One session from the assembled program to the exit code.
class PlayedSession {
public:
    PlayedSession(const GameSession& session, const ProgramImage& image, Machine& machine, i32 seed)
        : m_session(session), m_machine(machine), m_seed(seed), m_core(make_engine(EngineKind::automatic, machine)) {
        m_name = image.files.front();
    }

    int run() {
        catch_interrupts();
        DisplayedProgram program;
        program.name = m_name;
        program.title = "Connect Four";
        program.sources = {std::string(m_session.game->program)};
        program.machine = &m_machine;
        program.stop = &stop_flag();
        program.terminal.seed = m_seed;
        program.pointer = game_pointer(m_session.game->uses_display);
        const DisplayedRun displayed{
            [this](TerminalHost& host, u64 steps) { return run_for(host, steps); },
            [this](const RunResult& result, TerminalHost& host) { return report(result, host); }};
        const Result<RunResult> result = run_with_display(m_session.display, program, displayed);
        if (!result) {
            return fail_with(exit_code::usage, "play", result.error().message);
        }
        if (!m_is_written) {
            return exit_code::cannot_write;
        }
        return result->ending == RunEnding::stopped ? exit_code::interrupted : result->exit_code;
    }

private:
    RunResult run_for(TerminalHost& host, u64 steps) {
        if (!m_runner) {
            m_host = std::make_unique<SessionHost>(host, m_session);
            RunOptions options;
            options.stop = &stop_flag();
            options.files = {FileAccess::none, {}};
            m_runner = std::make_unique<Runner>(*m_core, *m_host, options);
        }
        return m_runner->run_for(steps);
    }

    std::string report(const RunResult& result, TerminalHost& host) {
        print_message(explain(m_machine, result, m_runner->steps()));
        if (!m_session.record.empty()) {
            m_is_written = write_output(
                m_session.record, games::format_replay({std::string(m_session.game->room), m_seed, m_host->typed()}));
        }
        if (host.has_lost_output()) {
            m_is_written = false;
            print_message("mariner: the game's output can't be written\n");
        }
        m_runner.reset();
        host.set_stop_check({});
        m_host.reset();
        return "the game is over";
    }

    const GameSession& m_session;
    Machine& m_machine;
    i32 m_seed;
    std::string m_name;
    std::unique_ptr<Core> m_core;
    std::unique_ptr<SessionHost> m_host;
    std::unique_ptr<Runner> m_runner;
    bool m_is_written = true;
};

}  // namespace

int play_session(const GameSession& session) {
    const Result<ProgramImage> image =
        games::assemble_game(std::string(session.game->room) + ".asm", session.game->program);
    if (!image) {
        return fail_with(exit_code::wrong_source, "play", image.error().message);
    }
    Result<std::unique_ptr<Machine>> machine = Machine::create(*image);
    if (!machine) {
        return fail_with(exit_code::exception, "play", machine.error().message);
    }
    const i32 seed = session.seed.value_or(static_cast<i32>(static_cast<u32>(TerminalHost().random_seed())));
    return PlayedSession(session, *image, **machine, seed).run();
}

}  // namespace mariner::app
