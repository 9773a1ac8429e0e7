#include "emulator/games/positions.hpp"

#include <algorithm>
#include <unordered_set>

#include "emulator/games/dice.hpp"

namespace mariner::games {

namespace {

/// A vertical line on top of the player's own piece: the four that begins with that piece is completed first.
bool stands_on_own_piece(const LineGoal& goal, const Board& begun) {
    const Cell lowest = goal.line.cells[0];
    const bool vertical = lowest.column == goal.line.cells[3].column;
    return vertical && lowest.row > 0 && begun.at({lowest.column, lowest.row - 1}) == goal.player;
}

bool is_open(const LineGoal& goal, const Board& begun) {
    if (stands_on_own_piece(goal, begun)) {
        return false;
    }
    const bool taken_too_early = begun.at(goal.line.cells.at(static_cast<size_t>(goal.cell))) != 0;
    return !taken_too_early &&
           std::ranges::none_of(goal.line.cells, [&](Cell cell) { return begun.at(cell) == 3 - goal.player; });
}

/// One attempt at a goal: the moves so far, and which columns may come next.
class Attempt {
public:
    Attempt(const LineGoal& goal, u64 seed, const Undirected& undirected)
        : m_goal(goal), m_undirected(undirected), m_dice(seed) {}

    std::optional<Plan> run(std::span<const u8> forced) {
        for (const u8 column : forced) {
            if (!may_play(column)) {
                return std::nullopt;
            }
            play(column);
        }
        while (!m_done) {
            const std::optional<int> column = next_column();
            if (!column) {
                return std::nullopt;
            }
            play(*column);
        }
        return m_plan;
    }

private:
    [[nodiscard]] Cell last_cell() const { return m_goal.line.cells[static_cast<size_t>(m_goal.cell)]; }

    /// All cells of the line but the last stand, and the last one is next in its column.
    [[nodiscard]] bool is_ripe() const {
        const bool others = std::all_of(m_goal.line.cells.begin(), m_goal.line.cells.end(), [&](Cell cell) {
            return cell == last_cell() || m_board.at(cell) == m_goal.player;
        });
        return others && m_board.height(last_cell().column) == last_cell().row;
    }

    [[nodiscard]] bool may_play(int column) const {
        if (!m_board.can_drop(column)) {
            return false;
        }
        const Cell cell{column, m_board.height(column)};
        const int player = mover_of(m_plan);
        if (cell == last_cell()) {
            return player == m_goal.player && is_ripe();
        }
        if (player != m_goal.player && std::ranges::count(m_goal.line.cells, cell) != 0) {
            return false;
        }
        return !m_board.would_win(column, player);
    }

    std::optional<int> next_column() {
        const int player = mover_of(m_plan);
        if (player == 2 && m_undirected) {
            const int column = m_undirected(m_board);
            return may_play(column) ? std::optional(column) : std::nullopt;
        }
        std::vector<int> choice;
        for (int column = 0; column < column_count; ++column) {
            if (!may_play(column)) {
                continue;
            }
            const Cell cell{column, m_board.height(column)};
            if (cell == last_cell()) {
                return column;
            }
            // The line's own columns and what must stand below them come first, most of the time.
            const bool useful = std::any_of(m_goal.line.cells.begin(), m_goal.line.cells.end(), [&](Cell wanted) {
                return wanted.column == column && wanted.row >= cell.row &&
                       !(wanted == last_cell() && cell.row >= wanted.row);
            });
            choice.insert(choice.end(), useful ? 4 : 1, column);
        }
        if (choice.empty()) {
            return std::nullopt;
        }
        return choice[m_dice.below(choice.size())];
    }

    void play(int column) {
        const int player = mover_of(m_plan);
        const Cell cell = m_board.drop(column, player);
        m_plan.push_back(static_cast<u8>(column));
        m_done = cell == last_cell();
    }

    const LineGoal& m_goal;
    const Undirected& m_undirected;
    Dice m_dice;
    Board m_board;
    Plan m_plan;
    bool m_done = false;
};

}  // namespace

int mover_of(const Plan& plan) {
    return plan.size() % 2 == 0 ? 1 : 2;
}

Board board_of(const Plan& plan) {
    Board board;
    for (size_t i = 0; i < plan.size(); ++i) {
        board.drop(plan[i], i % 2 == 0 ? 1 : 2);
    }
    return board;
}

std::vector<Plan> distinct_positions(int plies, std::span<const u8> forced) {
    std::vector<Plan> found;
    std::unordered_set<u64> seen;
    std::vector<Plan> level{Plan(forced.begin(), forced.end())};
    for (size_t ply = forced.size(); ply <= static_cast<size_t>(plies) && !level.empty(); ++ply) {
        found.insert(found.end(), level.begin(), level.end());
        std::vector<Plan> next;
        for (const Plan& plan : level) {
            const Board board = board_of(plan);
            if (board.winner() != 0) {
                continue;
            }
            for (const int column : board.legal_columns()) {
                Board after = board;
                after.drop(column, mover_of(plan));
                if (seen.insert(after.key()).second) {
                    next.push_back(plan);
                    next.back().push_back(static_cast<u8>(column));
                }
            }
        }
        level = std::move(next);
    }
    return found;
}

std::vector<LineGoal> line_goals(std::span<const u8> forced) {
    const Board begun = board_of(Plan(forced.begin(), forced.end()));
    std::vector<LineGoal> goals;
    for (const Line& line : all_lines()) {
        const bool vertical = line.cells[0].column == line.cells[3].column;
        for (int cell = vertical ? 3 : 0; cell < 4; ++cell) {
            for (const int player : {1, 2}) {
                const LineGoal goal{line, cell, player};
                if (is_open(goal, begun)) {
                    goals.push_back(goal);
                }
            }
        }
    }
    return goals;
}

std::optional<Plan> try_line(const LineGoal& goal, std::span<const u8> forced, u64 seed, const Undirected& undirected) {
    return Attempt(goal, seed, undirected).run(forced);
}

}  // namespace mariner::games
