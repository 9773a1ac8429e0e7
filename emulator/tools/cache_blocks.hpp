#pragma once
// The blocks of one cache: which line of memory lies in which, and which one gives way.

#include <algorithm>
#include <bit>
#include <vector>

#include "emulator/support/java_random.hpp"
#include "emulator/tools/line_index.hpp"

namespace mariner::tools {

struct CacheShape {
    u32 blocks = 8;
    u32 words = 4;  // in a block
    u32 ways = 1;   // blocks in a set
    bool is_random = false;

    [[nodiscard]] u32 sets() const { return blocks / ways; }
    [[nodiscard]] u32 bytes() const { return 4 * blocks * words; }
    [[nodiscard]] u32 line_shift() const { return static_cast<u32>(std::countr_zero(4 * words)); }
};

struct CacheBlock {
    u32 line = 0;
    bool is_used = false;
    bool was_hit = false;  // by the last access to it
    bool is_dirty = false;
    u64 last_access = 0;
};

class CacheBlocks {
public:
    static constexpr u32 nowhere = LineIndex::nowhere;

    explicit CacheBlocks(const CacheShape& shape);

    /// The block that holds a line.
    [[nodiscard]] u32 find(u32 line) const {
        if (m_ways > most_searched) {
            return m_index.find(line);
        }
        const u32 first = first_of_set(line);
        for (u32 i = first; i < first + m_ways; ++i) {
            if (m_blocks[i].line == line && m_blocks[i].is_used) {
                return i;
            }
        }
        return nowhere;
    }
    /// True if it was its set's newest: nothing has changed.
    bool touch(u32 at) {
        if (m_newest.empty()) {
            return m_ways == 1;
        }
        u32& newest = m_newest[at / m_ways];
        if (newest == at) {
            return true;
        }
        unlink(at);
        link_before(newest, at);
        newest = at;
        return false;
    }
    /// Where a line that is in no block will go: the first empty block of its set, or one that gives way.
    [[nodiscard]] u32 choose(u32 line) {
        const u32 set = set_of(line);
        if (m_filled[set] < m_ways) {
            return set * m_ways + m_filled[set];
        }
        return m_ways == 1        ? set
               : m_newest.empty() ? set * m_ways + static_cast<u32>(m_random.next_int(static_cast<i32>(m_ways)))
                                  : m_links[m_newest[set]].newer;
    }
    void fill(u32 at, u32 line, u64 now);

    [[nodiscard]] CacheBlock& operator[](u32 at) { return m_blocks[at]; }
    [[nodiscard]] const CacheBlock& operator[](u32 at) const { return m_blocks[at]; }
    [[nodiscard]] const std::vector<CacheBlock>& all() const { return m_blocks; }
    [[nodiscard]] u32 first_of_set(u32 line) const { return set_of(line) * m_ways; }
    [[nodiscard]] u32 tag_of(u32 line) const { return line >> m_set_shift; }

private:
    static constexpr u32 most_searched = 8;
    /// A set's blocks are a ring: behind the newest comes the next older one, behind the oldest the newest.
    struct RingLink {
        u32 newer = 0;
        u32 older = 0;
    };
    [[nodiscard]] u32 set_of(u32 line) const { return line & (m_sets - 1); }
    void unlink(u32 at) {
        m_links[m_links[at].newer].older = m_links[at].older;
        m_links[m_links[at].older].newer = m_links[at].newer;
    }
    void link_before(u32 place, u32 at) {
        m_links[at] = {m_links[place].newer, place};
        m_links[m_links[place].newer].older = at;
        m_links[place].newer = at;
    }

    u32 m_ways;
    u32 m_sets;
    u32 m_set_shift;
    std::vector<CacheBlock> m_blocks;
    std::vector<u32> m_filled;  // by set
    std::vector<RingLink> m_links;
    std::vector<u32> m_newest;  // by set; empty where nobody asks
    LineIndex m_index;          // of large sets
    JavaRandom m_random{0};
};

}  // namespace mariner::tools
