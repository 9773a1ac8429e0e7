#pragma once
// How the room `master` decides, as a rule that names one column for each position and strength: its twin, the maker of
// its book and whoever checks its games follow it. The program follows it too, and shares no line with it.

#include <functional>
#include <optional>
#include <vector>

#include "emulator/games/position.hpp"
#include "emulator/games/solver.hpp"

namespace mariner::games {

inline constexpr int strengths = 5;

/// The stones of who began, and all stones: a number for every position whoever is to move.
u64 absolute_key(const Position& position);

/// A position as the rule looks at it: of itself and its mirror the one with the smaller key.
struct Facing {
    Position position;
    bool is_mirrored = false;

    explicit Facing(const Position& seen);
    /// A column of the position seen.
    [[nodiscard]] int column(int faced) const { return is_mirrored ? column_count - 1 - faced : faced; }
};

struct Decision {
    int score = 0;  // 0 as well where a strength sees no end
    int column = 0;
    friend bool operator==(const Decision&, const Decision&) = default;
};

/// What is known beforehand of a position that faces the right way.
using BookLookup = std::function<std::optional<Decision>(const Position&)>;
/// Draws a number below the bound: the lower strengths choose so between columns that look the same.
using Draw = std::function<size_t(size_t bound)>;

class MasterRule {
public:
    explicit MasterRule(Solver& solver, BookLookup book = {}) : m_solver(solver), m_book(std::move(book)) {}

    /// The column for who is to move; nobody has four, and the board isn't full.
    [[nodiscard]] Decision decide(const Position& position, int strength = strengths, const Draw& draw = {});
    /// What each column is worth, as far as that strength sees.
    [[nodiscard]] ColumnValues values(const Position& position, int strength = strengths);

private:
    [[nodiscard]] Decision search(const Position& position, int strength, const Draw& draw);
    [[nodiscard]] int score(const Position& position, int strength);

    Solver& m_solver;
    BookLookup m_book;
};

}  // namespace mariner::games
