#include "emulator/games/master_rule.hpp"

#include <algorithm>
#include <array>

namespace mariner::games {

namespace {

/// Of columns that are worth the same the first of these is taken.
constexpr std::array<int, column_count> from_the_middle{3, 2, 4, 1, 5, 0, 6};

/// How many plies each strength looks ahead.
constexpr std::array<int, strengths> plies_seen{2, 4, 8, 14, cell_count};

/// The scores that are the last to be seen: of a win as many plies away as are seen, and of a loss.
struct Sight {
    int win;
    int loss;

    Sight(int strength, int stones) {
        const int plies = plies_seen.at(static_cast<size_t>(strength - 1));
        win = std::max(1, wins_now(stones + plies - 2));
        loss = std::min(-1, -wins_now(stones + plies - 1));
    }
};

}  // namespace

u64 absolute_key(const Position& position) {
    return (position.stones() % 2 == 0 ? position.mine() : position.others()) + position.taken();
}

Facing::Facing(const Position& seen) : position(seen) {
    const Position other = seen.mirrored();
    if (absolute_key(other) < absolute_key(seen)) {
        position = other;
        is_mirrored = true;
    }
}

Decision MasterRule::decide(const Position& position, int strength, const Draw& draw) {
    const Facing facing(position);
    Decision decision = search(facing.position, strength, draw);
    decision.column = facing.column(decision.column);
    return decision;
}

/// A win at hand, else what the book says, else the columns that reach the position's score. Who is threatened by a win
/// at once looks at nothing but the cells that stop one.
Decision MasterRule::search(const Position& position, int strength, const Draw& draw) {
    for (const int column : from_the_middle) {
        if (position.can_drop(column) && position.wins(column)) {
            return {wins_now(position.stones()), column};
        }
    }
    if (strength == strengths && m_book) {
        if (const std::optional<Decision> known = m_book(position)) {
            return *known;
        }
    }
    const Sight sight(strength, position.stones());
    const int score = m_solver.score_seen(position, sight.loss, sight.win);
    const int enough = score != 0 ? score : sight.loss + 1;
    const cells::Set next = cells::next(position.taken());
    const cells::Set threats = next & cells::fourths(position.others());
    std::vector<int> good;
    for (const int column : from_the_middle) {
        const cells::Set cell = (threats != 0 ? threats : next) & cells::column_of(column);
        if (cell != 0 && m_solver.is_at_most(position.after(column), -enough)) {
            good.push_back(column);
            if (strength == strengths) {
                break;
            }
        }
    }
    if (good.empty()) {  // only a solver that has given up finds none
        good.push_back(*std::ranges::find_if(from_the_middle, [&](int column) { return position.can_drop(column); }));
    }
    return {score, good.at(draw ? draw(good.size()) : 0)};
}

int MasterRule::score(const Position& position, int strength) {
    if (strength == strengths && m_book) {
        if (const std::optional<Decision> known = m_book(Facing(position).position)) {
            return known->score;
        }
    }
    const Sight sight(strength, position.stones());
    return m_solver.score_seen(position, sight.loss, sight.win);
}

ColumnValues MasterRule::values(const Position& position, int strength) {
    ColumnValues values;
    for (int column = 0; column < column_count; ++column) {
        if (position.can_drop(column)) {
            const Position next = position.after(column);
            values.at(static_cast<size_t>(column)) =
                position.wins(column) ? 1 : value_before(plies_to_end(score(next, strength), next.stones()));
        }
    }
    return values;
}

}  // namespace mariner::games
