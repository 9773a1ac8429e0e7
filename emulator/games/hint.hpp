#pragma once
// What a move leads to, in words for a person, and which moves of a game gave something away. By the native solver,
// outside the room's program, and only by the rules of plain Connect Four.

#include <array>
#include <string>
#include <vector>

#include "emulator/games/room_model.hpp"
#include "emulator/games/solver.hpp"

namespace mariner::games {

/// outcome: who wins is known, but not when.
enum class HintKind : u8 { full, unknown, outcome, known };

struct ColumnHint {
    HintKind kind = HintKind::full;
    int value = 0;  // as in ColumnValues; of an outcome the sign alone counts

    /// Of who wins, until he has won; 0 where that isn't known or nobody does.
    [[nodiscard]] int moves() const { return kind != HintKind::known ? 0 : value > 0 ? (value + 1) / 2 : -value / 2; }
    /// "wins in 9", "draws", "loses in 12", "wins", "is full", "not known yet".
    [[nodiscard]] std::string words() const;
    /// The same in three letters at most: "W9", "=", "L12", "", "?".
    [[nodiscard]] std::string letters() const;
};
using ColumnHints = std::array<ColumnHint, column_count>;

/// A move after which a player could no longer get what he could have got.
struct GivenAway {
    size_t turn = 0;  // in RoomState::turns
    int before = 0;   // 1 won, 0 drawn, -1 lost, for who moved
    int after = 0;
    std::vector<int> better{};  // columns that would have kept it
};

struct GameReview {
    std::vector<GivenAway> slips{};
    size_t unknown = 0;  // turns that are too early to be judged
};

/// Looks at so many positions for all columns of a hint, or for a turn of a review; what isn't found by then isn't
/// known. With six stones a hint takes fifty million at most, with ten a tenth of that. Early is what the table of
/// early scores is for, and doesn't hold.
struct HintPatience {
    u64 hint_nodes = 40'000'000;
    u64 early_hint_nodes = 4'000'000;
    u64 turn_nodes = 2'000'000;
    u64 early_turn_nodes = 200'000;
};
/// Of somebody who would rather wait than not know, and can say when it has been enough. A review has many turns.
inline constexpr HintPatience long_patience{.hint_nodes = 4'000'000'000,
                                            .early_hint_nodes = 4'000'000'000,
                                            .turn_nodes = 20'000'000,
                                            .early_turn_nodes = 500'000};

class Adviser {
public:
    explicit Adviser(ScoreLookup known = {}, HintPatience patience = {}) : m_patience(patience) {
        m_solver.look_up_in(std::move(known));
    }

    [[nodiscard]] ColumnHints hints(const Position& position);
    /// Whatever isn't found until this says so isn't known.
    void stop_when(std::function<bool()> is_stopped) { m_solver.stop_when(std::move(is_stopped)); }
    /// Turns of plain Connect Four: what a block or a removal does isn't judged.
    [[nodiscard]] GameReview review(const RoomState& state);

private:
    [[nodiscard]] std::optional<int> sign(const Position& position);
    [[nodiscard]] ColumnHint hint(const Position& next, u64 patience);

    HintPatience m_patience;
    Solver m_solver;
};

}  // namespace mariner::games
