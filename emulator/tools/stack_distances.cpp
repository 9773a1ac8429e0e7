#include "emulator/tools/stack_distances.hpp"

namespace mariner::tools {

StackDistances::StackDistances(u32 powers) : m_lines(size_t{1} << (powers - 1)), m_index(u32{1} << (powers - 1)) {}

u32 StackDistances::use(u32 line) {
    if (m_used > 0 && m_lines[m_newest].line == line) {
        return 0;
    }
    u32 at = m_index.find(line);
    const u32 found = at == LineIndex::nowhere ? too_deep : m_lines[at].power;
    if (found != too_deep) {
        take_out(at);
    } else {
        at = add();
        m_lines[at].line = line;
        m_index.put(line, at);
    }
    put_first(at);
    return found;
}

/// A place for a line that isn't there: a new one, or that of the oldest.
u32 StackDistances::add() {
    if (m_used < m_lines.size()) {
        shift_ends(static_cast<u32>(std::bit_width(m_used)));
        return m_used++;
    }
    const u32 oldest = m_lines[m_newest].newer;
    m_index.remove(m_lines[oldest].line);
    take_out(oldest);
    return oldest;
}

/// The lines before it move back by one place.
void StackDistances::take_out(u32 at) {
    const StackLine& line = m_lines[at];
    if (m_ends.at(line.power) == at) {
        m_ends.at(line.power) = line.newer;
    }
    shift_ends(line.power);
    m_lines[line.newer].older = line.older;
    m_lines[line.older].newer = line.newer;
}

void StackDistances::shift_ends(u32 powers) {
    for (u32 power = 0; power < powers; ++power) {
        StackLine& end = m_lines[m_ends.at(power)];
        end.power = power + 1;
        m_ends.at(power) = end.newer;
    }
}

void StackDistances::put_first(u32 at) {
    StackLine& line = m_lines[at];
    if (m_used == 1) {
        line.newer = line.older = at;
    } else {
        StackLine& newest = m_lines[m_newest];
        line.older = m_newest;
        line.newer = newest.newer;
        m_lines[newest.newer].older = at;
        newest.newer = at;
    }
    line.power = 0;
    m_newest = at;
    m_ends[0] = at;
    if (std::has_single_bit(m_used)) {
        m_ends.at(static_cast<u32>(std::countr_zero(m_used))) = m_lines[at].newer;  // the oldest
    }
}

}  // namespace mariner::tools
