#include "emulator/remote/output_marks.hpp"

#include <algorithm>

namespace mariner::remote {

void OutputMarks::add(u64 time, u64 bytes) {
    if (bytes == 0) {
        return;
    }
    if (!m_marks.empty() && time < m_marks.back().time) {
        cut(time);
    }
    const u64 total = (m_marks.empty() ? 0 : m_marks.back().total) + bytes;
    if (!m_marks.empty() && m_marks.back().time == time) {
        m_marks.back().total = total;
        return;
    }
    if (m_marks.size() == most) {
        thin();
    }
    m_marks.push_back({time, total});
}

void OutputMarks::cut(u64 time) {
    while (!m_marks.empty() && m_marks.back().time > time) {
        m_marks.pop_back();
    }
}

u64 OutputMarks::total_at(u64 time) const {
    const auto after = std::ranges::upper_bound(m_marks, time, {}, &OutputMark::time);
    return after == m_marks.begin() ? 0 : (after - 1)->total;
}

std::optional<OutputMarks::OutputMark> OutputMarks::find(u64 byte) const {
    const auto at = std::ranges::upper_bound(m_marks, byte, {}, &OutputMark::total);
    return at == m_marks.end() ? std::nullopt : std::optional(*at);
}

std::vector<u64> OutputMarks::times(u64 from, u64 to, size_t count) const {
    const auto first = std::ranges::lower_bound(m_marks, from, {}, &OutputMark::time);
    const auto last = std::ranges::upper_bound(m_marks, to, {}, &OutputMark::time);
    const auto there = static_cast<size_t>(std::max<std::ptrdiff_t>(0, last - first));
    const size_t wanted = std::min(count, there);
    std::vector<u64> times;
    times.reserve(wanted);
    for (size_t i = 0; i < wanted; ++i) {
        times.push_back((first + static_cast<std::ptrdiff_t>(i * there / wanted))->time);
    }
    return times;
}

/// Of two neighbours the later stays.
void OutputMarks::thin() {
    for (size_t i = 0; 2 * i + 1 < m_marks.size(); ++i) {
        m_marks[i] = m_marks[2 * i + 1];
    }
    m_marks.resize(m_marks.size() / 2);
}

}  // namespace mariner::remote
