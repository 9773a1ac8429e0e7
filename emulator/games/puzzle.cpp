#include "emulator/games/puzzle.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>

#include "emulator/games/dice.hpp"
#include "emulator/games/solver.hpp"
#include "emulator/support/text.hpp"

namespace mariner::games {

namespace {

constexpr size_t fewest_stones = 20;
constexpr size_t most_stones = 26;
/// Positions that take the solver longer are no puzzles for people.
constexpr u64 patience = 30'000;
constexpr int shortest = 3;
constexpr int longest = 6;

std::optional<std::chrono::year_month_day> parse_date(std::string_view text) {
    if (text.size() != 10 || text[4] != '-' || text[7] != '-') {
        return std::nullopt;
    }
    const auto year = parse_digits<u32>(text.substr(0, 4));
    const auto month = parse_digits<u32>(text.substr(5, 2));
    const auto day = parse_digits<u32>(text.substr(8, 2));
    if (!year || !month || !day) {
        return std::nullopt;
    }
    const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(*year)), std::chrono::month(*month),
                                           std::chrono::day(*day)};
    return date.ok() ? std::optional(date) : std::nullopt;
}

/// Moves of two who see a win at hand and one that has to be stopped; empty if the game ended too early.
std::string sensible_moves(Dice& dice, size_t count) {
    std::string moves;
    Position position;
    while (moves.size() < count) {
        std::vector<int> columns;
        const cells::Set threats = cells::fourths(position.others()) & cells::next(position.taken());
        for (int column = 0; column < column_count; ++column) {
            const bool stops = threats == 0 || (threats & cells::column_of(column)) != 0;
            if (position.can_drop(column) && position.wins(column)) {
                return {};
            }
            if (position.can_drop(column) && stops) {
                columns.push_back(column);
            }
        }
        if (columns.empty()) {
            return {};
        }
        const int column = columns[dice.below(columns.size())];
        moves += static_cast<char>('1' + column);
        position = position.after(column);
    }
    return moves;
}

/// A win that isn't at hand, by one column alone.
std::optional<Puzzle> as_puzzle(const std::string& moves, Solver& solver) {
    const Result<Position> position = position_after(moves);
    if (!position) {
        return std::nullopt;
    }
    solver.be_patient_for(patience);
    const ColumnValues values = solver.values(*position);
    if (solver.has_given_up()) {
        return std::nullopt;
    }
    const auto wins = [](const std::optional<int>& value) { return value && *value > 0; };
    const auto first = std::ranges::find_if(values, wins);
    if (std::ranges::count_if(values, wins) != 1) {
        return std::nullopt;
    }
    const int wins_in = (**first + 1) / 2;
    if (wins_in < shortest || wins_in > longest) {
        return std::nullopt;
    }
    return Puzzle{"", moves, wins_in, static_cast<int>(first - values.begin())};
}

}  // namespace

std::optional<Puzzle> puzzle_of(std::string_view date) {
    const auto parsed = parse_date(date);
    if (!parsed) {
        return std::nullopt;
    }
    const i64 day = std::chrono::sys_days(*parsed).time_since_epoch().count();
    Dice dice(static_cast<u64>(day));
    Solver solver;
    while (true) {
        const size_t stones = fewest_stones + dice.below(most_stones - fewest_stones + 1);
        if (std::optional<Puzzle> puzzle = as_puzzle(sensible_moves(dice, stones), solver);
            puzzle && puzzle->moves.size() == stones) {
            puzzle->date = std::string(date);
            return puzzle;
        }
    }
}

std::string date_of(i64 milliseconds_since_1970) {
    const auto day = std::chrono::floor<std::chrono::days>(
        std::chrono::sys_time<std::chrono::milliseconds>(std::chrono::milliseconds(milliseconds_since_1970)));
    const std::chrono::year_month_day date(day);
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "%04d-%02u-%02u", static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()));
    return text.data();
}

}  // namespace mariner::games
