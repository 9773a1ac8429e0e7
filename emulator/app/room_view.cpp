#include "emulator/app/room_view.hpp"

#include "emulator/games/token_picture.hpp"

namespace mariner::app {

RoomView::RoomView(int first_number) : m_first_number(first_number) {
    paint({}, 0);
}

bitmap::Geometry RoomView::geometry() {
    return {8, 8, 8 * side, 8 * side, 0};
}

void RoomView::paint(const games::Board& board, int mover) {
    games::TokenPicture picture(m_first_number);
    picture.show_mover(mover);
    for (int index = 0; index < games::cell_count; ++index) {
        const games::Cell cell{index % games::column_count, index / games::column_count};
        if (board.at(cell) != 0) {
            picture.put(cell, board.at(cell));
        }
    }
    if (const int winner = board.winner(); winner != 0) {
        picture.mark_win(games::first_four(board, winner));
    }
    const std::vector<u32> units = picture.canvas().after(picture.canvas().strokes.size());
    for (size_t i = 0; i < m_units.size(); ++i) {
        __atomic_store_n(&m_units.at(i), units[i], __ATOMIC_RELAXED);
    }
}

}  // namespace mariner::app
