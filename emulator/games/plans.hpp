#pragma once
// Which games a verification plays: a number for each. First the random ones, then one for every position of the first
// plies, then one for every way to complete a line. A number means the same game on every machine and thread.

#include <atomic>
#include <optional>
#include <vector>

#include "emulator/games/generator.hpp"
#include "emulator/games/positions.hpp"

namespace mariner::games {

struct VerifyOptions;
struct VerifyReport;

class Orders {
public:
    Orders(const Game& game, const VerifyOptions& options);

    [[nodiscard]] u64 size() const { return m_random_games + m_positions.size() + m_goals.size(); }

    /// The game with this number; nothing if no way to its line was found. May be called from any thread.
    [[nodiscard]] std::optional<GeneratedGame> make(u64 number) const;

    /// How many of each kind there were.
    void count_into(VerifyReport& report) const;

private:
    [[nodiscard]] GeneratedGame play_plan(const Plan& plan, i32 program_seed, u64 seed, bool wins = false) const;
    [[nodiscard]] std::optional<GeneratedGame> reach_line(const LineGoal& goal, u64 number) const;
    void prepare_computer_seeds(int moves);
    void keep_what_the_computer_leaves();
    [[nodiscard]] i32 computer_seed(const Plan& plan) const;

    const Game& m_game;
    bool m_only_right_answers;
    Detail m_detail;
    std::unique_ptr<Twin> m_rules;  // never plays
    bool m_has_computer;            // that draws its columns
    Plan m_forced;
    u64 m_seed;
    u64 m_random_games;
    std::vector<Plan> m_positions;
    std::vector<LineGoal> m_goals;
    std::vector<std::vector<i32>> m_computer_seeds;  // [moves][columns as a number in base 7]
    mutable std::atomic<u64> m_reached = 0;
};

}  // namespace mariner::games
