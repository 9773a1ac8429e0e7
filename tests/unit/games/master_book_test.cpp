// The book of the program that looks ahead: its form, and a sample of what it says against the solver.

#include "emulator/games/master_book.hpp"

#include <gtest/gtest.h>

#include <array>
#include <bit>
#include <string>
#include <vector>

#include "emulator/games/registry.hpp"

namespace mariner::games {
namespace {

/// The position of a key; nothing if the players' stones are not as many as turns make them.
std::optional<Position> position_of(u64 key) {
    std::array<std::vector<int>, column_count> stones;  // 1: of who began
    int count = 0;
    int first = 0;
    for (size_t column = 0; column < column_count; ++column) {
        const u64 digit = (key >> (column * cells::column_bits)) & 127U;  // all stones and those of who began
        const int height = static_cast<int>(std::bit_width(digit + 1)) - 1;
        const u64 own = digit - ((u64{1} << static_cast<unsigned>(height)) - 1);
        for (int row = 0; row < height; ++row) {
            const bool is_first = ((own >> static_cast<unsigned>(row)) & 1U) != 0;
            stones.at(column).push_back(is_first ? 1 : 2);
            first += is_first ? 1 : 0;
        }
        count += height;
    }
    if (first != (count + 1) / 2) {
        return std::nullopt;
    }
    Board board;
    for (size_t column = 0; column < column_count; ++column) {
        for (const int player : stones.at(column)) {
            board.drop(static_cast<int>(column), player);
        }
    }
    return Position(board, 1 + count % 2);
}

std::vector<BookEntry> book() {
    return read_book(thinking_game().program);
}

TEST(MasterBook, HoldsPositionsThatFaceTheRightWayInOrder) {
    const std::vector<BookEntry> entries = book();
    ASSERT_GT(entries.size(), 10'000U);
    for (size_t i = 0; i < entries.size(); ++i) {
        const std::optional<Position> position = position_of(entries[i].key);
        ASSERT_TRUE(position) << entries[i].key;
        EXPECT_EQ(absolute_key(*position), entries[i].key);
        EXPECT_FALSE(Facing(*position).is_mirrored) << entries[i].key;
        EXPECT_TRUE(position->can_drop(entries[i].decision.column)) << entries[i].key;
        EXPECT_TRUE(i == 0 || entries[i - 1].key < entries[i].key) << entries[i].key;
    }
}

TEST(MasterBook, SaysWhatTheSolverFinds) {
    Solver solver;
    int tried = 0;
    for (const BookEntry& entry : book()) {
        const Position position = *position_of(entry.key);
        if (position.stones() >= 14 && entry.key % 50 == 0) {
            EXPECT_EQ(MasterRule(solver).decide(position), entry.decision) << entry.key;
            ++tried;
        }
    }
    EXPECT_GT(tried, 10);
}

TEST(MasterBook, IsReadAsItIsWritten) {
    const std::string written = write_book(book());
    const size_t place = thinking_game().program.find("\nbook:") + 1;
    EXPECT_EQ(thinking_game().program.substr(place), written);
    EXPECT_TRUE(read_book("no book here").empty());
}

TEST(MasterBook, KnowsTheOpening) {
    EXPECT_EQ(find_in_book(Position()), (Decision{1, 3}));
    EXPECT_TRUE(find_in_book(Facing(*position_after("11")).position)) << "what its own play doesn't lead to";
    EXPECT_FALSE(find_in_book(Facing(*position_after("1111117777")).position));
}

}  // namespace
}  // namespace mariner::games
