#include "emulator/app/cmd_grade_show.hpp"

#include <sys/stat.h>

#include <algorithm>
#include <cerrno>
#include <cstdio>
#include <cstring>

#include "emulator/app/commands.hpp"
#include "emulator/app/load_program.hpp"
#include "emulator/grader/report_csv.hpp"
#include "emulator/grader/report_gradescope.hpp"
#include "emulator/grader/report_html.hpp"
#include "emulator/grader/report_json.hpp"
#include "emulator/grader/report_junit.hpp"
#include "emulator/support/text.hpp"
#include "emulator/support/visible.hpp"

namespace mariner::app {

namespace {

using grader::CaseResult;
using grader::CheckResult;
using grader::DiffLine;
using grader::points_text;
using grader::SubmissionResult;
using grader::Verdict;

constexpr size_t widest_id = 32;
constexpr size_t most_listed = 20;

/// A submission's text for a terminal: nothing that moves the cursor or changes colours.
std::string harmless(std::string_view text) {
    return visible_text(text);
}

std::string indented(std::string_view text) {
    std::string out;
    while (!text.empty()) {
        const size_t end = std::min(text.find('\n'), text.size());
        out += "    " + harmless(text.substr(0, end)) + "\n";
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    return out;
}

/// One letter per case.
char sign_of(Verdict verdict) {
    constexpr std::string_view signs = ".FCLAMD";
    return signs[static_cast<size_t>(verdict)];
}

void print(const std::string& text) {
    std::fputs(text.c_str(), stdout);
}

struct CaseTotal {
    size_t passed = 0;
    size_t other = 0;
};

void print_row(const SubmissionResult& submission, const grader::GradingInfo& info, size_t width) {
    std::string signs;
    for (const CaseResult& result : submission.cases) {
        signs += sign_of(result.verdict);
    }
    const std::string points = points_text(submission.points) + " / " + points_text(info.worth);
    const size_t fill = points.size() < 15 ? 15 - points.size() : 0;
    print(pad_right(submission.id.substr(0, widest_id), width) + std::string(fill, ' ') + points + "  " + signs + "\n");
}

void print_totals(const grader::GradingInfo& info, const std::vector<CaseTotal>& totals) {
    print("\n  passed  case\n");
    for (size_t i = 0; i < totals.size(); ++i) {
        const std::string count =
            std::to_string(totals[i].passed) + "/" + std::to_string(totals[i].passed + totals[i].other);
        const size_t fill = count.size() < 8 ? 8 - count.size() : 0;
        print(std::string(fill, ' ') + count + "  " + harmless(info.cases[i].name) + "\n");
    }
}

std::string diff_text(const std::vector<DiffLine>& diff) {
    std::string out;
    for (const DiffLine& line : diff) {
        constexpr std::string_view marks = " -+";
        out += line.kind == DiffLine::Kind::gap
                   ? "    ... " + harmless(line.text)
                   : std::string("    ") + marks[static_cast<size_t>(line.kind)] + " " + harmless(line.text);
        out += '\n';
    }
    return out;
}

std::string board_text(const grader::BoardResult& board) {
    constexpr std::string_view marks = ".12?";
    std::string out = "    expected        program\n";
    for (size_t row = 6; row-- > 0;) {
        out += "    ";
        for (const auto* cells : {&board.expected, &board.actual}) {
            for (size_t column = 0; column < 7; ++column) {
                out += marks[(*cells)[7 * row + column] & 3U];
            }
            out += cells == &board.expected ? "         " : "\n";
        }
    }
    return out;
}

void print_check(const CheckResult& check) {
    print(std::string(check.passed ? "  ok    " : "  WRONG ") + harmless(check.what) +
          (check.passed ? "" : ": " + harmless(check.message)) + "\n");
    if (!check.passed) {
        print(diff_text(check.diff));
    }
}

void print_case(const CaseResult& result) {
    print("\n" + harmless(result.name) + " [" + result.id + "]: " + std::string(name_of(result.verdict)) + ", " +
          points_text(result.points) + " of " + points_text(result.worth) + " points\n");
    if (!result.reason.empty()) {
        print("  " + harmless(result.reason) + "\n");
    }
    for (const CheckResult& check : result.checks) {
        print_check(check);
    }
    if (result.board && result.board->differs) {
        print(board_text(*result.board));
    }
    print(indented(result.explanation));
    if (result.verdict != Verdict::passed && !result.output.empty()) {
        print("  output:\n" + indented(result.output));
    }
    if (!result.repeat.empty()) {
        print("  again:  " + harmless(result.repeat) + "\n");
    }
}

bool write_text(const std::string& path, const Result<std::string>& text) {
    if (path.empty()) {
        return true;
    }
    if (!text) {
        print_error("grade", text.error().message);
        return false;
    }
    return write_output(path, *text);
}

bool write_gradescope(grader::ResultSource& results, const std::string& path) {
    const bool is_folder = results.size() != 1;
    if (path.empty() || (is_folder && !make_folder(path))) {
        return path.empty();
    }
    for (size_t i = 0; i < results.size(); ++i) {
        const Result<SubmissionResult> submission = results.submission(i);
        const std::string file = is_folder && submission ? path + "/" + submission->id + ".json" : path;
        if (!write_text(file, submission ? Result<std::string>(gradescope_json(results.info(), *submission))
                                         : Result<std::string>(submission.error()))) {
            return false;
        }
    }
    return true;
}

/// class.html and a page per student; the instructor's, with hidden cases, in a folder of its own.
bool write_pages(grader::ResultSource& results, const std::string& folder) {
    const std::string students = folder + "/students";
    const std::string instructor = folder + "/instructor";
    if (!make_folder(students) || !make_folder(instructor) ||
        !write_text(folder + "/class.html", class_html(results, "instructor/"))) {
        return false;
    }
    for (size_t i = 0; i < results.size(); ++i) {
        const Result<SubmissionResult> submission = results.submission(i);
        if (!submission) {
            print_error("grade", submission.error().message);
            return false;
        }
        const std::string name = page_name(*submission);
        const auto page = [&](grader::Reader reader) {
            return Result<std::string>(student_html(results.info(), *submission, reader));
        };
        if (!write_text(students + "/" + name, page(grader::Reader::student)) ||
            !write_text(instructor + "/" + name, page(grader::Reader::instructor))) {
            return false;
        }
    }
    return true;
}

}  // namespace

bool make_folder(const std::string& path) {
    if (path.empty() || ::mkdir(path.c_str(), 0777) == 0 || errno == EEXIST) {
        return true;
    }
    print_error("grade", "cannot make the folder " + path + ": " + std::strerror(errno));
    return false;
}

Result<void> print_grades(grader::ResultSource& results) {
    size_t width = 10;
    std::vector<CaseTotal> totals(results.info().cases.size());
    grader::Points sum = 0;
    for (const bool is_second : {false, true}) {
        for (size_t i = 0; i < results.size(); ++i) {
            const Result<SubmissionResult> submission = results.submission(i);
            if (!submission) {
                return submission.error();
            }
            if (!is_second) {
                width = std::max(width, std::min(submission->id.size(), widest_id) + 1);
                continue;
            }
            print_row(*submission, results.info(), width);
            sum += submission->points;
            for (size_t k = 0; k < std::min(totals.size(), submission->cases.size()); ++k) {
                ++(submission->cases[k].verdict == Verdict::passed ? totals[k].passed : totals[k].other);
            }
        }
    }
    print("\n. passed  F failed  C crashed  L limit reached  A does not assemble  M missing  D worker died\n");
    print_totals(results.info(), totals);
    if (results.size() > 0) {
        print("\n" + std::to_string(results.size()) + " submissions, " +
              points_text(grader::mean_of(sum, results.size())) + " of " + points_text(results.info().worth) +
              " points on average\n");
    }
    return {};
}

void print_in_full(const SubmissionResult& submission) {
    print(submission.id + " (" + harmless(submission.student) + ")\n");
    for (const std::string& note : submission.notes) {
        print("  note: " + harmless(note) + "\n");
    }
    print(indented(submission.diagnostics));
    for (const CaseResult& result : submission.assembled ? submission.cases : std::vector<CaseResult>{}) {
        print_case(result);
    }
    for (const grader::DeductionResult& deduction : submission.deductions) {
        const std::string place =
            deduction.place ? deduction.place->file + ":" + std::to_string(deduction.place->line) + ": " : "";
        print("\n-" + points_text(deduction.points) + " " + harmless(deduction.name) + ": " +
              harmless(place + deduction.reason) + "\n");
    }
    print("\n" + points_text(submission.points) + " points\n");
}

bool write_grade_files(grader::ResultSource& results, const GradeFiles& files) {
    if (!files.folder.empty()) {
        const bool written = write_text(files.folder + "/results.json", results_json(results)) &&
                             write_text(files.folder + "/results.csv", results_csv(results)) &&
                             write_text(files.folder + "/junit.xml", junit_xml(results)) &&
                             write_pages(results, files.folder);
        if (!written) {
            return false;
        }
    }
    return (files.json.empty() || write_text(files.json, results_json(results))) &&
           (files.csv.empty() || write_text(files.csv, results_csv(results))) &&
           (files.junit.empty() || write_text(files.junit, junit_xml(results))) &&
           write_gradescope(results, files.gradescope);
}

void print_self_test(const grader::Rubric& rubric, const grader::SelfTestReport& report) {
    const size_t tried = report.outcomes.size();
    if (!report.reference_passes()) {
        print("The solution itself does not pass:\n");
        for (const CaseResult& result : report.reference.cases) {
            if (result.verdict != Verdict::passed) {
                print("  " + harmless(result.name) + ": " + harmless(result.reason) + "\n");
            }
        }
        print("\n");
    }
    print("of " + std::to_string(tried) + " wrong versions, each case catches\n");
    for (size_t i = 0; i < rubric.cases.size(); ++i) {
        const std::string count = std::to_string(report.catches[i]);
        print(std::string(count.size() < 8 ? 8 - count.size() : 0, ' ') + count + "  " +
              harmless(rubric.cases[i].info.name) + (report.catches[i] == 0 ? "   <- catches nothing" : "") + "\n");
    }
    size_t survivors = 0;
    for (const auto& outcome : report.outcomes) {
        if (!outcome.caught_by.empty()) {
            continue;
        }
        if (survivors == 0) {
            print("\npassed every case, though wrong (or only wrong where it doesn't matter):\n");
        }
        if (++survivors <= most_listed) {
            print("  " + outcome.name + ": " + harmless(outcome.fault) + "\n");
        }
    }
    print("\n" + std::to_string(tried - survivors) + " of " + std::to_string(tried) + " wrong versions are caught; " +
          std::to_string(report.not_assembled.size()) + " more did not assemble\n");
}

}  // namespace mariner::app
