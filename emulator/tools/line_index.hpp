#pragma once
// Where a line of memory lies in a cache, found without a search through its blocks.

#include <bit>
#include <vector>

#include "emulator/support/types.hpp"

namespace mariner::tools {

/// A hash table of lines with a fixed number of places, twice as many as it ever holds.
class LineIndex {
public:
    static constexpr u32 nowhere = ~u32{0};

    explicit LineIndex(u32 most)
        : m_shift(31U - static_cast<u32>(std::bit_width(most))), m_slots(size_t{2} << bits(most)) {}

    /// What was put there with the line, or `nowhere`.
    [[nodiscard]] u32 find(u32 line) const {
        for (size_t i = home(line);; i = after(i)) {
            if (m_slots[i].block == nowhere || m_slots[i].line == line) {
                return m_slots[i].block;
            }
        }
    }
    /// It isn't there yet.
    void put(u32 line, u32 block) {
        size_t i = home(line);
        while (m_slots[i].block != nowhere) {
            i = after(i);
        }
        m_slots[i] = {line, block};
    }
    /// It is there. Those behind it move up, so that no search ends too early.
    void remove(u32 line) {
        size_t hole = home(line);
        while (m_slots[hole].line != line || m_slots[hole].block == nowhere) {
            hole = after(hole);
        }
        for (size_t i = after(hole); m_slots[i].block != nowhere; i = after(i)) {
            const size_t way = (i - home(m_slots[i].line)) & (m_slots.size() - 1);
            if (way >= ((i - hole) & (m_slots.size() - 1))) {
                m_slots[hole] = m_slots[i];
                hole = i;
            }
        }
        m_slots[hole].block = nowhere;
    }

private:
    struct IndexedLine {
        u32 line = 0;
        u32 block = nowhere;
    };
    static constexpr u32 bits(u32 most) { return static_cast<u32>(std::bit_width(most)); }
    [[nodiscard]] size_t home(u32 line) const { return (line * 2654435769U) >> m_shift; }
    [[nodiscard]] size_t after(size_t i) const { return (i + 1) & (m_slots.size() - 1); }

    u32 m_shift;  // a hash has as many bits as a place's number
    std::vector<IndexedLine> m_slots;
};

}  // namespace mariner::tools
