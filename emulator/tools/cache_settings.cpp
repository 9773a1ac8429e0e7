#include "emulator/tools/cache_settings.hpp"

namespace mariner::tools {

namespace {

std::vector<Parameter> next_parameters() {
    return {{"placement", ParameterKind::choice, {"direct", "full", "set"}, "direct", "where a line may go"},
            {"blocks", ParameterKind::choice, powers_to_2048(), "64", "blocks in all"},
            {"words", ParameterKind::choice, powers_to_2048(), "same", "words in a block"},
            {"set", ParameterKind::choice, powers_to_2048(), "1", "blocks in a set, with placement=set"},
            {"replace", ParameterKind::choice, {"lru", "random"}, "lru", "which block of a full set gives way"},
            {"write", ParameterKind::choice, {"as-read", "back", "through"}, "as-read", "what a store does"},
            {"allocate", ParameterKind::choice, {"yes", "no"}, "yes", "whether a store that misses takes a block"},
            {"hit", ParameterKind::count, {}, "1", "cycles of a hit", 1'000'000},
            {"miss", ParameterKind::count, {}, "none", "cycles of the memory behind", 1'000'000}};
}

/// The rest of a level, whose shape is known.
Result<LevelRules> level_rules(const Settings& settings, const CacheShape& shape) {
    LevelRules rules;
    rules.shape = shape;
    rules.write = settings.is("write", "back")      ? WritePolicy::back
                  : settings.is("write", "through") ? WritePolicy::through
                                                    : WritePolicy::as_read;
    rules.allocates = settings.is("allocate", "yes");
    if (!rules.allocates && rules.write != WritePolicy::through) {
        return Error{"allocate=no goes with write=through only"};
    }
    rules.hit_cycles = settings.number("hit");
    rules.miss_cycles = settings.number_if_given("miss");
    return rules;
}

Result<std::unique_ptr<CacheLevel>> make_next_level(const Settings& first, const CacheShape& before) {
    Settings settings;
    if (const std::string problem = read_settings(next_parameters(), first.word("next"), '/', settings);
        !problem.empty()) {
        return Error{"next: " + problem};
    }
    Result<CacheShape> shape = cache_shape(settings, settings.number("blocks"));
    if (!shape) {
        return Error{"next: " + shape.error().message};
    }
    shape->words = settings.number_if_given("words").value_or(before.words);
    if (shape->words < before.words) {
        return Error{"next: words is at least that of the first level, " + std::to_string(before.words)};
    }
    const Result<LevelRules> rules = level_rules(settings, *shape);
    if (!rules) {
        return Error{"next: " + rules.error().message};
    }
    return std::make_unique<CacheLevel>(*rules);
}

}  // namespace

Result<CacheShape> cache_shape(const Settings& settings, u32 blocks) {
    const u32 set = settings.number("set");
    if (settings.has("set") && !settings.is("placement", "set")) {
        return Error{"set goes with placement=set only"};
    }
    if (set > blocks) {
        return Error{"set is at most blocks, which is " + std::to_string(blocks)};
    }
    const u32 ways = settings.is("placement", "full") ? blocks : settings.is("placement", "set") ? set : 1;
    return CacheShape{blocks, settings.number_if_given("words").value_or(1), ways, settings.is("replace", "random")};
}

Result<std::unique_ptr<CacheLevel>> make_cache_levels(const Settings& settings) {
    const Result<CacheShape> shape = cache_shape(settings, settings.number("blocks"));
    if (!shape) {
        return shape.error();
    }
    const Result<LevelRules> rules = level_rules(settings, *shape);
    if (!rules) {
        return rules.error();
    }
    if (!settings.has("next")) {
        return std::make_unique<CacheLevel>(*rules);
    }
    if (rules->miss_cycles) {
        return Error{"miss belongs to the last level: next=.../miss=" + settings.word("miss")};
    }
    Result<std::unique_ptr<CacheLevel>> next = make_next_level(settings, *shape);
    if (!next) {
        return next.error();
    }
    return std::make_unique<CacheLevel>(*rules, std::move(*next));
}

std::vector<Parameter> cache_parameters() {
    std::vector<Parameter> all = next_parameters();
    all[1] = {"blocks", ParameterKind::range, powers_to_2048(), "8", "blocks in all; of a range, all sizes in one run"};
    all[2].fallback = "4";
    all.push_back({"next",
                   ParameterKind::text,
                   {},
                   "",
                   "a second level behind: the same keys from placement to miss, with / between"});
    all.push_back({"level",
                   ParameterKind::choice,
                   {"data", "instructions", "both"},
                   "data",
                   "what goes through it: loads and stores, fetches"});
    all.push_back(
        {"classes", ParameterKind::choice, {"yes", "no"}, "no", "tell compulsory, capacity and conflict misses apart"});
    all.push_back(
        {"heat", ParameterKind::choice, {"yes", "no"}, "no", "the source with a bar for the misses of each line"});
    all.push_back({"log", ParameterKind::choice, {"yes", "no"}, "no", "every access"});
    return all;
}

}  // namespace mariner::tools
