#pragma once
// CountRow by instruction, and the table of those that have most: which line it is, and what it does.

#include <algorithm>
#include <array>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "emulator/program/program_image.hpp"
#include "emulator/runtime/explain.hpp"
#include "emulator/tools/report.hpp"

namespace mariner::tools {

template <size_t Columns>
class LineCounts {
public:
    using CountRow = std::array<u64, Columns>;
    CountRow& at(u32 address) { return m_counts[address]; }

    /// Rows [line, counts ...], those with the largest `weight` first; none without any.
    template <class Weight>
    [[nodiscard]] ReportValue::List worst(const ProgramImage& image, Weight weight) const {
        constexpr size_t most_rows = 20;
        std::vector<std::pair<u32, CountRow>> all(m_counts.begin(), m_counts.end());
        std::erase_if(all, [&](const auto& one) { return weight(one.second) == 0; });
        std::sort(all.begin(), all.end(), [&](const auto& a, const auto& b) {
            return std::pair(weight(b.second), a.first) < std::pair(weight(a.second), b.first);
        });
        ReportValue::List rows;
        for (size_t i = 0; i < std::min(all.size(), most_rows); ++i) {
            ReportValue::List row{line_text(image, all[i].first)};
            row.insert(row.end(), all[i].second.begin(), all[i].second.end());
            rows.emplace_back(std::move(row));
        }
        return rows;
    }

private:
    std::unordered_map<u32, CountRow> m_counts;  // by address
};

}  // namespace mariner::tools
