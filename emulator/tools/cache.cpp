// MARS's Data Cache Simulator. A write is treated as a read: it takes a block, and nothing is written back.

#include <algorithm>
#include <bit>

#include "emulator/isa/disassemble.hpp"
#include "emulator/support/java_random.hpp"
#include "emulator/tools/log.hpp"
#include "emulator/tools/tool.hpp"

namespace mariner::tools {

namespace {

std::string hex(u32 value) {
    return "0x" + isa::hex_digits(value);
}

struct CacheShape {
    std::string placement;
    std::string replacement;
    u32 blocks;
    u32 words;
    u32 blocks_a_set;
};

class Cache final : public Tool {
public:
    Cache(CacheShape shape, bool with_log, const MemoryMap& map)
        : m_shape(std::move(shape)),
          m_line_shift(static_cast<u32>(std::countr_zero(4 * m_shape.words))),
          m_sets(m_shape.blocks / m_shape.blocks_a_set),
          m_set_shift(static_cast<u32>(std::countr_zero(m_sets))),
          m_is_random(m_shape.replacement == "random"),
          m_first(map.data.base),
          m_size(map.stack_base - map.data.base),
          m_blocks(m_shape.blocks),
          m_log(with_log) {}

    void accessed(const DataAccess& access) override {
        if (access.address - m_first > m_size) {
            return;
        }
        ++m_accesses;
        const u32 line = access.address >> m_line_shift;
        const u32 tag = line >> m_set_shift;
        const u32 set = (line & (m_sets - 1)) * m_shape.blocks_a_set;
        m_log.add([&] {
            return "(" + std::to_string(m_accesses) + ") address: " + hex(access.address) + " (tag " + hex(tag) +
                   ")  block range: " + std::to_string(set) + "-" + std::to_string(set + m_shape.blocks_a_set - 1);
        });
        const bool is_hit = look_up(set, tag);
        m_hits += is_hit ? 1 : 0;
    }

    [[nodiscard]] ToolReport report() const override;

private:
    struct CacheBlock {
        u32 tag = 0;
        bool is_used = false;
        bool was_hit = false;
        u64 last_access = 0;
    };

    bool look_up(u32 set, u32 tag) {
        for (u32 i = set; i < set + m_shape.blocks_a_set; ++i) {
            CacheBlock& block = m_blocks[i];
            const bool is_hit = block.is_used && block.tag == tag;
            m_log.add([&] {
                return "   trying block " + std::to_string(i) + (block.is_used ? " tag " + hex(block.tag) : " empty") +
                       (is_hit          ? " -- HIT"
                        : block.is_used ? " -- OCCUPIED"
                                        : " -- MISS");
            });
            if (is_hit || !block.is_used) {
                fill(block, tag, is_hit);
                return is_hit;
            }
        }
        replace(set, tag);
        return false;
    }

    void fill(CacheBlock& block, u32 tag, bool is_hit) { block = {tag, true, is_hit, m_accesses}; }

    void replace(u32 set, u32 tag) {
        m_log.add([] { return std::string("   MISS due to FULL SET"); });
        u32 victim = set;
        if (m_shape.blocks_a_set > 1) {
            victim = m_is_random ? set + static_cast<u32>(m_random.next_int(static_cast<i32>(m_shape.blocks_a_set)))
                                 : least_recently_used(set);
            m_log.append([&] {
                return m_is_random ? " -- Random replace block " + std::to_string(victim)
                                   : " -- LRU replace block " + std::to_string(victim) + "; unused since (" +
                                         std::to_string(m_blocks[victim].last_access) + ")";
            });
        }
        fill(m_blocks[victim], tag, false);
    }

    [[nodiscard]] u32 least_recently_used(u32 set) const {
        const CacheBlock* const begin = &m_blocks[set];
        const auto is_older = [](const CacheBlock& a, const CacheBlock& b) { return a.last_access < b.last_access; };
        return set + static_cast<u32>(std::min_element(begin, begin + m_shape.blocks_a_set, is_older) - begin);
    }

    CacheShape m_shape;
    u32 m_line_shift;
    u32 m_sets;
    u32 m_set_shift;
    bool m_is_random;
    u32 m_first;
    u32 m_size;
    std::vector<CacheBlock> m_blocks;
    JavaRandom m_random{0};
    u64 m_accesses = 0;
    u64 m_hits = 0;
    Log m_log;
};

/// A letter a block: not used, or whether the last access to it was a hit.
std::string letters(const auto& blocks) {
    std::string text;
    for (const auto& block : blocks) {
        text += !block.is_used ? '.' : block.was_hit ? 'H' : 'M';
    }
    return text;
}

ToolReport Cache::report() const {
    ToolReport report("Data cache (cache)");
    ReportValue::List tags;
    for (const CacheBlock& block : m_blocks) {
        tags.push_back(block.is_used ? ReportValue(hex(block.tag)) : ReportValue());
    }
    const u64 rate = m_accesses == 0 ? 0 : (200 * m_hits + m_accesses) / (2 * m_accesses);
    report.hidden("placement", m_shape.placement);
    report.hidden("replace", m_shape.replacement);
    report.hidden("blocks", m_shape.blocks);
    report.hidden("words", m_shape.words);
    report.hidden("set", m_shape.blocks_a_set);
    report.line("size_bytes", "Cache size (bytes)", 4 * m_shape.blocks * m_shape.words);
    report.line("accesses", "Memory Access Count", m_accesses);
    report.line("hits", "Cache Hit Count", m_hits);
    report.line("misses", "Cache Miss Count", m_accesses - m_hits);
    report.line("hit_rate", "Cache Hit Rate", std::to_string(rate) + "%");
    report.line("table", "Blocks, block 0 first", letters(m_blocks));
    report.hidden("tags", std::move(tags));
    m_log.put_into(report);
    return report;
}

Result<std::unique_ptr<Tool>> make_cache(const Settings& settings, const ToolPlace& place) {
    const u32 blocks = settings.number("blocks");
    const u32 set = settings.number("set");
    if (settings.has("set") && !settings.is("placement", "set")) {
        return Error{"set goes with placement=set only"};
    }
    if (set > blocks) {
        return Error{"set is at most blocks, which is " + std::to_string(blocks)};
    }
    const u32 blocks_a_set = settings.is("placement", "full") ? blocks : settings.is("placement", "set") ? set : 1;
    CacheShape shape{settings.word("placement"), settings.word("replace"), blocks, settings.number("words"),
                     blocks_a_set};
    return std::unique_ptr<Tool>(new Cache(std::move(shape), settings.is("log", "yes"), place.machine.map()));
}

}  // namespace

ToolKind cache_tool() {
    return {"cache",
            "MARS's Data Cache Simulator: hits and misses of loads and stores",
            {.data = true},
            {{"placement", ParameterKind::choice, {"direct", "full", "set"}, "direct", "where a line may go"},
             {"blocks", ParameterKind::choice, powers_to_2048(), "8", "blocks in all"},
             {"words", ParameterKind::choice, powers_to_2048(), "4", "words in a block"},
             {"set", ParameterKind::choice, powers_to_2048(), "1", "blocks in a set, with placement=set"},
             {"replace", ParameterKind::choice, {"lru", "random"}, "lru", "which block of a full set gives way"},
             {"log", ParameterKind::choice, {"yes", "no"}, "no", "every access"}},
            &make_cache};
}

}  // namespace mariner::tools
