#pragma once
// The picture of a room that draws none of its own, as the rooms on the bitmap display draw theirs.

#include <array>

#include "bitmap/geometry.hpp"
#include "bitmap/picture.hpp"
#include "emulator/games/room_model.hpp"

namespace mariner::app {

class RoomView {
public:
    /// `first_number`: of the leftmost column.
    explicit RoomView(int first_number);

    [[nodiscard]] static bitmap::Geometry geometry();
    /// Read by the thread that shows it while the other paints.
    [[nodiscard]] bitmap::WordView words() const { return {m_units.data(), m_units.size()}; }

    /// The board, whose turn it is (0: nobody's), and the four that won.
    void paint(const games::Board& board, int mover);

private:
    static constexpr u32 side = 64;

    int m_first_number;
    std::array<u32, size_t{side} * side> m_units{};
};

}  // namespace mariner::app
