#include <gtest/gtest.h>

#include "emulator/grader/reports.hpp"
#include "tests/unit/grader/sample_results.hpp"
#include "tests/unit/grader/well_formed.hpp"

namespace mariner::grader::test {
namespace {

size_t count_of(std::string_view text, std::string_view part) {
    size_t count = 0;
    for (size_t at = text.find(part); at != std::string_view::npos; at = text.find(part, at + part.size())) {
        ++count;
    }
    return count;
}

TEST(JunitReport, DetailsAreOfVisibleCasesOnly) {
    for (const Visibility visibility : {Visibility::hidden, Visibility::after_due_date, Visibility::after_published}) {
        SubmissionResult submission = sample_submission("ada", "Ada");
        submission.cases = {wrong_output()};
        ResultList seen(sample_info(), {submission});
        EXPECT_NE(junit_xml(seen)->find("Player 1 wins!"), std::string::npos);
        submission.cases[0].visibility = visibility;
        ResultList withheld(sample_info(), {submission});
        EXPECT_EQ(junit_xml(withheld)->find("Player 1 wins!"), std::string::npos);
        EXPECT_EQ(junit_xml(withheld)->find("The output differs"), std::string::npos);
    }
}

TEST(JunitReport, OfNobodyHasNoSuite) {
    ResultList nobody(sample_info(), {});
    const std::string text = *junit_xml(nobody);
    EXPECT_EQ(fault_of_markup(text), "");
    EXPECT_EQ(count_of(text, "<testsuite "), 0U);
    EXPECT_EQ(count_of(text, "tests=\"0\" failures=\"0\" errors=\"0\""), 1U);
}

TEST(JunitReport, NamesStayInsideTheirAttributes) {
    const std::string name = "Lovelace, \"Ada\" <x> & 'y'\n=1+2 张伟";
    ResultList results(sample_info(), {sample_submission("a&b", name), sample_submission("c", "")});
    const std::string text = *junit_xml(results);
    EXPECT_EQ(fault_of_markup(text), "");
    EXPECT_EQ(count_of(text, "name=\"Lovelace, &quot;Ada&quot; &lt;x&gt; &amp; &#39;y&#39;␊=1+2 张伟\" id=\"0\""), 1U);
    EXPECT_EQ(count_of(text, "name=\"\" id=\"1\""), 1U) << "suites are numbered, whoever they belong to";
    EXPECT_EQ(count_of(text, "classname=\"a&amp;b\""), 4U);
}

TEST(JunitReport, WhatCouldNotRunIsAnErrorAndAllElseAFailure) {
    constexpr Verdict errors[] = {Verdict::not_assembled, Verdict::missing, Verdict::died};
    for (size_t i = 0; i < 7; ++i) {
        const auto verdict = static_cast<Verdict>(i);
        SubmissionResult submission = sample_submission("ada", "Ada");
        submission.cases.resize(1);
        submission.cases[0].verdict = verdict;
        ResultList results(sample_info(), {submission});
        const std::string text = *junit_xml(results);
        const bool is_error = std::ranges::find(errors, verdict) != std::end(errors);
        const bool is_failure = verdict != Verdict::passed && !is_error;
        EXPECT_EQ(count_of(text, "<error type=\""), is_error ? 1U : 0U) << name_of(verdict);
        EXPECT_EQ(count_of(text, "<failure type=\""), is_failure ? 1U : 0U) << name_of(verdict);
        EXPECT_EQ(count_of(text, "tests=\"1\" failures=\"" + std::to_string(is_failure) + "\" errors=\"" +
                                     std::to_string(is_error) + "\""),
                  2U)
            << "of the suite and of all";
    }
}

TEST(JunitReport, RunsNothingThatAProgramPrinted) {
    ResultList results(sample_info(), {hostile_submission()});
    const std::string text = *junit_xml(results);
    EXPECT_EQ(fault_of_markup(text), "");
    EXPECT_EQ(count_of(text, "<script"), 0U);
    EXPECT_EQ(text.find_first_of("\x1b\xff\x01"), std::string::npos);
}

}  // namespace
}  // namespace mariner::grader::test
