// MARS's Data Cache Simulator, and what courses on hardware ask for beyond it: levels, what stores do, times, classes
// of misses, and where in the program they come from. As MARS has it, a write is treated as a read: it takes a block,
// and nothing is written back.

#include "emulator/isa/disassemble.hpp"
#include "emulator/tools/cache_settings.hpp"
#include "emulator/tools/data_names.hpp"
#include "emulator/tools/line_counts.hpp"
#include "emulator/tools/log.hpp"
#include "emulator/tools/miss_classes.hpp"
#include "emulator/tools/source_heat.hpp"
#include "emulator/tools/split_accesses.hpp"

namespace mariner::tools {

namespace {

std::string hex(u32 value) {
    return "0x" + isa::hex_digits(value);
}

/// A letter a block: not used, or whether the last access to it was a hit.
std::string letters(const std::vector<CacheBlock>& blocks) {
    std::string text;
    for (const CacheBlock& block : blocks) {
        text += !block.is_used ? '.' : block.was_hit ? 'H' : 'M';
    }
    return text;
}

/// MARS's words for what an access meets.
class CacheLog {
public:
    explicit CacheLog(bool is_on) : m_log(is_on) {}

    void before(const CacheLevel& level, u32 address) {
        if (!m_log.is_on()) {
            return;
        }
        const CacheBlocks& blocks = level.blocks();
        const u32 line = level.line_of(address);
        const u32 first = blocks.first_of_set(line);
        const u32 past = first + level.rules().shape.ways;
        m_log.add([&] {
            return "(" + std::to_string(level.counts().accesses() + 1) + ") address: " + hex(address) + " (tag " +
                   hex(blocks.tag_of(line)) + ")  block range: " + std::to_string(first) + "-" +
                   std::to_string(past - 1);
        });
        for (u32 i = first; i < past && try_block(blocks, i, line); ++i) {
        }
    }
    void after(const CacheLevel& level, bool is_hit) {
        const CacheShape& shape = level.rules().shape;
        if (!m_log.is_on() || is_hit || level.unused_since() == 0) {
            return;
        }
        m_log.add([] { return std::string("   MISS due to FULL SET"); });
        if (shape.ways == 1) {
            return;
        }
        m_log.append([&] {
            const std::string block = std::to_string(level.last_filled());
            return shape.is_random ? " -- Random replace block " + block
                                   : " -- LRU replace block " + block + "; unused since (" +
                                         std::to_string(level.unused_since()) + ")";
        });
    }
    void put_into(ToolReport& report) const { m_log.put_into(report); }

private:
    /// True if the search goes on.
    bool try_block(const CacheBlocks& blocks, u32 at, u32 line) {
        const CacheBlock& block = blocks[at];
        const bool is_hit = block.is_used && block.line == line;
        m_log.add([&] {
            return "   trying block " + std::to_string(at) +
                   (block.is_used ? " tag " + hex(blocks.tag_of(block.line)) : " empty") +
                   (is_hit          ? " -- HIT"
                    : block.is_used ? " -- OCCUPIED"
                                    : " -- MISS");
        });
        return block.is_used && !is_hit;
    }

    Log m_log;
};

/// Misses by instruction and by what people call the data, in all and by class.
class MissPlaces {
public:
    explicit MissPlaces(const Machine& machine) : m_lines(machine.image()), m_names(machine), m_data(m_names.size()) {}

    void count_access(u32 instruction) { ++m_lines.at(instruction)[0]; }
    void count_miss(u32 instruction, u32 address, std::optional<MissClass> why) {
        auto& line = m_lines.at(instruction);
        auto& data = m_data[m_names.find(address)];
        ++line[1];
        ++data[0];
        if (why) {
            ++line.at(2 + static_cast<size_t>(*why));
            ++data.at(1 + static_cast<size_t>(*why));
            ++m_classes.at(static_cast<size_t>(*why));
        }
    }

    void report(ToolReport& report, bool has_classes) const;
    [[nodiscard]] std::vector<std::string> heat() const;

private:
    [[nodiscard]] ReportValue::List worst_data() const;

    LineCounts<5> m_lines;  // accesses, misses, then by class
    DataNames m_names;
    std::vector<std::array<u64, 4>> m_data;  // misses, then by class
    std::array<u64, 3> m_classes{};
};

ReportValue::List MissPlaces::worst_data() const {
    std::vector<u64> misses(m_data.size());
    std::transform(m_data.begin(), m_data.end(), misses.begin(), [](const auto& counts) { return counts[0]; });
    ReportValue::List rows;
    for (const size_t i : heaviest(misses)) {
        ReportValue::List row{m_names[i]};
        row.insert(row.end(), m_data[i].begin(), m_data[i].end());
        rows.emplace_back(std::move(row));
    }
    return rows;
}

void MissPlaces::report(ToolReport& report, bool has_classes) const {
    std::vector<std::string_view> line_heads{"Line", "Accesses", "Misses", "Compulsory", "Capacity", "Conflict"};
    std::vector<std::string_view> data_heads{"Data", "Misses", "Compulsory", "Capacity", "Conflict"};
    ReportValue::List lines = m_lines.worst([](const auto& counts) { return counts[1]; });
    ReportValue::List data = worst_data();
    if (has_classes) {
        report.line("compulsory", "Compulsory misses", m_classes[0]);
        report.line("capacity", "Capacity misses", m_classes[1]);
        report.line("conflict", "Conflict misses", m_classes[2]);
    } else {
        line_heads.resize(3);
        data_heads.resize(2);
        cut_columns(lines, line_heads.size());
        cut_columns(data, data_heads.size());
    }
    report.table("lines", "Lines that miss most", std::move(line_heads), std::move(lines));
    report.table("data", "Data that miss most", std::move(data_heads), std::move(data));
}

std::vector<std::string> MissPlaces::heat() const {
    std::vector<std::pair<u32, u64>> misses;
    for (const auto& [address, counts] : m_lines.all([](const auto& counts) { return counts[0]; })) {
        misses.emplace_back(address, counts[1]);
    }
    return source_heat(m_lines.image(), misses);
}

/// Hits and misses without the parts of accesses that MARS counts, from the first of them on.
class TrueHits {
public:
    explicit TrueHits(const CacheLevel& level)
        : m_blocks(level.blocks()),
          m_allocates(level.rules().allocates),
          m_accesses(level.counts().accesses()),
          m_hits(level.counts().hits()) {}

    void see(u32 line, bool is_write) {
        ++m_accesses;
        const u32 at = m_blocks.find(line);
        if (at != CacheBlocks::nowhere) {
            ++m_hits;
            m_blocks.touch(at);
        } else if (m_allocates || !is_write) {
            m_blocks.fill(m_blocks.choose(line), line, 0);
        }
    }
    [[nodiscard]] std::string text() const {
        return std::to_string(m_accesses) + " accesses, " + std::to_string(m_hits) + " hits";
    }

private:
    CacheBlocks m_blocks;
    bool m_allocates;
    u64 m_accesses;
    u64 m_hits;
};

class Cache final : public Tool {
public:
    Cache(std::unique_ptr<CacheLevel> level, const Settings& settings, const Machine& machine)
        : m_level(std::move(level)),
          m_scope(settings.word("level"), machine.map()),
          m_places(machine),
          m_splits(machine),
          m_log(settings.is("log", "yes")),
          m_has_log(settings.is("log", "yes")),
          m_has_heat(settings.is("heat", "yes")),
          m_placement(settings.word("placement")),
          m_seen_as(settings.word("level")) {
        if (settings.is("classes", "yes")) {
            m_classes.emplace(m_level->rules().shape);
        }
    }

    [[nodiscard]] Observes observed(const Observes& /*by_its_kind*/) const override { return m_scope.observes(); }
    void fetched(const Fetch& fetch) override {
        if (CacheScope::holds(fetch)) {
            if (m_truth) [[unlikely]] {
                m_truth->see(m_level->line_of(fetch.address), false);
            }
            see(fetch.address, false, fetch.address);
        }
    }
    void accessed(const DataAccess& access) override {
        if (m_scope.holds(access)) {
            const bool is_only_part = m_splits.is_only_part(access);
            if (is_only_part && !m_truth) [[unlikely]] {
                m_truth.emplace(*m_level);
            }
            if (m_truth && !is_only_part) [[unlikely]] {
                m_truth->see(m_level->line_of(access.address), access.is_write);
            }
            see(access.address, access.is_write, access.instruction);
        }
    }
    [[nodiscard]] ToolReport report() const override;

private:
    void see(u32 address, bool is_write, u32 instruction) {
        if (m_has_log) [[unlikely]] {
            m_log.before(*m_level, address);
        }
        const bool is_hit = m_level->access(address, is_write);
        m_places.count_access(instruction);
        std::optional<MissClass> why;
        if (m_classes) {
            why = m_classes->see(m_level->line_of(address), is_hit);
        }
        if (!is_hit) {
            m_places.count_miss(instruction, address, why);
        }
        if (m_has_log) [[unlikely]] {
            m_log.after(*m_level, is_hit);
        }
    }
    void report_shape(ToolReport& report) const;
    void report_stores(ToolReport& report) const;
    void report_next(ToolReport& report) const;

    std::unique_ptr<CacheLevel> m_level;
    CacheScope m_scope;
    MissPlaces m_places;
    SplitAccesses m_splits;
    std::optional<TrueHits> m_truth;
    std::optional<MissClasses> m_classes;
    CacheLog m_log;
    bool m_has_log;
    bool m_has_heat;
    std::string m_placement;
    std::string m_seen_as;
};

std::string percent_text(const CacheLevel& level) {
    return std::to_string(level.counts().hit_percent()) + "%";
}

void Cache::report_shape(ToolReport& report) const {
    const CacheShape& shape = m_level->rules().shape;
    report.hidden("placement", m_placement);
    report.hidden("replace", shape.is_random ? "random" : "lru");
    report.hidden("blocks", shape.blocks);
    report.hidden("words", shape.words);
    report.hidden("set", shape.ways);
    report.hidden("level", m_seen_as);
    report.line("size_bytes", "Cache size (bytes)", shape.bytes());
}

/// What MARS's tool doesn't know; said where somebody has asked for it.
void Cache::report_stores(ToolReport& report) const {
    const LevelCounts& counts = m_level->counts();
    if (m_level->rules().write != WritePolicy::as_read) {
        report.line("reads", "Reads", counts.reads);
        report.line("writes", "Writes", counts.writes);
        report.line("read_misses", "Reads that missed", counts.read_misses);
        report.line("write_misses", "Writes that missed", counts.write_misses);
        report.line("write_backs", "Blocks written back", counts.write_backs);
        report.line("dirty", "Blocks yet to be written back", m_level->dirty_blocks());
    }
    if (const std::optional<double> time = m_level->average_time()) {
        report.line("average_time", "Average time (cycles)", *time);
    }
}

void Cache::report_next(ToolReport& report) const {
    const CacheLevel* const next = m_level->next();
    if (next == nullptr) {
        return;
    }
    const LevelCounts& counts = next->counts();
    report.line("next_size_bytes", "Second level: size (bytes)", next->rules().shape.bytes());
    report.line("next_accesses", "Second level: accesses", counts.accesses());
    report.line("next_hits", "Second level: hits", counts.hits());
    report.line("next_misses", "Second level: misses", counts.misses());
    report.bar("next_hit_rate", "Second level: hit rate", percent_text(*next));
    report.line("next_write_backs", "Second level: blocks written back", counts.write_backs);
    if (const std::optional<double> time = next->average_time()) {
        report.line("next_average_time", "Second level: average time (cycles)", *time);
    }
}

ToolReport Cache::report() const {
    ToolReport report("Data cache (cache)");
    const LevelCounts& counts = m_level->counts();
    const std::vector<CacheBlock>& blocks = m_level->blocks().all();
    ReportValue::List tags;
    for (const CacheBlock& block : blocks) {
        tags.push_back(block.is_used ? ReportValue(hex(m_level->blocks().tag_of(block.line))) : ReportValue());
    }
    report_shape(report);
    report.line("accesses", "Memory Access Count", counts.accesses());
    report.line("hits", "Cache Hit Count", counts.hits());
    report.line("misses", "Cache Miss Count", counts.misses());
    report.bar("hit_rate", "Cache Hit Rate", percent_text(*m_level));
    report_stores(report);
    report_next(report);
    report.grid("table", "Blocks, block 0 first", {". not used", "H hit", "M missed"}, letters(blocks));
    report.hidden("tags", std::move(tags));
    m_places.report(report, m_classes.has_value());
    if (m_has_heat) {
        report.lines("heat", "Misses by source line", m_places.heat());
    }
    m_log.put_into(report);
    if (m_truth) {
        report.note(split_words + m_truth->text());
    }
    return report;
}

Result<std::unique_ptr<Tool>> make_cache(const Settings& settings, const ToolPlace& place) {
    const auto [first, last] = settings.range("blocks");
    if (first != last) {
        return make_cache_sweep(settings, place);
    }
    Result<std::unique_ptr<CacheLevel>> level = make_cache_levels(settings);
    if (!level) {
        return level.error();
    }
    return std::unique_ptr<Tool>(new Cache(std::move(*level), settings, place.machine));
}

}  // namespace

ToolKind cache_tool() {
    return {"cache",
            "MARS's Data Cache Simulator: hits and misses of loads and stores",
            {FetchInterest::all, true},
            cache_parameters(),
            &make_cache};
}

}  // namespace mariner::tools
