#include "emulator/games/solver.hpp"

#include <algorithm>
#include <bit>
#include <cstring>

#include "emulator/games/parity.hpp"

namespace mariner::games {

namespace {

using cells::Set;

}  // namespace

int plies_to_end(int score, int stones) {
    const auto plies = [&](int own_stone, bool plays_first) { return 2 * own_stone - (plays_first ? 1 : 0) - stones; };
    const bool plays_first = stones % 2 == 0;
    return score == 0 ? 0 : score > 0 ? plies(22 - score, plays_first) : -plies(22 + score, !plays_first);
}

int value_before(int value) {
    return value == 0 ? 0 : value > 0 ? -value - 1 : 1 - value;
}

bool is_better(int value, int than) {
    const auto sign = [](int number) { return (number > 0) - (number < 0); };
    return sign(value) != sign(than) ? value > than : value != 0 && value < than;
}

std::vector<int> best_columns(const ColumnValues& values) {
    std::vector<int> best;
    for (int column = 0; column < column_count; ++column) {
        const std::optional<int> value = values.at(static_cast<size_t>(column));
        const std::optional<int> most = best.empty() ? std::nullopt : values.at(static_cast<size_t>(best.front()));
        if (!value || (most && is_better(*most, *value))) {
            continue;
        }
        if (most && is_better(*value, *most)) {
            best.clear();
        }
        best.push_back(column);
    }
    return best;
}

// ---- what is known -------------------------------------------------------------------------------------------------

/// Both factors are odd, and the key has 49 bits: place and lower half give the upper half back.
size_t Solver::Table::place_of(u64 key) const {
    const u32 low = static_cast<u32>(key) * 0x9E37'79B1U;
    const u32 high = static_cast<u32>(key >> 32U) * 0x5BD1U;
    return (low >> m_shift) ^ (high & m_mask);
}

ScoreBounds Solver::Table::find(u64 key) const {
    const Entry& entry = m_entries[place_of(key)];
    u32 tag = 0;
    std::memcpy(&tag, entry.data(), sizeof tag);
    const int value = entry.back();
    if (value == 0 || tag != static_cast<u32>(key)) {
        return {};
    }
    return value > (upper_bias + lower_bias) / 2 ? ScoreBounds{value - lower_bias, cell_count}
                                                 : ScoreBounds{-cell_count, value - upper_bias};
}

/// The upper bound alone, without a branch: whether there is one is as good as chance.
int Solver::Table::most_of(u64 key) const {
    const Entry& entry = m_entries[place_of(key)];
    u32 tag = 0;
    std::memcpy(&tag, entry.data(), sizeof tag);
    const u32 score = u32{entry.back()} - 1;  // nothing is the largest number then
    const u32 differs = (tag ^ static_cast<u32>(key)) | (score >> 6U);
    const int is_unknown = -static_cast<int>(differs != 0);
    return ((static_cast<int>(score) + 1 - upper_bias) & ~is_unknown) | (cell_count & is_unknown);
}

void Solver::Table::put(u64 key, int value) {
    Entry& entry = m_entries[place_of(key)];
    const u32 tag = static_cast<u32>(key);
    std::memcpy(entry.data(), &tag, sizeof tag);
    entry.back() = static_cast<u8>(value);
}

// ---- the search ----------------------------------------------------------------------------------------------------

/// A position whose mover can't win with the next stone. Where the other could is handed down from the move before.
struct Solver::Turn {
    Set mine;
    Set taken;
    Set others_wins;
    int stones;

    [[nodiscard]] Set others() const { return mine ^ taken; }
    [[nodiscard]] u64 key() const { return mine + taken; }
    /// SafeMoves after which the other can't win at once.
    [[nodiscard]] Set safe_moves() const {
        const Set next = cells::next(taken);
        const Set forced = next & others_wins;
        const Set not_below = ~(others_wins >> 1);
        return forced == 0 ? next & not_below : (forced & (forced - 1)) == 0 ? forced & not_below : 0;
    }
};

/// The safe moves of a turn; first those that make the most winning cells, then those nearer to the middle.
class Solver::SafeMoves {
public:
    SafeMoves(const Turn& turn, Set safe) {
        std::array<Set, column_count + 1> cells{};
        for (const Set column : columns_from_the_middle) {
            cells[m_count] = safe & column;
            m_count += cells[m_count] != 0 ? 1 : 0;
        }
        for (size_t i = 0; i < m_count; i += 2) {  // two at a time: most of a node's work is here
            const SetPair pair{cells[i], cells[i + 1]};
            const SetPair wins = cells::fourths(turn.mine | pair) & ~(turn.taken | pair);
            const SetPair counts = counts_of(wins);
            insert(i, {pair[0], wins[0], counts[0]});
            if (pair[1] != 0) {
                insert(i + 1, {pair[1], wins[1], counts[1]});
            }
        }
    }

    struct SafeMove {
        Set cell;
        Set wins;
        u64 win_count;
    };
    [[nodiscard]] const SafeMove* begin() const { return m_moves.data(); }
    [[nodiscard]] const SafeMove* end() const { return m_moves.data() + m_count; }

private:
    using SetPair [[gnu::vector_size(2 * sizeof(Set))]] = Set;
    static constexpr std::array<Set, column_count> columns_from_the_middle{
        cells::column_of(3), cells::column_of(2), cells::column_of(4), cells::column_of(1),
        cells::column_of(5), cells::column_of(0), cells::column_of(6)};

    /// How many cells each has, in steps that no branch can guess wrong: by twos, fours and bytes.
    static SetPair counts_of(SetPair sets) {
        constexpr Set each_second = 0x5555'5555'5555'5555;
        constexpr Set each_pair = 0x3333'3333'3333'3333;
        constexpr Set each_nibble = 0x0F0F'0F0F'0F0F'0F0F;
        sets -= (sets >> 1) & each_second;
        sets = (sets & each_pair) + ((sets >> 2) & each_pair);
        sets = (sets + (sets >> 4)) & each_nibble;
        sets += sets >> 32;
        sets += sets >> 16;
        sets += sets >> 8;
        return sets & Set{0xFF};
    }

    void insert(size_t place, const SafeMove& move) {
        for (; place > 0 && m_moves[place - 1].win_count < move.win_count; --place) {
            m_moves[place] = m_moves[place - 1];
        }
        m_moves[place] = move;
    }

    std::array<SafeMove, column_count> m_moves;
    size_t m_count = 0;
};

/// The most that the table promises of any one move.
int Solver::promised(const Turn& turn, Set safe) const {
    const Table& after = table(turn.stones + 1);
    int most = -cell_count;
    for (; safe != 0; safe &= safe - 1) {
        most = std::max(most, -after.most_of(turn.others() + (turn.taken | cells::lowest(safe))));
    }
    return most;
}

void Solver::be_patient_for(u64 nodes) {
    m_last_node = nodes < ~u64{0} - m_nodes ? m_nodes + nodes : ~u64{0};
    m_next_pause = std::min(m_last_node, m_nodes + nodes_between_pauses);
    m_has_given_up = false;
}

/// Asked now and then.
bool Solver::goes_on() {
    m_has_given_up = m_has_given_up || m_nodes > m_last_node || (m_is_stopped && m_is_stopped());
    if (!m_has_given_up) {
        m_next_pause = std::min(m_last_node, m_nodes + nodes_between_pauses);
    }
    return !m_has_given_up;
}

void Solver::prepare_for(int stones) {
    if (stones < few_stones && !m_is_prepared) {
        m_early = Table(large_table_bits);
        m_late_from = late_stones;
        m_is_prepared = true;
    }
}

/// More than alpha: a lower bound of the score. Else an upper one.
int Solver::search(const Turn& turn, int alpha) {
    if (++m_nodes > m_next_pause && !goes_on()) {
        return alpha + 1;  // nobody looks further
    }
    const Set safe = turn.safe_moves();
    if (safe == 0) {
        return loses_next(turn.stones);
    }
    if (turn.stones >= cell_count - 2) {
        return 0;
    }
    Table& table_of_turn = table(turn.stones);
    const ScoreBounds known = table_of_turn.find(turn.key());
    const int least = std::max(loses_next(turn.stones + 2), known.least);
    const int most = std::min(wins_now(turn.stones + 2), known.most);
    if (least > alpha) {
        return least;
    }
    if (most <= alpha) {
        return most;
    }
    const Sides sides{turn.mine, turn.others(), turn.others_wins};
    if (const std::optional<int> bound = parity_bound(sides, turn.stones, alpha)) {
        return *bound;
    }
    int best = promised(turn, safe);
    if (best > alpha) {
        table_of_turn.at_least(turn.key(), best);
        return best;
    }
    const SafeMoves moves(turn, safe);
    for (const SafeMoves::SafeMove* move = moves.begin(); best <= alpha && move != moves.end(); ++move) {
        const Turn next{turn.others(), turn.taken | move->cell, move->wins, turn.stones + 1};
        best = std::max(best, -search(next, -alpha - 1));
    }
    if (m_has_given_up) {
        return best;
    }
    if (best > alpha) {
        table_of_turn.at_least(turn.key(), best);
        return best;
    }
    best = std::min(best, most);
    table_of_turn.at_most(turn.key(), best);
    return best;
}

/// The same for any position in which nobody has four.
int Solver::bound(const Position& position, int alpha) {
    const ScoreBounds known = m_known ? m_known(position) : ScoreBounds();
    if (known.least > alpha || known.most <= alpha) {
        return known.least > alpha ? known.least : known.most;
    }
    const int stones = position.stones();
    if ((cells::fourths(position.mine()) & cells::next(position.taken())) != 0) {
        return wins_now(stones);
    }
    if (stones == cell_count) {
        return 0;
    }
    const Set others_wins = cells::fourths(position.others()) & ~position.taken();
    return search({position.mine(), position.taken(), others_wins, stones}, alpha);
}

bool Solver::is_at_most(const Position& position, int most) {
    return bound(position, most) <= most;
}

/// Windows of no width, from the draw outwards.
int Solver::score_seen(const Position& position, int loss, int win) {
    int found = bound(position, win - 1);
    if (found >= win) {
        for (int least = win - 1; found > least && !m_has_given_up; found = bound(position, least)) {
            least = found;
        }
        return found;
    }
    found = bound(position, loss);
    if (found > loss) {
        return 0;
    }
    for (int most = loss + 1; found < most && !m_has_given_up; found = bound(position, most - 1)) {
        most = found;
    }
    return found;
}

int Solver::score(const Position& position) {
    return score_seen(position, -1, 1);
}

int Solver::sign(const Position& position) {
    return !is_at_most(position, 0) ? 1 : is_at_most(position, -1) ? -1 : 0;
}

ColumnValues Solver::values(const Position& position) {
    ColumnValues values;
    for (int column = 0; column < column_count; ++column) {
        if (!position.can_drop(column)) {
            continue;
        }
        const Position next = position.after(column);
        values.at(static_cast<size_t>(column)) =
            position.wins(column) ? 1 : value_before(plies_to_end(score(next), next.stones()));
    }
    return values;
}

}  // namespace mariner::games
