// `mariner grade`: a rubric over every submission of a class, in locked-in processes; `mariner grade merge` puts the
// parts together that several machines have graded; `mariner grade fill` puts points into a gradebook's file.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <charconv>
#include <chrono>
#include <cstdio>
#include <memory>
#include <thread>

#include "emulator/app/cmd_grade_changes.hpp"
#include "emulator/app/cmd_grade_fill.hpp"
#include "emulator/app/cmd_grade_init.hpp"
#include "emulator/app/cmd_grade_once.hpp"
#include "emulator/app/cmd_grade_package.hpp"
#include "emulator/app/cmd_grade_publish.hpp"
#include "emulator/app/cmd_grade_show.hpp"
#include "emulator/app/commands.hpp"
#include "emulator/app/grade_feedback.hpp"
#include "emulator/app/grade_rubric.hpp"
#include "emulator/app/grade_runner.hpp"
#include "emulator/app/grade_shards.hpp"
#include "emulator/app/interrupts.hpp"
#include "emulator/app/load_program.hpp"
#include "emulator/app/look_alikes.hpp"
#include "emulator/app/progress_bar.hpp"
#include "emulator/app/run_options.hpp"
#include "emulator/grader/folder_lock.hpp"
#include "emulator/grader/journal.hpp"
#include "emulator/grader/kept_cases.hpp"
#include "emulator/grader/merge.hpp"
#include "emulator/grader/report_files.hpp"
#include "emulator/grader/standing.hpp"
#include "emulator/grader/submissions.hpp"
#include "emulator/grader/workers.hpp"
#include "emulator/platform/paths.hpp"
#include "emulator/similar/graph.hpp"
#include "emulator/support/file.hpp"
#include "emulator/support/text.hpp"
#include "emulator/support/visible.hpp"

namespace mariner::app {

namespace {

/// ", 4,210 cases and about 2 min left"; no time in the first seconds, which say little of the rest.
std::string time_left(u64 done, u64 total, std::chrono::steady_clock::time_point begun) {
    constexpr u64 first_seconds = 2;
    const auto passed = std::chrono::duration_cast<std::chrono::milliseconds>(std::chrono::steady_clock::now() - begun);
    const u64 spent = static_cast<u64>(passed.count());
    const u64 seconds = done == 0 ? 0 : spent * (total - std::min(done, total)) / done / 1000;
    const std::string time = seconds < 120 ? std::to_string(seconds + 1) + " s" : std::to_string(seconds / 60) + " min";
    return ", " + with_thousands(total - std::min(done, total)) + " cases" +
           (spent < first_seconds * 1000 ? "" : " and about " + time) + " left";
}

constexpr int not_everything_passed = 1;  // exit code with --strict, and of a self-test that finds something

struct GradeOptions {
    std::string rubric;
    std::string submissions;
    GradeFiles files;
    std::string shard;
    std::string student;
    std::string only_case;
    std::string roster;
    unsigned jobs = 0;
    bool resume = false;
    bool self_test = false;
    bool strict = false;
    bool quiet = false;
    bool no_sandbox = false;
    bool reveal = false;
    bool is_one = false;
    bool visible_only = false;
    bool alike = false;
    ClassesBeside beside;
    Shard part;
};

constexpr const char* grade_examples =
    "\nexamples:\n"
    "  mariner grade rubric.toml submissions/          a table of a whole class\n"
    "  mariner grade rubric.toml class.zip --out graded\n"
    "                                                  pages, JSON, CSV and JUnit in graded/; results are kept\n"
    "                                                  as they come, and --resume goes on from there\n"
    "  mariner grade rubric.toml submissions/ --student ada --case draw\n"
    "                                                  one case of one student, in full\n"
    "  mariner grade rubric.toml --self-test           does the rubric catch wrong programs?\n"
    "  mariner grade rubric.toml class.zip --out part3 --shard 3/8\n"
    "  mariner grade merge --out graded part1 part2 ...  what several machines have graded\n"
    "  mariner grade fill export.csv --results graded --column \"Homework 2\" --out filled.csv\n"
    "                                                  points into the gradebook's own file\n"
    "  mariner grade publish rubric.toml --out for-students\n"
    "                                                  the rubric without its hidden cases\n"
    "  mariner grade init solution.asm                 a first rubric from a right solution\n"
    "  mariner grade mutate rubric.toml solution.asm   faults that no case notices\n"
    "  mariner grade changes graded again              whose points a mended rubric changes, and why\n"
    "  mariner grade package gradescope rubric.toml    an autograder as one file to upload\n"
    "\nexit codes: 0 graded, 1 something did not pass (--strict, --self-test), 2 wrong usage, 65 the rubric is wrong,\n"
    "66 a file can't be read, 73 a file can't be written, 130 interrupted\n";

void add_file_options(CLI::App& app, GradeFiles& files) {
    app.add_option("--out", files.folder, "folder for pages, results.json, results.csv, junit.xml and the journal");
    app.add_option("--json", files.json, "all results as JSON to this file (- for standard output)");
    app.add_option("--junit", files.junit, "JUnit XML to this file");
    app.add_option("--csv", files.csv, "a table for spreadsheets to this file");
    app.add_option("--gradescope", files.gradescope,
                   "Gradescope's results.json to this file; with several submissions a file each, in this folder");
}

void add_options(CLI::App& app, GradeOptions& options) {
    app.add_option("RUBRIC", options.rubric, "what to run and what to expect (docs/grading.md)")->required();
    app.add_option("SUBMISSIONS", options.submissions, "a folder, a ZIP, or one source file");
    add_file_options(app, options.files);
    app.add_option("--jobs,-j", options.jobs, "processes at a time, as many as there are cores unless told")
        ->check(CLI::Range(1, 1024));
    app.add_flag("--resume", options.resume, "with --out: keep the results of submissions that have not changed");
    app.add_option("--shard", options.shard, "grade only part I of N: for several machines");
    app.add_option("--student", options.student, "only this submission (by the name in the table)");
    app.add_option("--case", options.only_case, "only this case (by its id)");
    app.add_flag("--self-test", options.self_test, "try the rubric on its solution and on wrong versions of it");
    app.add_option("--roster", options.roster,
                   "a CSV with the columns lms_id,student: who hasn't handed in gets 0 points");
    app.add_option("--feedback", options.files.feedback,
                   "a ZIP of reports that Canvas or Moodle hands out, to this file");
    app.add_flag("--alike", options.alike, "with --out: who looks alike, on the class's page (mariner similar)");
    app.add_option("--template", options.beside.templates, "with --alike: what was handed out")
        ->allow_extra_args(false);
    app.add_option("--earlier", options.beside.earlier, "with --alike: submissions of an earlier term")
        ->allow_extra_args(false);
    app.add_option("--store", options.beside.stores, "with --alike: a store of earlier terms (mariner similar)")
        ->allow_extra_args(false);
    app.add_flag("--one", options.is_one, "all of SUBMISSIONS is one student's, as in an autograder");
    app.add_flag("--strict", options.strict, "exit with 1 unless everything passed");
    app.add_flag("--reveal", options.reveal, "hidden cases with their details, for your own eyes");
    app.add_flag("--quiet,-q", options.quiet, "no table");
    app.add_flag("--no-sandbox", options.no_sandbox, "grade even where workers can't be locked in");
    app.footer(grade_examples);
}

std::string wrong_option(GradeOptions& options) {
    if (!parse_shard(options.shard, options.part)) {
        return wrong_shard;
    }
    if (options.self_test != options.submissions.empty()) {
        return options.self_test ? "--self-test takes no submissions, only the rubric" : "SUBMISSIONS is missing";
    }
    if (options.alike && options.files.folder.empty()) {
        return "--alike goes with --out, whose page shows it";
    }
    if (!options.alike &&
        !(options.beside.templates.empty() && options.beside.earlier.empty() && options.beside.stores.empty())) {
        return "--template, --earlier and --store go with --alike";
    }
    if (options.resume && options.files.folder.empty()) {
        return "--resume goes with --out, where the results are kept";
    }
    if (options.resume && !(options.student.empty() && options.only_case.empty())) {
        return "--resume grades the whole class; leave out --student and --case";
    }
    return {};
}

/// Nothing, after saying why, if the rubric can't be used; `code` is then the exit code.
std::optional<grader::Rubric> load_rubric(const GradeOptions& options, int& code) {
    std::optional<grader::Rubric> rubric = load_rubric_file(options.rubric, code);
    if (!rubric) {
        return std::nullopt;
    }
    if (options.visible_only) {
        std::erase_if(rubric->cases,
                      [](const grader::Case& one) { return one.info.visibility != grader::Visibility::visible; });
    }
    rubric->hash += options.reveal ? "/reveal" : "";  // other results, which --resume must not mix with these
    if (!options.only_case.empty()) {
        std::erase_if(rubric->cases, [&](const grader::Case& one) { return one.info.id != options.only_case; });
        rubric->hash += "/" + options.only_case;  // its results are no whole ones, which --resume could keep
        if (rubric->cases.empty()) {
            code = fail_with(exit_code::usage, "grade", "the rubric has no case " + options.only_case);
            return std::nullopt;
        }
    }
    if (options.visible_only || !options.only_case.empty()) {  // no whole result: nothing that goes into a gradebook
        rubric->groups.clear();
        rubric->minimum = 0;
        rubric->adjustments.clear();
        const std::optional<CalendarTime> due = rubric->late.due;
        rubric->late = {};
        rubric->late.due = due;
    }
    if (options.is_one) {  // nobody in particular: tables about students have no row for them
        rubric->adjustments.clear();
        rubric->late.extensions.clear();
        rubric->late.slip_days_file.clear();
    }
    return rubric;
}

grader::WorkerOptions worker_options(const GradeOptions& options) {
    grader::WorkerOptions workers;
    workers.jobs = options.jobs != 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency());
    workers.sandboxed = !options.no_sandbox;
    workers.reveal = options.reveal;
    if (!options.visible_only) {
        run_in_fresh_processes(workers);
    }
    workers.stop = &stop_flag();
    return workers;
}

/// One grading, from the list of submissions to the last report.
class GradeCommand {
public:
    GradeCommand(const GradeOptions& options, const grader::Rubric& rubric, grader::Submissions submissions,
                 grader::Standing standing, std::unique_ptr<grader::Journal> journal)
        : m_options(options),
          m_rubric(rubric),
          m_submissions(std::move(submissions)),
          m_standing(std::move(standing)),
          m_journal(std::move(journal)) {}

    int execute() {
        choose();
        if (m_chosen.empty()) {
            return fail_with(exit_code::unreadable_file, "grade",
                             m_options.student.empty() ? "there is no submission in " + m_options.submissions
                                                       : "there is no submission " + m_options.student);
        }
        for (const std::string& note : m_submissions.notes()) {
            print_message("mariner: " + note + "\n");
        }
        for (const std::string& note : m_standing.notes()) {
            print_message("mariner: " + visible_line(note) + "\n");
        }
        catch_interrupts();
        const Result<void> graded = grade();
        if (m_unreadable) {
            return fail_with(exit_code::unreadable_file, "grade", m_unreadable->message);
        }
        if (!graded) {
            return fail_with(exit_code::cannot_write, "grade", graded.error().message);
        }
        if (stop_flag().load()) {
            const bool kept = !m_options.files.folder.empty();
            return fail_with(
                exit_code::interrupted, "grade",
                kept ? "interrupted; what is graded is kept, and --resume goes on from here" : "interrupted");
        }
        return report();
    }

private:
    void choose() {
        for (size_t i = 0; i < m_submissions.size(); ++i) {
            const bool is_mine = i % m_options.part.count == m_options.part.number - 1;
            const bool is_wanted = m_options.student.empty() || m_options.student == m_submissions.who(i).id ||
                                   m_options.student == m_submissions.who(i).student;
            if (is_mine && is_wanted) {
                m_chosen.push_back(i);
            }
        }
    }

    Result<void> grade() {
        ProgressBar bar("grading");
        const auto begun = std::chrono::steady_clock::now();
        const u64 cases = m_rubric.cases.size();
        for (const size_t index : m_chosen) {
            m_tries += m_submissions.tries(index);
        }
        u64 done = 0;
        size_t at = 0;
        size_t attempt = 0;
        const grader::NextSubmission next = [&]() -> std::optional<grader::Submission> {
            while (at < m_chosen.size()) {
                Result<grader::Submission> submission = m_submissions.load(m_chosen[at], attempt);
                if (!submission) {
                    m_unreadable = submission.error();
                    return std::nullopt;
                }
                const bool is_last = ++attempt == m_submissions.tries(m_chosen[at]);
                at += is_last ? 1U : 0U;
                attempt = is_last ? 0 : attempt;
                const grader::SubmissionResult handed_in = grader::begin_result(*submission);
                if (!m_journal->has(handed_in)) {
                    submission->kept = grader::kept_cases(m_journal->before(), m_rubric, handed_in, m_options.reveal);
                    m_kept_cases += static_cast<size_t>(std::count_if(submission->kept.begin(), submission->kept.end(),
                                                                      [](const auto& one) { return one.has_value(); }));
                    return std::move(*submission);
                }
                ++m_kept;
                done += cases;
            }
            return std::nullopt;
        };
        const grader::TakeResult take = [&](const grader::SubmissionResult& result) { return m_journal->add(result); };
        Result<void> graded = grader::grade_in_workers(
            m_rubric, worker_options(m_options), next, take, [&](const auto& /*so_far*/, const auto& /*findings*/) {
                ++done;
                bar.show(done, m_tries * cases, [&] { return time_left(done, m_tries * cases, begun); });
            });
        if (!graded || m_unreadable || stop_flag().load()) {
            return graded;
        }
        if (Result<void> opened = m_standing.open_slip_days(is_whole_class()); !opened) {
            return opened;
        }
        Result<grader::Roster> all = roster();
        return all ? m_journal->complete(std::move(*all)) : all.error();
    }
    /// Whose slip days are kept: what is tried out or one part of a class says nothing of the term.
    [[nodiscard]] bool is_whole_class() const {
        return !m_options.files.folder.empty() && m_options.shard.empty() && m_options.student.empty() &&
               m_options.only_case.empty() && !m_options.is_one;
    }
    /// Of each submission the attempt with the most points, the latest of equals.
    Result<std::string> best_attempt(size_t index) {
        const size_t tries = m_submissions.tries(index);
        size_t best = tries - 1;
        grader::Points most = -1;
        for (size_t i = 0; tries > 1 && i < tries; ++i) {
            Result<grader::SubmissionResult> result = m_journal->find(m_submissions.identity_of(index, i));
            if (!result) {
                return result.error();
            }
            m_standing.settle(*result);
            best = result->points >= most ? i : best;
            most = std::max(most, result->points);
        }
        return m_submissions.identity_of(index, best);
    }
    Result<grader::Roster> roster() {
        grader::Roster roster{static_cast<u32>(m_options.part.number), static_cast<u32>(m_options.part.count), {}};
        roster.identities.reserve(m_chosen.size());
        for (const size_t index : m_chosen) {
            Result<std::string> best = best_attempt(index);
            if (!best) {
                return best.error();
            }
            roster.identities.push_back(std::move(*best));
        }
        return roster;
    }

    int report() {
        grader::JournalResults judged(*m_journal, m_journal->roster()->identities);
        grader::SettledResults results(judged, m_standing);
        if (const Result<void> kept = is_whole_class() ? m_standing.put_slip_days(results) : Result<void>(); !kept) {
            return fail_with(exit_code::cannot_write, "grade", kept.error().message);
        }
        if (!write_grade_files(results, m_options.files, m_journal->former_ids())) {
            return exit_code::cannot_write;
        }
        if (const Result<void> written = put_feedback(results); !written) {
            return fail_with(exit_code::cannot_write, "grade", written.error().message);
        }
        if (const Result<void> printed = print_results(results); !printed) {
            return fail_with(exit_code::unreadable_file, "grade", printed.error().message);
        }
        if (m_kept > 0) {
            std::fprintf(stderr, "mariner: %zu of %zu submissions have not changed and were not run again\n", m_kept,
                         m_tries);
        }
        if (m_kept_cases > 0) {
            std::fprintf(
                stderr,
                "mariner: of %zu cases of all submissions %zu are as in the rubric before and were not run again\n",
                m_tries * m_rubric.cases.size(), m_kept_cases);
        }
        if (!all_is_printed()) {
            return exit_code::cannot_write;
        }
        return m_options.strict && !everything_passed(results) ? not_everything_passed : exit_code::success;
    }
    Result<void> put_feedback(grader::ResultSource& results) {
        return m_options.files.feedback.empty()
                   ? Result<void>()
                   : write_feedback(results, m_submissions, m_chosen, m_options.files.feedback);
    }
    Result<void> print_results(grader::ResultSource& results) {
        if (m_options.quiet || m_options.files.json == "-" || m_options.files.csv == "-" ||
            m_options.files.junit == "-") {
            return {};
        }
        if (m_options.student.empty() && results.size() > 1) {
            return print_grades(results);
        }
        const Result<grader::SubmissionResult> submission = results.submission(0);
        if (!submission) {
            return submission.error();
        }
        print_in_full(*submission);
        return {};
    }
    static bool everything_passed(grader::ResultSource& results) {
        bool all_passed = true;
        const Result<void> read = results.for_each(
            [&](const grader::SubmissionResult& submission) { all_passed = all_passed && submission.has_passed(); });
        return read && all_passed;
    }

    const GradeOptions& m_options;
    const grader::Rubric& m_rubric;
    grader::Submissions m_submissions;
    grader::Standing m_standing;
    std::unique_ptr<grader::Journal> m_journal;
    std::vector<size_t> m_chosen;
    std::optional<Error> m_unreadable;
    size_t m_tries = 0;  // attempts that are graded
    size_t m_kept = 0;
    size_t m_kept_cases = 0;  // of submissions that a mended rubric is run over again
};

int self_test(const GradeOptions& options, const grader::Rubric& rubric) {
    if (rubric.self_test.reference.empty()) {
        return fail_with(exit_code::wrong_source, "grade",
                         "the rubric names no solution: [self_test] and reference = \"solution.asm\"");
    }
    ProgressBar bar("testing");
    u64 done = 0;
    const u64 most = (rubric.self_test.mutants.size() + rubric.self_test.made_mutants + 1) * rubric.cases.size();
    const Result<grader::SelfTestReport> report =
        grader::run_self_test(rubric, files_beside(options.rubric), worker_options(options),
                              [&](const auto& /*so_far*/, const auto& /*findings*/) { bar.show(++done, most); });
    bar.clear();
    if (!report) {
        return fail_with(exit_code::unreadable_file, "grade", report.error().message);
    }
    print_self_test(rubric, *report);
    if (!all_is_printed()) {
        return exit_code::cannot_write;
    }
    const bool is_blunt = std::find(report->catches.begin(), report->catches.end(), size_t{0}) != report->catches.end();
    return report->reference.has_passed() && !is_blunt ? exit_code::success : not_everything_passed;
}

/// Who is on the list and hasn't handed in.
Result<void> add_absent(const std::string& roster, grader::Submissions& submissions) {
    if (roster.empty()) {
        return {};
    }
    const Result<std::string> text = read_file(roster);
    if (!text) {
        return text.error();
    }
    const Result<grader::ClassList> list = grader::read_class_list(*text);
    if (!list) {
        return Error{roster + ": " + list.error().message};
    }
    submissions.add_absent(*list);
    return {};
}

/// Who looks alike, drawn for the class's page.
Result<void> draw_look_alikes(GradeOptions& options) {
    if (!options.alike) {
        return {};
    }
    const Result<ComparedClass> compared = compare_class(options.submissions, options.beside, {});
    if (!compared) {
        return compared.error();
    }
    const std::string drawing = similar::graph_markup(compared->report());
    const std::string share = std::to_string(compared->options.threshold) + " % or more of its own steps in another";
    options.files.look_alikes = {
        std::string(similar::graph_style()),
        drawing.empty() ? "<p>No program has " + share + ".</p>\n"
                        : "<p>A line: one of the two has " + share +
                              "; <code>mariner similar --html</code> shows which. What it means is for people to "
                              "judge.</p>\n" +
                              drawing};
    return {};
}

int grade(GradeOptions& options) {
    int code = exit_code::success;
    const std::optional<grader::Rubric> rubric = load_rubric(options, code);
    if (!rubric) {
        return code;
    }
    if (options.self_test) {
        return self_test(options, *rubric);
    }
    grader::SubmissionRules rules = rubric->submission_rules();
    rules.is_one = options.is_one;
    Result<grader::Submissions> submissions = grader::Submissions::open(options.submissions, std::move(rules));
    const Result<void> listed = submissions ? add_absent(options.roster, *submissions) : submissions.error();
    if (!listed) {
        return fail_with(exit_code::unreadable_file, "grade", listed.error().message);
    }
    if (!options.files.feedback.empty() && !grader::takes_feedback(submissions->lms())) {
        return fail_with(exit_code::usage, "grade",
                         "--feedback is for downloads of Canvas and Moodle; this one looks like " +
                             std::string(grader::name_of(submissions->lms())));
    }
    if (const Result<void> drawn = draw_look_alikes(options); !drawn) {
        return fail_with(exit_code::unreadable_file, "grade", drawn.error().message);
    }
    Result<grader::Standing> standing = load_standing(options.rubric, *rubric, submissions->lms());
    if (!standing) {
        return fail_with(exit_code::unreadable_file, "grade", standing.error().message);
    }
    for (size_t i = 0; i < submissions->size(); ++i) {
        standing->meet(submissions->who(i));
    }
    const Result<std::optional<grader::FolderLock>> lock =
        own_folder(options.files.folder, shard_folder(options.shard, options.part));
    if (!lock) {
        return fail_with(exit_code::cannot_write, "grade", lock.error().message);
    }
    Result<std::unique_ptr<grader::Journal>> journal =
        grader::Journal::open(grader::journal_path(options.files.folder),
                              rubric->grading_info(MARINER_VERSION, submissions->lms()), options.resume);
    if (!journal) {
        return fail_with(exit_code::cannot_write, "grade", journal.error().message);
    }
    return GradeCommand(options, *rubric, std::move(*submissions), std::move(*standing), std::move(*journal)).execute();
}

/// `mariner grade WORD`.
struct OtherCommand {
    std::string_view name;
    int (*run)(int argc, char** argv);
};

struct MergeOptions {
    std::vector<std::string> parts;
    std::string rubric;
    GradeFiles files;
    bool quiet = false;
};

/// What lateness and adjustments make of the parts' results; nothing, after saying why, if that can't be told.
std::optional<grader::Standing> standing_of(const MergeOptions& options, grader::ResultSource& judged, int& code) {
    if (options.rubric.empty() && judged.info().has_later_rules) {
        code =
            fail_with(exit_code::usage, "grade",
                      "lateness or adjustments count in this rubric: merge with --rubric " + judged.info().rubric_name);
        return std::nullopt;
    }
    std::optional<grader::Rubric> rubric =
        options.rubric.empty() ? std::optional(grader::Rubric()) : load_rubric_file(options.rubric, code);
    if (!rubric) {
        return std::nullopt;
    }
    if (!options.rubric.empty() && !judged.info().rubric_hash.starts_with(rubric->hash)) {
        code = fail_with(exit_code::wrong_source, "grade",
                         "the parts were graded by another rubric than " + options.rubric);
        return std::nullopt;
    }
    Result<grader::Standing> standing = load_standing(options.rubric, *rubric, judged.info().lms);
    Result<void> ready = standing ? judged.for_each([&](const grader::SubmissionResult& one) { standing->meet(one); })
                                  : standing.error();
    ready = ready ? standing->open_slip_days(!options.files.folder.empty()) : ready;
    if (!ready) {
        code = fail_with(exit_code::unreadable_file, "grade", ready.error().message);
        return std::nullopt;
    }
    return std::move(*standing);
}

/// Locks the folder, if one is asked for, and writes what the parts come to.
int merge_into(MergeOptions& options) {
    const Result<std::optional<grader::FolderLock>> lock = own_folder(options.files.folder);
    if (!lock) {
        return fail_with(exit_code::cannot_write, "grade", lock.error().message);
    }
    const Result<std::unique_ptr<grader::Journal>> whole = grader::merge_parts(options.parts, options.files.folder);
    if (!whole) {
        return fail_with(exit_code::unreadable_file, "grade", whole.error().message);
    }
    grader::JournalResults judged(**whole, (*whole)->roster()->identities);
    int code = exit_code::success;
    std::optional<grader::Standing> standing = standing_of(options, judged, code);
    if (!standing) {
        return code;
    }
    grader::SettledResults results(judged, *standing);
    const Result<void> kept = options.files.folder.empty() ? Result<void>() : standing->put_slip_days(results);
    if (!kept) {
        return fail_with(exit_code::cannot_write, "grade", kept.error().message);
    }
    if (!write_grade_files(results, options.files, (*whole)->former_ids())) {
        return exit_code::cannot_write;
    }
    const Result<void> printed = options.quiet ? Result<void>() : print_grades(results);
    return !printed ? exit_code::unreadable_file : all_is_printed() ? exit_code::success : exit_code::cannot_write;
}

int merge(int argc, char** argv) {
    CLI::App app("Puts the results together that several machines have graded.", "mariner grade merge");
    MergeOptions options;
    app.add_option("PARTS", options.parts, "folders of --out, with one shard or several in each")->required();
    app.add_option("--rubric", options.rubric, "their rubric, if lateness or adjustments count in it");
    add_file_options(app, options.files);
    app.add_flag("--quiet,-q", options.quiet, "no table");
    if (const std::optional<int> code = parse_command_line(app, "grade", argc, argv)) {
        return *code;
    }
    return merge_into(options);
}

}  // namespace

int cmd_grade(int argc, char** argv) {
    static constexpr auto others = std::to_array<OtherCommand>({{"merge", merge},
                                                                {"fill", cmd_grade_fill},
                                                                {"publish", cmd_grade_publish},
                                                                {"package", cmd_grade_package},
                                                                {"once", cmd_grade_once},
                                                                {runner_word, cmd_grade_runner},
                                                                {"init", cmd_grade_init},
                                                                {"mutate", cmd_grade_mutate},
                                                                {"changes", cmd_grade_changes}});
    for (const OtherCommand& other : others) {
        if (argc > 1 && argv[1] == other.name) {
            return other.run(argc - 1, argv + 1);
        }
    }
    CLI::App app("Runs a rubric over every submission of a class.", "mariner grade");
    GradeOptions options;
    add_options(app, options);
    const auto settled = [&] { return wrong_option(options); };
    if (const std::optional<int> code = parse_command_line(app, "grade", argc, argv, settled)) {
        return *code;
    }
    return grade(options);
}

/// The student's side: what a rubric shows them, about a program of their own, which needs no locking in.
int cmd_check(int argc, char** argv) {
    CLI::App app("Runs the visible cases of a rubric over a program of yours.", "mariner check");
    GradeOptions options;
    options.is_one = options.visible_only = options.no_sandbox = options.strict = true;
    app.add_option("RUBRIC", options.rubric, "the rubric, as your teacher gives it away")->required();
    app.add_option("PROGRAM", options.submissions, "your file, or a folder or ZIP of your files")->required();
    app.add_option("--case", options.only_case, "only this case (by its id)");
    app.footer(
        "\nexample:\n  mariner check hw2.toml hw2.asm\n"
        "\nexit codes: 0 all passed, 1 something did not pass, 2 wrong usage, 65 the rubric is wrong, 66 a file can't "
        "be\n"
        "read\n");
    if (const std::optional<int> code = parse_command_line(app, "check", argc, argv)) {
        return *code;
    }
    return grade(options);
}

}  // namespace mariner::app
