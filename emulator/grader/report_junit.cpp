#include "emulator/grader/reports.hpp"

#include "emulator/grader/report_text.hpp"
#include "emulator/support/html.hpp"

namespace mariner::grader {

namespace {

struct SuiteCounts {
    size_t tests = 0;
    size_t failures = 0;
    size_t errors = 0;
};

bool is_error(Verdict verdict) {
    return verdict == Verdict::not_assembled || verdict == Verdict::missing || verdict == Verdict::died;
}

std::string attribute(std::string_view name, std::string_view value) {
    return " " + std::string(name) + "=\"" + escaped_markup(visible_line(value)) + "\"";
}

std::string counts_of(const SuiteCounts& counts) {
    return attribute("tests", std::to_string(counts.tests)) + attribute("failures", std::to_string(counts.failures)) +
           attribute("errors", std::to_string(counts.errors));
}

std::string case_element(const SubmissionResult& submission, const CaseResult& result, SuiteCounts& counts) {
    std::string text = "<testcase" + attribute("classname", submission.id) + attribute("name", result.name);
    ++counts.tests;
    if (result.verdict == Verdict::passed) {
        return text + "/>\n";
    }
    const bool error = is_error(result.verdict);
    ++(error ? counts.errors : counts.failures);
    const std::string tag = error ? "error" : "failure";
    // Continuous integration and CodeGrade show it to students.
    const bool is_seen = result.visibility == Visibility::visible;
    const std::string reason =
        is_seen ? result.reason : std::string(name_of(result.visibility)) + ": no details are shown";
    return text + "><" + tag + attribute("type", name_of(result.verdict)) + attribute("message", reason) + ">" +
           (is_seen ? escaped_markup(case_text(result, result.repeat_with_rubric)) : "") + "</" + tag +
           "></testcase>\n";
}

struct SuiteText {
    std::string cases;
    SuiteCounts counts;
};

SuiteText suite_of(const SubmissionResult& submission) {
    SuiteText suite;
    for (const CaseResult& result : submission.cases) {
        suite.cases += case_element(submission, result, suite.counts);
    }
    return suite;
}

}  // namespace

/// The sums stand at the top: everything is gone through twice.
Result<void> stream_junit(ResultSource& results, const ReportSink& sink) {
    SuiteCounts all;
    Result<void> done = results.for_each([&](const SubmissionResult& submission) {
        const SuiteCounts counts = suite_of(submission).counts;
        all.tests += counts.tests;
        all.failures += counts.failures;
        all.errors += counts.errors;
    });
    done = done ? sink("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" +
                       attribute("name", results.info().title) + counts_of(all) + ">\n")
                : done;
    size_t number = 0;
    done = done ? results.try_each([&](const SubmissionResult& submission) {
        const SuiteText suite = suite_of(submission);
        return sink("<testsuite" + attribute("name", submission.student) + attribute("id", std::to_string(number++)) +
                    counts_of(suite.counts) + ">\n" + suite.cases + "</testsuite>\n");
    })
                : done;
    return done ? sink("</testsuites>\n") : done;
}

}  // namespace mariner::grader
