#pragma once
// Why an access missed: nobody had touched the line before (compulsory), a fully associative cache of the same size
// would have missed it, too (capacity), or only this placement did (conflict).

#include <array>
#include <unordered_map>

#include "emulator/tools/cache_blocks.hpp"

namespace mariner::tools {

enum class MissClass : u8 { compulsory, capacity, conflict };

class MissClasses {
public:
    explicit MissClasses(CacheShape shape) : m_twin({shape.blocks, shape.words, shape.blocks, false}) {}

    /// Each access of the cache goes through here. The class is that of a miss.
    MissClass see(u32 line, bool is_hit) {
        u32 at = m_twin.find(line);
        const bool would_hit = at != CacheBlocks::nowhere;
        if (would_hit) {
            m_twin.touch(at);
        } else {
            at = m_twin.choose(line);
            m_twin.fill(at, line, 0);
        }
        if (is_hit) {
            return MissClass::conflict;
        }
        return is_first(line) ? MissClass::compulsory : would_hit ? MissClass::conflict : MissClass::capacity;
    }

private:
    static constexpr u32 lines_of_page = 4096;
    bool is_first(u32 line) {
        std::array<u64, lines_of_page / 64>& page = m_seen[line / lines_of_page];
        u64& word = page.at(line % lines_of_page / 64);
        const u64 bit = u64{1} << (line % 64);
        const bool is_new = (word & bit) == 0;
        word |= bit;
        return is_new;
    }

    CacheBlocks m_twin;  // as large, fully associative
    std::unordered_map<u32, std::array<u64, lines_of_page / 64>> m_seen;
};

}  // namespace mariner::tools
