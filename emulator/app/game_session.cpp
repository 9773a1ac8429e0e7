#include "emulator/app/game_session.hpp"

#include <cstdio>
#include <memory>

#include "emulator/app/commands.hpp"
#include "emulator/app/display.hpp"
#include "emulator/app/game_pointer.hpp"
#include "emulator/app/interrupts.hpp"
#include "emulator/app/load_program.hpp"
#include "emulator/app/room_host.hpp"
#include "emulator/games/emulated_game.hpp"
#include "emulator/games/master_rule.hpp"
#include "emulator/games/replay.hpp"
#include "emulator/runtime/engine.hpp"
#include "emulator/runtime/explain.hpp"

namespace mariner::app {

namespace {

/// Games of one room, one after the other, from the assembled program to the exit code.
class PlayedSession {
public:
    PlayedSession(const GameSession& session, const ProgramImage& image, Machine& machine, i32 seed)
        : m_session(session),
          m_machine(machine),
          m_seed(seed),
          m_name(image.files.front()),
          m_core(make_engine(EngineKind::automatic, machine)),
          m_view(games::first_column_number(*session.game)) {
        m_table.session = &session;
        m_table.has_motion = session.has_motion;
        m_table.has_sound = session.has_sound;
        m_table.adviser.stop_when([] { return stop_flag().load(); });
        ShownMarks marks;
        marks.on_tokens = session.has_marks;
        marks.last_move = session.shows_last_move;
        marks.first_number = games::first_column_number(*session.game);
        m_table.marks.set(marks);
    }

    SessionEnd run() {
        if (const Result<void> seated = take_seats(); !seated) {
            return {fail_with(exit_code::usage, "play", seated.error().message), false};
        }
        catch_interrupts();
        stop_flag() = false;  // a window that was closed before
        const DisplayedProgram program = displayed();
        const DisplayedRun displayed_run{
            [this](TerminalHost& host, u64 steps) { return run_for(host, steps); },
            [this](const RunResult& result, TerminalHost& host) { return report(result, host); }};
        const Result<RunResult> result = run_with_display(m_session.display, program, displayed_run);
        if (!result) {
            return {fail_with(exit_code::usage, "play", result.error().message), false};
        }
        const bool wants_menu = m_wish == RoomWish::menu;
        if (!m_is_written) {
            return {exit_code::cannot_write, false};
        }
        const bool was_stopped = result->ending == RunEnding::stopped && m_wish == RoomWish::none;
        return {was_stopped    ? exit_code::interrupted
                : m_is_forfeit ? exit_code::exception
                               : result->exit_code,
                wants_menu};
    }

private:
    /// The opponents of the session; in a room with one seat the other one is the room's program.
    Result<void> take_seats() {
        for (size_t seat = 0; seat < m_session.seats.size(); ++seat) {
            if (m_session.seats.at(seat) == "person") {
                continue;
            }
            auto program = games::make_opponent(m_session.seats.at(seat));
            if (!program) {
                return program.error();
            }
            m_table.programs.at(seat) = std::move(*program);
        }
        return {};
    }

    DisplayedProgram displayed() {
        DisplayedProgram program;
        program.name = m_name;
        program.title = "Connect Four";
        program.sources = {std::string(m_session.game->program)};
        program.machine = &m_machine;
        program.stop = &stop_flag();
        program.terminal.seed = m_seed;
        program.pointer = game_pointer(m_table.marks);
        program.in_letters = board_in_letters(m_table.marks);
        program.bar_rows = 2;
        program.on_link = [this](bitmap::GuestLink& link) { m_table.link = &link; };
        const bool is_recorded = m_session.display.mode.find(':') != std::string::npos;
        if (!m_session.game->uses_display && m_session.display.mode != "none" && !is_recorded) {
            m_table.view = &m_view;
            program.own_picture = OwnPicture{RoomView::geometry(), m_view.words()};
        }
        return program;
    }

    RunResult run_for(TerminalHost& host, u64 steps) {
        if (!m_runner) {
            begin_round(host, beginning());
            if (m_session.puzzle) {
                m_host->tell(puzzle_text(*m_session.puzzle));
            }
        }
        RunResult result = m_runner->run_for(steps);
        m_wish = m_host->wish();
        const bool has_ended = !result.may_go_on();
        if (!has_ended && m_wish == RoomWish::none) {
            return result;
        }
        if (has_ended) {
            note_end(host);
            if (m_table.has_person() && !m_session.replay && !stop_flag()) {
                m_wish = m_host->ask_what_next();
            }
        }
        if (m_wish == RoomWish::again || m_wish == RoomWish::take_up) {
            m_seed = m_wish == RoomWish::again ? m_seed + 1 : m_seed;
            begin_round(host, m_wish == RoomWish::again ? beginning() : m_host->taken_up());
            return {};  // paused: it goes on
        }
        return result;
    }

    /// What is typed before anybody is asked: a puzzle is set up at full strength, its solver to move.
    [[nodiscard]] std::string beginning() const {
        if (!m_session.puzzle) {
            return {};
        }
        const std::string& moves = m_session.puzzle->moves;
        return std::to_string(games::strengths) + (moves.size() % 2 == 0 ? "\n1\n" : "\n2\n") + moves + "\n";
    }

    /// The machine as it was before the first instruction. What was typed before is typed again, so that the program
    /// comes back to the very moment: the same seed gives it the same numbers.
    void begin_round(TerminalHost& host, const std::string& taken_up) {
        m_runner.reset();
        m_machine.reset();
        m_core->reset_counts();
        m_host = std::make_unique<RoomHost>(host, m_table, m_seed, taken_up);
        RunOptions options;
        options.stop = &stop_flag();
        options.files = {FileAccess::none, {}};
        m_runner = std::make_unique<Runner>(*m_core, *m_host, options);
    }

    void note_end(TerminalHost& host) {
        host.flush();
        m_is_forfeit = m_host->is_forfeit();
        const std::string typed = m_host->model().typed();
        if (!m_session.record.empty()) {
            m_is_written = write_output(m_session.record,
                                        games::format_replay({std::string(m_session.game->room), m_seed, typed}));
        }
        if (m_session.puzzle) {
            m_host->tell("\n" + puzzle_result_text(*m_session.puzzle, m_host->model().state(), ++m_tries));
        }
        if (m_session.is_reviewed) {
            const games::RoomState& state = m_host->model().state();
            m_host->tell("\n" + review_text(*m_session.game, state, m_table.adviser.review(state)));
        }
    }

    std::string report(const RunResult& result, TerminalHost& host) {
        print_message(explain(m_machine, result, m_runner->steps()));
        if (host.has_lost_output()) {
            m_is_written = false;
            print_message("mariner: the game's output can't be written\n");
        }
        m_runner.reset();
        host.set_stop_check({});
        m_host.reset();
        m_table.link = nullptr;
        return "the game is over";
    }

    const GameSession& m_session;
    Machine& m_machine;
    i32 m_seed;
    std::string m_name;
    std::unique_ptr<Core> m_core;
    RoomView m_view;
    RoomTable m_table;
    std::unique_ptr<RoomHost> m_host;
    std::unique_ptr<Runner> m_runner;
    RoomWish m_wish = RoomWish::none;
    bool m_is_forfeit = false;
    int m_tries = 0;
    bool m_is_written = true;
};

}  // namespace

SessionEnd play_session(const GameSession& session) {
    const Result<ProgramImage> image =
        games::assemble_game(std::string(session.game->room) + ".asm", session.game->program);
    if (!image) {
        return {fail_with(exit_code::wrong_source, "play", image.error().message), false};
    }
    Result<std::unique_ptr<Machine>> machine = Machine::create(*image);
    if (!machine) {
        return {fail_with(exit_code::exception, "play", machine.error().message), false};
    }
    const i32 seed = session.seed.value_or(static_cast<i32>(static_cast<u32>(TerminalHost().random_seed())));
    return PlayedSession(session, *image, **machine, seed).run();
}

}  // namespace mariner::app
