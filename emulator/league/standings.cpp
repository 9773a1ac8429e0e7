#include "emulator/league/standings.hpp"

#include <algorithm>

#include "emulator/support/text.hpp"

namespace mariner::league {

namespace {

/// Half points of the pair's first bot.
u64 halves_of_first(const LeagueGame& game, size_t number) {
    const u8 first_is = number % 2 == 0 ? 1 : 2;
    return game.winner == 0 ? 1 : game.winner == first_is ? 2 : 0;
}

void count_game(const LeagueGame& game, size_t number, LeagueRow& first, LeagueRow& second) {
    const u64 halves = halves_of_first(game, number);
    const size_t begins = number % 2;  // 0: the first bot
    for (LeagueRow* const one : {&first, &second}) {
        const u64 own = one == &first ? halves : 2 - halves;
        const size_t seat = (one == &first) == (begins == 0) ? 0 : 1;
        one->halves += own;
        ++one->games;
        one->won += own == 2 ? 1U : 0U;
        one->drawn += own == 1 ? 1U : 0U;
        one->lost += own == 0 ? 1U : 0U;
        one->forfeits += own == 0 && !game.fault.empty() ? 1U : 0U;
        one->longest_move = std::max(one->longest_move, game.longest_move.at(seat));
    }
}

}  // namespace

std::vector<LeagueRow> standings(const League& league) {
    const size_t bots = league.bots.size();
    std::vector<LeagueRow> table(bots);
    std::vector<Score> scores;
    for (size_t i = 0; i < bots; ++i) {
        table[i].bot = i;
        for (size_t j = i + 1; j < bots; ++j) {
            const std::vector<LeagueGame>& games = league.pairs[pair_number(i, j, bots)].games;
            for (size_t k = 0; k < games.size(); ++k) {
                if (!games[k].is_void) {
                    count_game(games[k], k, table[i], table[j]);
                }
            }
            const CrossCell cell = cross_cell(league, i, j);
            scores.push_back({i, j, cell.halves, cell.games});
        }
    }
    const std::vector<Rating> rated = ratings(bots, scores);
    for (size_t i = 0; i < bots; ++i) {
        table[i].rating = rated[i];
    }
    std::ranges::stable_sort(table, std::ranges::greater(), &LeagueRow::halves);
    for (size_t i = 0; i < bots; ++i) {
        table[i].rank = i > 0 && table[i].halves == table[i - 1].halves ? table[i - 1].rank : i + 1;
    }
    return table;
}

CrossCell cross_cell(const League& league, size_t row, size_t column) {
    CrossCell cell;
    if (row == column) {
        return cell;
    }
    const PairResult& pair =
        league.pairs[pair_number(std::min(row, column), std::max(row, column), league.bots.size())];
    for (size_t i = 0; i < pair.games.size(); ++i) {
        if (!pair.games[i].is_void) {
            const u64 halves = halves_of_first(pair.games[i], i);
            cell.halves += row < column ? halves : 2 - halves;
            ++cell.games;
        }
    }
    return cell;
}

std::string points_text(u64 halves) {
    const std::string whole = halves / 2 == 0 && halves % 2 == 1 ? "" : std::to_string(halves / 2);
    return whole + (halves % 2 == 1 ? "½" : "");
}

}  // namespace mariner::league
