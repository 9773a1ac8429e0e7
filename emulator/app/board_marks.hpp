#pragma once
// What is shown on a game's board beside what its program has drawn: the last move, marks for people who see colours
// otherwise, what each column is worth. Told by the thread that runs the game, read by the one that shows it.

#include <array>
#include <mutex>
#include <optional>
#include <string>

#include "emulator/games/room_model.hpp"

namespace mariner::app {

struct ShownMarks {
    std::optional<games::Ask> ask{};     // what a click answers
    std::optional<games::Cell> last{};   // the last move
    bool on_tokens = false;              // a sign in each token, besides its colour
    bool last_move = true;               // whether it is shown
    std::array<std::string, 7> hints{};  // "W9", "=", "L12"; empty: none
    int first_number = 1;                // of the leftmost column, as the room counts
};

class SharedMarks {
public:
    void set(ShownMarks marks) {
        const std::lock_guard lock(m_mutex);
        m_marks = std::move(marks);
    }
    [[nodiscard]] ShownMarks get() const {
        const std::lock_guard lock(m_mutex);
        return m_marks;
    }

private:
    mutable std::mutex m_mutex;
    ShownMarks m_marks;
};

}  // namespace mariner::app
