#pragma once
// One level of a hierarchy of caches: what happens to loads, stores and whole blocks that arrive there, and what it
// asks of the level behind.

#include <memory>
#include <optional>

#include "emulator/tools/cache_blocks.hpp"

namespace mariner::tools {

enum class WritePolicy : u8 {
    as_read,  // MARS: a store is taken for a load
    back,     // a store stays in its block, which is written when it gives way
    through,  // a store goes on to what lies behind, too
};

struct LevelRules {
    CacheShape shape;
    WritePolicy write = WritePolicy::as_read;
    bool allocates = true;  // a store that misses takes a block
    double hit_cycles = 1;
    std::optional<double> miss_cycles{};  // of the memory behind
};

struct LevelCounts {
    u64 reads = 0;
    u64 writes = 0;
    u64 read_misses = 0;
    u64 write_misses = 0;
    u64 write_backs = 0;  // blocks that were written when they gave way

    [[nodiscard]] u64 accesses() const { return reads + writes; }
    [[nodiscard]] u64 misses() const { return read_misses + write_misses; }
    [[nodiscard]] u64 hits() const { return accesses() - misses(); }
    /// Whole per cent, half up, as MARS's bar has it.
    [[nodiscard]] u64 hit_percent() const {
        return accesses() == 0 ? 0 : (200 * hits() + accesses()) / (2 * accesses());
    }
};

class CacheLevel {
public:
    explicit CacheLevel(const LevelRules& rules, std::unique_ptr<CacheLevel> next = nullptr)
        : m_rules(rules), m_line_shift(rules.shape.line_shift()), m_blocks(rules.shape), m_next(std::move(next)) {}

    /// True if it hits.
    bool access(u32 address, bool is_write) {
        ++(is_write ? m_counts.writes : m_counts.reads);
        const u32 line = line_of(address);
        u32 at = m_blocks.find(line);
        const bool is_hit = at != CacheBlocks::nowhere;
        if (is_hit) {
            m_blocks.touch(at);
            CacheBlock& block = m_blocks[at];
            block.was_hit = true;
            block.last_access = m_counts.accesses();
        } else {
            ++(is_write ? m_counts.write_misses : m_counts.read_misses);
            at = is_write && !m_rules.allocates ? CacheBlocks::nowhere : replace(line);
        }
        if (is_write && m_rules.write != WritePolicy::as_read) {
            write(at, address);
        }
        return is_hit;
    }

    [[nodiscard]] const LevelRules& rules() const { return m_rules; }
    [[nodiscard]] const LevelCounts& counts() const { return m_counts; }
    [[nodiscard]] const CacheBlocks& blocks() const { return m_blocks; }
    [[nodiscard]] const CacheLevel* next() const { return m_next.get(); }
    [[nodiscard]] u32 line_of(u32 address) const { return address >> m_line_shift; }
    /// The block that was filled last, and the access that had used it last; 0: it was empty.
    [[nodiscard]] u32 last_filled() const { return m_last_filled; }
    [[nodiscard]] u64 unused_since() const { return m_unused_since; }
    [[nodiscard]] u64 dirty_blocks() const;
    /// hit + miss rate * (time of the level behind); nothing if nobody said how slow the memory is.
    [[nodiscard]] std::optional<double> average_time() const;

private:
    u32 replace(u32 line);
    void write(u32 at, u32 address);

    LevelRules m_rules;
    u32 m_line_shift;
    CacheBlocks m_blocks;
    std::unique_ptr<CacheLevel> m_next;
    LevelCounts m_counts;
    u32 m_last_filled = 0;
    u64 m_unused_since = 0;
};

}  // namespace mariner::tools
