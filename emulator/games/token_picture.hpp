#pragma once
// The picture that the rooms `bitmap` and `master` draw: a board with round holes, tokens that fall, the token of whose
// turn it is above it, rings around the four that win. For their twins.

#include <vector>

#include "emulator/games/twin.hpp"

namespace mariner::games {

/// The four of a player that such a program finds first: cell by cell from the floor, row by row, and from each the two
/// diagonals, across, up. Empty if there are none.
std::vector<Cell> first_four(const Board& board, int player);

class TokenPicture {
public:
    /// `first_number`: below the leftmost column, 1 or 0.
    explicit TokenPicture(int first_number = 1);

    [[nodiscard]] const GamePicture& canvas() const { return m_canvas; }

    /// The token above the board; 0: none.
    void show_mover(int player);
    /// A token in its place.
    void put(Cell cell, int player);
    /// The token rests a moment in every hole above its own.
    void let_fall(TwinConsole& console, Cell cell, int player);
    void mark_win(const std::vector<Cell>& four);

private:
    void paint_disk(int left, int top, u32 colour, bool with_core = true);
    void paint_hole(Cell cell, u32 colour, bool with_core = true);

    int m_shown_mover = 0;
    GamePicture m_canvas;
};

}  // namespace mariner::games
