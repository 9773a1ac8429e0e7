#include "emulator/tools/cache_level.hpp"

namespace mariner::tools {

/// The block that the line has got. What lies behind sees the old block leave before the new one comes.
u32 CacheLevel::replace(u32 line) {
    const u32 at = m_blocks.choose(line);
    const CacheBlock& old = m_blocks[at];
    m_last_filled = at;
    m_unused_since = old.last_access;
    if (old.is_dirty) {
        ++m_counts.write_backs;
        if (m_next) {
            m_next->access(old.line << m_line_shift, true);
        }
    }
    if (m_next) {
        m_next->access(line << m_line_shift, false);
    }
    m_blocks.fill(at, line, m_counts.accesses());
    return at;
}

void CacheLevel::write(u32 at, u32 address) {
    if (m_rules.write == WritePolicy::back) {
        m_blocks[at].is_dirty = true;
    } else if (m_next) {
        m_next->access(address, true);
    }
}

u64 CacheLevel::dirty_blocks() const {
    const std::vector<CacheBlock>& all = m_blocks.all();
    return static_cast<u64>(
        std::count_if(all.begin(), all.end(), [](const CacheBlock& block) { return block.is_dirty; }));
}

std::optional<double> CacheLevel::average_time() const {
    const std::optional<double> behind = m_next ? m_next->average_time() : m_rules.miss_cycles;
    if (!behind) {
        return std::nullopt;
    }
    const u64 all = m_counts.accesses();
    const double rate = all == 0 ? 0 : static_cast<double>(m_counts.misses()) / static_cast<double>(all);
    return m_rules.hit_cycles + rate * *behind;
}

}  // namespace mariner::tools
