#pragma once
// Counts by instruction, and the table of those that have most: which line it is, and what it does.

#include <algorithm>
#include <array>
#include <map>
#include <string>
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
    using CountedLine = std::pair<u32, CountRow>;

    explicit LineCounts(const ProgramImage& image)
        : m_image(image), m_base(image.text.empty() ? 0 : image.text[0].address) {
        const Segment& user = memory_map(image.configuration).text;
        const auto past = std::find_if(image.text.begin(), image.text.end(),
                                       [&](const TextEntry& entry) { return !user.contains(entry.address); });
        m_rows.resize(past == image.text.begin() ? 0 : ((past - 1)->address - m_base) / 4 + 1);
    }

    CountRow& at(u32 address) {
        const u32 index = (address - m_base) / 4;
        return index < m_rows.size() ? m_rows[index] : m_others[address];
    }

    /// Those whose `weight` isn't 0, by address.
    template <class Weight>
    [[nodiscard]] std::vector<CountedLine> all(Weight weight) const {
        std::vector<CountedLine> counted;
        const auto add = [&](u32 address, const CountRow& row) {
            if (weight(row) != 0) {
                counted.emplace_back(address, row);
            }
        };
        const auto above = m_others.lower_bound(m_base);
        std::for_each(m_others.begin(), above, [&](const auto& one) { add(one.first, one.second); });
        for (size_t i = 0; i < m_rows.size(); ++i) {
            add(m_base + static_cast<u32>(4 * i), m_rows[i]);
        }
        std::for_each(above, m_others.end(), [&](const auto& one) { add(one.first, one.second); });
        return counted;
    }

    /// Rows [line, counts ...], those with the largest `weight` first; none without any.
    template <class Weight>
    [[nodiscard]] ReportValue::List worst(Weight weight) const {
        const std::vector<CountedLine> counted = all(weight);
        std::vector<u64> weights(counted.size());
        std::transform(counted.begin(), counted.end(), weights.begin(),
                       [&](const CountedLine& line) { return weight(line.second); });
        ReportValue::List rows;
        for (const size_t i : heaviest(weights)) {
            ReportValue::List row{line_text(m_image, counted[i].first)};
            row.insert(row.end(), counted[i].second.begin(), counted[i].second.end());
            rows.emplace_back(std::move(row));
        }
        return rows;
    }

    [[nodiscard]] const ProgramImage& image() const { return m_image; }

private:
    const ProgramImage& m_image;
    u32 m_base;
    std::vector<CountRow> m_rows;      // of user text
    std::map<u32, CountRow> m_others;  // by address
};

}  // namespace mariner::tools
