#include "emulator/grader/report_text.hpp"

namespace mariner::grader {

namespace {

std::string check_text(const CheckResult& check) {
    std::string text = check.what + ": " + check.message + "\n";
    for (const DiffLine& line : check.diff) {
        static constexpr std::array<std::string_view, 4> marks = {"  ", "- ", "+ ", "~ "};
        text += std::string(marks.at(static_cast<size_t>(line.kind))) + line.text + "\n";
    }
    if (check.diff.empty() && !check.expected.empty()) {
        text += "wanted: " + check.expected + "\n";
        text += check.actual.empty() ? "" : "found: " + check.actual + "\n";
    }
    return text;
}

void append_line(std::string& text, std::string_view line) {
    text += line;
    text += line.empty() || line.ends_with('\n') ? "" : "\n";
}

}  // namespace

double as_number(Points points) {
    return static_cast<double>(points) / static_cast<double>(one_point);
}

std::string case_text(const CaseResult& result, std::string_view repeat) {
    std::string text;
    append_line(text, result.reason);
    if (result.place) {
        append_line(text, result.place->file +
                              (result.place->line == 0 ? "" : ":" + std::to_string(result.place->line)) + ": " +
                              result.place->source);
    }
    for (const CheckResult& check : result.checks) {
        text += check.passed ? "" : check_text(check);
    }
    append_line(text, result.explanation);
    append_line(text, repeat);
    return text;
}

}  // namespace mariner::grader
