// `mariner grade once`: grades one student's files as a system's autograder, and leaves a result whatever happens. A
// result is in its place before grading begins, and a better one after each case, so that a system that ends us for
// time or memory finds what there is.

#include "emulator/app/cmd_grade_once.hpp"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <string>
#include <utility>

#include "emulator/app/commands.hpp"
#include "emulator/app/grade_rubric.hpp"
#include "emulator/app/grade_runner.hpp"
#include "emulator/app/load_program.hpp"
#include "emulator/app/run_options.hpp"
#include "emulator/grader/autograder.hpp"
#include "emulator/grader/submissions.hpp"
#include "emulator/grader/workers.hpp"
#include "emulator/platform/paths.hpp"
#include "emulator/platform/process.hpp"
#include "emulator/support/calendar_time.hpp"
#include "emulator/support/file.hpp"

namespace mariner::app {

namespace {

constexpr const char* out_of_time = "the time for all cases together was over before this one ended";
constexpr const char* broken = "The autograder is broken, by no fault of yours: please tell your teacher.";

struct OnceOptions {
    std::string system;
    std::string rubric;
    std::string hand_in;
    std::string result;  // empty: standard output
    std::string metadata;
    unsigned seconds = 0;
    bool has_leaderboard = false;
    bool no_sandbox = false;
};

class OnceCommand {
public:
    OnceCommand(const OnceOptions& options, grader::Autograder system) : m_options(options), m_system(system) {
        m_facts = {options.has_leaderboard,
                   platform::environment("CLASSROOM"),
                   platform::environment("ASSIGNMENT"),
                   platform::environment("SUBMISSION_TAG"),
                   platform::environment("COMMIT_URL"),
                   platform::environment("RELEASE_URL")};
    }

    int execute() {
        if (!put_early(autograder_failure(m_system, "Grading began and was ended: out of time or memory.", m_facts))) {
            return exit_code::cannot_write;
        }
        const Result<void> graded = grade();
        if (!graded) {
            print_error("grade", graded.error().message);
        }
        const std::string last =
            graded ? autograder_result(m_system, m_rubric.grading_info(MARINER_VERSION, grader::Lms::folder), m_result,
                                       m_facts)
                   : autograder_failure(m_system, broken, m_facts);
        return put(last) ? exit_code::success : exit_code::cannot_write;
    }

private:
    Result<void> grade() {
        int code = exit_code::success;
        std::optional<grader::Rubric> rubric = load_rubric_file(m_options.rubric, code);
        if (!rubric) {
            return Error{"the rubric can't be used"};
        }
        m_rubric = std::move(*rubric);
        grader::SubmissionTimes times;
        if (!m_options.metadata.empty()) {
            const Result<std::string> json = read_file(m_options.metadata);
            times = json ? grader::read_submission_times(*json) : times;
        }
        if (const std::optional<CalendarTime> due = parse_calendar_time(times.due)) {
            m_rubric.late.due = due;  // the system's, with whatever extension it knows
        }
        Result<grader::Standing> standing = load_standing(m_options.rubric, m_rubric, grader::Lms::folder);
        if (!standing) {
            return standing.error();
        }
        Result<grader::Submission> submission = handed_in();
        if (!submission) {
            return submission.error();
        }
        submission->student = submission->id = "hand-in";  // the folder's name is the system's
        submission->submitted = times.submitted;
        const std::optional<CalendarTime> time = parse_calendar_time(times.submitted);
        submission->late = time && m_rubric.late.due ? is_after(*time, *m_rubric.late.due) : std::nullopt;
        return run_cases(*submission, *standing);
    }

    /// A link may lead to the rubric, and nothing but a file or a folder is anybody's program.
    Result<grader::Submission> handed_in() {
        std::error_code none;
        const std::filesystem::file_type kind = std::filesystem::symlink_status(m_options.hand_in, none).type();
        if (kind != std::filesystem::file_type::regular && kind != std::filesystem::file_type::directory) {
            return grader::Submission{};
        }
        grader::SubmissionRules rules = m_rubric.submission_rules();
        rules.is_one = true;
        Result<grader::Submissions> submissions = grader::Submissions::open(m_options.hand_in, std::move(rules));
        return submissions ? submissions->load(0) : submissions.error();
    }

    Result<void> run_cases(const grader::Submission& submission, grader::Standing& standing) {
        m_result = grader::begin_result(submission);
        m_findings.clear();
        bool is_next = true;
        const grader::NextSubmission next = [&]() {
            return std::exchange(is_next, false) ? std::optional(submission) : std::nullopt;
        };
        bool is_whole = false;
        const grader::TakeResult take = [&](grader::SubmissionResult result) {
            m_result = std::move(result);
            is_whole = true;
            return Result<void>();
        };
        const grader::CaseProgress progress = [&](const grader::SubmissionResult& so_far,
                                                  const grader::CaseFindings& findings) {
            m_result = so_far;
            m_findings = findings;
            static_cast<void>(put_early(so_far_text(standing)));
        };
        grader::WorkerOptions workers;
        workers.sandboxed = !m_options.no_sandbox;
        workers.seconds = m_options.seconds;
        run_in_fresh_processes(workers);
        Result<void> graded = grader::grade_in_workers(m_rubric, workers, next, take, progress);
        if (graded && !is_whole) {
            complete();
        }
        standing.settle(m_result);
        return graded;
    }

    /// As if time were over now.
    std::string so_far_text(const grader::Standing& standing) {
        grader::SubmissionResult kept = m_result;
        complete();
        standing.settle(m_result);
        std::swap(kept, m_result);
        return autograder_result(m_system, m_rubric.grading_info(MARINER_VERSION, grader::Lms::folder), kept, m_facts);
    }
    /// Cases that haven't come to an end cost their points and say why.
    void complete() {
        for (size_t i = m_result.cases.size(); i < m_rubric.cases.size(); ++i) {
            grader::CaseResult one = empty_case_result(m_rubric, m_rubric.cases[i], m_result.id);
            one.verdict = grader::Verdict::limit;
            one.reason = out_of_time;
            m_result.cases.push_back(std::move(one));
        }
        grader::CaseFindings findings = m_findings;
        findings.resize(m_rubric.cases.size());
        grader::settle(m_result, m_rubric, findings, false);
    }

    /// A system that reads standard output gets one result, in the end.
    bool put_early(const std::string& text) { return m_options.result.empty() || put(text); }
    bool put(const std::string& text) {
        if (m_options.result.empty()) {
            std::fwrite(text.data(), 1, text.size(), stdout);
            return std::fflush(stdout) == 0;
        }
        // Not brought to the disk each time: what matters is that the file is whole whenever somebody looks.
        const std::string aside = m_options.result + ".new";
        const Result<void> written = write_file(aside, text);
        const bool is_there = written && std::rename(aside.c_str(), m_options.result.c_str()) == 0;
        if (!is_there) {
            print_error("grade", written ? "cannot write " + m_options.result : written.error().message);
        }
        return is_there;
    }

    const OnceOptions& m_options;
    grader::Autograder m_system;
    grader::AutograderFacts m_facts;
    grader::Rubric m_rubric;
    grader::SubmissionResult m_result;
    grader::CaseFindings m_findings;
};

}  // namespace

int cmd_grade_once(int argc, char** argv) {
    CLI::App app("Grades one student's files inside an autograder; the packages of mariner grade package call it.",
                 "mariner grade once");
    OnceOptions options;
    app.add_option("SYSTEM", options.system,
                   "gradescope, prairielearn, autolab, classroom50, submitty, codegrade or inginious")
        ->required();
    app.add_option("RUBRIC", options.rubric, "the rubric")->required();
    app.add_option("HAND-IN", options.hand_in, "a folder of the student's files, or one file")->required();
    app.add_option("--result", options.result, "where the system looks for the result; standard output unless told");
    app.add_option("--metadata", options.metadata, "the system's JSON that says when it was handed in and due");
    app.add_option("--seconds", options.seconds, "of the clock for all cases together")->check(CLI::Range(1, 86400));
    app.add_flag("--leaderboard", options.has_leaderboard, "points and instructions for Gradescope's leaderboard");
    app.add_flag("--no-sandbox", options.no_sandbox, "grade even where workers can't be locked in");
    if (const std::optional<int> code = parse_command_line(app, "grade", argc, argv)) {
        return *code;
    }
    const std::optional<grader::Autograder> system = grader::find_autograder(options.system);
    if (!system) {
        return fail_with(exit_code::usage, "grade", "there is no autograder " + options.system);
    }
    return OnceCommand(options, *system).execute();
}

}  // namespace mariner::app
