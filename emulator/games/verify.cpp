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
#include "emulator/games/shrink.hpp"

namespace mariner::games {

namespace {

/// One thread's share: its own machine, games compared one after the other.
class Judge {
public:
    Judge(const Game& game, const VerifyOptions& options, const Grounds& grounds, EmulatedGame& emulated)
        : m_game(game), m_options(options), m_grounds(grounds), m_emulated(emulated) {}

    std::optional<Difference> difference(const GameScript& script, const GameRecord& expected) {
        if (m_options.board_only) {
            return board_difference(script, expected);
        }
        return compare_game(m_emulated, m_grounds, script, expected).difference;
    }

    VerifyFailure explain(const GameScript& script) {
        const auto shows_fault = [&](const std::string& input) {
            const GameScript candidate{script.room, script.program_seed, input};
            return difference(candidate, play_twin(m_game, candidate, m_options.detail())).has_value();
        };
        VerifyFailure failure;
        failure.script = script;
        if (m_options.shrink) {
            failure.script.input = shrink(script.input, shows_fault, {.change_lines = !m_options.only_right_answers});
        }
        const GameRecord expected = play_twin(m_game, failure.script, m_options.detail());
        const std::optional<Difference> found = difference(failure.script, expected);
        failure.difference = found ? found->sentence : "the difference does not show again";
        failure.boards = found ? found->boards : std::string();
        const GameRecord actual = m_emulated.play(failure.script);
        if (!m_options.board_only && m_grounds.output && actual.transcript != expected.transcript) {
            failure.transcripts = transcripts_side_by_side(expected, actual);
        }
        return failure;
    }

private:
    std::optional<Difference> board_difference(const GameScript& script, const GameRecord& expected) {
        std::vector<Board> boards;
        for (const Moment& moment : expected.moments) {
            if (!moment.asleep) {
                boards.push_back(moment.board);
            }
        }
        const Memory& memory = m_emulated.machine().memory();
        BoardComparer comparer(*m_grounds.board_address, m_options.board_only->layout, m_options.board_only->marks,
                               m_grounds.board.values);
        std::optional<Difference> found;
        size_t reads = 0;
        const auto look = [&](bool asleep, size_t /*printed*/) {
            if (asleep) {
                return;
            }
            if (!found && reads < boards.size()) {
                if (const std::optional<std::string> cell = comparer.compare(boards[reads], memory)) {
                    found = {after_lines(reads) + *cell, boards_side_by_side(boards[reads], comparer.read(memory))};
                }
            }
            ++reads;
        };
        m_emulated.play(script, look);
        if (!found && reads + 1 != boards.size()) {
            return Difference{"the program asked for " + std::to_string(reads) + " lines of input instead of " +
                                  std::to_string(boards.size() - 1),
                              {}};
        }
        look(false, 0);
        return found;
    }

    const Game& m_game;
    const VerifyOptions& m_options;
    const Grounds& m_grounds;
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
        if (const Result<void> found = find_out_what_to_compare(); !found) {
            return found.error();
        }
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

    Result<void> find_out_what_to_compare() {
        const Result<std::unique_ptr<EmulatedGame>> emulated = make_emulated();
        if (!emulated) {
            return emulated.error();
        }
        if (!m_options.board_only) {
            m_grounds = find_grounds(m_game, m_image, **emulated, m_options.compare, m_options.display);
            m_report.compared = m_grounds.compared;
            m_report.left_out = m_grounds.left_out;
            return m_grounds.compared.empty() ? Result<void>(Error{"there is nothing to compare"}) : Result<void>();
        }
        const std::string& label = m_options.board_only->label;
        const Symbol* const symbol = m_image.find_symbol(label);
        if (symbol == nullptr) {
            return Error{"the program has no label '" + label + "'"};
        }
        m_grounds.board = m_game.make_twin()->board_place();
        m_grounds.board_address = symbol->address;
        return {};
    }

    Result<std::unique_ptr<EmulatedGame>> make_emulated() const {
        return EmulatedGame::create(m_image, {m_options.engine, m_options.max_steps, m_options.count_lines});
    }

    void work() {
        Result<std::unique_ptr<EmulatedGame>> emulated = make_emulated();
        if (!emulated) {
            const std::lock_guard lock(m_mutex);
            m_error = emulated.error();
            return;
        }
        Judge judge(m_game, m_options, m_grounds, **emulated);
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
            m_report.failure = Judge(m_game, m_options, m_grounds, **emulated).explain(generated->script);
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
    Grounds m_grounds;
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
