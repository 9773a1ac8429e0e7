#include "emulator/language/navigate.hpp"

#include <algorithm>
#include <map>

#include "emulator/execute/registers.hpp"
#include "emulator/language/report.hpp"
#include "emulator/support/text.hpp"

namespace mariner::language {

namespace {

using assembler::Directive;

constexpr size_t most_found = 300;
/// Nobody reads an outline that is longer.
constexpr size_t most_outlined = 20'000;

bool is_own_of_macro(const NameDefinition& one) {
    return one.macro != NameDefinition::no_macro;
}

bool begins_routine(const NameDefinition& one) {
    return one.kind == NameKind::label && !is_own_of_macro(one) && (one.is_routine || one.is_exported);
}

/// The last line up to `last` that isn't empty or a comment alone.
u32 last_line_of_code(const WorkspaceFile& file, u32 first, u32 last) {
    while (last > first) {
        const std::string_view text = trim(file.text.line(last));
        if (!text.empty() && !text.starts_with('#')) {
            break;
        }
        --last;
    }
    return last;
}

TextRange lines_range(const WorkspaceFile& file, u32 first, u32 last) {
    return {{first, 0}, file.text.line_range(last).end};
}

OutlineItem item_of(const NameDefinition& one, ProgramView& view) {
    OutlineItem item;
    item.name = one.name;
    item.name_range = one.use.range();
    item.range = one.file->text.line_range(one.use.line);
    switch (one.kind) {
        case NameKind::constant:
            item.kind = OutlineKind::constant;
            item.detail = constant_text(one);
            break;
        case NameKind::macro:
            item.kind = OutlineKind::macro;
            if (const MacroRegion* const region = view.names().macro_around(*one.file, one.use.line)) {
                item.range =
                    lines_range(*one.file, region->first, std::min(region->last, one.file->text.line_count() - 1));
            }
            break;
        case NameKind::data_label:
        case NameKind::external: {
            item.kind = OutlineKind::data;
            const TextRange code = code_of_line(one.use.line, one.file->text.line(one.use.line));
            const std::string_view text = one.file->text.at({one.use.range().end, code.end});
            item.detail = trim(text.starts_with(':') ? text.substr(1) : text);
            break;
        }
        default:
            item.kind = OutlineKind::label;
    }
    return item;
}

}  // namespace

std::vector<FilePlace> definitions_of(const Question& question) {
    const std::optional<NameUse> use = ProgramNames::use_at(*question.file, question.spot);
    if (use && use->role == NameRole::file) {
        for (const FileLink& link : links_of(question.view->workspace(), *question.file)) {
            const auto& included = question.view->workspace().find(link.path);
            if (link.range == use->range() && included) {
                return {{included.get(), {}}};
            }
        }
        return {};
    }
    const NameDefinition* const definition = question.meaning();
    return definition != nullptr ? std::vector<FilePlace>{{definition->file, definition->use.range()}}
                                 : std::vector<FilePlace>();
}

std::vector<NamePlace> references_to(const Question& question, bool with_definitions) {
    const NameDefinition* const definition = question.meaning();
    std::vector<NamePlace> places;
    if (definition != nullptr) {
        places = question.view->names().uses_of(*definition);
        std::erase_if(places, [&](const NamePlace& place) {
            const bool defines = place.place.file == definition->file && place.use.line == definition->use.line &&
                                 place.use.offset == definition->use.offset;
            return !with_definitions && defines;
        });
    }
    return places;
}

std::vector<RoutineRange> routines_of(ProgramView& view, const WorkspaceFile& file) {
    const ProgramNames& names = view.names();
    std::vector<RoutineRange> routines;
    for (const NameDefinition& one : names.all()) {
        if (one.file == &file && begins_routine(one)) {
            routines.push_back({&one, one.use.line, 0});
        }
    }
    std::vector<u32> ends;
    for (const LineMark& mark : file.index.marks()) {
        if (mark.directive == Directive::data || mark.directive == Directive::kdata ||
            mark.directive == Directive::ktext || mark.directive == Directive::macro) {
            ends.push_back(mark.line);
        }
    }
    for (size_t i = 0; i < routines.size(); ++i) {
        u32 past = i + 1 < routines.size() ? routines[i + 1].first : file.text.line_count();
        const auto end = std::ranges::upper_bound(ends, routines[i].first);
        past = end != ends.end() ? std::min(past, *end) : past;
        routines[i].last = last_line_of_code(file, routines[i].first, std::max(past, routines[i].first + 1) - 1);
    }
    return routines;
}

TextRange range_of_routine(ProgramView& view, const NameDefinition& routine) {
    const std::vector<RoutineRange> routines = routines_of(view, *routine.file);
    const RoutineRange* const range = routine_at(routines, routine.use.line);
    const u32 last = range != nullptr ? range->last : routine.use.line;
    return {routine.use.range().begin, routine.file->text.line_range(last).end};
}

const RoutineRange* routine_at(const std::vector<RoutineRange>& routines, u32 line) {
    const auto past = std::ranges::upper_bound(routines, line, {}, &RoutineRange::first);
    const bool is_inside = past != routines.begin() && line <= std::prev(past)->last;
    return is_inside ? &*std::prev(past) : nullptr;
}

std::vector<OutlineItem> outline_of(ProgramView& view, const WorkspaceFile& file) {
    const std::vector<RoutineRange> routines = routines_of(view, file);
    std::vector<OutlineItem> items;
    const RoutineRange* open = nullptr;
    size_t count = 0;
    for (const NameDefinition& one : view.names().all()) {
        if (one.file != &file || is_own_of_macro(one)) {
            continue;
        }
        if (++count > most_outlined) {
            break;
        }
        OutlineItem item = item_of(one, view);
        const RoutineRange* const routine = routine_at(routines, one.use.line);
        if (routine != nullptr && routine->name == &one) {
            item.kind = OutlineKind::routine;
            item.range = lines_range(file, routine->first, routine->last);
            open = routine;
            items.push_back(std::move(item));
        } else if (item.kind == OutlineKind::label && routine != nullptr && routine == open) {
            items.back().children.push_back(std::move(item));
        } else {
            open = nullptr;
            items.push_back(std::move(item));
        }
    }
    return items;
}

namespace {

/// By the line alone: the program that the file belongs to may be any.
OutlineKind outline_kind(const WorkspaceFile& file, const NameUse& definition) {
    if (definition.role != NameRole::label) {
        return definition.role == NameRole::constant ? OutlineKind::constant : OutlineKind::macro;
    }
    LineTokens reader;
    for (u32 line = definition.line; line < file.text.line_count(); ++line) {  // a label may stand alone
        const ReadLine parts = parts_of(reader.read(file.text.line(line)));
        if (!parts.rest.empty()) {
            return parts.rest[0].is(assembler::TokenKind::directive) ? OutlineKind::data : OutlineKind::routine;
        }
    }
    return OutlineKind::routine;
}

}  // namespace

std::vector<FoundName> find_names(Workspace& workspace, std::string_view words) {
    const std::string wanted = to_lower(words);
    std::vector<FoundName> found;
    for (const std::string& path : workspace.all_source_files()) {
        if (found.size() >= most_found) {
            break;
        }
        const std::shared_ptr<const WorkspaceFile> file = workspace.read_once(path);
        if (!file) {
            continue;
        }
        file->index.for_each([&](const NameUse& use) {
            if (!use.is_definition() || found.size() >= most_found) {
                return;
            }
            const std::string_view name = file->text.line(use.line).substr(use.offset, use.length);
            if (to_lower(name).find(wanted) != std::string::npos) {
                found.push_back({std::string(name), file, use.range(), outline_kind(*file, use)});
            }
        });
    }
    return found;
}

const NameDefinition* routine_of(const Question& question) {
    const NameDefinition* const named = question.meaning();
    if (named != nullptr && begins_routine(*named)) {
        return named;
    }
    const std::vector<RoutineRange> routines = routines_of(*question.view, *question.file);
    const RoutineRange* const around = routine_at(routines, question.spot.line);
    return around != nullptr ? around->name : nullptr;
}

namespace {

/// By the routines' numbers.
std::vector<CallSites> in_order(std::map<u32, CallSites>& sites) {
    std::vector<CallSites> all;
    all.reserve(sites.size());
    for (auto& [number, one] : sites) {
        all.push_back(std::move(one));
    }
    return all;
}

}  // namespace

std::vector<CallSites> callers_of(ProgramView& view, const NameDefinition& routine) {
    std::map<u32, CallSites> callers;
    std::map<const WorkspaceFile*, std::vector<RoutineRange>> routines;
    for (const NamePlace& place : view.names().uses_of(routine)) {
        if (place.use.access != NameAccess::call) {
            continue;
        }
        const auto [ranges, is_new] = routines.try_emplace(place.place.file);
        if (is_new) {
            ranges->second = routines_of(view, *place.place.file);
        }
        if (const RoutineRange* const caller = routine_at(ranges->second, place.use.line)) {
            CallSites& sites = callers[caller->name->number];
            sites.routine = caller->name;
            sites.places.push_back(place.place.range);
        }
    }
    return in_order(callers);
}

std::vector<CallSites> callees_of(ProgramView& view, const NameDefinition& routine) {
    const std::vector<RoutineRange> routines = routines_of(view, *routine.file);
    const RoutineRange* const range = routine_at(routines, routine.use.line);
    std::map<u32, CallSites> callees;
    routine.file->index.for_each([&](const NameUse& use) {
        const bool is_inside = range != nullptr && use.line >= range->first && use.line <= range->last;
        const NameDefinition* const called =
            is_inside && use.access == NameAccess::call ? view.names().meaning(*routine.file, use) : nullptr;
        if (called != nullptr && called->kind == NameKind::label) {
            callees[called->number].routine = called;
            callees[called->number].places.push_back(use.range());
        }
    });
    return in_order(callees);
}

std::vector<FoldedLines> foldings_of(ProgramView& view, const WorkspaceFile& file) {
    std::vector<FoldedLines> folds;
    for (const RoutineRange& routine : routines_of(view, file)) {
        if (routine.last > routine.first) {
            folds.push_back({routine.first, routine.last, false});
        }
    }
    for (const MacroRegion& macro : view.names().macros()) {
        if (macro.file == &file && macro.last > macro.first) {
            folds.push_back({macro.first, std::min(macro.last, file.text.line_count() - 1), false});
        }
    }
    u32 begun = 0;
    u32 count = 0;
    for (u32 line = 0; line <= file.text.line_count(); ++line) {
        if (line < file.text.line_count() && trim(file.text.line(line)).starts_with('#')) {
            begun = count++ == 0 ? line : begun;
            continue;
        }
        if (count > 1) {
            folds.push_back({begun, begun + count - 1, true});
        }
        count = 0;
    }
    std::vector<LineMark> marks = file.index.marks();
    std::erase_if(marks, [](const LineMark& mark) {
        return mark.directive != Directive::data && mark.directive != Directive::text &&
               mark.directive != Directive::kdata && mark.directive != Directive::ktext;
    });
    for (size_t i = 0; i < marks.size(); ++i) {
        const u32 past = i + 1 < marks.size() ? marks[i + 1].line : file.text.line_count();
        const u32 last = last_line_of_code(file, marks[i].line, past - 1);
        if (last > marks[i].line) {
            folds.push_back({marks[i].line, last, false});
        }
    }
    std::ranges::sort(folds, {}, [](const FoldedLines& fold) { return std::pair(fold.first, fold.last); });
    return folds;
}

namespace {

/// `4($t0)`: the tokens without a comma or a blank between them.
TextRange operand_around(const Question& question, const assembler::Token& token) {
    const assembler::Tokens rest = question.parts.rest;
    const auto at = std::ranges::find(rest, token.offset, &assembler::Token::offset);
    if (at == rest.end()) {
        return question.range_of(token);
    }
    auto first = at;
    auto last = at;
    while (first != rest.begin() && std::prev(first)->end() == first->offset) {
        --first;
    }
    while (std::next(last) != rest.end() && last->end() == std::next(last)->offset) {
        ++last;
    }
    return {{question.spot.line, first->offset}, {question.spot.line, last->end()}};
}

}  // namespace

std::vector<TextRange> selections_at(const Question& question) {
    std::vector<TextRange> ranges;
    const u32 line = question.spot.line;
    const auto add = [&](const TextRange& range) {
        const bool holds = ranges.empty() || (range.begin <= ranges.back().begin && range.end >= ranges.back().end &&
                                              range != ranges.back());
        if (holds) {
            ranges.push_back(range);
        }
    };
    if (question.token != nullptr) {
        add(question.range_of(*question.token));
        add(operand_around(question, *question.token));
    }
    const assembler::Tokens rest = question.parts.rest;
    if (rest.size() > 1 && question.spot.offset >= rest[1].offset) {
        add({{line, rest[1].offset}, {line, rest.back().end()}});
    }
    if (!rest.empty()) {
        add({{line, rest[0].offset}, {line, rest.back().end()}});
    }
    add(code_of_line(line, question.line));
    add(question.file->text.line_range(line));
    const std::vector<RoutineRange> routines = routines_of(*question.view, *question.file);
    if (const RoutineRange* const routine = routine_at(routines, line)) {
        add(lines_range(*question.file, routine->first, routine->last));
    }
    add(question.file->text.whole());
    return ranges;
}

std::vector<FileLink> links_of(Workspace& workspace, const WorkspaceFile& file) {
    std::vector<FileLink> links;
    file.index.for_each([&](const NameUse& use) {
        if (use.role == NameRole::file) {
            const std::string_view name = file.text.line(use.line).substr(use.offset, use.length);
            links.push_back({use.range(), workspace.included_path(file.path, name)});
        }
    });
    return links;
}

std::vector<RoutineLens> lenses_of(ProgramView& view, const WorkspaceFile& file) {
    const std::vector<RoutineRange> routines = routines_of(view, file);
    std::map<u32, size_t> calls;
    for (const ProgramUnit& unit : view.units()) {
        for (const auto& other : unit.files) {
            other->index.for_each([&](const NameUse& use) {
                const NameDefinition* const called =
                    use.access == NameAccess::call ? view.names().meaning(*other, use) : nullptr;
                calls[called != nullptr ? called->number : 0xffffffff] += 1;
            });
        }
    }
    std::vector<RoutineLens> lenses;
    for (const RoutineRange& routine : routines) {
        const bool is_main = routine.name->name == "main";
        const size_t count = calls[routine.name->number];
        lenses.push_back({routine.name->use.range(), is_main, std::string(routine.name->name), count});
    }
    const bool is_root = !view.units().empty() && view.units()[0].root == file.path;
    const bool has_main = std::ranges::any_of(lenses, &RoutineLens::is_main);
    if (is_root && !has_main && !code_of_lines(view, file, 0, file.text.line_count()).empty()) {
        lenses.insert(lenses.begin(), {{{0, 0}, {0, 0}}, true, "", 0});  // it begins with its first instruction
    }
    return lenses;
}

std::vector<RegisterUse> register_uses_at(const Question& question) {
    using assembler::TokenKind;
    if (question.token == nullptr ||
        !(question.token->is(TokenKind::integer_register) || question.token->is(TokenKind::float_register))) {
        return {};
    }
    const bool is_float = question.token->is(TokenKind::float_register);
    const auto id = static_cast<u8>(question.token->number + (is_float ? register_id::float_base : 0));
    const std::vector<RoutineRange> routines = routines_of(*question.view, *question.file);
    const RoutineRange* const routine = routine_at(routines, question.spot.line);
    const u32 first = routine != nullptr ? routine->first : 0;
    const u32 last = routine != nullptr ? routine->last : question.file->text.line_count() - 1;
    std::map<u32, RegisterSet> written;
    for (const LineCode& code : code_of_lines(*question.view, *question.file, first, last)) {
        for (const TextEntry* const entry : code.entries) {
            written[code.line] = written[code.line] | registers_written(entry->instruction);
        }
    }
    std::vector<RegisterUse> uses;
    LineTokens reader;
    for (u32 line = first; line <= last && line < question.file->text.line_count(); ++line) {
        bool is_first = true;  // of the line's registers: what is written stands in front
        for (const assembler::Token& token : reader.read(question.file->text.line(line))) {
            if (token.is(TokenKind::integer_register) || token.is(TokenKind::float_register)) {
                if (token.kind == question.token->kind && token.number == question.token->number) {
                    uses.push_back(
                        {{{line, token.offset}, {line, token.end()}}, is_first && written[line].contains(id)});
                }
                is_first = false;
            }
        }
    }
    return uses;
}

}  // namespace mariner::language
