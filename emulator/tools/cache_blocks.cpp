#include "emulator/tools/cache_blocks.hpp"

namespace mariner::tools {

CacheBlocks::CacheBlocks(const CacheShape& shape)
    : m_ways(shape.ways),
      m_sets(shape.sets()),
      m_set_shift(static_cast<u32>(std::countr_zero(m_sets))),
      m_blocks(shape.blocks),
      m_filled(m_sets),
      m_links(m_ways > 1 && !shape.is_random ? shape.blocks : 0),
      m_newest(m_links.empty() ? 0 : m_sets),
      m_index(m_ways > most_searched ? shape.blocks : 1) {}

void CacheBlocks::fill(u32 at, u32 line, u64 now) {
    CacheBlock& block = m_blocks[at];
    const u32 set = at / m_ways;
    if (m_ways > most_searched) {
        if (block.is_used) {
            m_index.remove(block.line);
        }
        m_index.put(line, at);
    }
    if (!m_newest.empty()) {
        if (m_filled[set] == 0) {
            m_links[at] = {at, at};
        } else if (!block.is_used) {
            link_before(m_newest[set], at);
        } else if (m_newest[set] != at) {
            unlink(at);
            link_before(m_newest[set], at);
        }
        m_newest[set] = at;
    }
    m_filled[set] += block.is_used ? 0 : 1;
    block = {line, true, false, false, now};
}

}  // namespace mariner::tools
