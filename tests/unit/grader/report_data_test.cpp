// The reports that other programs read.

#include <gtest/gtest.h>

#include "emulator/grader/reports.hpp"
#include "emulator/support/csv.hpp"
#include "emulator/support/json_reader.hpp"
#include "tests/unit/grader/sample_results.hpp"
#include "tests/unit/grader/well_formed.hpp"

namespace mariner::grader::test {
namespace {

bool holds(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

TEST(Points, MeansAreRoundedToTheNearestHundredth) {
    EXPECT_EQ(mean_of(0, 0), 0);
    EXPECT_EQ(mean_of(14350, 12), 1196);  // 11.9583
    EXPECT_EQ(mean_of(1, 2), 1);
    EXPECT_EQ(mean_of(100, 3), 33);
}

TEST(Csv, NeutralisesFormulasAndQuotes) {
    const std::vector<std::pair<std::string, std::string>> rows = {
        {"Ada", "Ada"},
        {"=1+2", "'=1+2"},
        {"+49", "'+49"},
        {"-x", "'-x"},
        {"@SUM(A1)", "'@SUM(A1)"},
        {"＝1", "'＝1"},
        {"=\"a\",b", "\"'=\"\"a\"\",b\""},
        {"Lovelace, Ada", "\"Lovelace, Ada\""},
        {"two\r\nlines", "two␍␊lines"},
        {"\t=1", "␉=1"},
    };
    for (const auto& [text, cell] : rows) {
        EXPECT_EQ(csv_cell(text), cell);
    }
}

TEST(Csv, HasARowPerSubmission) {
    ResultList results = sample_class();
    const std::string text = *results_csv(results);
    EXPECT_TRUE(text.starts_with("id,student,lms id,points,of,cases passed,cases,assembled,taken off,win-up,board,"));
    EXPECT_TRUE(holds(text, "\r\nbert,Bert Miller,4711,5,20,0,4,yes,0.5,2.5,0,0,3,0,0,0,0\r\n"));
}

TEST(Junit, IsWellFormedAndCounts) {
    ResultList results = sample_class();
    const std::string text = *junit_xml(results);
    EXPECT_EQ(fault_of_markup(text), "");
    EXPECT_TRUE(holds(text, "<testsuites name=\"Connect Four\" tests=\"12\" failures=\"5\" errors=\"0\">"));
    EXPECT_TRUE(
        holds(text, "<failure type=\"crashed\" message=\"The program crashed: address out of range, 0x10010100.\">"));
    SubmissionResult broken = sample_submission("cid", "Cid");
    broken.cases[0].verdict = Verdict::not_assembled;
    ResultList one(sample_info(), {broken});
    EXPECT_TRUE(holds(*junit_xml(one), "errors=\"1\""));
}

TEST(GradescopeJson, HasScoreAndTests) {
    const Result<JsonValue> json = read_json(gradescope_json(sample_info(), wrong_submission()));
    ASSERT_TRUE(json.has_value());
    EXPECT_EQ((*json)["score"].number(), 5);
    ASSERT_EQ((*json)["tests"].items().size(), 4U);
    const JsonValue& first = (*json)["tests"].items()[0];
    EXPECT_EQ(first["score"].number(), 2.5);
    EXPECT_EQ(first["status"].text(), "failed");
    EXPECT_EQ((*json)["tests"].items()[3]["visibility"].text(), "hidden");
    EXPECT_TRUE(holds(std::string((*json)["output"].text()), "saved_register (-0.5)"));
}

TEST(GradingJson, CanBeReadBack) {
    ResultList results = sample_class();
    const Result<JsonValue> json = read_json(*results_json(results));
    ASSERT_TRUE(json.has_value()) << json.error().message;
    const JsonValue& bert = (*json)["submissions"].items()[1];
    EXPECT_EQ(bert["points"].number(), 5);
    EXPECT_EQ(bert["cases"].items()[1]["verdict"].text(), "crashed");
    EXPECT_EQ(bert["cases"].items()[1]["board"]["actual"].text().substr(0, 7), "0001030");
    EXPECT_EQ(bert["cases"].items()[0]["checks"].items()[1]["diff"].items()[2]["kind"].text(), "missing");
}

}  // namespace
}  // namespace mariner::grader::test
