#include "emulator/games/master_chooser.hpp"

#include <algorithm>

#include "emulator/games/early_scores.hpp"
#include "emulator/games/master_book.hpp"

namespace mariner::games {

namespace {

/// Positions of few stones that its own play doesn't lead to: so many looks, then it is content with seeing less far.
constexpr u64 usual_patience = 40'000'000;
constexpr u64 patience_with_rules = 1'000'000;
constexpr int next_best = strengths - 1;
/// How far it looks where a room has rules of its own: its end is open anyway.
constexpr int strength_with_rules = 3;

}  // namespace

MasterChooser::MasterChooser(int strength) : m_strength(strength), m_rule(m_solver, find_in_book) {
    m_solver.look_up_in(known_score);
}

int MasterChooser::plain_column(const Position& position, u64 patience) {
    const Draw draw = [this](size_t bound) { return m_dice.below(bound); };
    m_solver.be_patient_for(patience);
    const Decision decision = m_rule.decide(position, m_strength, m_strength < strengths ? draw : Draw());
    if (!m_solver.has_given_up()) {
        return decision.column;
    }
    m_solver.be_patient_for(~u64{0});
    return m_rule.decide(position, std::min(m_strength, next_best)).column;
}

/// Of the best move, as far as it looks in a room with more rules.
std::optional<int> MasterChooser::best_value(const Position& position) {
    const ColumnValues values = m_rule.values(position, std::min(m_strength, strength_with_rules));
    const std::vector<int> best = best_columns(values);
    return best.empty() ? std::nullopt : values.at(static_cast<size_t>(best.front()));
}

Result<RoomMove> MasterChooser::choose(const RoomState& state) {
    return state.rights.block || state.rights.remove
               ? with_more_rules(state)
               : RoomMove{plain_column(state.position(), usual_patience), false, {}};
}

/// The plain move unless a block or a removal leads to something better.
RoomMove MasterChooser::with_more_rules(const RoomState& state) {
    const int other = 3 - state.mover;
    RoomMove best{plain_column(state.position(), patience_with_rules), false, {}};
    m_solver.be_patient_for(~u64{0});
    int most = best_value(state.position()).value_or(0);
    const auto consider = [&](const RoomMove& move, int value) {
        if (is_better(value, most)) {
            most = value;
            best = move;
        }
    };
    for (const int column : state.rights.block ? state.board.legal_columns() : std::vector<int>()) {
        Board after = state.board;
        after.drop(column, state.mover);
        if (after.has_won(state.mover) || after.is_full() || after.winning_column(other)) {
            continue;  // nothing is gained, or the block is refused
        }
        const int value = best_value({after, state.mover}).value_or(0);
        consider({column, true, {}}, value > 0 ? value + 1 : value);
    }
    for (int index = 0; state.rights.remove && index < cell_count; ++index) {
        const Cell cell{index % column_count, index / column_count};
        if (state.board.at(cell) != other) {
            continue;
        }
        Board after = state.board;
        after.remove(cell);
        const bool decides = after.has_won(state.mover) || after.has_won(other);
        consider({0, false, cell}, decides ? (after.has_won(state.mover) ? 1 : -2)
                                           : value_before(best_value({after, other}).value_or(0)));
    }
    return best;
}

}  // namespace mariner::games
