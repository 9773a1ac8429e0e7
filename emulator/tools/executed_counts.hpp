#pragma once
// How often each instruction was executed, by line and by routine: the program's beginning, and what calls lead to.

#include "emulator/tools/line_counts.hpp"

namespace mariner::tools {

class ExecutedCounts {
public:
    explicit ExecutedCounts(const ProgramImage& image) : m_lines(image) {}

    void count(u32 address) { ++m_lines.at(address)[0]; }
    void take_back(u32 address) { --m_lines.at(address)[0]; }
    void report(ToolReport& report) const;

private:
    [[nodiscard]] ReportValue::List routines() const;

    LineCounts<1> m_lines;
};

}  // namespace mariner::tools
