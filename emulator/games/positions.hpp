#pragma once
// The exhaustive part of verify: column sequences that reach every position of the first plies, and sequences that
// complete each of the 69 lines by each of its cells. Pure Connect Four; what a room adds (a forced first move, a
// computer that draws its columns) comes in by the arguments.

#include <functional>
#include <optional>
#include <span>
#include <vector>

#include "emulator/games/board.hpp"

namespace mariner::games {

/// Columns from 0, players 1 and 2 by turns.
using Plan = std::vector<u8>;

/// Whose turn it is after these moves, and the board then.
int mover_of(const Plan& plan);
Board board_of(const Plan& plan);

/// One sequence for every position that can stand after at most `plies` moves, all of which begin with `forced`
/// (positions shorter than that are left out). A position in which somebody has four ends its game.
std::vector<Plan> distinct_positions(int plies, std::span<const u8> forced);

/// A line, completed last of all by the cell numbered `cell` (0..3), by `player`.
struct LineGoal {
    Line line;
    int cell = 0;
    int player = 1;
};

/// All goals that gravity allows (a vertical line can only be completed by its top cell) and that `forced` moves leave
/// open: they may put a piece of the other player into a line, or take the last cell too early.
std::vector<LineGoal> line_goals(std::span<const u8> forced);

/// What a player that nobody can direct does next, given the board; for games of people nothing is undirected.
using Undirected = std::function<int(const Board&)>;

/// Plays towards the goal with random moves that neither complete a four too early nor spoil the line. `undirected`
/// chooses player 2's columns if given. Nothing if this attempt fails; another seed may do better.
std::optional<Plan> try_line(const LineGoal& goal, std::span<const u8> forced, u64 seed, const Undirected& undirected);

}  // namespace mariner::games
