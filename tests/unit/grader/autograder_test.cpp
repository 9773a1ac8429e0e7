#include "emulator/grader/autograder.hpp"

#include <gtest/gtest.h>

#include "emulator/support/json_reader.hpp"
#include "emulator/support/text.hpp"
#include "tests/unit/grader/sample_results.hpp"

namespace mariner::grader::test {
namespace {

JsonValue read(std::string_view text) {
    Result<JsonValue> value = read_json(text);
    EXPECT_TRUE(value) << text;
    return value ? std::move(*value) : JsonValue();
}

std::string result_of(Autograder system, const SubmissionResult& submission) {
    return autograder_result(system, sample_info(), submission, {});
}

TEST(Autograder, KnowsSevenSystems) {
    for (const std::string_view name : autograder_names) {
        EXPECT_EQ(autograder_names.at(static_cast<size_t>(find_autograder(name).value())), name);
    }
    EXPECT_FALSE(find_autograder("moodle"));
}

TEST(Autograder, WhatIsNotVisibleShowsItsPointsOnly) {
    SubmissionResult submission = sample_submission("ada", "Ada");
    submission.cases = {wrong_output()};
    submission.cases[0].visibility = Visibility::after_due_date;
    submission.cases[0].reason = "SECRET";
    submission.cases[0].checks[1].diff = {{DiffKind::missing, "SECRET"}};
    for (size_t i = 1; i < autograder_names.size(); ++i) {  // Gradescope knows who may see what
        EXPECT_EQ(result_of(static_cast<Autograder>(i), submission).find("SECRET"), std::string::npos) << i;
    }
}

TEST(Autograder, HostileTextsStayTexts) {
    for (const Autograder system :
         {Autograder::gradescope, Autograder::prairielearn, Autograder::classroom50, Autograder::submitty}) {
        EXPECT_TRUE(read_json(result_of(system, hostile_submission())));
    }
    for (const Autograder system : {Autograder::autolab, Autograder::codegrade}) {
        const std::string text = result_of(system, hostile_submission());
        const std::vector<std::string_view> lines = lines_of(text);
        EXPECT_TRUE(read_json(lines.back())) << lines.back();
        EXPECT_EQ(text.find_first_of("\x1b\x01\r"), std::string::npos);
    }
    const std::string text = result_of(Autograder::inginious, hostile_submission());
    const std::vector<std::string_view> lines = lines_of(text);
    for (size_t i = 4; i < lines.size(); ++i) {
        EXPECT_TRUE(lines[i].starts_with("    ")) << lines[i];
    }
}

TEST(Autograder, PrairieLearnTakesNoMoreThanAMegabyte) {
    SubmissionResult submission = sample_submission("ada", "Ada");
    CaseResult large = wrong_output();
    large.explanation = std::string(20'000, 'x');
    submission.cases.assign(500, large);
    EXPECT_LT(result_of(Autograder::prairielearn, submission).size(), 1'000'000U);
}

TEST(Autograder, AFractionIsNeverMoreThanAll) {
    SubmissionResult submission = sample_submission("ada", "Ada");
    submission.points = sample_info().worth + 500;  // a bonus
    EXPECT_EQ(read(result_of(Autograder::prairielearn, submission))["score"].number(), 1.0);
    EXPECT_EQ(read(result_of(Autograder::submitty, submission))["data"]["score"].number(), 1.0);
}

TEST(Autograder, AFailureIsAResultOfNothing) {
    for (size_t i = 0; i < autograder_names.size(); ++i) {
        const std::string text = autograder_failure(static_cast<Autograder>(i), "out of memory", {});
        EXPECT_FALSE(text.empty());
        EXPECT_TRUE(text.find("out of memory") != std::string::npos ||
                    static_cast<Autograder>(i) == Autograder::classroom50)
            << text;
    }
    EXPECT_EQ(read(autograder_failure(Autograder::gradescope, "x", {}))["score"].number(), 0.0);
}

TEST(Autograder, ReadsWhenItWasHandedIn) {
    const SubmissionTimes scope = read_submission_times(
        R"({"created_at": "2026-03-02T10:15:00.5-08:00", "assignment": {"due_date": "2026-03-02T00:00:00Z"}})");
    EXPECT_EQ(scope.submitted, "2026-03-02T10:15:00-08:00");
    EXPECT_EQ(scope.due, "2026-03-02T00:00:00Z");
    const SubmissionTimes grade =
        read_submission_times(R"({"submitted_at": "2026-03-02T10:15:00Z", "deadline": null})");
    EXPECT_EQ(grade.submitted, "2026-03-02T10:15:00Z");
    EXPECT_EQ(grade.due, "");
    for (const std::string_view wrong : {"", "[]", "{", "5", R"({"created_at": 5, "assignment": []})"}) {
        EXPECT_EQ(read_submission_times(wrong).submitted, "");
    }
}

}  // namespace
}  // namespace mariner::grader::test
