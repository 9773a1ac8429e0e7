#include "emulator/games/room_model.hpp"

#include <algorithm>
#include <utility>

namespace mariner::games {

namespace {

bool asks_for_column(Ask ask) {
    return ask == Ask::column_from_0 || ask == Ask::column_from_1 || ask == Ask::column_or_remove ||
           ask == Ask::column_or_values || ask == Ask::center_from_0;
}

/// Lets the twin play the lines there are, and notes each change of its board. The line that isn't there any more is
/// the question that the program waits with.
class WatchingConsole final : public TwinConsole {
public:
    WatchingConsole(const Twin& twin, std::string_view input) : m_twin(twin), m_input(input) {}

    std::optional<std::string> read_line(Ask ask) override {
        look();
        if (m_state.ask || m_at == m_input.size()) {
            m_state.ask = m_state.ask.value_or(ask);  // the first line that is missing
            note_question();
            m_is_waiting = true;
            return std::nullopt;
        }
        m_last_ask = ask;
        if (asks_for_column(ask) || ask == Ask::moves) {
            m_turn_begin = m_at;
        }
        const size_t end = m_input.find('\n', m_at);
        m_last_line = std::string(m_input.substr(m_at, end - m_at));
        m_at = end == std::string_view::npos ? m_input.size() : end + 1;
        note_name(ask);
        return m_last_line;
    }
    void print(std::string_view /*text*/) override { look(); }
    void sleep() override { look(); }

    RoomState take() {
        if (!m_is_waiting) {
            look();
            m_state.seat = m_twin.seat();
            m_state.mover = m_twin.mover();
        }
        m_state.forced = m_twin.forced_columns();
        return std::move(m_state);
    }

private:
    /// A name that isn't taken is asked for again.
    void note_name(Ask ask) {
        if (ask == Ask::name) {
            m_state.names.at(static_cast<size_t>(m_twin.seat() - 1)) = m_last_line;
        }
    }

    void note_question() {
        if (m_is_waiting) {
            return;
        }
        m_state.seat = m_twin.seat();
        m_state.mover = m_twin.mover();
        m_state.rights = m_twin.rights();
    }

    /// What has become of the board since the last look.
    void look() {
        const Board& now = m_twin.board();
        if (m_is_waiting || now == m_state.board) {
            return;
        }
        std::vector<RoomTurn>& turns = m_state.turns;
        if (m_last_ask == Ask::moves && turns.empty() && set_up(now)) {
            m_state.board = now;
            return;
        }
        if (m_last_ask == Ask::undo && !turns.empty() && now == turns.back().before) {
            turns.pop_back();
        } else if (const std::optional<RoomTurn> turn = turn_to(now)) {
            turns.push_back(*turn);
        }
        m_state.board = now;
    }

    [[nodiscard]] std::optional<RoomTurn> turn_to(const Board& now) const {
        const Board& before = m_state.board;
        for (int index = 0; index < cell_count; ++index) {
            const Cell cell{index % column_count, index / column_count};
            Board tried = before;
            if (before.at(cell) == 0) {
                tried.set(cell, now.at(cell));
            } else {
                tried.remove(cell);
            }
            if (tried == now) {
                const bool is_removal = before.at(cell) != 0;
                return RoomTurn{before, is_removal ? 3 - before.at(cell) : now.at(cell), cell, is_removal,
                                m_turn_begin};
            }
        }
        return std::nullopt;
    }

    /// Moves that were given in a row, before the game began. False if they don't lead there.
    bool set_up(const Board& now) {
        std::vector<RoomTurn> turns;
        Board board;
        for (const char move : m_last_line) {
            const int column = move - '1';
            if (!board.can_drop(column)) {
                return false;
            }
            const int player = turns.size() % 2 == 0 ? 1 : 2;
            turns.push_back({board, player, {column, board.height(column)}, false, m_turn_begin});
            board.drop(column, player);
        }
        if (board != now) {
            return false;
        }
        m_state.turns = std::move(turns);
        return true;
    }

    const Twin& m_twin;
    std::string_view m_input;
    size_t m_at = 0;
    size_t m_turn_begin = 0;
    std::string m_last_line;
    std::optional<Ask> m_last_ask;
    bool m_is_waiting = false;
    RoomState m_state;
};

}  // namespace

bool RoomState::asks_for_column() const {
    return ask && games::asks_for_column(*ask);
}

std::string RoomState::moves() const {
    std::string line;
    int turn_of = turns.empty() ? mover : turns.front().player;
    for (const RoomTurn& turn : turns) {
        line += turn.player != turn_of ? "-" : "";
        line += turn.is_removal ? "x" : "";
        line += static_cast<char>('1' + turn.cell.column);
        line += turn.is_removal ? std::string(1, static_cast<char>('1' + turn.cell.row)) : "";
        turn_of = 3 - turn.player;
    }
    return line + (asks_for_column() && !turns.empty() && mover != turn_of ? "-" : "");
}

RoomModel::RoomModel(const Game& game, i32 seed) : m_game(&game), m_seed(seed), m_twin(game.make_twin()) {}
RoomModel::~RoomModel() = default;
RoomModel::RoomModel(RoomModel&&) noexcept = default;
RoomModel& RoomModel::operator=(RoomModel&&) noexcept = default;

void RoomModel::tell(std::string_view typed) {
    m_typed += typed;
    m_state.reset();
}

const RoomState& RoomModel::state() {
    if (!m_state) {
        WatchingConsole console(*m_twin, m_typed);
        JavaRandom random(m_seed);
        m_twin->play(console, random);
        m_state = console.take();
    }
    return *m_state;
}

}  // namespace mariner::games
