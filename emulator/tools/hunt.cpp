// MARS's Scavenger Hunt: players run from place to place in small moves, which cost energy, and win energy back by
// sorting. A program plays for all of them, one after the other, and says whose turn it is.

#include <array>
#include <cmath>
#include <limits>

#include "emulator/support/java_random.hpp"
#include "emulator/tools/tool.hpp"

namespace mariner::tools {

namespace {

constexpr u32 player_count = 22;
constexpr u32 place_count = 7;  // the last one is where they began
constexpr u32 task_words = 20;
constexpr i32 home = 255;
constexpr i32 field_width = 712;
constexpr i32 field_height = 652;

struct HuntPlayer {
    i32 x = home;
    i32 y = home;
    i32 energy = 20;
    u64 moves = 0;
    u64 refused = 0;
    u64 tasks = 0;
    std::array<bool, place_count> has_visited{};

    [[nodiscard]] std::string visited() const {
        std::string text;
        for (u32 i = 0; i < place_count; ++i) {
            text += has_visited.at(i) ? (text.empty() ? "" : " ") + std::to_string(i) : "";
        }
        return text;
    }
    [[nodiscard]] bool has_acted() const { return moves + refused + tasks > 0; }
};

class Hunt final : public Tool {
public:
    Hunt(Machine& machine, u32 seed) : m_machine(machine), m_seed(seed), m_random(seed) {}

    [[nodiscard]] std::unique_ptr<Tool> copy() const override { return std::make_unique<Hunt>(*this); }

    /// A store has happened once the next instruction is fetched.
    void fetched(const Fetch& /*fetch*/) override {
        for (const DataAccess& store : m_stores) {
            see(store.address, store.value);
        }
        m_stores.clear();
    }
    void accessed(const DataAccess& access) override {
        if (access.is_write && access.address >= first_player) {
            m_stores.push_back(access);
        }
    }
    [[nodiscard]] ToolReport report() const override;

private:
    static constexpr u32 first_player = 0xffff8000;
    static constexpr u32 bytes_of_player = 0x400;
    static constexpr u32 administrator = 999;
    enum HuntWord : u32 { authentication = 0xffffe000, player_id = 0xffffe004, game_on = 0xffffe008 };
    enum PlayerWord : u32 {
        where_x = 0,
        where_y = 4,
        to_x = 8,
        to_y = 0xc,
        move_ready = 0x10,
        energy = 0x14,
        places = 0x24,
        task_done = 0x124,
        task = 0x128,
    };

    [[nodiscard]] u32 address_of(u32 player, u32 word) const { return first_player + player * bytes_of_player + word; }
    [[nodiscard]] i32 get(u32 word) const {
        return static_cast<i32>(m_machine.peek_word(address_of(m_player, word)).value_or(0));
    }
    void set(u32 player, u32 word, i32 value) {
        m_machine.memory().poke_word(address_of(player, word), static_cast<u32>(value));
    }

    void see(u32 address, u32 value) {
        if (m_player == administrator && address == game_on) {
            begin();
        } else if (address == player_id) {
            ++m_turns;
            const bool is_right = m_machine.peek_word(authentication).value_or(0) == m_turns;
            m_player = is_right ? value : m_player;
            m_forged += is_right ? 0 : 1;
        } else if (m_player < player_count && value != 0) {
            if (address == address_of(m_player, move_ready)) {
                move();
            } else if (address == address_of(m_player, task_done)) {
                judge_task();
            }
        }
    }

    void begin() {
        m_has_begun = true;
        m_turns = 0;
        m_random = JavaRandom(m_seed);
        m_players = {};
        for (u32 i = 0; i + 1 < place_count; ++i) {
            m_places.at(i)[0] = static_cast<i32>(m_random.next_double() * field_width);
            m_places.at(i)[1] = static_cast<i32>(m_random.next_double() * (field_height - 50));
        }
        m_places.back() = {home, home};
        for (u32 player = 0; player < player_count; ++player) {
            for (u32 i = 0; i < place_count; ++i) {
                set(player, places + 8 * i, m_places.at(i)[0]);
                set(player, places + 8 * i + 4, m_places.at(i)[1]);
            }
            set_task(player);
        }
    }
    void set_task(u32 player) {
        for (u32 i = 0; i < task_words; ++i) {
            set(player, task + 4 * i, static_cast<i32>(m_random.next_double() * std::numeric_limits<i32>::max()));
        }
    }

    [[nodiscard]] bool may_move() const {
        const i32 x = get(to_x);
        const i32 y = get(to_y);
        const double across = static_cast<double>(get(where_x)) - x;
        const double down = static_cast<double>(get(where_y)) - y;
        constexpr double farthest = 2.5;
        return get(energy) > 0 && x >= 0 && x <= field_width && y >= 0 && y <= field_height &&
               std::sqrt(across * across + down * down) <= farthest;
    }
    void move() {
        HuntPlayer& player = m_players.at(m_player);
        if (!may_move()) {
            ++player.refused;
            return;
        }
        ++player.moves;
        player.x = get(to_x);
        player.y = get(to_y);
        player.energy = get(energy) - 1;
        set(m_player, where_x, player.x);
        set(m_player, where_y, player.y);
        set(m_player, energy, player.energy);
        for (u32 i = 0; i < place_count; ++i) {
            player.has_visited.at(i) |= m_places.at(i) == std::array<i32, 2>{player.x, player.y};
        }
        set(m_player, move_ready, 0);
    }
    void judge_task() {
        for (u32 i = 1; i < task_words; ++i) {
            if (get(task + 4 * (i - 1)) > get(task + 4 * i)) {
                ++m_unsorted;
                return;
            }
        }
        constexpr i32 award = 20;
        set(m_player, energy, award);
        set(m_player, task_done, 0);
        set_task(m_player);
        m_players.at(m_player).energy = award;
        ++m_players.at(m_player).tasks;
    }

    Machine& m_machine;
    u32 m_seed;
    JavaRandom m_random;
    std::vector<DataAccess> m_stores;
    bool m_has_begun = false;
    u32 m_player = administrator;
    u32 m_turns = 0;
    u64 m_forged = 0;
    u64 m_unsorted = 0;
    std::array<std::array<i32, 2>, place_count> m_places{};
    std::array<HuntPlayer, player_count> m_players{};
};

ToolReport Hunt::report() const {
    ToolReport report("Scavenger hunt (hunt)");
    report.hidden("seed", m_seed);
    report.line("started", "Started", m_has_begun);
    report.line("turns", "Changes of the player", m_turns);
    report.line("forged", "Changes without the right number", m_forged);
    report.line("unsorted", "Tasks that weren't sorted", m_unsorted);
    ReportValue::List place_rows;
    for (u32 i = 0; m_has_begun && i < place_count; ++i) {
        place_rows.push_back(ReportValue::List{i, m_places.at(i)[0], m_places.at(i)[1]});
    }
    report.table("places", "Places", {"Place", "x", "y"}, std::move(place_rows));
    ReportValue::List players;
    for (u32 i = 0; i < player_count; ++i) {
        const HuntPlayer& player = m_players.at(i);
        if (player.has_acted()) {
            players.push_back(ReportValue::List{i, player.x, player.y, player.energy, player.moves, player.refused,
                                                player.tasks, player.visited()});
        }
    }
    report.table("players", "Players that have acted",
                 {"Player", "x", "y", "Energy", "Moves", "Refused", "Tasks", "Visited"}, std::move(players));
    return report;
}

Result<std::unique_ptr<Tool>> make_hunt(const Settings& settings, const ToolPlace& place) {
    return std::unique_ptr<Tool>(new Hunt(place.machine, settings.number("seed")));
}

}  // namespace

ToolKind hunt_tool() {
    return {"hunt",
            "MARS's Scavenger Hunt: players, places and tasks, without a picture",
            {FetchInterest::all, true},
            {{"seed", ParameterKind::count, {}, "42", "of the places and tasks", ~u32{0}, 0}},
            &make_hunt,
            true};
}

}  // namespace mariner::tools
