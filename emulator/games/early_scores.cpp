#include "emulator/games/early_scores.hpp"

#include <algorithm>
#include <array>

#include "emulator/games/master_book.hpp"
#include "emulator/games/master_rule.hpp"

namespace mariner::games {

namespace {

struct ScoredPosition {
    u64 key = 0;
    ScoreBounds score;
};
using ScoredLevel = std::vector<ScoredPosition>;  // positions of as many stones, in the order of their keys
using ScoredLevels = std::array<ScoredLevel, early_stones + 1>;

/// Those of `early_stones` in the order of positions_of().
constexpr auto table = std::to_array<i16>({
#include "emulator/games/early_scores.inc"
});

/// Of two that know something.
ScoreBounds both(const ScoreBounds& one, const ScoreBounds& other) {
    return {std::max(one.least, other.least), std::min(one.most, other.most)};
}

ScoreBounds find_in(const ScoredLevel& level, const Position& position) {
    const u64 key = absolute_key(Facing(position).position);
    const auto found = std::ranges::lower_bound(level, key, {}, &ScoredPosition::key);
    return found != level.end() && found->key == key ? found->score : ScoreBounds();
}

ScoreBounds in_book(const Position& position) {
    const std::optional<Decision> written = find_in_book(Facing(position).position);
    return written ? ScoreBounds{written->score, written->score} : ScoreBounds();
}

/// From what its moves lead to. With so few stones nobody can win yet, and every column has room.
ScoreBounds best_of(const Position& position, const ScoredLevel& next) {
    ScoreBounds best{-cell_count, -cell_count};
    for (int column = 0; column < column_count; ++column) {
        const ScoreBounds theirs = find_in(next, position.after(column));
        best = {std::max(best.least, -theirs.most), std::max(best.most, -theirs.least)};
    }
    return best;
}

ScoredLevels scored_levels() {
    ScoredLevels levels;
    for (const Position& position : positions_of(early_stones)) {
        const int score = table.at(levels.back().size());
        const ScoreBounds found = score == unknown_score ? ScoreBounds() : ScoreBounds{score, score};
        levels.back().push_back({absolute_key(position), both(found, in_book(position))});
    }
    for (size_t stones = early_stones; stones-- > 0;) {
        for (const Position& position : positions_of(static_cast<int>(stones))) {
            const ScoreBounds score = both(best_of(position, levels.at(stones + 1)), in_book(position));
            levels.at(stones).push_back({absolute_key(position), score});
        }
    }
    return levels;
}

}  // namespace

std::vector<Position> positions_of(int stones) {
    std::vector<Position> level{Position()};
    for (int i = 0; i < stones; ++i) {
        std::vector<Position> next;
        for (const Position& position : level) {
            for (int column = 0; column < column_count; ++column) {
                next.push_back(Facing(position.after(column)).position);
            }
        }
        std::ranges::sort(next, {}, absolute_key);
        next.erase(std::unique(next.begin(), next.end()), next.end());
        level = std::move(next);
    }
    return level;
}

ScoreBounds known_score(const Position& position) {
    static const ScoredLevels levels = scored_levels();
    const auto stones = static_cast<size_t>(position.stones());
    return stones < levels.size() ? find_in(levels.at(stones), position) : in_book(position);
}

}  // namespace mariner::games
