#include "emulator/tools/tool_set.hpp"

#include <algorithm>

#include "emulator/meaning/facts.hpp"
#include "emulator/support/text.hpp"
#include "emulator/support/visible.hpp"
#include "emulator/tools/mips_fields.hpp"

namespace mariner::tools {

namespace {

template <class Rows>
std::vector<std::string_view> names_of(const Rows& rows) {
    std::vector<std::string_view> names(rows.size());
    std::ranges::transform(rows, names.begin(), [](const auto& row) { return row.name; });
    return names;
}

Error tool_error(std::string_view name, const std::string& problem) {
    return Error{visible_line("--tool " + std::string(name) + ": " + problem)};
}

}  // namespace

const std::vector<std::string_view>& powers_to_2048() {
    static const std::vector<std::string_view> powers{"1",  "2",   "4",   "8",   "16",   "32",
                                                      "64", "128", "256", "512", "1024", "2048"};
    return powers;
}

const ToolKind* find_tool(std::string_view name) {
    const std::span<const ToolKind> kinds = all_tools();
    const auto found =
        std::find_if(kinds.begin(), kinds.end(), [&](const ToolKind& kind) { return kind.name == name; });
    return found == kinds.end() ? nullptr : &*found;
}

bool is_acting(std::string_view specification) {
    const ToolKind* const kind = find_tool(specification.substr(0, specification.find(':')));
    return kind != nullptr && kind->acts;
}

std::string tool_help(const ToolKind& kind) {
    std::string text = pad_right(std::string(kind.name), 12) + std::string(kind.summary) + "\n";
    for (const Parameter& parameter : kind.parameters) {
        text += "  " + pad_right(std::string(parameter.name) + "=", 12) + std::string(parameter.help);
        text += parameter.kind == ParameterKind::text ? "" : ": " + allowed_text(parameter);
        text += parameter.fallback.empty() ? "\n" : "; " + std::string(parameter.fallback) + " unless told\n";
    }
    return text;
}

std::vector<std::string> completions_of(std::string_view word) {
    std::vector<std::string> all;
    const auto offer = [&](const std::string& candidate) {
        if (candidate.starts_with(word)) {
            all.push_back(candidate);
        }
    };
    const size_t colon = word.find(':');
    if (colon == word.npos) {
        for (const ToolKind& kind : all_tools()) {
            offer(std::string(kind.name));
        }
        return all;
    }
    const ToolKind* const kind = find_tool(word.substr(0, colon));
    const std::string before(word.substr(0, word.find_last_of(":,") + 1));
    for (const Parameter& parameter : kind != nullptr ? kind->parameters : std::vector<Parameter>{}) {
        const std::string key = before + std::string(parameter.name) + "=";
        if (!word.starts_with(key)) {
            offer(key);
            continue;
        }
        const bool is_list = parameter.kind == ParameterKind::choice || parameter.kind == ParameterKind::range;
        for (const std::string_view value : is_list ? parameter.allowed : std::vector<std::string_view>{}) {
            offer(key + std::string(value));
        }
    }
    return all;
}

std::string tools_help() {
    std::string text;
    for (const ToolKind& kind : all_tools()) {
        text += (text.empty() ? "" : "\n") + tool_help(kind);
    }
    return text;
}

// ---- the tools of a run --------------------------------------------------------------------------------------------

Result<std::unique_ptr<ToolSet>> ToolSet::create(const std::vector<std::string>& specifications,
                                                 const ToolPlace& place) {
    std::unique_ptr<ToolSet> set(new ToolSet(place.machine));
    ToolPlace made_for = place;
    made_for.user_fetches = &set->m_user_fetches;
    for (const std::string& specification : specifications) {
        const std::string_view text = specification;
        const std::string_view name = text.substr(0, text.find(':'));
        const ToolKind* const kind = find_tool(name);
        if (kind == nullptr) {
            return tool_error(name, "there is no such tool; there are " + listed(names_of(all_tools())));
        }
        Settings settings;
        const std::string_view rest = name.size() == text.size() ? "" : text.substr(name.size() + 1);
        if (const std::string problem = read_settings(kind->parameters, rest, ',', settings); !problem.empty()) {
            return tool_error(name, problem);
        }
        Result<std::unique_ptr<Tool>> tool = kind->make(settings, made_for);
        if (!tool) {
            return tool_error(name, tool.error().message);
        }
        set->add(*kind, std::move(*tool));
    }
    return set;
}

void ToolSet::add(const ToolKind& kind, std::unique_ptr<Tool> tool) {
    const Observes observes = tool->observed(kind.observes);
    if (observes.fetches != FetchInterest::none) {
        tell_of(m_machine.is_self_modifying() ? FetchInterest::all : observes.fetches);
    }
    m_tools.push_back({kind.name, kind.acts, observes, std::move(tool)});
    note_watchers();
}

void ToolSet::note_watchers() {
    m_watch_fetches.clear();
    m_watch_data.clear();
    for (const NamedTool& named : m_tools) {
        if (named.observes.fetches != FetchInterest::none) {
            m_watch_fetches.push_back(named.tool.get());
        }
        if (named.observes.data) {
            m_watch_data.push_back(named.tool.get());
        }
    }
}

ToolSet::SavedTools ToolSet::save() const {
    SavedTools saved{m_announced, m_user_fetches, {}};
    for (const NamedTool& named : m_tools) {
        saved.tools.push_back(named.tool->copy());
    }
    return saved;
}

void ToolSet::restore(const SavedTools& saved) {
    m_announced = saved.announced;
    m_user_fetches = saved.user_fetches;
    for (size_t i = 0; i < m_tools.size(); ++i) {
        if (saved.tools[i]) {
            m_tools[i].tool = saved.tools[i]->copy();
        }
    }
    note_watchers();
}

bool ToolSet::press(std::string_view name, std::string_view key) {
    const auto found =
        std::find_if(m_tools.begin(), m_tools.end(), [&](const NamedTool& named) { return named.name == name; });
    return found != m_tools.end() && found->tool->press(key);
}

std::shared_ptr<LiveScreen> ToolSet::open_screen() {
    for (const NamedTool& named : m_tools) {
        if (std::shared_ptr<LiveScreen> screen = named.tool->open_screen()) {
            return screen;
        }
    }
    return nullptr;
}

bool ToolSet::can_press(std::string_view name, std::string_view key) const {
    const auto found =
        std::find_if(m_tools.begin(), m_tools.end(), [&](const NamedTool& named) { return named.name == name; });
    return found != m_tools.end() && found->tool->has_key(key);
}

void ToolSet::tell_of(FetchInterest interest) {
    m_is_told.resize(m_user.slots.size());
    for (size_t i = 0; i < m_is_told.size(); ++i) {
        const TextSlot& slot = m_user.slots[i];
        if (interest == FetchInterest::all || slot.state != TextState::present || looks_like_branch(slot.word) ||
            meaning::facts(slot.instruction.op).is_branch) {
            m_is_told[i] = 1;
        }
    }
}

void ToolSet::note_fetch(u32 address, bool is_step) {
    const TextSlot* const slot = m_machine.text().find(address);
    const bool is_there = slot != nullptr && slot->state != TextState::absent;
    const bool is_user_text = m_machine.map().text.contains(address);
    m_user_fetches += is_user_text ? 1 : 0;
    tell(Fetch{address, is_there ? slot : nullptr, is_user_text, is_step});
}

/// With self-modifying code a program may load from its text, which looks like a fetch to the tools.
void ToolSet::note_read(const DataAccess& access) {
    if (m_machine.is_self_modifying() && m_machine.map().text.contains(access.address)) {
        note_fetch(access.address, false);
        return;
    }
    tell(access);
}

void ToolSet::interrupted(u32 address, u32 code) {
    if (m_announced != address) {
        note_fetch(address, true);
    }
    m_announced = nothing;
    for (const NamedTool& named : m_tools) {
        named.tool->interrupted(address, code);
    }
}

void ToolSet::service_reads(u32 address, size_t bytes) {
    constexpr u32 write_service = 15;
    const bool has_surplus = m_machine.cpu.gpr[reg::v0] == write_service;
    const u32 call = m_machine.cpu.pc - 4;  // it has been left
    for (size_t i = 0; i < bytes; ++i) {
        note_read({address + static_cast<u32>(i), 1, false, 0, call, has_surplus && i + 1 == bytes});
    }
}

void ToolSet::service_writes(u32 address, std::span<const u8> bytes) {
    for (const u8 byte : bytes) {
        tell(DataAccess{address++, 1, true, byte, m_machine.cpu.pc - 4});
    }
}

bool ToolSet::follows_sleep() const {
    return std::any_of(m_tools.begin(), m_tools.end(),
                       [](const NamedTool& named) { return named.tool->follows_sleep(); });
}

void ToolSet::service_sleeps(u32 milliseconds) {
    for (const NamedTool& named : m_tools) {
        named.tool->sleeps(milliseconds);
    }
}

std::string ToolSet::text() const {
    std::string text;
    for (const NamedTool& named : m_tools) {
        text += named.tool->report().text();
    }
    return text;
}

std::vector<ToolFile> ToolSet::files() const {
    std::vector<ToolFile> all;
    for (const NamedTool& named : m_tools) {
        const ToolReport report = named.tool->report();
        all.insert(all.end(), report.files().begin(), report.files().end());
    }
    return all;
}

std::optional<ToolReport> ToolSet::report(std::string_view name) const {
    const auto found =
        std::find_if(m_tools.begin(), m_tools.end(), [&](const NamedTool& named) { return named.name == name; });
    return found == m_tools.end() ? std::nullopt : std::optional(found->tool->report());
}

void ToolSet::write_json(JsonWriter& json) const {
    for (const NamedTool& named : m_tools) {
        json.begin_object();
        json.member("name", named.name);
        named.tool->report().write_members(json);
        json.end_object();
    }
}

void ToolSet::write_panels(JsonWriter& json) const {
    for (const NamedTool& named : m_tools) {
        json.begin_object();
        json.member("name", named.name);
        named.tool->report().write_panel(json);
        json.end_object();
    }
}

}  // namespace mariner::tools
