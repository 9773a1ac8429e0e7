#include "emulator/games/parity.hpp"

#include <bit>

namespace mariner::games {

namespace {

using cells::Set;

/// A base is a cell of an even row that a stone can fall into now: whoever takes it turns its column's order around.
struct Squares {
    Set empty;
    Set next;
    Set bases;

    explicit Squares(const Sides& sides)
        : empty(cells::all & ~(sides.mine | sides.others)),
          next(cells::next(sides.mine | sides.others)),
          bases(next & cells::even_rows) {}

    [[nodiscard]] Set odd() const { return empty & cells::odd_rows; }
    [[nodiscard]] Set even() const { return empty & cells::even_rows & ~bases; }
};

/// An even number of cells is empty: the other can answer each move above it, and a base by a base. Then the mover gets
/// the odd rows and the bases at most, the other the even rows at least.
std::optional<int> answered_from_above(const Sides& sides, const Squares& squares, int alpha) {
    if (alpha < -1 || cells::has_four(sides.mine | squares.odd() | squares.bases)) {
        return std::nullopt;
    }
    if (alpha >= 0) {
        return 0;
    }
    return cells::has_four(sides.others | squares.even()) ? std::optional(-1) : std::nullopt;
}

/// An odd number is empty: the mover takes a base, and answers from above from then on.
std::optional<int> answering_from_above(const Sides& sides, const Squares& squares, int alpha) {
    if (alpha > 0 || cells::has_four(sides.others | squares.odd())) {
        return std::nullopt;
    }
    for (Set left = squares.bases & ~(sides.others_wins >> 1); left != 0; left &= left - 1) {
        const Set taken = cells::lowest(left);
        if (cells::has_four(sides.others | squares.odd() | (squares.bases & ~taken))) {
            continue;
        }
        if (alpha < 0) {
            return 0;
        }
        if (cells::has_four(sides.mine | taken | squares.even())) {
            return 1;
        }
    }
    return std::nullopt;
}

/// The other has a winning cell in an odd row, whose column stands at an even one: it decides who must play below it.
/// He wins if the mover makes no four with the odd rows of the other columns and the even ones below that cell.
std::optional<int> threatened_from_above(const Sides& sides, const Squares& squares, int alpha) {
    const Set threats = alpha >= -1 ? sides.others_wins & cells::odd_rows & ~squares.next : 0;
    for (Set left = threats; left != 0; left &= left - 1) {
        const Set threat = cells::lowest(left);
        const Set column = cells::column_of(std::countr_zero(threat) / cells::column_bits);
        const Set elsewhere = (squares.odd() | squares.bases) & ~column;
        const Set below = squares.empty & cells::even_rows & column & (threat - 1);
        if ((squares.bases & column) != 0 && !cells::has_four(sides.mine | elsewhere | below)) {
            return -1;
        }
    }
    return std::nullopt;
}

/// With fewer stones everybody can still make four.
constexpr int hopes_fade = 35;

/// Who makes no four with all the cells that are empty can't win.
std::optional<int> out_of_cells(const Sides& sides, const Squares& squares, int alpha) {
    const Set hopeful = alpha >= 0 ? sides.mine : sides.others;
    return cells::has_four(hopeful | squares.empty) ? std::nullopt : std::optional(0);
}

}  // namespace

std::optional<int> parity_bound(const Sides& sides, int stones, int alpha) {
    const Squares squares(sides);
    std::optional<int> bound;
    if (stones % 2 == 0) {
        bound = answered_from_above(sides, squares, alpha);
    } else {
        bound = answering_from_above(sides, squares, alpha);
        bound = bound ? bound : threatened_from_above(sides, squares, alpha);
    }
    return bound || stones < hopes_fade ? bound : out_of_cells(sides, squares, alpha);
}

}  // namespace mariner::games
