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

}  // namespace

Result<std::string> junit_xml(ResultSource& results) {
    std::string suites;
    SuiteCounts all;
    size_t number = 0;
    const Result<void> read = results.for_each([&](const SubmissionResult& submission) {
        SuiteCounts counts;
        std::string cases;
        for (const CaseResult& result : submission.cases) {
            cases += case_element(submission, result, counts);
        }
        suites += "<testsuite" + attribute("name", submission.student) + attribute("id", std::to_string(number++)) +
                  counts_of(counts) + ">\n" + cases + "</testsuite>\n";
        all.tests += counts.tests;
        all.failures += counts.failures;
        all.errors += counts.errors;
    });
    if (!read) {
        return read.error();
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites" + attribute("name", results.info().title) +
           counts_of(all) + ">\n" + suites + "</testsuites>\n";
}

}  // namespace mariner::grader
