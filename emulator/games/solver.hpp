#pragma once
// Perfect play: what a position is worth, and each move in it, exactly.
//
//     Solver solver;
//     const ColumnValues values = solver.values(*position_after("4453"));
//     if (values[3] == 17) ...                           // the middle column wins: the game ends 17 plies from now
//
// A search with null windows outwards from the draw, over boards of 64 bits, with a table of bounds that is never
// cleared: a score doesn't change along best play, so that what was found for one position helps with the next.

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include "emulator/games/position.hpp"
#include "emulator/support/types.hpp"

namespace mariner::games {

/// What a move leads to if both play their best, in plies from now, the move included: +d wins (and in no fewer), -d
/// loses (and not before), 0 draws; nothing for a full column.
using ColumnValues = std::array<std::optional<int>, column_count>;

/// The best columns: quickest win, else draw, else longest resistance. None if all are full.
std::vector<int> best_columns(const ColumnValues& values);
/// The value of a move, from the value of the position after it for the other one.
int value_before(int value);
/// Whether a value is better for who moves than another.
bool is_better(int value, int than);

/// What is known of a score.
struct ScoreBounds {
    int least = -cell_count;
    int most = cell_count;
    friend bool operator==(const ScoreBounds&, const ScoreBounds&) = default;
};
/// What somebody knows of a position without a search.
using ScoreLookup = std::function<ScoreBounds(const Position&)>;

class Solver {
public:
    /// One table for all turns, as the program of the room `master` has it.
    explicit Solver(int table_bits) : m_late(table_bits), m_late_from(0) {}
    /// Two: most of the turns that are looked at come late in a game. A small table of theirs stays in the processor's
    /// inner cache, and they don't drive out the early ones, which save most.
    Solver(int early_table_bits, int late_table_bits)
        : m_late(late_table_bits), m_early(early_table_bits), m_late_from(late_stones) {}
    Solver() : Solver(18, usual_late_bits) {}
    /// Takes a larger table for early turns if there are so few stones; what it knows of those is forgotten then.
    void prepare_for(int stones);
    /// Whom it asks before it searches.
    void look_up_in(ScoreLookup known) { m_known = std::move(known); }

    /// For a position in which nobody has four.
    [[nodiscard]] ColumnValues values(const Position& position);

    /// With whose stone the game is won: s > 0, the mover wins with his own stone number 22 - s; s < 0, the other with
    /// number 22 + s; 0, a draw. Nobody has four in the position.
    [[nodiscard]] int score(const Position& position);
    /// Its sign alone, in a fraction of the time.
    [[nodiscard]] int sign(const Position& position);

    /// The score as far as it is seen: 0 where it lies between a loss that is seen (`loss` or less) and a win
    /// (`win` or more). With -1 and 1 that is the score itself.
    [[nodiscard]] int score_seen(const Position& position, int loss, int win);
    /// Whether the score is `most` or less.
    [[nodiscard]] bool is_at_most(const Position& position, int most);

    /// From here on it looks at so many positions at most; then it gives up, and what it says is nothing. It keeps what
    /// it found before.
    void be_patient_for(u64 nodes);
    /// It gives up as well as soon as this says so.
    void stop_when(std::function<bool()> is_stopped) { m_is_stopped = std::move(is_stopped); }
    [[nodiscard]] bool has_given_up() const { return m_has_given_up; }

    /// Forgets what it knows: the next search begins as the first one did.
    void forget() {
        m_late.clear();
        m_early.clear();
    }
    /// Positions looked at so far.
    [[nodiscard]] u64 nodes() const { return m_nodes; }

private:
    struct Turn;
    class SafeMoves;

    static constexpr int large_table_bits = 22;
    static constexpr int few_stones = 9;
    static constexpr int late_stones = 26;
    static constexpr int usual_late_bits = 17;
    static constexpr u64 nodes_between_pauses = 1U << 18U;

    [[nodiscard]] bool goes_on();
    [[nodiscard]] int bound(const Position& position, int alpha);
    [[nodiscard]] int search(const Turn& turn, int alpha);
    [[nodiscard]] int promised(const Turn& turn, cells::Set safe) const;

    /// What is known of a position: at least or at most so much. A tag and a place together give the key back.
    class Table {
    public:
        explicit Table(int bits)
            : m_shift(32U - static_cast<unsigned>(std::max(bits, fewest_bits))),
              m_mask((u32{1} << (32U - m_shift)) - 1),
              m_entries(size_t{m_mask} + 1) {}
        [[nodiscard]] ScoreBounds find(u64 key) const;
        [[nodiscard]] int most_of(u64 key) const;
        void at_least(u64 key, int score) { put(key, score + lower_bias); }
        void at_most(u64 key, int score) { put(key, score + upper_bias); }
        void clear() { std::ranges::fill(m_entries, Entry{}); }

    private:
        static constexpr int fewest_bits = 17;  // with fewer two keys could have one tag and one place
        static constexpr int upper_bias = 32;   // 11 to 53: at most; 75 to 117: at least; 0: nothing
        static constexpr int lower_bias = 96;

        void put(u64 key, int value);
        [[nodiscard]] size_t place_of(u64 key) const;

        /// Five bytes: the tag, which is the lower half of the key, and the bound.
        using Entry = std::array<u8, 5>;
        unsigned m_shift;
        u32 m_mask;
        std::vector<Entry> m_entries;
    };

    [[nodiscard]] Table& table(int stones) { return stones < m_late_from ? m_early : m_late; }
    [[nodiscard]] const Table& table(int stones) const { return stones < m_late_from ? m_early : m_late; }

    Table m_late;
    Table m_early{1};
    int m_late_from;  // with so many stones a turn belongs into the late table
    bool m_is_prepared = false;
    ScoreLookup m_known;
    u64 m_nodes = 0;
    u64 m_last_node = ~u64{0};
    u64 m_next_pause = 0;
    std::function<bool()> m_is_stopped;
    bool m_has_given_up = false;
};

/// The score of who wins with the next stone, there being so many.
constexpr int wins_now(int stones) {
    return (cell_count + 1 - stones) / 2;
}
/// The score of who loses with the stone after.
constexpr int loses_next(int stones) {
    return -wins_now(stones + 1);
}
/// The last ply of a game of that score, counted from a position of so many stones; negative where the mover loses.
int plies_to_end(int score, int stones);

}  // namespace mariner::games
