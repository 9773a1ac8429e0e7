// The comparison as the folder of tables that `dolos serve` shows.

#include <algorithm>
#include <map>

#include "emulator/similar/report.hpp"
#include "emulator/support/csv.hpp"
#include "emulator/support/json.hpp"

namespace mariner::similar {

namespace {

/// In quotes whatever it holds: a program's text has all of it. It is no spreadsheet's: Dolos must get it as it is.
std::string table_cell(std::string_view text) {
    std::string quoted = "\"";
    for (const char c : text) {
        quoted += c == '"' ? "\"\"" : std::string(1, c);
    }
    return quoted + "\"";
}

/// Three digits, whatever the machine's language is.
std::string thousandths(u64 part, u64 whole) {
    const u64 share = whole == 0 ? 0 : std::min<u64>((part * 1000 + whole / 2) / whole, 1000);
    const std::string digits = std::to_string(share % 1000);
    return std::to_string(share / 1000) + "." + std::string(3 - digits.size(), '0') + digits;
}

std::string files_table(const Report& report) {
    std::string text = "id,path,content,amountOfKgrams,ast,mapping,extra\n";
    for (size_t i = 0; i < report.programs.size(); ++i) {
        std::string content;
        for (const std::string& source : report.programs[i].texts) {
            content += source;
        }
        JsonWriter extra(JsonLayout::compact);
        extra.begin_object();
        extra.member("fullName", report.names[i]);
        extra.end_object();
        std::string json = extra.take();
        json.erase(std::remove(json.begin(), json.end(), '\n'), json.end());
        text += std::to_string(i) + "," + table_cell(report.names[i]) + "," + table_cell(content) + "," +
                std::to_string(report.comparison.steps[i].own) + ",[],[]," + table_cell(json) + "\n";
    }
    return text;
}

std::string pairs_table(const Report& report) {
    std::string text =
        "id,leftFileId,leftFilePath,rightFileId,rightFilePath,similarity,totalOverlap,longestFragment,leftCovered,"
        "rightCovered\n";
    for (size_t i = 0; i < report.comparison.pairs.size(); ++i) {
        const Pair& pair = report.comparison.pairs[i];
        u32 longest = 0;
        for (const Passage& passage : pair.passages) {
            longest = std::max(longest, passage.length);
        }
        const u64 own = u64{report.comparison.steps[pair.left].own} + report.comparison.steps[pair.right].own;
        const std::string alike = std::to_string(pair.alike);
        text += std::to_string(i) + "," + std::to_string(pair.left) + "," + table_cell(report.names[pair.left]) + "," +
                std::to_string(pair.right) + "," + table_cell(report.names[pair.right]) + "," +
                thousandths(u64{2} * pair.alike, own) + "," + std::to_string(2 * pair.alike) + "," +
                std::to_string(longest) + "," + alike + "," + alike + "\n";
    }
    return text;
}

/// Fingerprints that several files have. A hash is cut to the bits that JavaScript's numbers hold.
std::string kgrams_table(const Report& report) {
    std::map<u64, std::vector<size_t>> files_of;
    for (size_t i = 0; i < report.programs.size(); ++i) {
        const ComparedProgram& program = report.programs[i];
        for (const KeptMark& mark : program.is_from_store ? program.marks : report.comparison.marks[i]) {
            std::vector<size_t>& files = files_of[mark.hash];
            if (files.empty() || files.back() != i) {
                files.push_back(i);
            }
        }
    }
    std::string text = "id,hash,data,files\n";
    size_t id = 0;
    for (const auto& [hash, files] : files_of) {
        if (files.size() < 2) {
            continue;
        }
        std::string list;
        for (const size_t file : files) {
            list += (list.empty() ? "" : ",") + std::to_string(file);
        }
        text += std::to_string(id++) + "," + std::to_string(hash >> 11U) + ",," + table_cell("[" + list + "]") + "\n";
    }
    return text;
}

}  // namespace

std::vector<std::pair<std::string, std::string>> similar_dolos_tables(const Report& report) {
    return {{"metadata.csv",
             "property,value,type\nreportName,Programs that are alike,string\nlanguage,mips,string\nkgramLength," +
                 std::to_string(report.options.k) + ",number\nkgramsInWindow," + std::to_string(report.options.w) +
                 ",number\n"},
            {"files.csv", files_table(report)},
            {"kgrams.csv", kgrams_table(report)},
            {"pairs.csv", pairs_table(report)}};
}

}  // namespace mariner::similar
