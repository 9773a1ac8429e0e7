#include "emulator/app/cmd_grade_show.hpp"

#include <algorithm>
#include <array>
#include <cstdio>
#include <functional>
#include <vector>

#include "emulator/app/commands.hpp"
#include "emulator/app/load_program.hpp"
#include "emulator/grader/report_files.hpp"
#include "emulator/grader/report_text.hpp"
#include "emulator/grader/reports.hpp"
#include "emulator/support/columns.hpp"
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

constexpr size_t widest_id = 32;  // columns
constexpr size_t most_listed = 20;

std::string indented(std::string_view text) {
    std::string out;
    for (const std::string_view line : lines_of(text)) {
        out += "    " + visible_text(line) + "\n";
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

/// As much of it as a table has room for.
std::string shown_id(const SubmissionResult& submission) {
    return fit_columns(submission.id, widest_id);
}

void print_row(const SubmissionResult& submission, const grader::GradingInfo& info, size_t width) {
    std::string signs;
    for (const CaseResult& result : submission.cases) {
        signs += sign_of(result.verdict);
    }
    const std::string points = pad_left(points_text(submission.points) + " / " + points_text(info.worth), 15);
    const std::string id = shown_id(submission);
    print(id + std::string(width - std::min(width, columns_of(id)), ' ') + points + "  " + signs + "\n");
}

void print_totals(const grader::GradingInfo& info, const std::vector<size_t>& passed, size_t all) {
    print("\n  passed  case\n");
    for (size_t i = 0; i < passed.size(); ++i) {
        const std::string count = std::to_string(passed[i]) + "/" + std::to_string(all);
        print(pad_left(count, 8) + "  " + visible_line(info.cases[i].name) + "\n");
    }
}

std::string diff_text(const std::vector<DiffLine>& diff) {
    std::string out;
    for (const DiffLine& line : diff) {
        static constexpr std::array<std::string_view, 4> marks = {"  ", "- ", "+ ", "... "};
        out += "    " + std::string(marks.at(static_cast<size_t>(line.kind))) + visible_text(line.text) + "\n";
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
    print(std::string(check.passed ? "  ok    " : "  WRONG ") + visible_line(check.what) +
          (check.passed ? "" : ": " + visible_line(check.message)) + "\n");
    if (!check.passed) {
        print(diff_text(check.diff));
    }
}

void print_case(const CaseResult& result) {
    print("\n" + visible_line(result.name) + " [" + result.id + "]: " + std::string(name_of(result.verdict)) + ", " +
          points_text(result.points) + " of " + points_text(result.worth) + " points\n");
    if (!result.reason.empty()) {
        print("  " + visible_text(result.reason) + "\n");  // a hint may have several lines
    }
    for (const CheckResult& check : result.checks) {
        print_check(check);
    }
    if (result.board && result.board->differs) {
        print(board_text(*result.board));
    }
    print(indented(result.explanation));
    if (result.shorter) {
        print("  less to type, and wrong all the same:\n" + indented(result.shorter->input) +
              "  the solution prints:\n" + indented(result.shorter->expected) + "  this program prints:\n" +
              indented(result.shorter->actual));
    }
    if (result.verdict != Verdict::passed && !result.output.empty()) {
        print("  output:\n" + indented(result.output));
    }
    if (!result.repeat.empty()) {
        print("  again:  " + visible_line(result.repeat) + "\n");
    }
}

/// Everything that a grading writes; standard output last, since it can't be taken back.
class GradeWriter {
public:
    GradeWriter(grader::ResultSource& results, const GradeFiles& files) : m_results(results), m_files(files) {}

    Result<void> write(const std::set<std::string>& former) {
        m_gone = former;
        Result<void> done = prepare(m_files.folder);
        done = done ? put_tables() : done;
        done = done ? put_each() : done;
        done = done ? m_writer.commit() : done;
        if (done) {
            std::ranges::for_each(m_gone, [&](const std::string& id) { remove_pages(id); });
            print(m_printed);
        }
        return done;
    }

private:
    static Result<void> prepare(const std::string& folder) {
        if (folder.empty()) {
            return {};
        }
        for (const char* const inner : {"", "/students", "/instructor"}) {
            if (Result<void> made = grader::make_folder(folder + inner); !made) {
                return made;
            }
            grader::sweep(folder + inner);
        }
        return {};
    }

    Result<void> put(const std::string& path, const Result<std::string>& text) {
        if (!text) {
            return text.error();
        }
        if (path == "-") {
            m_printed += *text;
            return {};
        }
        return m_writer.put(path, *text);
    }

    Result<void> stream_to(const std::string& path, const std::function<grader::ReportStream>& stream) {
        if (path == "-") {
            return put(path, grader::whole_report(stream, m_results));
        }
        constexpr size_t enough = size_t{256} << 10;  // each write reaches the disk
        std::string waiting;
        Result<void> done = m_writer.put(path, "");
        done = done ? stream(m_results,
                             [&](std::string_view text) {
                                 waiting += text;
                                 return waiting.size() < enough ? Result<void>()
                                                                : m_writer.append(std::exchange(waiting, {}));
                             })
                    : done;
        return done ? m_writer.append(waiting) : done;
    }

    Result<void> put_tables() {
        struct TableRow {
            std::string path;
            grader::ReportStream* stream;
        };
        const auto inside = [&](const char* name) { return m_files.folder.empty() ? "" : m_files.folder + name; };
        const std::array<TableRow, 6> rows = {{{m_files.json, &grader::stream_json},
                                               {m_files.csv, &grader::stream_csv},
                                               {m_files.junit, &grader::stream_junit},
                                               {inside("/results.json"), &grader::stream_json},
                                               {inside("/results.csv"), &grader::stream_csv},
                                               {inside("/junit.xml"), &grader::stream_junit}}};
        const auto page = [&](grader::ResultSource& results, const grader::ReportSink& sink) {
            return stream_class_html(results, sink, "instructor/", m_files.look_alikes);
        };
        Result<void> done = m_files.folder.empty() ? Result<void>() : stream_to(m_files.folder + "/class.html", page);
        for (const TableRow& row : rows) {
            done = done && !row.path.empty() ? stream_to(row.path, *row.stream) : done;
        }
        return done;
    }

    /// What has a file for each submission: two pages, the instructor's with all cases, and Gradescope's.
    Result<void> put_each() {
        const bool is_class = m_results.size() != 1;
        Result<void> done;
        if (!m_files.gradescope.empty() && is_class) {
            done = grader::make_folder(m_files.gradescope);
        }
        for (size_t i = 0; i < m_results.size() && done; ++i) {
            const Result<SubmissionResult> submission = m_results.submission(i);
            if (!submission) {
                return submission.error();
            }
            if (!m_files.gradescope.empty()) {
                done = put(m_files.gradescope + (is_class ? "/" + submission->id + ".json" : ""),
                           gradescope_json(m_results.info(), *submission));
            }
            done = done && !m_files.folder.empty() ? put_pages(*submission) : done;
            m_gone.erase(submission->id);
        }
        return done;
    }
    Result<void> put_pages(const SubmissionResult& submission) {
        const std::string name = page_name(submission);
        using grader::Reader;
        Result<void> done =
            put(m_files.folder + "/students/" + name, student_html(m_results.info(), submission, Reader::student));
        return !done ? done
                     : put(m_files.folder + "/instructor/" + name,
                           student_html(m_results.info(), submission, Reader::instructor));
    }
    /// Whose page would else be handed out though they have left.
    void remove_pages(const std::string& id) {
        if (!m_files.folder.empty()) {
            for (const char* const inner : {"/students/", "/instructor/"}) {
                std::remove((m_files.folder + inner + id + ".html").c_str());
            }
        }
    }

    grader::ResultSource& m_results;
    const GradeFiles& m_files;
    grader::ReportFiles m_writer;
    std::string m_printed;
    std::set<std::string> m_gone;  // who have had pages and have none now
};

}  // namespace

Result<void> print_grades(grader::ResultSource& results) {
    size_t width = 10;
    std::vector<size_t> passed(results.info().cases.size());
    grader::Points sum = 0;
    Result<void> read = results.for_each(
        [&](const SubmissionResult& submission) { width = std::max(width, columns_of(shown_id(submission)) + 1); });
    if (read) {
        read = results.for_each([&](const SubmissionResult& submission) {
            print_row(submission, results.info(), width);
            sum += submission.points;
            for (size_t i = 0; i < std::min(passed.size(), submission.cases.size()); ++i) {
                passed[i] += submission.cases[i].verdict == Verdict::passed ? 1U : 0U;
            }
        });
    }
    if (!read) {
        return read;
    }
    print("\n. passed  F failed  C crashed  L limit reached  A does not assemble  M missing  D worker died\n");
    print_totals(results.info(), passed, results.size());
    if (results.size() > 0) {
        print("\n" + std::to_string(results.size()) + " submissions, " +
              points_text(grader::mean_of(sum, results.size())) + " of " + points_text(results.info().worth) +
              " points on average\n");
    }
    return {};
}

void print_in_full(const SubmissionResult& submission) {
    print(submission.id + " (" + visible_line(submission.student) + ")\n");
    for (const std::string& note : submission.notes) {
        print("  note: " + visible_line(note) + "\n");
    }
    print(indented(submission.diagnostics));
    for (const CaseResult& result : submission.assembled ? submission.cases : std::vector<CaseResult>{}) {
        print_case(result);
    }
    for (const grader::DeductionResult& deduction : submission.deductions) {
        const std::string place =
            deduction.place ? deduction.place->file + ":" + std::to_string(deduction.place->line) + ": " : "";
        print("\n-" + points_text(deduction.points) + " " + visible_line(deduction.name) + ": " +
              visible_line(place + deduction.reason) + "\n");
    }
    const std::string story = grader::points_story(submission);
    print((story.empty() ? "" : "\n" + indented(story)) + "\n" + points_text(submission.points) + " points\n");
}

bool write_grade_files(grader::ResultSource& results, const GradeFiles& files, const std::set<std::string>& former) {
    const Result<void> written = GradeWriter(results, files).write(former);
    if (!written) {
        print_error("grade", written.error().message);
    }
    return written.has_value();
}

bool all_is_printed() {
    const bool is_printed = std::fflush(stdout) == 0 && std::ferror(stdout) == 0;
    if (!is_printed) {
        print_error("grade", "standard output can't be written");
    }
    return is_printed;
}

void print_self_test(const grader::Rubric& rubric, const grader::SelfTestReport& report) {
    const size_t tried = report.outcomes.size();
    if (!report.reference.has_passed()) {
        print("The solution itself does not pass:\n");
        for (const CaseResult& result : report.reference.cases) {
            if (result.verdict != Verdict::passed) {
                print("  " + visible_line(result.name) + ": " + visible_line(result.reason) + "\n");
            }
        }
        print("\n");
    }
    print("of " + std::to_string(tried) + " wrong versions, each case catches\n");
    for (size_t i = 0; i < rubric.cases.size(); ++i) {
        print(pad_left(std::to_string(report.catches[i]), 8) + "  " + visible_line(rubric.cases[i].info.name) +
              (report.catches[i] == 0 ? "   <- catches nothing" : "") + "\n");
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
            print("  " + outcome.name + ": " + visible_line(outcome.fault) + "\n");
        }
    }
    print("\n" + std::to_string(tried - survivors) + " of " + std::to_string(tried) + " wrong versions are caught; " +
          std::to_string(report.not_assembled.size()) + " more did not assemble\n");
}

}  // namespace mariner::app
