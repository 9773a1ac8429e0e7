#include "emulator/assembler/macros.hpp"

#include <algorithm>

namespace mariner::assembler {

bool Macro::has_label(std::string_view text) const {
    return std::binary_search(labels.begin(), labels.end(), text);
}

size_t Macro::find_parameter(std::string_view text) const {
    const auto found = positions.find(text);
    return found != positions.end() ? found->second : npos;
}

void Macro::add_parameter(std::string_view parameter) {
    positions.try_emplace(parameter, parameters.size());
    parameters.push_back(parameter);
}

void MacroPool::begin(std::string_view name, u32 line, u32 line_in_file) {
    m_current = {};
    m_current.name = name;
    m_current.first_line = line;
    m_current.first_line_in_file = line_in_file;
}

void MacroPool::commit(u32 line) {
    m_current.last_line = line;
    std::sort(m_current.labels.begin(), m_current.labels.end());
    const Macro& macro = m_macros.emplace_back(std::move(m_current));
    m_current = {};
    std::vector<Overload>& overloads = m_by_name[macro.name];
    const auto same = std::ranges::find(overloads, macro.parameters.size(), &Overload::parameter_count);
    if (same == overloads.end()) {
        overloads.push_back({macro.parameters.size(), &macro});
    } else if (same->macro->first_line < macro.first_line) {
        same->macro = &macro;
    }
}

const Macro* MacroPool::find(std::string_view name, size_t parameter_count) const {
    const auto found = m_by_name.find(name);
    if (found == m_by_name.end()) {
        return nullptr;
    }
    const auto overload = std::ranges::find(found->second, parameter_count, &Overload::parameter_count);
    return overload != found->second.end() ? overload->macro : nullptr;
}

bool MacroPool::push_call(u32 line, u32 line_in_file) {
    if (std::ranges::find(m_call_lines, line) != m_call_lines.end()) {
        return false;
    }
    m_call_lines.push_back(line);
    m_call_lines_in_file.push_back(line_in_file);
    return true;
}

void MacroPool::pop_call() {
    m_call_lines.pop_back();
    m_call_lines_in_file.pop_back();
}

}  // namespace mariner::assembler
