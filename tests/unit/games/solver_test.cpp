// The solver against a plain search over the board's own rules, which shares nothing with it; what it says in plies;
// positions that can't arise.

#include "emulator/games/solver.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <utility>

#include "emulator/games/parity.hpp"

namespace mariner::games {
namespace {

/// Plies to the end, as ColumnValues counts them: alpha-beta with moves in order and nothing else. Slow.
int plain_value(const Board& board, int mover) {
    if (board.is_full()) {
        return 0;
    }
    if (board.winning_column(mover)) {
        return 1;
    }
    std::optional<int> best;
    for (const int column : board.legal_columns()) {
        Board next = board;
        next.drop(column, mover);
        const int answer = plain_value(next, 3 - mover);
        const int value = answer == 0 ? 0 : answer > 0 ? -answer - 1 : -answer + 1;
        best = !best || is_better(value, *best) ? value : *best;
    }
    return *best;
}

struct Game {
    std::string moves;
    Board board;
    int mover = 1;
};

/// Random moves that take a win, and parry one; none in which somebody has won.
Game random_game(std::mt19937& random, int stones) {
    for (;;) {
        Game game;
        while (static_cast<int>(game.moves.size()) < stones && game.board.winner() == 0) {
            const std::vector<int> columns = game.board.legal_columns();
            const std::optional<int> parried = game.board.winning_column(3 - game.mover);
            const int column = parried ? *parried : columns[random() % columns.size()];
            game.board.drop(column, game.mover);
            game.mover = 3 - game.mover;
            game.moves += static_cast<char>('1' + column);
        }
        if (game.board.winner() == 0) {
            return game;
        }
    }
}

TEST(Solver, AgreesWithAPlainSearch) {
    std::mt19937 random(4);
    Solver solver;
    for (int round = 0; round < 200; ++round) {
        const Game game = random_game(random, 31 + round % 11);
        const Position position(game.board, game.mover);
        const ColumnValues values = solver.values(position);
        for (int column = 0; column < column_count; ++column) {
            ASSERT_EQ(values.at(static_cast<size_t>(column)).has_value(), game.board.can_drop(column)) << game.moves;
            if (!game.board.can_drop(column)) {
                continue;
            }
            Board next = game.board;
            next.drop(column, game.mover);
            const int answer = plain_value(next, 3 - game.mover);
            const int expected = game.board.would_win(column, game.mover) ? 1
                                 : answer == 0                            ? 0
                                 : answer > 0                             ? -answer - 1
                                                                          : 1 - answer;
            EXPECT_EQ(values.at(static_cast<size_t>(column)), expected) << game.moves << " column " << column + 1;
        }
    }
}

TEST(Solver, SaysTheSignAlone) {
    std::mt19937 random(5);
    Solver solver;
    for (int round = 0; round < 100; ++round) {
        const Game game = random_game(random, 18 + round % 20);
        const Position position(game.board, game.mover);
        const int score = solver.score(position);
        Solver fresh;
        EXPECT_EQ(fresh.sign(position), (score > 0) - (score < 0)) << game.moves;
    }
}

TEST(Solver, KnowsNoLeftAndRight) {
    std::mt19937 random(6);
    for (int round = 0; round < 30; ++round) {
        const Game game = random_game(random, 18);
        const Position position(game.board, game.mover);
        ColumnValues values = Solver().values(position.mirrored());
        std::reverse(values.begin(), values.end());
        EXPECT_EQ(values, Solver().values(position)) << game.moves;
    }
}

/// A key is told by its tag and its place together: a table of too few places would take one position for another.
TEST(Solver, HasNoTableThatMixesUpPositions) {
    std::mt19937 random(8);
    Solver smallest(1, 1);
    Solver usual(19);
    for (int round = 0; round < 60; ++round) {
        const Game game = random_game(random, 15 + round % 6);
        const Position position(game.board, game.mover);
        EXPECT_EQ(smallest.values(position), usual.values(position)) << game.moves;
    }
}

TEST(Solver, StopsWhenItIsTold) {
    Solver solver;
    solver.stop_when([] { return true; });
    (void)solver.score(*position_after("-"));
    EXPECT_TRUE(solver.has_given_up());
    EXPECT_LT(solver.nodes(), 1'000'000U);
    solver.stop_when({});
    solver.be_patient_for(~u64{0});
    std::mt19937 random(9);
    const Game game = random_game(random, 24);
    const Position late(game.board, game.mover);
    EXPECT_EQ(solver.values(late), Solver().values(late)) << "and goes on afterwards";
}

TEST(Solver, SaysTheSameWithALargerTable) {
    std::mt19937 random(8);
    Solver solver;
    solver.prepare_for(0);
    for (int round = 0; round < 20; ++round) {
        const Game game = random_game(random, 20);
        const Position position(game.board, game.mover);
        EXPECT_EQ(solver.values(position), Solver().values(position)) << game.moves;
    }
}

TEST(Solver, CountsPliesFromNow) {
    EXPECT_EQ(plies_to_end(1, 0), 41) << "the first player's last stone is the 41st";
    EXPECT_EQ(plies_to_end(-1, 0), -42);
    EXPECT_EQ(plies_to_end(1, 1), 41) << "and the second's the 42nd, one ply having gone";
    EXPECT_EQ(plies_to_end(18, 6), 1);
    EXPECT_EQ(plies_to_end(-18, 6), -2);
    EXPECT_EQ(plies_to_end(0, 17), 0);
}

/// The bounds that the rows give are true, whichever question is asked.
TEST(Parity, PromisesNothingFalse) {
    std::mt19937 random(7);
    Solver solver;
    int answers = 0;
    for (int round = 0; round < 4000; ++round) {
        const Game game = random_game(random, 18 + round % 22);
        const Position position(game.board, game.mover);
        const cells::Set wins = cells::fourths(position.others()) & ~position.taken();
        const bool someone_wins_next = ((wins | cells::fourths(position.mine())) & cells::next(position.taken())) != 0;
        for (const int alpha : {-3, -1, 0, 2}) {
            const std::optional<int> bound =
                someone_wins_next ? std::nullopt
                                  : parity_bound({position.mine(), position.others(), wins}, position.stones(), alpha);
            if (bound) {
                ++answers;
                const int score = solver.score(position);
                EXPECT_TRUE(*bound > alpha ? score >= *bound : score <= *bound) << game.moves << " " << alpha;
            }
        }
    }
    EXPECT_GT(answers, 1000);
}

TEST(Position, SaysWhichMoveCantBe) {
    const auto reason = [](std::string_view moves) {
        const Result<Position> position = position_after(moves);
        return position ? "" : position.error().message;
    };
    EXPECT_EQ(reason("-"), "");
    EXPECT_EQ(reason("44444445"), "move 7 can't be: column 4 is full");
    EXPECT_EQ(reason("48"), "move 2 can't be: a column is a digit from 1 to 7");
    EXPECT_EQ(reason("121212134"), "move 8 can't be: the game ended with the move before");
    EXPECT_EQ(reason("1212121"), "the game is over: the last move made four");
}

TEST(Position, IsTheBoardsOwn) {
    std::mt19937 random(8);
    for (int round = 0; round < 100; ++round) {
        const Game game = random_game(random, round % 42);
        const Position position = *position_after(game.moves);
        EXPECT_EQ(position, Position(game.board, game.mover));
        EXPECT_EQ(position.stones(), static_cast<int>(game.moves.size()));
        EXPECT_EQ(position.mirrored().mirrored(), position);
    }
}

TEST(BestColumns, QuickestWinThenDrawThenLongestResistance) {
    EXPECT_EQ(best_columns({5, 3, 0, 3, -2, std::nullopt, 7}), (std::vector<int>{1, 3}));
    EXPECT_EQ(best_columns({-5, -3, 0, -3, -2, std::nullopt, 0}), (std::vector<int>{2, 6}));
    EXPECT_EQ(best_columns({-4, -8, std::nullopt, -8, -2, std::nullopt, -6}), (std::vector<int>{1, 3}));
    EXPECT_EQ(best_columns({}), std::vector<int>{});
}

}  // namespace
}  // namespace mariner::games
