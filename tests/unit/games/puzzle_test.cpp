// The puzzle of a day: one for everybody, and it is what it says.

#include "emulator/games/puzzle.hpp"

#include <gtest/gtest.h>

#include <set>

#include "emulator/games/solver.hpp"

namespace mariner::games {
namespace {

TEST(Puzzle, IsWonByOneColumnInAsManyMovesAsItSays) {
    Solver solver;
    std::set<std::string> seen;
    for (int day = 1; day <= 28; ++day) {
        const std::string date = "2027-02-" + std::string(day < 10 ? "0" : "") + std::to_string(day);
        const std::optional<Puzzle> puzzle = puzzle_of(date);
        ASSERT_TRUE(puzzle) << date;
        EXPECT_EQ(puzzle->date, date);
        const Result<Position> position = position_after(puzzle->moves);
        ASSERT_TRUE(position) << puzzle->moves;
        const ColumnValues values = solver.values(*position);
        for (int column = 0; column < column_count; ++column) {
            const std::optional<int> value = values.at(static_cast<size_t>(column));
            if (column == puzzle->column) {
                EXPECT_EQ(value, 2 * puzzle->wins_in - 1) << puzzle->moves;
            } else {
                EXPECT_LE(value.value_or(0), 0) << puzzle->moves;
            }
        }
        seen.insert(puzzle->moves);
    }
    EXPECT_EQ(seen.size(), 28U);
}

TEST(Puzzle, IsTheSameWheneverItIsMade) {
    EXPECT_EQ(puzzle_of("2026-11-19")->moves, puzzle_of("2026-11-19")->moves);
}

TEST(Puzzle, TakesDatesOnly) {
    for (const std::string_view wrong :
         {"", "today", "2026-13-01", "2026-02-30", "26-01-01", "2026-1-1", "2026/01/01"}) {
        EXPECT_FALSE(puzzle_of(wrong)) << wrong;
    }
    EXPECT_TRUE(puzzle_of("2028-02-29"));
}

TEST(Puzzle, KnowsTheDateInGreenwich) {
    EXPECT_EQ(date_of(0), "1970-01-01");
    EXPECT_EQ(date_of(86'399'999), "1970-01-01");
    EXPECT_EQ(date_of(1'795'132'800'000), "2026-11-20");
}

}  // namespace
}  // namespace mariner::games
