#include "emulator/tools/tool_set.hpp"

#include <algorithm>

#include "emulator/support/text.hpp"

namespace mariner::tools {

namespace {

std::string joined(const std::vector<std::string_view>& words) {
    std::string text;
    for (size_t i = 0; i < words.size(); ++i) {
        text += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + std::string(words[i]);
    }
    return text;
}

template <class Rows>
std::vector<std::string_view> names_of(const Rows& rows) {
    std::vector<std::string_view> names(rows.size());
    std::ranges::transform(rows, names.begin(), [](const auto& row) { return row.name; });
    return names;
}

bool is_allowed(const Parameter& parameter, std::string_view value) {
    const auto is_listed = [&](std::string_view word) {
        return std::find(parameter.allowed.begin(), parameter.allowed.end(), word) != parameter.allowed.end();
    };
    const size_t cross = value.find('x');
    switch (parameter.kind) {
        case ParameterKind::choice:
            return is_listed(value);
        case ParameterKind::sides:
            return cross != value.npos && is_listed(value.substr(0, cross)) && is_listed(value.substr(cross + 1));
        case ParameterKind::count:
            return parse_digits<u32>(value).value_or(0) >= 1 && *parse_digits<u32>(value) <= parameter.most;
        case ParameterKind::text:
            break;
    }
    return true;
}

/// KEY=VALUE into settings, or what is wrong with it.
std::string read_setting(const ToolKind& kind, std::string_view text, Settings& settings) {
    const std::string_view name = text.substr(0, text.find('='));
    const std::vector<Parameter>& known = kind.parameters;
    const auto parameter =
        std::find_if(known.begin(), known.end(), [&](const Parameter& row) { return row.name == name; });
    if (parameter == known.end()) {
        return known.empty() ? "it has no parameters"
                             : "there is no " + std::string(name) + "; it has " + joined(names_of(known));
    }
    if (settings.has(parameter->name)) {
        return std::string(name) + " is given twice";
    }
    const std::string_view value = name.size() == text.size() ? "" : text.substr(name.size() + 1);
    if (!is_allowed(*parameter, value)) {
        return std::string(name) + " is " + allowed_text(*parameter) + ", not " +
               (value.empty() ? "nothing" : std::string(value));
    }
    settings.set(parameter->name, std::string(value));
    return {};
}

/// What wasn't given keeps its fallback, which word() and number() find.
std::string read_settings(const ToolKind& kind, std::string_view rest, Settings& settings) {
    while (!rest.empty()) {
        const std::string_view text = rest.substr(0, rest.find(','));
        if (std::string problem = read_setting(kind, text, settings); !problem.empty()) {
            return problem;
        }
        rest.remove_prefix(std::min(text.size() + 1, rest.size()));
    }
    for (const Parameter& parameter : kind.parameters) {
        const bool must_be_given = parameter.fallback.empty() && parameter.kind != ParameterKind::text;
        if (!settings.has(parameter.name) && must_be_given) {
            return std::string(parameter.name) + " must be given: " + allowed_text(parameter);
        }
        settings.set_fallback(parameter.name, parameter.fallback);
    }
    return {};
}

Error tool_error(std::string_view name, const std::string& problem) {
    return Error{"--tool " + std::string(name) + ": " + problem};
}

}  // namespace

std::span<const ToolKind> all_tools() {
    static const std::vector<ToolKind> kinds = {
#define TOOL(name) name##_tool(),
#include "emulator/tools/tools.inc"
#undef TOOL
    };
    return kinds;
}

const std::vector<std::string_view>& powers_to_2048() {
    static const std::vector<std::string_view> powers{"1",  "2",   "4",   "8",   "16",   "32",
                                                      "64", "128", "256", "512", "1024", "2048"};
    return powers;
}

std::string allowed_text(const Parameter& parameter) {
    switch (parameter.kind) {
        case ParameterKind::choice:
            return joined(parameter.allowed);
        case ParameterKind::sides:
            return "WIDTHxHEIGHT, each " + joined(parameter.allowed);
        case ParameterKind::count:
            return "a whole number from 1" +
                   (parameter.most == ~u32{0} ? std::string() : " to " + std::to_string(parameter.most));
        case ParameterKind::text:
            break;
    }
    return "text";
}

const ToolKind* find_tool(std::string_view name) {
    const std::span<const ToolKind> kinds = all_tools();
    const auto found =
        std::find_if(kinds.begin(), kinds.end(), [&](const ToolKind& kind) { return kind.name == name; });
    return found == kinds.end() ? nullptr : &*found;
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

std::string tools_help() {
    std::string text;
    for (const ToolKind& kind : all_tools()) {
        text += (text.empty() ? "" : "\n") + tool_help(kind);
    }
    return text;
}

// ---- settings ------------------------------------------------------------------------------------------------------

bool Settings::has(std::string_view name) const {
    return std::any_of(m_given.begin(), m_given.end(), [&](const auto& entry) { return entry.first == name; });
}

const std::string& Settings::word(std::string_view name) const {
    const auto is_it = [&](const auto& entry) { return entry.first == name; };
    const auto given = std::find_if(m_given.begin(), m_given.end(), is_it);
    return given != m_given.end() ? given->second : std::find_if(m_fallbacks.begin(), m_fallbacks.end(), is_it)->second;
}

u32 Settings::number(std::string_view name) const {
    return *parse_digits<u32>(word(name));
}

std::pair<u32, u32> Settings::sides(std::string_view name) const {
    const std::string_view text = word(name);
    const size_t cross = text.find('x');
    return {*parse_digits<u32>(text.substr(0, cross)), *parse_digits<u32>(text.substr(cross + 1))};
}

// ---- the tools of a run --------------------------------------------------------------------------------------------

Result<std::unique_ptr<ToolSet>> ToolSet::create(const std::vector<std::string>& specifications,
                                                 const ToolPlace& place) {
    std::unique_ptr<ToolSet> set(new ToolSet(place.machine));
    for (const std::string& specification : specifications) {
        const std::string_view text = specification;
        const std::string_view name = text.substr(0, text.find(':'));
        const ToolKind* const kind = find_tool(name);
        if (kind == nullptr) {
            return tool_error(name, "there is no such tool; there are " + joined(names_of(all_tools())));
        }
        Settings settings;
        const std::string_view rest = name.size() == text.size() ? "" : text.substr(name.size() + 1);
        if (const std::string problem = read_settings(*kind, rest, settings); !problem.empty()) {
            return tool_error(name, problem);
        }
        Result<std::unique_ptr<Tool>> tool = kind->make(settings, place);
        if (!tool) {
            return tool_error(name, tool.error().message);
        }
        if (kind->observes.fetches) {
            set->m_watch_fetches.push_back(tool->get());
        }
        if (kind->observes.data) {
            set->m_watch_data.push_back(tool->get());
        }
        set->m_tools.push_back({kind->name, std::move(*tool)});
    }
    return set;
}

void ToolSet::note_fetch(u32 address, bool is_step) {
    const TextSlot* const slot = m_machine.text().find(address);
    const bool is_there = slot != nullptr && slot->state != TextState::absent;
    tell({address, is_there ? slot : nullptr, m_machine.map().text.contains(address), is_step});
}

/// With self-modifying code a program may load from its text, which looks like a fetch to the tools.
void ToolSet::note_read(u32 address, u32 size) {
    if (m_machine.map().text.contains(address)) {
        note_fetch(address, false);
        return;
    }
    for (Tool* const tool : m_watch_data) {
        tool->accessed({address, size});
    }
}

void ToolSet::interrupted(u32 address, u32 code) {
    if (m_announced != address) {
        note_fetch(address, true);
    }
    m_announced = nothing;
    for (const NamedTool& named : m_tools) {
        named.tool->interrupted(code);
    }
}

void ToolSet::service_reads(u32 address, size_t bytes) {
    for (size_t i = 0; i < bytes; ++i) {
        read(address + static_cast<u32>(i), 1);
    }
}

void ToolSet::service_writes(u32 address, std::span<const u8> bytes) {
    for (const u8 byte : bytes) {
        write(address++, 1, byte);
    }
}

std::string ToolSet::text() const {
    std::string text;
    for (const NamedTool& named : m_tools) {
        text += named.tool->report().text();
    }
    return text;
}

void ToolSet::write_json(JsonWriter& json) const {
    json.begin_array();
    for (const NamedTool& named : m_tools) {
        json.begin_object();
        json.member("name", named.name);
        named.tool->report().write_members(json);
        json.end_object();
    }
    json.end_array();
}

}  // namespace mariner::tools
