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
    std::vector<u32> begun;
    std::vector<u64> weights;
    for (const auto& [begin, sum] : sums) {
        begun.push_back(begin);
        weights.push_back(sum);
    }
    ReportValue::List rows;
    for (const size_t i : heaviest(weights)) {
        const double part = static_cast<double>(weights[i]) * 100 / static_cast<double>(all);
        rows.push_back(ReportValue::List{routine_name(image, begun[i]), weights[i], decimal_text(part, 1) + "%"});
    }
    return rows;
}

void ExecutedCounts::report(ToolReport& report) const {
    report.table("routines", "By routine", {"Routine", "Executed", "Of all"}, routines());
    report.table("lines", "Lines executed most", {"Line", "Executed"},
                 m_lines.worst([](const auto& row) { return row[0]; }));
}

}  // namespace mariner::tools
