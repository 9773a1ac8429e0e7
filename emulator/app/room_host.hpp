#pragma once
// Stands between a room's program and its real host. Lines come from a person, from programs that sit at the board, or
// from what was typed before (a replay, or a game that is taken up from an earlier move); what a person says to mariner
// itself never reaches the program. One round of one game.

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>

#include "bitmap/guest_link.hpp"
#include "emulator/app/board_marks.hpp"
#include "emulator/app/game_session.hpp"
#include "emulator/app/room_talk.hpp"
#include "emulator/app/room_view.hpp"
#include "emulator/games/early_scores.hpp"
#include "emulator/games/hint.hpp"
#include "emulator/games/opponent.hpp"
#include "emulator/runtime/terminal_host.hpp"

namespace mariner::app {

/// What lives longer than a round.
struct RoomTable {
    const GameSession* session = nullptr;
    std::array<std::unique_ptr<games::Opponent>, 2> programs{};  // null: a person
    bitmap::GuestLink* link = nullptr;                           // null: no surface
    RoomView* view = nullptr;                                    // null: the program draws itself
    SharedMarks marks{};
    bool has_motion = true;
    bool has_sound = false;
    games::Adviser adviser{games::known_score, games::long_patience};

    [[nodiscard]] bool has_surface() const { return link != nullptr && link->has_surface(); }
    /// There is one, or may be one soon.
    [[nodiscard]] bool may_have_surface() const { return link != nullptr && !link->is_without_surface(); }
    /// Somebody sits there who can be asked what comes next.
    [[nodiscard]] bool has_person() const;
};

/// What a person wants in place of going on.
enum class RoomWish : u8 { none, again, take_up, menu, leave };

class RoomHost final : public Host {
public:
    /// `taken_up`: what was typed before; it is typed again, unseen and unheard.
    RoomHost(TerminalHost& host, RoomTable& table, i32 seed, std::string taken_up);

    void write_output(std::string_view bytes) override;
    void write_error(std::string_view bytes) override { m_host.write_error(bytes); }
    void flush() override { m_host.flush(); }
    void pulse() override { m_host.pulse(); }
    InputState read_input(std::span<u8> buffer, size_t& count) override;
    bool input_is_ready() override;
    i64 now_milliseconds() override { return m_host.now_milliseconds(); }
    bool sleep_milliseconds(u32 duration) override;
    i64 random_seed() override { return m_host.random_seed(); }
    bool play_note(const Note& note, bool wait) override { return m_host.play_note(note, wait); }
    [[nodiscard]] DialogStyle dialog_style() const override { return m_host.dialog_style(); }

    [[nodiscard]] games::RoomModel& model() { return m_model; }
    /// The program of the room can't go on, or shall not: why the round ends early.
    [[nodiscard]] RoomWish wish() const { return m_wish; }
    /// A bot broke the rules.
    [[nodiscard]] bool is_forfeit() const { return m_is_forfeit; }

    /// After the round: shows the end, and asks what comes next.
    [[nodiscard]] RoomWish ask_what_next();
    /// What the next round begins with, if a game is taken up.
    [[nodiscard]] const std::string& taken_up() const { return m_taken_up; }

    /// For people, outside of the program's transcript.
    void tell(const std::string& text);

private:
    InputState next_line();
    InputState line_of_program(games::Opponent& program);
    InputState line_of_script();
    InputState line_of_person();
    InputState read_person_line(std::string& line);
    void give(const std::string& line);
    void echo(const std::string& line);
    void obey(RoomCommand command);
    void show_hint();
    void come_back();
    void show(const games::RoomState& state);
    void let_fall(const games::RoomState& state);
    void sound(const games::RoomState& state);
    void show_if_seen();
    [[nodiscard]] bool state_asks_for_move();
    [[nodiscard]] bool review();
    [[nodiscard]] std::optional<std::string> ask(const std::string& question, const bitmap::Prompt& prompt);
    [[nodiscard]] games::Opponent* program_to_move(const games::RoomState& state);

    TerminalHost& m_host;
    RoomTable& m_table;
    games::RoomModel m_model;
    std::string m_script;      // typed by themselves: a replay's, or what was typed before
    bool m_is_catching_up;     // unseen, until the script is used up
    std::string m_seen_again;  // what the program printed since the last line while it was unseen
    std::string m_ahead;       // typed by the person, not yet asked for
    std::string m_ready;       // for the program
    std::string m_taken_up;
    std::string m_question;  // what the program has printed since its last line end
    size_t m_shown_turns = 0;
    bool m_person_has_ended = false;
    RoomWish m_wish = RoomWish::none;
    bool m_is_forfeit = false;
};

}  // namespace mariner::app
