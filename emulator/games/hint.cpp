#include "emulator/games/hint.hpp"

#include <algorithm>

#include "emulator/games/early_scores.hpp"

namespace mariner::games {

std::string ColumnHint::words() const {
    if (kind == HintKind::full || kind == HintKind::unknown) {
        return kind == HintKind::full ? "is full" : "not known yet";
    }
    if (value == 0) {
        return "draws";
    }
    const std::string verb = value > 0 ? "wins" : "loses";
    return kind == HintKind::outcome ? verb : verb + " in " + std::to_string(moves());
}

std::string ColumnHint::letters() const {
    if (kind == HintKind::full || kind == HintKind::unknown) {
        return kind == HintKind::full ? "" : "?";
    }
    if (value == 0) {
        return "=";
    }
    const std::string letter = value > 0 ? "W" : "L";
    return kind == HintKind::outcome ? letter : letter + std::to_string(moves());
}

/// Of a move that leads to a position for the other one.
ColumnHint Adviser::hint(const Position& next, u64 patience) {
    m_solver.be_patient_for(patience);
    const int sign = m_solver.sign(next);
    if (m_solver.has_given_up()) {
        return {HintKind::unknown, 0};
    }
    const int score = m_solver.score(next);
    return m_solver.has_given_up() ? ColumnHint{HintKind::outcome, -sign}
                                   : ColumnHint{HintKind::known, value_before(plies_to_end(score, next.stones()))};
}

std::optional<int> Adviser::sign(const Position& position) {
    m_solver.be_patient_for(position.stones() <= early_stones ? m_patience.early_turn_nodes : m_patience.turn_nodes);
    const int sign = m_solver.sign(position);
    return m_solver.has_given_up() ? std::nullopt : std::optional(sign);
}

ColumnHints Adviser::hints(const Position& position) {
    m_solver.prepare_for(position.stones());
    ColumnHints hints;
    std::vector<size_t> open;  // not known yet
    for (int column = 0; column < column_count; ++column) {
        ColumnHint& hint = hints.at(static_cast<size_t>(column));
        if (position.can_drop(column)) {
            hint = position.wins(column) ? ColumnHint{HintKind::known, 1} : ColumnHint{HintKind::unknown, 0};
        }
        if (hint.kind == HintKind::unknown) {
            open.push_back(static_cast<size_t>(column));
        }
    }
    const bool is_early = position.stones() < early_stones;
    const u64 end = m_solver.nodes() + (is_early ? m_patience.early_hint_nodes : m_patience.hint_nodes);
    // An even share for each; then what is left goes to those that need more, and what was found for others helps.
    for (const bool shares : {true, false}) {
        for (size_t i = 0; i < open.size(); ++i) {
            const u64 left = end - std::min(end, m_solver.nodes());
            ColumnHint& found = hints.at(open[i]);
            if (found.kind != HintKind::known) {
                const ColumnHint again =
                    hint(position.after(static_cast<int>(open[i])), shares ? left / (open.size() - i) : left);
                found = again.kind == HintKind::unknown ? found : again;
            }
        }
    }
    return hints;
}

GameReview Adviser::review(const RoomState& state) {
    GameReview review;
    m_solver.prepare_for(0);
    // From the end backwards: what is found for a later position helps with the earlier ones.
    for (size_t i = state.turns.size(); i-- > 0;) {
        const RoomTurn& turn = state.turns[i];
        const bool is_plain =
            turn.before.winner() == 0 && (i + 1 == state.turns.size() || state.turns[i + 1].player != turn.player);
        if (turn.is_removal || !is_plain) {
            continue;
        }
        const Position position(turn.before, turn.player);
        if (position.wins(turn.cell.column)) {
            continue;
        }
        const auto outcome = [&](int column) -> std::optional<int> {
            const std::optional<int> theirs = position.wins(column) ? std::optional(-1) : sign(position.after(column));
            return theirs ? std::optional(-*theirs) : std::nullopt;
        };
        const std::optional<int> after = outcome(turn.cell.column);
        const std::optional<int> before = after == 1 ? after : sign(position);
        if (!after || !before) {
            ++review.unknown;
        } else if (*before > *after) {
            GivenAway slip{i, *before, *after, {}};
            for (int column = 0; column < column_count; ++column) {
                if (position.can_drop(column) && outcome(column) == before) {
                    slip.better.push_back(column);
                }
            }
            review.slips.push_back(slip);
        }
    }
    std::ranges::reverse(review.slips);
    return review;
}

}  // namespace mariner::games
