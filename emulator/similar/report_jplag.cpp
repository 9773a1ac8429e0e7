// The comparison as JPlag's results.csv.

#include <algorithm>
#include <cstdio>

#include "emulator/similar/report.hpp"
#include "emulator/support/csv.hpp"

namespace mariner::similar {

namespace {

/// From 0 to 1, with six digits whatever the machine's language is.
std::string share(u64 part, u64 whole) {
    const u64 millionths = whole == 0 ? 0 : std::min<u64>((part * 1'000'000 + whole / 2) / whole, 1'000'000);
    const std::string digits = std::to_string(millionths % 1'000'000);
    return std::to_string(millionths / 1'000'000) + "." + std::string(6 - digits.size(), '0') + digits;
}

}  // namespace

std::string similar_jplag_csv(const Report& report) {
    std::string text = "submissionName1,submissionName2,averageSimilarity,maxSimilarity\n";
    for (const Pair& pair : report.comparison.pairs) {
        const u64 left = report.comparison.steps[pair.left].own;
        const u64 right = report.comparison.steps[pair.right].own;
        text += csv_cell(report.names[pair.left]) + "," + csv_cell(report.names[pair.right]) + "," +
                share(u64{2} * pair.alike, left + right) + "," + share(pair.alike, std::min(left, right)) + "\n";
    }
    return text;
}

}  // namespace mariner::similar
