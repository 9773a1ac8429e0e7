#pragma once
// The lines of memory in the order of their last use, newest first. A line's place in it tells every size of a fully
// associative cache at once whether it still holds the line: a cache of n blocks holds the first n.

#include <array>
#include <vector>

#include "emulator/tools/line_index.hpp"

namespace mariner::tools {

/// Which power of two is enough is all that is asked, so only the line at the end of each is known: an access moves
/// these few, however deep the line lay.
class StackDistances {
public:
    static constexpr u32 most_powers = 12;
    static constexpr u32 too_deep = ~u32{0};

    /// 2^(powers - 1) lines are remembered.
    explicit StackDistances(u32 powers);

    /// The least p for which 2^p blocks would have held the line, or too_deep; then it is the newest.
    u32 use(u32 line);

private:
    struct StackLine {
        u32 line = 0;
        u32 newer = 0;
        u32 older = 0;
        u32 power = 0;
    };
    u32 add();
    void take_out(u32 at);
    void shift_ends(u32 powers);
    void put_first(u32 at);

    u32 m_used = 0;
    u32 m_newest = 0;
    std::vector<StackLine> m_lines;         // a ring
    std::array<u32, most_powers> m_ends{};  // the line at place 2^p, counted from 1, if there is one
    LineIndex m_index;
};

}  // namespace mariner::tools
