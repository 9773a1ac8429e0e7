// Caches of several sizes in one run. A fully associative one of n blocks holds the n lines used last, so one order of
// all lines answers for each size. The others are kept side by side, from the smallest: where a line is the newest of
// its set in one of them, it is so in all larger ones, and nothing changes there.

#include <variant>

#include "emulator/tools/cache_settings.hpp"
#include "emulator/tools/stack_distances.hpp"

namespace mariner::tools {

namespace {

/// How often each size has hit, the smallest first.
using SizeHits = std::vector<u64>;

class StackSizes {
public:
    StackSizes(u32 first, u32 last)
        : m_first(static_cast<u32>(std::countr_zero(first))),
          m_stack(static_cast<u32>(std::countr_zero(last)) + 1),
          m_at_power(StackDistances::most_powers) {}

    void see(u32 line) {
        const u32 power = m_stack.use(line);
        if (power != StackDistances::too_deep) {
            ++m_at_power[power];
        }
    }
    void add_hits(SizeHits& hits) const {
        for (size_t i = 0; i < hits.size(); ++i) {
            for (size_t power = 0; power <= m_first + i; ++power) {
                hits[i] += m_at_power[power];
            }
        }
    }

private:
    u32 m_first;
    StackDistances m_stack;
    std::vector<u64> m_at_power;
};

class SetSizes {
public:
    explicit SetSizes(const std::vector<CacheShape>& shapes)
        : m_caches(shapes.begin(), shapes.end()), m_newest_from(shapes.size()), m_older(shapes.size()) {}

    void see(u32 line) {
        for (size_t i = 0; i < m_caches.size(); ++i) {
            CacheBlocks& cache = m_caches[i];
            const u32 at = cache.find(line);
            if (at == CacheBlocks::nowhere) {
                cache.fill(cache.choose(line), line, 0);
            } else if (cache.touch(at)) {
                ++m_newest_from[i];
                return;
            } else {
                ++m_older[i];
            }
        }
    }
    void add_hits(SizeHits& hits) const {
        u64 newest = 0;
        for (size_t i = 0; i < hits.size(); ++i) {
            newest += m_newest_from[i];
            hits[i] += newest + m_older[i];
        }
    }

private:
    std::vector<CacheBlocks> m_caches;
    std::vector<u64> m_newest_from;  // the smallest size in which the line was its set's newest
    std::vector<u64> m_older;        // it was there, but not the newest
};

using Sizes = std::variant<StackSizes, SetSizes>;

class CacheSweep final : public Tool {
public:
    CacheSweep(Sizes sizes, std::vector<CacheShape> shapes, const Settings& settings, const MemoryMap& map)
        : m_sizes(std::move(sizes)),
          m_shapes(std::move(shapes)),
          m_line_shift(m_shapes.front().line_shift()),
          m_scope(settings.word("level"), map),
          m_placement(settings.word("placement")) {}

    [[nodiscard]] Observes observed(const Observes& /*by_its_kind*/) const override { return m_scope.observes(); }
    void fetched(const Fetch& fetch) override {
        if (CacheScope::holds(fetch)) {
            see(fetch.address);
        }
    }
    void accessed(const DataAccess& access) override {
        if (m_scope.holds(access)) {
            see(access.address);
        }
    }
    [[nodiscard]] ToolReport report() const override;

private:
    static constexpr u32 no_line = ~u32{0};  // lines are shorter

    void see(u32 address) {
        ++m_accesses;
        const u32 line = address >> m_line_shift;
        if (line == m_last) {
            ++m_repeats;  // every size hits, and nothing moves
            return;
        }
        m_last = line;
        std::visit([&](auto& sizes) { sizes.see(line); }, m_sizes);
    }

    Sizes m_sizes;
    std::vector<CacheShape> m_shapes;
    u32 m_line_shift;
    CacheScope m_scope;
    std::string m_placement;
    u64 m_accesses = 0;
    u64 m_repeats = 0;
    u32 m_last = no_line;
};

ToolReport CacheSweep::report() const {
    ToolReport report("Data cache, several sizes (cache)");
    SizeHits hits(m_shapes.size(), m_repeats);
    std::visit([&](const auto& sizes) { sizes.add_hits(hits); }, m_sizes);
    report.hidden("placement", m_placement);
    report.hidden("words", m_shapes.front().words);
    report.line("accesses", "Memory Access Count", m_accesses);
    ReportValue::List rows;
    ReportValue::List curve;
    for (size_t i = 0; i < m_shapes.size(); ++i) {
        LevelCounts counts;
        counts.reads = m_accesses;
        counts.read_misses = m_accesses - hits[i];
        const u64 percent = counts.hit_percent();
        curve.push_back(ReportValue::List{m_shapes[i].blocks, percent});
        rows.push_back(ReportValue::List{m_shapes[i].blocks, m_shapes[i].bytes(), counts.hits(), counts.misses(),
                                         std::to_string(percent) + "%",
                                         std::string(static_cast<size_t>(percent / 4), '#')});
    }
    report.chart("curve", "Hit rate by blocks", {"Blocks", "Hit rate (%)"}, std::move(curve));
    report.table("sizes", "Sizes", {"Blocks", "Bytes", "Hits", "Misses", "Hit rate", ""}, std::move(rows));
    return report;
}

constexpr std::array<std::string_view, 9> not_of_a_sweep = {"replace", "write",   "allocate", "hit", "miss",
                                                            "next",    "classes", "heat",     "log"};

}  // namespace

Result<std::unique_ptr<Tool>> make_cache_sweep(const Settings& settings, const ToolPlace& place) {
    for (const std::string_view name : not_of_a_sweep) {
        if (settings.has(name)) {
            return Error{"of several sizes there is no " + std::string(name)};
        }
    }
    const auto [first, last] = settings.range("blocks");
    std::vector<CacheShape> shapes;
    for (u32 blocks = first; blocks <= last; blocks *= 2) {
        const Result<CacheShape> shape = cache_shape(settings, blocks);
        if (!shape) {
            return shape.error();
        }
        shapes.push_back(*shape);
    }
    Sizes sizes = settings.is("placement", "full") ? Sizes(StackSizes(first, last)) : Sizes(SetSizes(shapes));
    return std::unique_ptr<Tool>(new CacheSweep(std::move(sizes), std::move(shapes), settings, place.machine.map()));
}

}  // namespace mariner::tools
