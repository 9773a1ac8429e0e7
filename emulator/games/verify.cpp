#include "emulator/games/verify.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <chrono>
#include <limits>
#include <mutex>
#include <thread>

#include "emulator/games/compare.hpp"
#include "emulator/games/emulated_game.hpp"
#include "emulator/games/plans.hpp"
#include "emulator/games/script_console.hpp"
#include "emulator/games/shrink.hpp"

namespace mariner::games {

namespace {

/// Boards of the twin at each read and at the end.
std::vector<Board> twin_boards(const Game& game, const GameScript& script) {
    const std::unique_ptr<Twin> twin = game.make_twin();
    ScriptConsole console(script.input);
    std::vector<Board> boards;
    console.on_read([&] { boards.push_back(twin->board()); });
    JavaRandom random(script.program_seed);
    twin->play(console, random);
    boards.push_back(twin->board());
    return boards;
}

/// One thread's share: its own machine, games compared one after the other.
class Judge {
public:
    Judge(const Game& game, const ProgramImage& image, const VerifyOptions& options, EmulatedGame& emulated)
        : m_game(game), m_image(image), m_options(options), m_emulated(emulated) {}

    std::optional<std::string> difference(const GameScript& script, const GameRecord& expected) {
        if (m_options.board_only) {
            return board_difference(script);
        }
        return find_difference(expected, m_emulated.play(script, expected), m_options.only_transcript);
    }

    VerifyFailure explain(const GameScript& script) {
        const auto shows_fault = [&](const std::string& input) {
            const GameScript candidate{script.room, script.program_seed, input};
            return difference(candidate, play_twin(m_game, candidate)).has_value();
        };
        VerifyFailure failure;
        failure.script = script;
        if (m_options.shrink) {
            failure.script.input = shrink(script.input, shows_fault, {.change_lines = !m_options.only_right_answers});
        }
        const GameRecord expected = play_twin(m_game, failure.script);
        failure.difference = difference(failure.script, expected).value_or("the difference does not show again");
        failure.transcripts = side_by_side(expected, m_emulated.play(failure.script, expected));
        return failure;
    }

private:
    std::optional<std::string> board_difference(const GameScript& script) {
        const Symbol* symbol = m_image.find_symbol(m_options.board_only->label);
        if (symbol == nullptr) {
            return "the program has no label '" + m_options.board_only->label + "'";
        }
        const std::vector<Board> boards = twin_boards(m_game, script);
        BoardComparer comparer(symbol->address, m_options.board_only->layout, m_options.board_only->marks);
        std::optional<std::string> found;
        size_t reads = 0;
        const auto look = [&] {
            if (!found && reads < boards.size()) {
                found = comparer.compare(boards[reads], m_emulated.machine().memory());
                if (found) {
                    *found = "after " + std::to_string(reads) + " lines of input " + *found;
                }
            }
            ++reads;
        };
        m_emulated.play(script, {}, look);
        if (!found && reads + 1 != boards.size()) {
            return "the program asked for " + std::to_string(reads) + " lines of input instead of " +
                   std::to_string(boards.size() - 1);
        }
        look();
        return found;
    }

    const Game& m_game;
    const ProgramImage& m_image;
    const VerifyOptions& m_options;
    EmulatedGame& m_emulated;
};

/// Hands out games by number until all are played or one differs. Of several that differ the lowest number is reported,
/// so that the same seed gives the same report with any number of threads.
class Campaign {
public:
    Campaign(const Game& game, const ProgramImage& image, const VerifyOptions& options, const Progress& progress)
        : m_game(game), m_image(image), m_options(options), m_progress(progress), m_orders(game, options) {}

    Result<VerifyReport> run() {
        const auto start = std::chrono::steady_clock::now();
        std::vector<std::thread> others;
        for (unsigned i = 1; i < m_options.threads; ++i) {
            others.emplace_back([this] { work(); });
        }
        work();
        for (std::thread& thread : others) {
            thread.join();
        }
        if (m_error) {
            return *m_error;
        }
        if (m_first_failure != no_failure) {
            explain_failure();
        }
        m_orders.count_into(m_report);
        m_report.seconds = std::chrono::duration<double>(std::chrono::steady_clock::now() - start).count();
        collect_never_executed();
        return m_report;
    }

private:
    static constexpr u64 no_failure = std::numeric_limits<u64>::max();

    Result<std::unique_ptr<EmulatedGame>> make_emulated() {
        return EmulatedGame::create(m_image, {m_options.engine, m_options.max_steps, m_options.count_lines});
    }

    void work() {
        Result<std::unique_ptr<EmulatedGame>> emulated = make_emulated();
        if (!emulated) {
            const std::lock_guard lock(m_mutex);
            m_error = emulated.error();
            return;
        }
        Judge judge(m_game, m_image, m_options, **emulated);
        while (true) {
            const u64 number = m_next.fetch_add(1);
            if (number >= m_orders.size() || number > m_first_failure.load()) {
                break;
            }
            const std::optional<GeneratedGame> generated = m_orders.make(number);
            if (generated && judge.difference(generated->script, generated->expected)) {
                note_failure(number);
            }
            report_progress(number);
        }
        take_over(**emulated);
    }

    void note_failure(u64 number) {
        u64 lowest = m_first_failure.load();
        while (number < lowest && !m_first_failure.compare_exchange_weak(lowest, number)) {
        }
    }

    void report_progress(u64 number) {
        if (m_progress && number % 256 == 0) {
            const std::lock_guard lock(m_mutex);
            m_progress(number, m_orders.size());
        }
    }

    void take_over(const EmulatedGame& emulated) {
        const std::lock_guard lock(m_mutex);
        m_report.steps += emulated.steps();
        const std::vector<bool>& executed = emulated.executed();
        m_executed.resize(std::max(m_executed.size(), executed.size()));
        for (size_t i = 0; i < executed.size(); ++i) {
            m_executed[i] = m_executed[i] || executed[i];
        }
    }

    void explain_failure() {
        Result<std::unique_ptr<EmulatedGame>> emulated = make_emulated();
        const std::optional<GeneratedGame> generated = m_orders.make(m_first_failure);
        if (emulated && generated) {
            m_report.failure = Judge(m_game, m_image, m_options, **emulated).explain(generated->script);
        }
    }

    void collect_never_executed() {
        if (!m_options.count_lines) {
            return;
        }
        for (const TextEntry& entry : m_image.text) {
            const size_t index = (entry.address - m_image.text.front().address) / 4;
            if (index < m_executed.size() && !m_executed[index]) {
                m_report.never_executed.push_back(entry.address);
            }
        }
    }

    const Game& m_game;
    const ProgramImage& m_image;
    const VerifyOptions& m_options;
    const Progress& m_progress;
    const Orders m_orders;
    std::atomic<u64> m_next = 0;
    std::atomic<u64> m_first_failure = no_failure;
    std::mutex m_mutex;  // of what follows, and of the progress callback
    std::optional<Error> m_error;
    std::vector<bool> m_executed;
    VerifyReport m_report;
};

}  // namespace

Result<VerifyReport> verify(const Game& game, const ProgramImage& image, const VerifyOptions& options,
                            const Progress& progress) {
    return Campaign(game, image, options, progress).run();
}

}  // namespace mariner::games
