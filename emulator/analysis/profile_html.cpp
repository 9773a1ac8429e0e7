// A profile as one page that needs nothing beside itself: functions, and the source coloured by heat.

#include <algorithm>
#include <cmath>

#include "emulator/analysis/profile_report.hpp"
#include "emulator/support/html.hpp"
#include "emulator/support/text.hpp"

namespace mariner {

namespace {

constexpr std::string_view style =
    "body{font:14px/1.4 system-ui,sans-serif;margin:2em;color:#222;background:#fff}"
    "table{border-collapse:collapse}td,th{padding:0 .8em;text-align:right;white-space:pre}"
    "td:last-child,th:last-child{text-align:left}"
    ".source td{font:13px/1.35 monospace}.never td{color:#b00020;background:#fdecee}"
    "details{margin-top:1.5em}summary{cursor:pointer;font-weight:bold}pre{font:13px/1.35 monospace}";

/// Files with Windows' line ends have a carriage return before each end.
std::string escaped(std::string_view line) {
    return escaped_markup(line.ends_with('\r') ? line.substr(0, line.size() - 1) : line);
}

/// Heat grows with the logarithm, or one hot loop would leave everything else white.
std::string row_of_line(const LineCount* count, u32 number, std::string_view source, u64 hottest) {
    std::string open = "<tr>";
    std::string cells = "<td></td><td></td>";
    if (count != nullptr) {
        const double heat = count->instructions == 0 ? 0
                                                     : std::log1p(static_cast<double>(count->instructions)) /
                                                           std::log1p(static_cast<double>(hottest));
        const auto alpha = static_cast<int>(heat * 80);
        open = count->instructions == 0 ? "<tr class=\"never\">"
                                        : "<tr style=\"background:rgba(255,110,0,." +
                                              std::string(alpha < 10 ? "0" : "") + std::to_string(alpha) + ")\">";
        cells = "<td>" + with_thousands(count->executed) + "</td><td>" + with_thousands(count->instructions) + "</td>";
    }
    return open + "<td>" + std::to_string(number) + "</td>" + cells + "<td>" + escaped(source) + "</td></tr>\n";
}

std::string file_table(const ProfileSources& sources, const std::vector<LineCount>& lines, u32 file, u64 hottest) {
    std::string text = "<h2>" + escaped(sources.image.files[file]) +
                       "</h2>\n<table class=\"source\"><tr><th>line</th><th>times</th><th>instructions</th>"
                       "<th>source</th></tr>\n";
    const auto is_here = [&](const LineCount& line) { return line.file == file; };
    auto next = std::find_if(lines.begin(), lines.end(), is_here);
    const std::vector<std::string_view> rows =
        lines_of(file < sources.texts.size() ? std::string_view(sources.texts[file]) : std::string_view());
    for (u32 number = 1; number <= rows.size(); ++number) {
        const bool is_counted = next != lines.end() && is_here(*next) && next->line == number;
        text += row_of_line(is_counted ? &*next : nullptr, number, rows[number - 1], hottest);
        next += is_counted ? 1 : 0;
    }
    for (; rows.empty() && next != lines.end() && is_here(*next); ++next) {
        text += row_of_line(&*next, next->line, source_line(sources, file, next->line), hottest);
    }
    return text + "</table>\n";
}

std::string function_table(const Profile& profile, const ProgramImage& image) {
    std::string text =
        "<h2>Functions</h2>\n<table><tr><th>with what it calls</th><th>own</th><th>calls</th><th>name</th></tr>\n";
    for (const FunctionCount& function : functions_by_cost(profile, image)) {
        text += "<tr><td>" + with_thousands(function.inclusive) + "</td><td>" + with_thousands(function.self) +
                "</td><td>" + with_thousands(function.calls) + "</td><td>" + escaped(function.name) + "</td></tr>\n";
    }
    return text + "</table>\n";
}

}  // namespace

std::string profile_html(const Profile& profile, const ProfileSources& sources) {
    const std::vector<LineCount> lines = count_lines(profile, sources.image);
    u64 hottest = 1;
    for (const LineCount& line : lines) {
        hottest = std::max(hottest, line.instructions);
    }
    const std::string title = sources.image.files.empty() ? "program" : escaped(sources.image.files.front());
    std::string text =
        "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><title>Profile of " + title +
        "</title><style>" + std::string(style) + "</style></head><body>\n<h1>Profile of " + title + "</h1>\n<p>" +
        with_thousands(profile.steps) +
        " instructions. The warmer a line, the more of them it cost; red lines were never reached.</p>\n" +
        function_table(profile, sources.image);
    for (u32 file = 0; file < sources.image.files.size(); ++file) {
        text += file_table(sources, lines, file, hottest);
    }
    return text + "<details><summary>Everything as text</summary><pre>" +
           escaped_markup(profile_text(profile, sources)) + "</pre></details>\n</body></html>\n";
}

}  // namespace mariner
