// results.json, and Gradescope's.

#include <gtest/gtest.h>

#include "emulator/grader/reports.hpp"
#include "emulator/support/json_reader.hpp"
#include "tests/unit/grader/sample_results.hpp"

namespace mariner::grader::test {
namespace {

JsonValue read(const std::string& text) {
    Result<JsonValue> json = read_json(text);
    EXPECT_TRUE(json) << (json ? "" : json.error().message);
    return json ? *json : JsonValue();
}

const std::string odd_name = "Lovelace, \"Ada\"\n=1+2 张伟 \xe2\x80\xae";

TEST(JsonReport, OfNobodyHasAnEmptyList) {
    ResultList nobody(sample_info(), {});
    const JsonValue json = read(*results_json(nobody));
    EXPECT_EQ(json["title"].text(), "Connect Four");
    EXPECT_EQ(json["worth"].number(), 20);
    EXPECT_TRUE(json["submissions"].items().empty());
}

TEST(JsonReport, NamesArriveAsTheyAre) {
    ResultList results(sample_info(), {sample_submission(odd_name, odd_name)});
    const JsonValue json = read(*results_json(results));
    EXPECT_EQ(json["submissions"].items()[0]["student"].text(), odd_name);
    EXPECT_EQ(json["submissions"].items()[0]["id"].text(), odd_name);
}

TEST(JsonReport, IsUtf8WhateverTheProgramPrinted) {
    ResultList results(sample_info(), {hostile_submission()});
    const std::string text = *results_json(results);
    EXPECT_EQ(text.find('\xff'), std::string::npos);
    EXPECT_EQ(text.find('\x1b'), std::string::npos);
    const JsonValue hostile_case = read(text)["submissions"].items()[0]["cases"].items()[0];
    EXPECT_NE(hostile_case["output"].text().find("</pre><script>"), std::string::npos);
    EXPECT_EQ(hostile_case["place"]["line"].number(), 3);
}

TEST(JsonReport, LeavesOutWhatACaseHasNot) {
    ResultList results = sample_class();
    const JsonValue json = read(*results_json(results));
    const JsonValue& plain = json["submissions"].items()[0]["cases"].items()[0];
    EXPECT_EQ(plain.find("seed"), nullptr);
    EXPECT_EQ(plain.find("place"), nullptr);
    EXPECT_EQ(plain.find("board"), nullptr);
    const JsonValue& wrong = json["submissions"].items()[1]["cases"].items()[0];
    EXPECT_EQ(wrong["seed"].number(), 7);
    EXPECT_EQ(wrong["points"].number(), 2.5);
}

TEST(GradescopeReport, OfASubmissionThatPassedHasNothingToSay) {
    const JsonValue json = read(gradescope_json(sample_info(), sample_submission("ada", "Ada")));
    EXPECT_EQ(json["score"].number(), 20);
    EXPECT_EQ(json["output"].text(), "");
    for (const JsonValue& test : json["tests"].items()) {
        EXPECT_EQ(test["status"].text(), "passed");
    }
    EXPECT_EQ(json["tests"].items()[3]["number"].text(), "4");
}

TEST(GradescopeReport, TellsWhatWasLeftOutAndTakenOff) {
    SubmissionResult submission = wrong_submission();
    submission.deductions.push_back({"style", 0, "The labels say nothing.", {}, ""});
    submission.diagnostics = "main.asm:1: error\n";
    const std::string output(read(gradescope_json(sample_info(), submission))["output"].text());
    EXPECT_EQ(output,
              "main.asm:1: error\n"
              "saved_register (-0.5): CheckWin changes $s0 and doesn't restore it.\nSave it on the stack first.\n"
              "style: The labels say nothing.\n"
              "notes.pdf was left out: not a source file\n");
}

TEST(GradescopeReport, HasNoCommandOfTheInstructor) {
    const JsonValue json = read(gradescope_json(sample_info(), wrong_submission()));
    for (const JsonValue& test : json["tests"].items()) {
        EXPECT_EQ(test["output"].text().find("mariner grade"), std::string_view::npos);
    }
}

TEST(GradescopeReport, WithoutCasesIsWhole) {
    SubmissionResult submission = sample_submission("ada", odd_name);
    submission.cases.clear();
    EXPECT_TRUE(read(gradescope_json(GradingInfo(), submission))["tests"].items().empty());
}

}  // namespace
}  // namespace mariner::grader::test
