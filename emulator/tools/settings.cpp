// The parameters of a tool as they are written: KEY=VALUE,KEY=VALUE.

#include <algorithm>

#include "emulator/support/text.hpp"
#include "emulator/tools/tool.hpp"

namespace mariner::tools {

namespace {

size_t place_in(const Parameter& parameter, std::string_view word) {
    return static_cast<size_t>(std::find(parameter.allowed.begin(), parameter.allowed.end(), word) -
                               parameter.allowed.begin());
}

constexpr std::string_view range_mark = "..";

bool is_range(const Parameter& parameter, std::string_view value) {
    const size_t mark = value.find(range_mark);
    const size_t first = place_in(parameter, value.substr(0, mark));
    const size_t last = mark == value.npos ? first : place_in(parameter, value.substr(mark + range_mark.size()));
    return first <= last && last < parameter.allowed.size();
}

bool is_count(const Parameter& parameter, std::string_view value) {
    const std::optional<u32> number = parse_digits<u32>(value);
    return number && *number >= parameter.least && *number <= parameter.most;
}

bool is_allowed(const Parameter& parameter, std::string_view value) {
    const auto is_listed = [&](std::string_view word) { return place_in(parameter, word) < parameter.allowed.size(); };
    const size_t cross = value.find('x');
    switch (parameter.kind) {
        case ParameterKind::choice:
            return is_listed(value);
        case ParameterKind::range:
            return is_range(parameter, value);
        case ParameterKind::sides:
            return cross != value.npos && is_listed(value.substr(0, cross)) && is_listed(value.substr(cross + 1));
        case ParameterKind::count:
            return is_count(parameter, value);
        case ParameterKind::text:
            break;
    }
    return true;
}

std::string listed_names(const std::vector<Parameter>& known) {
    std::vector<std::string_view> names(known.size());
    std::transform(known.begin(), known.end(), names.begin(), [](const Parameter& row) { return row.name; });
    return listed(names);
}

/// KEY=VALUE into settings, or what is wrong with it.
std::string read_setting(const std::vector<Parameter>& known, std::string_view text, Settings& settings) {
    const std::string_view name = text.substr(0, text.find('='));
    const auto parameter =
        std::find_if(known.begin(), known.end(), [&](const Parameter& row) { return row.name == name; });
    if (name.empty()) {
        return "a parameter is KEY=VALUE; there are " + listed_names(known);
    }
    if (parameter == known.end()) {
        return known.empty() ? "it has no parameters"
                             : "there is no " + std::string(name) + "; it has " + listed_names(known);
    }
    if (settings.has(parameter->name)) {
        return std::string(name) + " is given twice";
    }
    const std::string_view value = name.size() == text.size() ? "" : text.substr(name.size() + 1);
    const bool is_fallback = !value.empty() && value == parameter->fallback;
    if (!is_fallback && !is_allowed(*parameter, value)) {
        return std::string(name) + " is " + allowed_text(*parameter) + ", not " +
               (value.empty() ? "nothing" : std::string(value));
    }
    settings.set(parameter->name, std::string(value));
    return {};
}

}  // namespace

Parameter file_parameter(std::string_view name) {
    return {name, ParameterKind::text, {}, "", "a file for the picture"};
}

Parameter rules_parameter(std::string_view help) {
    return {"rules", ParameterKind::choice, {"mars", "exact"}, "mars", help};
}

std::string listed(const std::vector<std::string_view>& words) {
    constexpr size_t most_words = 16;
    if (words.size() > most_words) {  // they are numbered
        return std::string(words[0]) + ", " + std::string(words[1]) + " ... " + std::string(words.back());
    }
    std::string text;
    for (size_t i = 0; i < words.size(); ++i) {
        text += (i == 0 ? "" : i + 1 == words.size() ? " or " : ", ") + std::string(words[i]);
    }
    return text;
}

std::string allowed_text(const Parameter& parameter) {
    switch (parameter.kind) {
        case ParameterKind::choice:
            return listed(parameter.allowed);
        case ParameterKind::range:
            return listed(parameter.allowed) + ", or FIRST..LAST of them";
        case ParameterKind::sides:
            return "WIDTHxHEIGHT, each " + listed(parameter.allowed);
        case ParameterKind::count:
            return "a whole number from " + std::to_string(parameter.least) + " to " + std::to_string(parameter.most);
        case ParameterKind::text:
            break;
    }
    return "text";
}

/// What wasn't given keeps its fallback, which word() and number() find.
std::string read_settings(const std::vector<Parameter>& known, std::string_view text, char separator,
                          Settings& settings) {
    while (!text.empty()) {
        const std::string_view one = text.substr(0, text.find(separator));
        if (std::string problem = read_setting(known, one, settings); !problem.empty()) {
            return problem;
        }
        text.remove_prefix(std::min(one.size() + 1, text.size()));
    }
    for (const Parameter& parameter : known) {
        const bool must_be_given = parameter.fallback.empty() && parameter.kind != ParameterKind::text;
        if (!settings.has(parameter.name) && must_be_given) {
            return std::string(parameter.name) + " must be given: " + allowed_text(parameter);
        }
        settings.set_fallback(parameter.name, parameter.fallback);
    }
    return {};
}

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

std::optional<u32> Settings::number_if_given(std::string_view name) const {
    return parse_digits<u32>(word(name));
}

std::pair<u32, u32> Settings::sides(std::string_view name) const {
    const std::string_view text = word(name);
    const size_t cross = text.find('x');
    return {*parse_digits<u32>(text.substr(0, cross)), *parse_digits<u32>(text.substr(cross + 1))};
}

std::pair<u32, u32> Settings::range(std::string_view name) const {
    const std::string_view text = word(name);
    const size_t mark = text.find(range_mark);
    const u32 first = *parse_digits<u32>(text.substr(0, mark));
    return {first, mark == text.npos ? first : *parse_digits<u32>(text.substr(mark + range_mark.size()))};
}

}  // namespace mariner::tools
