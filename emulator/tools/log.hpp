#pragma once
// The lines that a tool writes as it works, if they were asked for. There is an end to them: a long run makes thousands
// of millions.

#include <algorithm>
#include <string>
#include <vector>

#include "emulator/tools/report.hpp"

namespace mariner::tools {

class Log {
public:
    explicit Log(bool is_on) : m_is_on(is_on) {}

    [[nodiscard]] bool is_on() const { return m_is_on; }
    /// `line` makes the text, only where it is kept.
    template <class Line>
    void add(Line line) {
        if (m_is_on && !is_full()) {
            m_lines.push_back(line());
        }
    }
    /// To the line that was added last.
    template <class Line>
    void append(Line line) {
        if (m_is_on && !is_full()) {
            m_lines.back() += line();
        }
    }

    /// `reworded` makes what people read of a line.
    template <class Reworded>
    void put_into(ToolReport& report, Reworded reworded) const {
        if (!m_is_on) {
            return;
        }
        std::vector<std::string> lines = m_lines;
        while (!lines.empty() && lines.back().empty()) {
            lines.pop_back();
        }
        std::vector<std::string> shown(lines.size());
        std::transform(lines.begin(), lines.end(), shown.begin(), reworded);
        report.lines("log", "Log", lines, std::move(shown));
        if (is_full()) {
            report.note("the log ends after " + std::to_string(most_lines) + " lines");
        }
    }

    void put_into(ToolReport& report) const {
        put_into(report, [](const std::string& line) { return line; });
    }

private:
    static constexpr size_t most_lines = 1'000'000;
    [[nodiscard]] bool is_full() const { return m_lines.size() >= most_lines; }

    bool m_is_on;
    std::vector<std::string> m_lines;
};

}  // namespace mariner::tools
