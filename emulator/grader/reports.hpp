#pragma once
// The forms of a grading. Pure functions from results to text; whoever calls them decides where it goes.

#include <functional>
#include <string>
#include <string_view>

#include "emulator/grader/results.hpp"
#include "emulator/support/json.hpp"

namespace mariner::grader {

/// Takes a report piece by piece: a class may be larger than memory.
using ReportSink = std::function<Result<void>(std::string_view text)>;
/// A report as it is written to a sink.
using ReportStream = Result<void>(ResultSource& results, const ReportSink& sink);
/// The same as one text.
Result<std::string> whole_report(const std::function<ReportStream>& stream, ResultSource& results);

/// One submission of it, as an object.
void write_submission(JsonWriter& json, const SubmissionResult& submission);
/// For other programs; docs/grading.md tells the members.
ReportStream stream_json;

/// A table for spreadsheets (RFC 4180), a row per submission: who, points, what was taken off, each case's points.
ReportStream stream_csv;

/// JUnit XML, which continuous integration shows: a test suite per submission, a test case per case. What isn't as
/// wanted is a failure; what could not run is an error.
ReportStream stream_junit;

inline Result<std::string> results_json(ResultSource& results) {
    return whole_report(stream_json, results);
}
inline Result<std::string> results_csv(ResultSource& results) {
    return whole_report(stream_csv, results);
}
inline Result<std::string> junit_xml(ResultSource& results) {
    return whole_report(stream_junit, results);
}

/// One submission's grading as the results.json that Gradescope's autograders write. The leaderboard shows points and
/// how many instructions the passed cases took.
std::string gradescope_json(const GradingInfo& info, const SubmissionResult& submission, bool has_leaderboard = false);

// Pages for a browser, which need nothing beside themselves. The class's page links to each submission's by page_name.

/// Students don't see cases that aren't visible, beyond how many there are and what they brought together.
enum class Reader : u8 { student, instructor };

/// Where the class's page looks for a submission's: "anna.html".
std::string page_name(const SubmissionResult& submission);

std::string student_html(const GradingInfo& info, const SubmissionResult& submission, Reader reader);

/// A piece of a page that somebody else has drawn.
struct PagePiece {
    std::string style;
    std::string markup;  // empty: nothing
};

/// The table, how points are spread, how each case went, who is late by how much, and who looks alike. `folder` stands
/// before the links: "students/" or empty.
Result<void> stream_class_html(ResultSource& results, const ReportSink& sink, std::string_view folder,
                               const PagePiece& look_alikes = {});

}  // namespace mariner::grader
