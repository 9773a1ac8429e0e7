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
#include "emulator/platform/process.hpp"

namespace mariner::games {

namespace {

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
        for (unsigned i = 1; i < m_options.threads && platform::has_threads; ++i) {
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
        const auto& [label, layout, marks] = *m_options.board_only;
        const Symbol* const symbol = m_image.find_symbol(label);
        if (symbol == nullptr) {
            return Error{"the program has no label '" + label + "'"};
        }
        const BoardPlace usual = m_game.make_twin()->board_place();
        m_grounds.board = {usual.label, layout, usual.values};
        m_grounds.marks = marks;
        m_grounds.board_address = symbol->address;
        m_grounds.only_board = true;
        return {};
    }

    Result<std::unique_ptr<EmulatedGame>> make_emulated() const {
        constexpr u64 for_thinking = 100;
        const u64 most = m_options.max_steps * (m_game.make_twin()->thinks() ? for_thinking : 1);
        return EmulatedGame::create(m_image, {m_options.engine, most, m_options.count_lines});
    }

    void work() {
        Result<std::unique_ptr<EmulatedGame>> emulated = make_emulated();
        if (!emulated) {
            const std::lock_guard lock(m_mutex);
            m_error = emulated.error();
            return;
        }
        while (true) {
            const u64 number = m_next.fetch_add(1);
            if (number >= m_orders.size() || number > m_first_failure.load()) {
                break;
            }
            const std::optional<GeneratedGame> generated = m_orders.make(number);
            if (generated && compare_game(**emulated, m_grounds, generated->script, generated->expected).difference) {
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
        const Result<std::unique_ptr<EmulatedGame>> emulated = make_emulated();
        const std::optional<GeneratedGame> generated = m_orders.make(m_first_failure);
        if (!emulated || !generated) {
            return;
        }
        GameRecord expected;
        VerifyFailure failure{generated->script, {}, {}, {}};
        const auto compare = [&](const std::string& input) {
            failure.script.input = input;
            expected = play_twin(m_game, failure.script, m_options.detail());
            return compare_game(**emulated, m_grounds, failure.script, expected);
        };
        const auto shows_fault = [&](const std::string& input) { return compare(input).difference.has_value(); };
        const std::string& whole = generated->script.input;
        const ShrinkOptions how{.change_lines = !m_options.only_right_answers};
        const auto [actual, found] = compare(m_options.shrink ? shrink(whole, shows_fault, how) : whole);
        failure.difference = found ? found->sentence : "the difference does not show again";
        failure.boards = found ? found->boards : "";
        if (m_grounds.output && actual.transcript != expected.transcript) {
            failure.transcripts = transcripts_side_by_side(expected, actual);
        }
        m_report.failure = failure;
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
