#include <gtest/gtest.h>

#include "emulator/grader/reports.hpp"
#include "emulator/support/text.hpp"
#include "tests/unit/grader/sample_results.hpp"

namespace mariner::grader::test {
namespace {

/// A table's cells as RFC 4180 reads them; no cell of ours holds a line feed.
std::vector<std::vector<std::string>> cells_of(std::string_view text) {
    std::vector<std::vector<std::string>> rows;
    for (std::string_view line : lines_of(text)) {
        EXPECT_TRUE(line.ends_with('\r'));
        line.remove_suffix(1);
        rows.push_back({""});
        bool is_quoted = false;
        for (const char c : line) {
            if (c == '"') {
                is_quoted = !is_quoted;
                rows.back().back() += is_quoted && !rows.back().back().empty() ? "\"" : "";
            } else if (c == ',' && !is_quoted) {
                rows.back().emplace_back();
            } else {
                rows.back().back() += c;
            }
        }
        EXPECT_FALSE(is_quoted);
    }
    return rows;
}

TEST(CsvReport, OfNobodyIsAHeading) {
    ResultList nobody(sample_info(), {});
    const auto rows = cells_of(*results_csv(nobody));
    ASSERT_EQ(rows.size(), 1U);
    EXPECT_EQ(rows[0].size(), 13 + sample_info().cases.size());
}

TEST(CsvReport, EveryNameArrivesInItsCell) {
    const std::vector<std::pair<std::string, std::string>> names = {
        {"Lovelace, Ada", "Lovelace, Ada"},
        {"Ada \"the\" First", "Ada \"the\" First"},
        {"two\nlines\r", "two␊lines␍"},
        {"=HYPERLINK(\"x\")", "'=HYPERLINK(\"x\")"},
        {"+1", "'+1"},
        {"-1,2", "'-1,2"},
        {"@x;y", "'@x;y"},
        {" padded", " padded"},
        {"张伟", "张伟"},
        {"Иван Нováček", "Иван Нováček"},
        {"דוד", "דוד"},
        {"", ""},
    };
    std::vector<SubmissionResult> submissions;
    for (const auto& [name, cell] : names) {
        submissions.push_back(sample_submission(name, name));
    }
    ResultList results(sample_info(), submissions);
    const auto rows = cells_of(*results_csv(results));
    ASSERT_EQ(rows.size(), names.size() + 1);
    for (size_t i = 0; i < names.size(); ++i) {
        ASSERT_EQ(rows[i + 1].size(), rows[0].size()) << names[i].first;
        EXPECT_EQ(rows[i + 1][0], names[i].second);
        EXPECT_EQ(rows[i + 1][1], names[i].second);
    }
}

TEST(CsvReport, CountsWhatPassedAndWhatWasTakenOff) {
    SubmissionResult broken = sample_submission("cid", "Cid");
    broken.assembled = false;
    broken.points = -25;
    ResultList results(sample_info(), {wrong_submission(), broken});
    const auto rows = cells_of(*results_csv(results));
    const std::vector<std::string> bert = {"bert", "Bert Miller", "4711", "5", "20", "0", "4", "yes", "0.5",
                                           "2.5",  "0",           "0",    "3", "0",  "0", "0", "0"};
    EXPECT_EQ(rows[1], bert);
    EXPECT_EQ(rows[2][3], "-0.25");
    EXPECT_EQ(rows[2][7], "no");
}

TEST(CsvReport, OfAClassThatCannotBeReadIsAnError) {
    struct Broken final : ResultSource {
        GradingInfo grading = sample_info();
        [[nodiscard]] const GradingInfo& info() const override { return grading; }
        [[nodiscard]] size_t size() const override { return 1; }
        Result<SubmissionResult> submission(size_t /*index*/) override { return Error{"the journal is torn"}; }
    } broken;
    for (const Result<std::string>& report : {results_csv(broken), results_json(broken), junit_xml(broken)}) {
        ASSERT_FALSE(report);
        EXPECT_EQ(report.error().message, "the journal is torn");
    }
}

}  // namespace
}  // namespace mariner::grader::test
