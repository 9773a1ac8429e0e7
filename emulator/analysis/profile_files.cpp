// The forms of a profile that other programs read: callgrind (KCachegrind, callgrind_annotate) and lcov (genhtml).

#include <algorithm>

#include "emulator/analysis/profile_report.hpp"
#include "emulator/support/text.hpp"

namespace mariner {

namespace {

struct LinePlace {
    std::string_view file = "???";
    u32 line = 0;
};

LinePlace place(const ProgramImage& image, u32 address) {
    const Statement* const statement = image.find_statement(address);
    return statement == nullptr ? LinePlace{} : LinePlace{image.files[statement->file], statement->line};
}

void add_own_costs(std::string& text, const Profile& profile, const ProgramImage& image, const FunctionCount& function,
                   u32 end) {
    std::map<std::pair<std::string_view, u32>, u64> costs;
    for (const TextEntry& entry : image.text) {
        const InstructionCount* const count = profile.find(entry.address);
        if (entry.address >= function.entry && entry.address < end && count != nullptr && count->executed > 0) {
            const LinePlace at = place(image, entry.address);
            costs[{at.file, at.line}] += count->executed;
        }
    }
    for (const auto& [at, cost] : costs) {
        text += "fi=" + std::string(at.first) + "\n" + std::to_string(at.second) + " " + std::to_string(cost) + "\n";
    }
}

void add_calls(std::string& text, const Profile& profile, const ProgramImage& image,
               const std::map<u32, std::string>& names, u32 begin, u32 end) {
    for (const auto& [edge, count] : profile.edges) {
        const auto& [site, callee] = edge;
        if (site < begin || site >= end) {
            continue;
        }
        const LinePlace from = place(image, site);
        const LinePlace to = place(image, callee);
        const auto name = names.find(callee);
        text += "fi=" + std::string(from.file) + "\ncfi=" + std::string(to.file) +
                "\ncfn=" + (name != names.end() ? name->second : hex32(callee)) +
                "\ncalls=" + std::to_string(count.calls) + " " + std::to_string(to.line) + "\n" +
                std::to_string(from.line) + " " + std::to_string(count.inclusive) + "\n";
    }
}

}  // namespace

std::string profile_callgrind(const Profile& profile, const ProgramImage& image) {
    const std::vector<FunctionCount> functions = count_functions(profile, image);
    std::map<u32, std::string> names;
    for (const FunctionCount& function : functions) {
        names[function.entry] = function.name;
    }
    std::string text = "# callgrind format\nversion: 1\ncreator: mariner\npositions: line\nevents: Ir\nsummary: " +
                       std::to_string(profile.steps - profile.kernel_steps) + "\n";
    for (size_t i = 0; i < functions.size(); ++i) {
        const u32 begin = functions[i].entry;
        const u32 end = i + 1 < functions.size() ? functions[i + 1].entry : ~0U;
        text += "\nfl=" + std::string(place(image, begin).file) + "\nfn=" + functions[i].name + "\n";
        add_own_costs(text, profile, image, functions[i], end);
        add_calls(text, profile, image, names, begin, end);
    }
    return text;
}

std::string profile_lcov(const Profile& profile, const ProgramImage& image) {
    const std::vector<LineCount> lines = count_lines(profile, image);
    const std::vector<FunctionCount> functions = count_functions(profile, image);
    std::string text;
    for (u32 file = 0; file < image.files.size(); ++file) {
        std::string names;
        std::string counts;
        std::string branches;
        size_t found = 0;
        size_t hit = 0;
        for (const FunctionCount& function : functions) {
            const Statement* const statement = image.find_statement(function.entry);
            if (statement != nullptr && statement->file == file) {
                names += "FN:" + std::to_string(statement->line) + "," + function.name + "\n";
                counts += "FNDA:" + std::to_string(function.calls) + "," + function.name + "\n";
            }
        }
        std::string rows;
        for (const LineCount& line : lines) {
            if (line.file != file) {
                continue;
            }
            ++found;
            hit += line.executed > 0 ? 1U : 0U;
            rows += "DA:" + std::to_string(line.line) + "," + std::to_string(line.executed) + "\n";
            for (size_t i = 0; i < line.branches.size(); ++i) {
                const InstructionCount& count = *profile.find(line.branches[i]);
                const std::string start = "BRDA:" + std::to_string(line.line) + "," + std::to_string(i) + ",";
                const bool is_reached = count.executed > 0;
                branches += start + "0," + (is_reached ? std::to_string(count.taken) : "-") + "\n" + start + "1," +
                            (is_reached ? std::to_string(count.executed - count.taken) : "-") + "\n";
            }
        }
        if (found > 0) {
            text += "TN:\nSF:" + image.files[file] + "\n" + names + counts + branches + rows +
                    "LF:" + std::to_string(found) + "\nLH:" + std::to_string(hit) + "\nend_of_record\n";
        }
    }
    return text;
}

}  // namespace mariner
