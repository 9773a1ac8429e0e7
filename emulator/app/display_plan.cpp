#include "emulator/app/display_plan.hpp"

#include <algorithm>

#include "emulator/support/text.hpp"

namespace mariner::app {

namespace {

/// Fewer changed words than this are variables, not a picture.
constexpr u64 fewest_drawn_words = 64;
/// Options count as said more plainly than any comment.
constexpr u8 option_rank = 9;

struct DisplayKindRow {
    std::string_view word;
    DisplayKind kind;
    bool has_target;
};

constexpr DisplayKindRow kinds[] = {
    {"window", DisplayKind::window, false}, {"terminal", DisplayKind::terminal, false},
    {"none", DisplayKind::none, false},     {"png:", DisplayKind::png, true},
    {"frames:", DisplayKind::frames, true}, {"gif:", DisplayKind::gif, true},
};

void put(bitmap::HeaderHint& hint, bitmap::Setting setting, u32 value) {
    hint.hints[static_cast<size_t>(setting)] = bitmap::Hint{value, option_rank, "option"};
}

Result<void> put_size(bitmap::HeaderHint& hint, const std::string& text, const char* option, bitmap::Setting width,
                      bitmap::Setting height) {
    if (text.empty()) {
        return {};
    }
    const auto size = bitmap::parse_size(text);
    if (!size) {
        return Error{std::string(option) + " takes a number or two, like 8 or 512x256, not \"" + text + "\""};
    }
    put(hint, width, size->width);
    put(hint, height, size->height);
    return {};
}

Result<void> put_options(bitmap::HeaderHint& hint, const DisplayOptions& options, const bitmap::BaseNames& names) {
    using bitmap::Setting;
    if (auto done = put_size(hint, options.unit, "--display-unit", Setting::unit_width, Setting::unit_height); !done) {
        return done;
    }
    if (auto done = put_size(hint, options.size, "--display-size", Setting::display_width, Setting::display_height);
        !done) {
        return done;
    }
    if (!options.base.empty()) {
        const auto base = bitmap::parse_base(options.base, names);
        if (!base) {
            return Error{"--display-base takes $gp, heap, static, global, mmio or an address like 0x10010000, not \"" +
                         options.base + "\""};
        }
        put(hint, Setting::base, *base);
    }
    return {};
}

}  // namespace

Result<DisplayPlan> plan_display(const DisplayOptions& options, std::span<const std::string> sources,
                                 const MemoryMap& map) {
    DisplayPlan plan;
    plan.is_auto = options.mode == "auto";
    plan.kind = DisplayKind::window;
    for (const DisplayKindRow& row : kinds) {
        if (row.has_target ? options.mode.starts_with(row.word) : options.mode == row.word) {
            plan.kind = row.kind;
            plan.target = options.mode.substr(row.has_target ? row.word.size() : options.mode.size());
        }
    }
    if (plan.kind == DisplayKind::none) {
        return plan;
    }
    const std::vector<std::string_view> views(sources.begin(), sources.end());
    plan.hint = bitmap::read_header_hint(views, base_names(map));
    const bool has_options = !options.unit.empty() || !options.size.empty() || !options.base.empty();
    if (auto done = put_options(plan.hint, options, base_names(map)); !done) {
        return done.error();
    }
    if (plan.is_auto && !has_options && !plan.hint.convincing() && !plan.hint.mentions_display) {
        plan.kind = DisplayKind::none;
        return plan;
    }
    const auto memory = display_memory(map);
    const bitmap::Geometry geometry = plan.hint.over({});
    if (has_options) {
        if (auto fits = bitmap::check_geometry(geometry, memory); !fits) {
            return fits.error();
        }
    }
    if (plan.hint.complete() && bitmap::check_start(geometry, memory)) {
        plan.geometry = geometry;
    }
    return plan;
}

bool covers_devices(const DisplayPlan& plan, const MemoryMap& map) {
    const auto& base = plan.hint[bitmap::Setting::base];
    return (base && base->value >= map.mmio.base) || (plan.geometry && plan.geometry->region().end > map.mmio.base);
}

std::string options_for(const bitmap::Geometry& geometry, const bitmap::BaseNames& names) {
    std::string base = hex32(geometry.base);
    for (const char* name : {"heap", "static", "global", "mmio"}) {
        base = bitmap::parse_base(name, names) == geometry.base ? name : base;
    }
    return "--display-base " + base + " --display-unit " +
           bitmap::size_text(geometry.unit_width, geometry.unit_height) + " --display-size " +
           bitmap::size_text(geometry.display_width, geometry.display_height);
}

bitmap::WordView display_words(const bitmap::Geometry& geometry, const Memory& memory) {
    return {memory.at(geometry.base), bitmap::words_inside(geometry, display_memory(memory.map()))};
}

std::vector<u32> initial_words(const bitmap::Geometry& geometry, const ProgramImage& image) {
    const bitmap::Range region = geometry.region();
    return image.initial_words(region.begin, region.end);
}

RegionWatch::RegionWatch(const DisplayPlan& plan, const Machine& machine) : m_plan(plan), m_machine(machine) {
    const bitmap::BaseNames names = base_names(machine.map());
    const auto all = names.all();
    std::vector<u32> bases(all.begin(), all.end());
    if (const auto& base = plan.hint[bitmap::Setting::base]) {
        bases = {base->value};
    }
    std::ranges::sort(bases);
    constexpr u32 most_words = 1024 * 1024;
    for (size_t i = 0; i < bases.size(); ++i) {
        const bitmap::Geometry whole{1, 1, 1024, 1024, bases[i]};
        u64 words = bitmap::words_inside(whole, display_memory(machine.map()));
        if (i + 1 < bases.size()) {
            words = std::min<u64>(words, (bases[i + 1] - bases[i]) / 4);
        }
        m_candidates.push_back({bases[i], static_cast<u32>(std::min<u64>(words, most_words)), 0});
    }
}

u64 RegionWatch::count_changed(const Candidate& candidate) const {
    const auto before = initial_words(candidate);
    const bitmap::WordView words = words_of(candidate);
    u64 changed = 0;
    for (u32 i = 0; i < candidate.words; ++i) {
        const u32 address = candidate.begin + 4 * i;
        if (address % page_size == 0 && !m_machine.memory().is_written(address)) {
            i += page_size / 4 - 1;
            continue;
        }
        changed += words[i] != (i < before.size() ? before[i] : 0) ? 1 : 0;
    }
    return changed;
}

std::optional<bitmap::Guess> RegionWatch::look(bool is_final) {
    u64 most = 0;
    const Candidate* best = nullptr;
    for (Candidate& candidate : m_candidates) {
        candidate.changed = count_changed(candidate);
        if (candidate.changed > most) {
            most = candidate.changed;
            best = &candidate;
        }
    }
    const bool is_drawing_still = std::exchange(m_last_changed, most) != most;
    if (best == nullptr || most < fewest_drawn_words || (is_drawing_still && !is_final)) {
        return std::nullopt;
    }
    return guess_at(*best);
}

bitmap::Guess RegionWatch::guess_at(const Candidate& candidate) const {
    const bitmap::WordView words = words_of(candidate);
    const auto region = bitmap::written_region(candidate.begin, words, initial_words(candidate));
    return bitmap::guess_geometry(m_plan.hint, region, candidate.begin, words, base_names(m_machine.map()));
}

std::optional<bitmap::Guess> RegionWatch::unseen_picture() const {
    const std::vector<u32> pages = m_machine.memory().written_pages();
    for (Candidate candidate : m_candidates) {
        // Pages that nobody wrote to cost memory when they are read.
        const auto behind =
            std::ranges::lower_bound(pages, (candidate.begin + 4 * (candidate.words - 1)) / page_size + 1);
        const u64 end = behind == pages.begin() ? 0 : (u64{behind[-1]} + 1) * page_size;
        if (candidate.words == 0 || end <= candidate.begin) {
            continue;
        }
        candidate.words = static_cast<u32>(std::min<u64>(candidate.words, (end - candidate.begin) / 4));
        if (bitmap::looks_drawn(words_of(candidate), initial_words(candidate))) {
            return guess_at(candidate);
        }
    }
    return std::nullopt;
}

}  // namespace mariner::app
