#include "emulator/games/plans.hpp"

#include <algorithm>

#include "emulator/games/verify.hpp"
#include "emulator/support/java_random.hpp"

namespace mariner::games {

namespace {

constexpr u64 line_attempts = 20'000;

/// Each game of a computer that looks ahead takes it milliseconds, and it is the same program at every position.
constexpr int most_plies_of_thinking = 5;

size_t base_seven(const Plan& plan, size_t moves) {
    size_t number = 0;
    for (size_t i = 0; i < moves; ++i) {
        number = number * column_count + plan[2 * i + 1];
    }
    return number;
}

}  // namespace

Orders::Orders(const Game& game, const VerifyOptions& options)
    : m_game(game),
      m_only_right_answers(options.only_right_answers),
      m_detail(options.detail()),
      m_rules(game.make_twin()),
      m_has_computer(game.people == 1 && !m_rules->thinks()),
      m_forced(m_rules->forced_columns()),
      m_seed(options.seed),
      m_random_games(options.random_games) {
    if (options.plies >= 0) {
        const int plies = m_rules->thinks() ? std::min(options.plies, most_plies_of_thinking) : options.plies;
        m_positions = distinct_positions(plies, m_forced);
        if (m_has_computer) {
            keep_what_the_computer_leaves();
            prepare_computer_seeds(options.plies / 2);
        }
    }
    if (options.winning_lines) {
        m_goals = line_goals(m_forced);
    }
}

/// The computer answers at once, so a game never waits after an odd number of moves; only a win ends it there.
void Orders::keep_what_the_computer_leaves() {
    std::erase_if(m_positions, [](const Plan& plan) { return plan.size() % 2 == 1 && board_of(plan).winner() == 0; });
}

/// For every sequence of the computer's first columns the least seed that makes it draw them.
void Orders::prepare_computer_seeds(int moves) {
    m_computer_seeds.resize(static_cast<size_t>(moves) + 1);
    size_t count = 1;
    for (size_t length = 0; length <= static_cast<size_t>(moves); ++length, count *= column_count) {
        m_computer_seeds[length].assign(count, -1);
    }
    size_t missing = m_computer_seeds.back().size();
    for (i32 seed = 0; missing > 0; ++seed) {
        JavaRandom random(seed);
        size_t number = 0;
        for (std::vector<i32>& seeds : m_computer_seeds) {
            const bool is_longest = &seeds == &m_computer_seeds.back();
            if (seeds[number] < 0) {
                seeds[number] = seed;
                missing -= is_longest ? 1 : 0;
            }
            number = number * column_count + static_cast<size_t>(m_rules->computer_column(random, Board()));
        }
    }
}

i32 Orders::computer_seed(const Plan& plan) const {
    const size_t moves = plan.size() / 2;
    return m_computer_seeds[moves][base_seven(plan, moves)];
}

std::optional<GeneratedGame> Orders::make(u64 number) const {
    const u64 seed = m_seed * 0x100000001b3ULL + number;
    if (number < m_random_games) {
        GameOrder order = random_order(seed);
        if (m_only_right_answers) {
            order.habits.wrong = order.habits.foreign_ends = 0;
        }
        return generate(m_game, order, m_detail);
    }
    number -= m_random_games;
    if (number < m_positions.size()) {
        const Plan& plan = m_positions[static_cast<size_t>(number)];
        return play_plan(plan, m_has_computer ? computer_seed(plan) : static_cast<i32>(number), seed);
    }
    return reach_line(m_goals[static_cast<size_t>(number) - m_positions.size()], seed);
}

GeneratedGame Orders::play_plan(const Plan& plan, i32 program_seed, u64 seed, bool wins) const {
    GameOrder order;
    order.seed = seed;
    order.program_seed = program_seed;
    order.style = Style::planned;
    order.block_last_move = wins;  // the game refuses that: a win at once must not be blocked
    for (size_t i = 0; i < plan.size(); i += m_has_computer ? 2 : 1) {
        order.plan.push_back(plan[i]);
    }
    return generate(m_game, order, m_detail);
}

std::optional<GeneratedGame> Orders::reach_line(const LineGoal& goal, u64 number) const {
    for (u64 attempt = 0; attempt < line_attempts; ++attempt) {
        const i32 program_seed = static_cast<i32>(static_cast<u32>(number * line_attempts + attempt));
        JavaRandom random(program_seed);
        const Undirected computer = [&](const Board& board) { return m_rules->computer_column(random, board); };
        const std::optional<Plan> plan =
            try_line(goal, m_forced, number * line_attempts + attempt, m_has_computer ? computer : Undirected());
        if (plan) {
            ++m_reached;
            return play_plan(*plan, program_seed, number, true);
        }
    }
    return std::nullopt;
}

void Orders::count_into(VerifyReport& report) const {
    report.random_games = m_random_games;
    report.positions = m_positions.size();
    report.line_goals = m_goals.size();
    report.lines = m_reached;
}

}  // namespace mariner::games
