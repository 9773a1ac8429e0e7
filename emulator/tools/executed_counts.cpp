#include "emulator/tools/executed_counts.hpp"

#include <map>

#include "emulator/isa/disassemble.hpp"

namespace mariner::tools {

namespace {

/// The first instruction of each routine, sorted.
std::vector<u32> routine_begins(const ProgramImage& image) {
    std::vector<u32> begins{image.entry, memory_map(image.configuration).exception_handler};
    for (const TextEntry& entry : image.text) {
        const std::optional<u32> target =
            entry.undefined ? std::nullopt : isa::call_target(entry.instruction, entry.address);
        if (target) {
            begins.push_back(*target);
        }
    }
    std::sort(begins.begin(), begins.end());
    return begins;
}

std::string routine_name(const ProgramImage& image, u32 begin) {
    const Symbol* const symbol = image.symbol_at(begin);
    return symbol != nullptr ? symbol->name : place_of(image, begin);
}

}  // namespace

ReportValue::List ExecutedCounts::routines() const {
    const ProgramImage& image = m_lines.image();
    const std::vector<u32> begins = routine_begins(image);
    std::map<u32, u64> sums;
    u64 all = 0;
    for (const auto& [address, counts] : m_lines.all([](const auto& row) { return row[0]; })) {
        const auto behind = std::upper_bound(begins.begin(), begins.end(), address);
        sums[behind == begins.begin() ? address : *(behind - 1)] += counts[0];
        all += counts[0];
    }
    std::vector<std::pair<u64, u32>> order;
    order.reserve(sums.size());
    for (const auto& [begin, sum] : sums) {
        order.emplace_back(sum, begin);
    }
    std::stable_sort(order.begin(), order.end(), [](const auto& a, const auto& b) { return a.first > b.first; });
    order.resize(std::min(order.size(), LineCounts<1>::most_rows));
    ReportValue::List rows;
    for (const auto& [sum, begin] : order) {
        const double part = static_cast<double>(sum) * 100 / static_cast<double>(all);
        rows.push_back(ReportValue::List{routine_name(image, begin), sum, decimal_text(part, 1) + "%"});
    }
    return rows;
}

void ExecutedCounts::report(ToolReport& report) const {
    report.table("routines", "By routine", {"Routine", "Executed", "Of all"}, routines());
    report.table("lines", "Lines executed most", {"Line", "Executed"},
                 m_lines.worst([](const auto& row) { return row[0]; }));
}

}  // namespace mariner::tools
