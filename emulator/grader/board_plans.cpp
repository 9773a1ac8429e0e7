#include "emulator/grader/board_plans.hpp"

#include <algorithm>

#include "emulator/support/java_random.hpp"

namespace mariner::grader {

namespace {

constexpr u64 line_attempts = 20'000;

/// To a win or a full board. Every other game's players see a win when there is one, and stop one at times.
games::Plan random_plan(i32 seed) {
    JavaRandom random(seed);
    const bool is_keen = random.next_int(2) == 0;
    games::Plan plan;
    games::Board board;
    while (board.winner() == 0 && !board.is_full()) {
        const int player = games::mover_of(plan);
        const std::vector<int> columns = board.legal_columns();
        int column = columns[static_cast<size_t>(random.next_int(static_cast<i32>(columns.size())))];
        if (is_keen) {
            const std::optional<int> win = board.winning_column(player);
            const std::optional<int> stop = board.winning_column(3 - player);
            column = win ? *win : stop && random.next_int(4) != 0 ? *stop : column;
        }
        board.drop(column, player);
        plan.push_back(static_cast<u8>(column));
    }
    return plan;
}

}  // namespace

void make_plans(BoardRule& rule) {
    if (!rule.moves.empty()) {
        rule.plans.push_back(rule.moves);
    }
    for (u32 i = 0; i < rule.random_games; ++i) {
        rule.plans.push_back(random_plan(static_cast<i32>(static_cast<u32>(rule.seed * 10'007 + i))));
    }
    u64 number = rule.seed * line_attempts * 1000;
    for (const games::LineGoal& goal : rule.all_lines ? games::line_goals({}) : std::vector<games::LineGoal>{}) {
        for (u64 attempt = 0; attempt < line_attempts; ++attempt) {
            if (std::optional<games::Plan> plan = games::try_line(goal, {}, number + attempt, {})) {
                rule.plans.push_back(std::move(*plan));
                break;
            }
        }
        number += line_attempts;
    }
    std::ranges::stable_sort(rule.plans, {}, &games::Plan::size);
}

}  // namespace mariner::grader
