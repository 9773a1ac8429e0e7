#pragma once
// The parameters of a cache, and the levels that are made from them.

#include "emulator/tools/cache_level.hpp"
#include "emulator/tools/tool.hpp"

namespace mariner::tools {

std::vector<Parameter> cache_parameters();

/// Both levels, or what doesn't fit together.
Result<std::unique_ptr<CacheLevel>> make_cache_levels(const Settings& settings);

/// The shape alone, with so many blocks.
Result<CacheShape> cache_shape(const Settings& settings, u32 blocks);

/// cache:blocks=1..64: several sizes in one run.
Result<std::unique_ptr<Tool>> make_cache_sweep(const Settings& settings, const ToolPlace& place);

/// Which accesses a cache sees: those to MARS's data, instructions in the user's text, or both.
class CacheScope {
public:
    CacheScope(const std::string& level, const MemoryMap& map)
        : m_first(map.data.base),
          m_size(map.stack_base - map.data.base),
          m_observes{level == "data" ? FetchInterest::none : FetchInterest::all, level != "instructions"} {}

    [[nodiscard]] bool holds(const DataAccess& access) const { return access.address - m_first <= m_size; }
    [[nodiscard]] static bool holds(const Fetch& fetch) {
        return fetch.is_user_text && fetch.is_step && fetch.slot != nullptr;
    }
    [[nodiscard]] const Observes& observes() const { return m_observes; }

private:
    u32 m_first;
    u32 m_size;
    Observes m_observes;
};

}  // namespace mariner::tools
