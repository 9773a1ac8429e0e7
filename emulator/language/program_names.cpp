#include "emulator/language/program_names.hpp"

#include <algorithm>

#include "emulator/language/workspace.hpp"

namespace mariner::language {

namespace {

using assembler::Directive;

std::string_view text_of(const WorkspaceFile& file, const NameUse& use) {
    return file.text.line(use.line).substr(use.offset, use.length);
}

}  // namespace

ProgramNames::ProgramNames(const std::vector<ProgramUnit>& units) : m_units(units) {
    for (u32 unit = 0; unit < m_units.size(); ++unit) {
        bool in_data = false;
        for (const auto& file : m_units[unit].files) {
            if (m_unit_of_file.emplace(file.get(), unit).second) {
                read_file(*file, in_data, unit);
            }
        }
    }
    for (const auto& [file, unit] : m_unit_of_file) {
        export_names(*file, unit);
    }
    for (const auto& [file, unit] : m_unit_of_file) {
        mark_called(*file);
    }
}

void ProgramNames::read_macros(const WorkspaceFile& file) {
    const auto begin = static_cast<u32>(m_macros.size());
    bool is_in_macro = false;
    for (const LineMark& mark : file.index.marks()) {
        if (mark.directive == Directive::macro && !is_in_macro) {
            m_macros.push_back({&file, mark.line, file.text.line_count(), {}, {}});
            is_in_macro = true;
        } else if (mark.directive == Directive::end_macro && is_in_macro) {
            m_macros.back().last = mark.line;
            is_in_macro = false;
        }
    }
    m_macros_of_file[&file] = {begin, static_cast<u32>(m_macros.size())};
}

void ProgramNames::read_file(const WorkspaceFile& file, bool& in_data, u32 unit) {
    read_macros(file);
    std::vector<DataSwitch>& switches = m_switches[&file];
    switches.push_back({0, in_data});
    for (const LineMark& mark : file.index.marks()) {
        const bool is_data = mark.directive == Directive::data || mark.directive == Directive::kdata;
        if (is_data || mark.directive == Directive::text || mark.directive == Directive::ktext) {
            switches.push_back({mark.line, is_data});
            in_data = is_data;
        }
    }
    file.index.for_each([&](const NameUse& use) { read_use(file, use, unit); });
}

/// Notes what it defines, if anything.
void ProgramNames::read_use(const WorkspaceFile& file, const NameUse& use, u32 unit) {
    const u32 around = macro_number(file, use.line);
    MacroRegion* const macro = around != NameDefinition::no_macro ? &m_macros[around] : nullptr;
    const bool is_head_of_macro = macro != nullptr && macro->first == use.line;
    NameDefinition definition{NameKind::label, text_of(file, use), &file, use, unit};
    switch (use.role) {
        case NameRole::label:
            definition.kind = is_in_data(file, use.line) ? NameKind::data_label : NameKind::label;
            definition.macro = around;
            break;
        case NameRole::constant:
            definition.kind = NameKind::constant;
            break;
        case NameRole::external:
            definition.kind = NameKind::external;
            break;
        case NameRole::macro:
            definition.kind = NameKind::macro;
            if (is_head_of_macro) {
                macro->name = definition.name;
            }
            break;
        case NameRole::parameter:
            if (!is_head_of_macro) {
                return;
            }
            definition.kind = NameKind::parameter;
            definition.macro = around;
            macro->parameters.push_back(definition.name);
            break;
        default:
            return;
    }
    definition.number = static_cast<u32>(m_all.size());
    // The first of a name counts, but for a constant, which is replaced before anything else is read.
    const ScopedName key{definition.name, scope_of(definition.macro, unit)};
    const auto [known, is_new] = m_by_name.emplace(key, definition.number);
    if (!is_new && definition.kind == NameKind::constant && m_all[known->second].kind != NameKind::constant) {
        known->second = definition.number;
    }
    m_all.push_back(definition);
}

void ProgramNames::export_names(const WorkspaceFile& file, u32 unit) {
    file.index.for_each([&](const NameUse& use) {
        if (use.role != NameRole::global && use.role != NameRole::external) {
            return;
        }
        const auto found = m_by_name.find({text_of(file, use), scope_of(NameDefinition::no_macro, unit)});
        if (found != m_by_name.end()) {
            m_all[found->second].is_exported = true;
            m_exported.emplace(found->first.name, found->second);
        }
    });
}

void ProgramNames::mark_called(const WorkspaceFile& file) {
    file.index.for_each([&](const NameUse& use) {
        const bool is_call = use.role == NameRole::operand && use.access == NameAccess::call;
        const bool is_beginning = use.role == NameRole::label && text_of(file, use) == "main";
        const NameDefinition* const found = is_call || is_beginning ? meaning(file, use) : nullptr;
        if (found != nullptr) {
            m_all[found->number].is_routine |= found->kind == NameKind::label;
        }
    });
}

u32 ProgramNames::macro_number(const WorkspaceFile& file, u32 line) const {
    const auto range = m_macros_of_file.find(&file);
    if (range == m_macros_of_file.end()) {
        return NameDefinition::no_macro;
    }
    const auto begin = m_macros.begin() + static_cast<std::ptrdiff_t>(range->second.first);
    const auto end = m_macros.begin() + static_cast<std::ptrdiff_t>(range->second.second);
    const auto past =
        std::upper_bound(begin, end, line, [](u32 value, const MacroRegion& one) { return value < one.first; });
    if (past == begin || std::prev(past)->last < line) {
        return NameDefinition::no_macro;
    }
    return static_cast<u32>(std::prev(past) - m_macros.begin());
}

const MacroRegion* ProgramNames::macro_around(const WorkspaceFile& file, u32 line) const {
    const u32 number = macro_number(file, line);
    return number != NameDefinition::no_macro ? &m_macros[number] : nullptr;
}

u32 ProgramNames::scope_of(u32 macro, u32 unit) {
    constexpr u32 first_unit = 0x80000000;
    return macro != NameDefinition::no_macro ? macro : first_unit + unit;
}

/// What is the macro's own first, then the unit's, then what other units export.
const NameDefinition* ProgramNames::choose(std::string_view name, u32 unit, u32 macro) const {
    auto found = macro != NameDefinition::no_macro ? m_by_name.find({name, macro}) : m_by_name.end();
    found = found != m_by_name.end() ? found : m_by_name.find({name, scope_of(NameDefinition::no_macro, unit)});
    if (found != m_by_name.end()) {
        return &m_all[found->second];
    }
    const auto exported = m_exported.find(name);
    return exported != m_exported.end() ? &m_all[exported->second] : nullptr;
}

const NameDefinition* ProgramNames::meaning(const WorkspaceFile& file, const NameUse& use) const {
    const std::optional<u32> unit = unit_of(file);
    if (!unit || use.role == NameRole::file) {
        return nullptr;
    }
    return choose(text_of(file, use), *unit, macro_number(file, use.line));
}

const NameDefinition* ProgramNames::find(std::string_view name, u32 unit) const {
    return choose(name, unit, NameDefinition::no_macro);
}

std::optional<NameUse> ProgramNames::use_at(const WorkspaceFile& file, TextSpot spot) {
    // One line's names are read again, which is quicker than to look through those of all lines.
    const TextDocument line{std::string(file.text.line(spot.line))};
    std::optional<NameUse> found;
    FileIndex(line).for_each([&](NameUse use) {
        if (use.offset <= spot.offset && spot.offset <= use.offset + use.length) {
            use.line = spot.line;
            found = use;
        }
    });
    return found;
}

std::vector<NamePlace> ProgramNames::uses_of(const NameDefinition& definition) const {
    std::vector<NamePlace> places;
    for (const ProgramUnit& unit : m_units) {
        for (const auto& file : unit.files) {
            const std::optional<u32> owner = unit_of(*file);
            if (!owner || &m_units[*owner] != &unit) {
                continue;
            }
            for (const NameUse& use : file->index.uses_of(file->text, definition.name)) {
                const NameDefinition* const means = meaning(*file, use);
                if (means != nullptr && means->number == definition.number) {
                    places.push_back({{file.get(), use.range()}, use});
                }
            }
        }
    }
    return places;
}

bool ProgramNames::is_in_data(const WorkspaceFile& file, u32 line) const {
    const auto switches = m_switches.find(&file);
    if (switches == m_switches.end()) {
        return false;
    }
    const auto past = std::upper_bound(switches->second.begin(), switches->second.end(), line,
                                       [](u32 value, const DataSwitch& one) { return value < one.line; });
    return past != switches->second.begin() && std::prev(past)->is_data;
}

std::optional<u32> ProgramNames::unit_of(const WorkspaceFile& file) const {
    const auto found = m_unit_of_file.find(&file);
    return found != m_unit_of_file.end() ? std::optional(found->second) : std::nullopt;
}

}  // namespace mariner::language
