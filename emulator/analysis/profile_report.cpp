#include "emulator/analysis/profile_report.hpp"

#include <algorithm>
#include <cstdio>
#include <functional>

#include "emulator/meaning/facts.hpp"
#include "emulator/runtime/explain.hpp"
#include "emulator/support/text.hpp"
#include "emulator/support/visible.hpp"

namespace mariner {

namespace {

constexpr size_t most_rows = 20;

std::string percent(u64 part, u64 whole) {
    char text[16];
    std::snprintf(text, sizeof text, "%5.1f %%",
                  whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole));
    return text;
}

std::string function_name(const ProgramImage& image, u32 entry) {
    const Symbol* const symbol = image.symbol_at(entry);
    return symbol != nullptr ? symbol->name : hex32(entry);
}

std::string row(u64 count, u64 whole, std::string_view text) {
    return pad_left(with_thousands(count), 15) + "  " + percent(count, whole) + "  " + std::string(text) + "\n";
}

void add_lines(std::string& text, const Profile& profile, const ProfileSources& sources) {
    std::vector<LineCount> lines = count_lines(profile, sources.image);
    std::ranges::stable_sort(lines, std::greater<>(), &LineCount::instructions);
    text += "\nhot lines (instructions, share, times, line)\n";
    for (size_t i = 0; i < std::min(lines.size(), most_rows) && lines[i].instructions > 0; ++i) {
        const LineCount& line = lines[i];
        text += row(line.instructions, profile.steps,
                    pad_left(with_thousands(line.executed), 13) + "  " + sources.image.files[line.file] + ":" +
                        std::to_string(line.line) + "  " +
                        std::string(trim(source_line(sources, line.file, line.line)).substr(0, 80)));
    }
}

void add_functions(std::string& text, const Profile& profile, const ProgramImage& image) {
    const std::vector<FunctionCount> functions = functions_by_cost(profile, image);
    text += "\nfunctions (with what they call, share, own, calls, name)\n";
    for (size_t i = 0; i < std::min(functions.size(), 2 * most_rows); ++i) {
        const FunctionCount& function = functions[i];
        text += row(function.inclusive, profile.steps,
                    pad_left(with_thousands(function.self), 15) + pad_left(with_thousands(function.calls), 13) + "  " +
                        function.name);
    }
}

void add_calls(std::string& text, const Profile& profile, const ProgramImage& image) {
    std::vector<std::pair<std::pair<u32, u32>, CallCount>> edges(profile.edges.begin(), profile.edges.end());
    std::ranges::stable_sort(edges, std::greater<>(), [](const auto& edge) { return edge.second.inclusive; });
    text += edges.empty() ? "" : "\ncalls (instructions until their return, share, calls, from, to)\n";
    for (size_t i = 0; i < std::min(edges.size(), most_rows); ++i) {
        const auto& [edge, count] = edges[i];
        text += row(count.inclusive, profile.steps,
                    pad_left(with_thousands(count.calls), 13) + "  " + place_of(image, edge.first) + " -> " +
                        function_name(image, edge.second));
    }
}

void add_mix(std::string& text, const Profile& profile, const ProgramImage& image) {
    std::map<std::string_view, u64> by_mnemonic;
    for (const TextEntry& entry : image.text) {
        const InstructionCount* const count = profile.find(entry.address);
        by_mnemonic[isa::info(entry.instruction.op).mnemonic] += count != nullptr ? count->executed : 0;
    }
    std::vector<std::pair<std::string_view, u64>> mix(by_mnemonic.begin(), by_mnemonic.end());
    std::stable_sort(mix.begin(), mix.end(), [](const auto& a, const auto& b) { return a.second > b.second; });
    text += "\ninstruction mix\n";
    for (const auto& [mnemonic, count] : mix) {
        text += count > 0 ? row(count, profile.steps, mnemonic) : "";
    }
}

void add_branches(std::string& text, const Profile& profile, const ProgramImage& image) {
    u64 taken = 0;
    u64 executed = 0;
    for (const TextEntry& entry : image.text) {
        const InstructionCount* const count = profile.find(entry.address);
        if (count != nullptr && meaning::facts(entry.instruction.op).is_branch) {
            taken += count->taken;
            executed += count->executed;
        }
    }
    text += "\nbranches\n" + row(taken, executed, "taken") + row(executed - taken, executed, "not taken");
}

void add_pages(std::string& text, const Profile& profile) {
    text += profile.pages.empty() ? "" : "\nmemory touched (pages of 4096 bytes: loads, stores)\n";
    for (const auto& [page, count] : profile.pages) {
        text += "  " + hex32(page * page_size) + pad_left(with_thousands(count.reads), 15) +
                pad_left(with_thousands(count.writes), 15) + "\n";
    }
}

/// Without std::views, which clang 14 can't read.
template <class Key, class Value>
std::vector<Value> values_of(const std::map<Key, Value>& map) {
    std::vector<Value> values;
    values.reserve(map.size());
    for (const auto& [key, value] : map) {
        values.push_back(value);
    }
    return values;
}

}  // namespace

std::vector<LineCount> count_lines(const Profile& profile, const ProgramImage& image) {
    std::map<std::pair<u32, u32>, LineCount> lines;
    for (const TextEntry& entry : image.text) {
        const InstructionCount* const count = profile.find(entry.address);
        if (count == nullptr || entry.statement >= image.statements.size()) {
            continue;
        }
        const Statement& statement = image.statements[entry.statement];
        LineCount& line = lines[{statement.file, statement.line}];
        line.file = statement.file;
        line.line = statement.line;
        line.instructions += count->executed;
        line.executed += entry.first_of_statement ? count->executed : 0;
        if (meaning::facts(entry.instruction.op).is_branch) {
            line.branches.push_back(entry.address);
        }
    }
    return values_of(lines);
}

std::vector<FunctionCount> count_functions(const Profile& profile, const ProgramImage& image) {
    // Functions that nothing called in this run are functions too: coverage lists them.
    std::map<u32, FunctionCount> functions;
    for (const auto& [entry, count] : profile.functions) {
        functions[entry] = {entry, function_name(image, entry), count.calls, 0, count.inclusive};
    }
    for (const TextEntry& entry : image.text) {
        const auto target = isa::call_target(entry.instruction, entry.address);
        if (target && profile.find(*target) != nullptr) {
            functions.try_emplace(*target, FunctionCount{*target, function_name(image, *target), 0, 0, 0});
        }
    }
    for (const TextEntry& entry : image.text) {
        const InstructionCount* const count = profile.find(entry.address);
        const auto behind = functions.upper_bound(entry.address);
        if (count != nullptr && behind != functions.begin()) {
            std::prev(behind)->second.self += count->executed;
        }
    }
    return values_of(functions);
}

std::vector<FunctionCount> functions_by_cost(const Profile& profile, const ProgramImage& image) {
    std::vector<FunctionCount> functions = count_functions(profile, image);
    std::ranges::stable_sort(functions, std::greater<>(), &FunctionCount::inclusive);
    return functions;
}

std::string source_line(const ProfileSources& sources, u32 file, u32 line) {
    if (file < sources.texts.size() && !sources.texts[file].empty()) {
        const std::vector<std::string_view> rows = lines_of(sources.texts[file]);
        const std::string_view row = line <= rows.size() ? rows[line - 1] : std::string_view();
        return visible_text(row.substr(0, row.size() - (row.ends_with('\r') ? 1 : 0)));  // Windows' end of a line
    }
    for (const Statement& statement : sources.image.statements) {
        if (statement.file == file && statement.line == line) {
            return visible_text(statement.source);
        }
    }
    return {};
}

std::string profile_text(const Profile& profile, const ProfileSources& sources) {
    std::string text = "instructions  " + with_thousands(profile.steps) + "\n";
    if (profile.kernel_steps > 0) {
        text +=
            "of them outside the program's text (exception handler)  " + with_thousands(profile.kernel_steps) + "\n";
    }
    add_functions(text, profile, sources.image);
    add_lines(text, profile, sources);
    add_calls(text, profile, sources.image);
    add_mix(text, profile, sources.image);
    add_branches(text, profile, sources.image);
    add_pages(text, profile);
    return visible_text(text);
}

}  // namespace mariner
