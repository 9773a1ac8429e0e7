#pragma once
// A finished grading as plain data: class, submissions, cases, and why each came out as it did. Made by the grader's
// workers, kept in the journal, read by the report writers (HTML, JUnit, CSV, Gradescope, JSON). Holds no time and no
// path of this machine, so that the same submissions give the same bytes.
//
// Texts marked "raw" come from a submission and may hold anything: control characters, HTML, bytes that are no UTF-8.
// Whoever shows them escapes them. All of them are cut to a bounded length where they are made.

#include <array>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "emulator/support/result.hpp"
#include "emulator/support/types.hpp"

namespace mariner::grader {

/// In hundredths of a point, so that sums are exact and print the same everywhere.
using Points = i64;
inline constexpr Points one_point = 100;
/// "7", "2.5", "-0.25"
std::string points_text(Points points);
/// Rounded to the nearest hundredth; of nobody 0.
Points mean_of(Points sum, size_t count);

/// Who may see a case's details; Gradescope's four words.
enum class Visibility : u8 { visible, hidden, after_due_date, after_published };
inline constexpr std::array<std::string_view, 4> visibility_names = {"visible", "hidden", "after_due_date",
                                                                     "after_published"};
std::string_view name_of(Visibility visibility);

enum class Verdict : u8 {
    passed,
    failed,         // it ran, and something is not as the rubric wants it
    crashed,        // a runtime exception without a handler, a jump to nowhere, input read after its end
    limit,          // an endless loop, a flood of output, too much heap: one of the rubric's limits
    not_assembled,  // no case of this submission could run
    missing,        // the submission has no file to assemble
    died,           // the worker's process died: a fault of ours, or of the machine; worth a report
};
/// "passed", "failed" ...: the word that reports use.
std::string_view name_of(Verdict verdict);

enum class DiffKind : u8 { same, missing, extra, gap };  // gap: `text` says how many equal lines are left out

/// A line of a comparison, in the order in which both are shown.
struct DiffLine {
    DiffKind kind = DiffKind::same;
    std::string text;  // raw, without its line feed
};

/// One thing that a case looked at.
struct CheckResult {
    std::string what;  // "output", "exit status", "$v0", "board", "file out.txt", "picture"
    bool passed = false;
    std::string message;         // raw; one sentence if it did not pass
    std::string expected;        // what the rubric wants, as text; empty where a message says it all
    std::string actual;          // raw
    std::vector<DiffLine> diff;  // for texts of lines that differ; empty otherwise
};

CheckResult passed_check(std::string what);
CheckResult failed_check(std::string what, std::string message, std::string expected = {}, std::string actual = {});

/// A Connect Four position by meaning, row 0 on the floor.
struct BoardResult {
    std::array<u8, 42> expected{};  // 7 * row + column: 0 empty, 1 or 2 a player's piece
    std::array<u8, 42> actual{};    // the same; 3 for a value that is none of the three
    std::string moves;              // the columns dropped so far, from 1: "4435"
    u32 after_lines = 0;            // lines of input read when the boards were compared
    bool differs = false;
};

/// What the display showed at the end: one colour 0x00RRGGBB per unit, row by row.
struct PictureResult {
    u32 columns = 0;
    u32 rows = 0;
    std::vector<u32> units;
    std::vector<u32> expected;  // as `units`, and only what is wanted differs; empty if nothing does
};

/// The line that ended the run or is to blame.
struct PlaceResult {
    std::string file;
    u32 line = 0;        // from 1; 0: no line is known
    std::string source;  // raw
};

/// Less to type than the case does, and wrong all the same.
struct ShorterInput {
    std::string input;
    std::string expected;  // raw; what the solution prints
    std::string actual;    // raw
};

/// A case that was passed, with other things typed: what only a program that works them out can print.
struct ChangedInputs {
    u32 tried = 0;
    u32 right = 0;
    ShorterInput sample;  // the first that came out wrong
};

struct CaseResult {
    std::string id;  // unique in the rubric: letters, digits, '-', '_' and '.'
    std::string name;
    Visibility visibility = Visibility::visible;
    Verdict verdict = Verdict::failed;
    Points points = 0;
    Points worth = 0;
    std::string reason;  // raw; one sentence for the student, empty if it passed

    std::vector<CheckResult> checks;
    std::string ending;   // runtime's word: "exited", "step_limit" ...; empty if nothing ran
    i32 exit_status = 0;  // of service 17
    u64 steps = 0;        // instructions executed
    std::string input;    // what the case typed; cut if long
    std::vector<std::string> arguments;
    std::optional<i32> seed;
    std::string output;  // raw; what the program printed, cut if long
    bool output_was_cut = false;
    std::string explanation;  // raw; some lines on the failing instruction or loop, for a <pre>
    std::optional<PlaceResult> place;
    std::optional<BoardResult> board;
    std::optional<PictureResult> picture;
    std::optional<ShorterInput> shorter;
    std::optional<ChangedInputs> changed;  // for the instructor; only of visible cases
    std::string studio;                    // behind the '#' of a link to the studio; empty: none
    std::string repeat;  // raw; a shell command for the student's own machine; empty if only the rubric knows
    std::string repeat_with_rubric;  // raw; the same for the instructor
};

/// Points taken off the whole submission, or a remark worth 0.
struct DeductionResult {
    std::string name;    // the rubric's, or the kind of finding: "saved_register"
    Points points = 0;   // taken off; not negative
    std::string reason;  // raw; one sentence
    std::optional<PlaceResult> place;
    std::string advice;  // raw; may be empty
};

/// What `--check` found, case by case.
using CaseFindings = std::vector<std::vector<DeductionResult>>;

/// A case's result, and what `--check` found meanwhile (its points are settled over all cases).
struct JudgedCase {
    CaseResult result;
    std::vector<DeductionResult> findings;
};

/// Right on what the cases type and on nothing else: the answers may be written into the program.
struct WrittenAnswers {
    u32 passed = 0;  // cases that tell
    u32 tried = 0;   // other inputs, none of which came out right
    std::string case_name;
    ShorterInput sample;
};

/// What some cases bring together.
struct GroupResult {
    std::string name;
    Points points = 0;
    Points worth = 0;
    bool is_bonus = false;  // comes on top of what there is to be had
    std::string rule;       // "all or nothing"; empty of a plain sum
};

/// What being late costs.
struct LatenessResult {
    std::string due;  // the student's own due time; empty if unknown
    bool is_extended = false;
    i64 seconds = 0;    // after it; 0 if no time of handing in is known
    u32 slip_days = 0;  // that make up for it
    u32 slip_days_left = 0;
    Points percent = 0;  // taken off, in hundredths of a per cent
    Points points = 0;   // taken off; not negative
    std::string reason;  // one sentence
};

/// Points that a person gives or takes.
struct AdjustmentResult {
    Points points = 0;
    std::string reason;  // raw; for the student
};

/// The learning platform that a class's download comes from.
enum class Lms : u8 { folder, canvas, moodle, blackboard, brightspace, sakai, gradescope, classroom };
inline constexpr std::array<std::string_view, 8> lms_names = {"folder",      "canvas", "moodle",     "blackboard",
                                                              "brightspace", "sakai",  "gradescope", "classroom"};
std::string_view name_of(Lms lms);

struct SubmittedFile {
    std::string name;  // raw UTF-8 without control characters, `/` between folders, never absolute, no `..`
    u64 bytes = 0;
};

/// What is known before anything is graded.
struct HandedIn {
    std::string id;                       // unique in the class and safe as a file's name (student_id.hpp)
    std::string identity;                 // by what was handed in alone, whoever else is there; for the journal
    std::string student;                  // raw; as the LMS or the folder calls them
    std::string lms_id;                   // what the LMS tells them apart by; empty without one
    std::vector<std::string> member_ids;  // each one's, where several handed in together
    bool handed_in = true;                // false: known from elsewhere
    std::optional<bool> late;             // nothing if nothing tells
    std::string submitted;                // "2026-03-02T10:15:00", with an offset where there is one; empty if unknown
    u32 attempt = 1;                      // which one counts, from 1 by time
    u32 attempts = 1;                     // how many there are
    std::vector<std::string> notes;       // raw; what was refused or chosen while unpacking
    std::string content_hash;             // 32 hexadecimal digits over names and bytes
};

struct SubmissionResult : HandedIn {
    std::vector<SubmittedFile> files;
    bool assembled = false;
    std::string diagnostics;        // raw; the assembler's report for people (errors and warnings), cut if long
    std::vector<CaseResult> cases;  // in the rubric's order; none is ever left out
    std::vector<DeductionResult> deductions;
    std::vector<GroupResult> groups;
    CaseFindings findings;  // of cases with details, as they were before deductions were made of them
    std::optional<WrittenAnswers> written_answers;  // for the instructor alone
    Points judged = 0;                              // what the cases and groups bring less deductions, never below 0
    std::optional<i64> seconds_late;                // after the due time that they had, where both times are known
    std::optional<LatenessResult> lateness;
    std::vector<AdjustmentResult> adjustments;
    Points points = 0;  // judged, less what lateness costs, with the adjustments; never below 0

    /// Every case.
    [[nodiscard]] bool has_passed() const;
};

Points taken_off(const SubmissionResult& submission);
/// By hand, all together.
Points adjusted(const SubmissionResult& submission);

struct CaseInfo {
    std::string id;
    std::string name;
    Points worth = 0;
    Visibility visibility = Visibility::visible;
    bool is_bonus = false;    // comes on top of what there is to be had
    std::string fingerprint;  // over all of the rubric that decides how this case comes out
};

struct GradingInfo {
    std::string title;
    std::string rubric_name;  // the file's name, without folders
    std::string rubric_hash;
    std::string studio;  // an address that links to a studio begin with
    std::string program_version;
    Lms lms = Lms::folder;
    std::vector<CaseInfo> cases;
    Points worth = 0;              // what there is to be had, without bonuses
    bool has_later_rules = false;  // lateness or adjustments change what was judged (standing.hpp)
};

/// Who belongs to a grading that is complete, and which part of the class that is.
struct Roster {
    u32 shard = 1;
    u32 shards = 1;
    std::vector<std::string> identities;  // in the order of the reports
};

/// Where reports read from. A class may be larger than memory: submissions come one at a time, by student and id.
class ResultSource {
public:
    ResultSource() = default;
    ResultSource(const ResultSource&) = delete;
    ResultSource& operator=(const ResultSource&) = delete;
    virtual ~ResultSource() = default;

    [[nodiscard]] virtual const GradingInfo& info() const = 0;
    [[nodiscard]] virtual size_t size() const = 0;
    virtual Result<SubmissionResult> submission(size_t index) = 0;

    /// Calls `take` with one after the other, up to the first that can't be read.
    template <class Take>
    Result<void> for_each(const Take& take) {
        return try_each([&](const SubmissionResult& one) {
            take(one);
            return Result<void>();
        });
    }
    /// The same, up to the first that `take` fails on.
    template <class Take>
    Result<void> try_each(const Take& take) {
        for (size_t i = 0; i < size(); ++i) {
            const Result<SubmissionResult> one = submission(i);
            Result<void> taken = one ? take(*one) : one.error();
            if (!taken) {
                return taken;
            }
        }
        return {};
    }
};

}  // namespace mariner::grader
