#include "emulator/grader/class_script.hpp"
#include "emulator/grader/reports.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "emulator/grader/report_markup.hpp"
#include "emulator/grader/report_words.hpp"
#include "tests/unit/grader/sample_results.hpp"
#include "tests/unit/grader/well_formed.hpp"

namespace mariner::grader::test {
namespace {

bool holds(const std::string& text, std::string_view part) {
    return text.find(part) != std::string::npos;
}

std::string class_page(ResultSource& results, std::string_view folder) {
    return *whole_report(
        [&](ResultSource& all, const ReportSink& sink) { return stream_class_html(all, sink, folder); }, results);
}

TEST(GradingPages, AreWellFormedAndRunNothingWhateverASubmissionHolds) {
    ResultList results = sample_class();
    std::vector<std::string> pages = {class_page(results, "students/")};
    const std::string own = "<script>" + std::string(class_script) + "</script>";  // the one that the page lets run
    pages[0].replace(pages[0].find(own), own.size(), "");
    for (size_t i = 0; i < results.size(); ++i) {
        for (const Reader reader : {Reader::student, Reader::instructor}) {
            pages.push_back(student_html(results.info(), *results.submission(i), reader));
        }
    }
    for (const std::string& page : pages) {
        EXPECT_EQ(fault_of_markup(page), "");
        EXPECT_FALSE(holds(page, "<script") || holds(page, "\x1b") || holds(page, "\xe2\x80\xae"));
        EXPECT_TRUE(holds(page, "default-src 'none'"));
    }
    EXPECT_TRUE(holds(pages[0], "href=\"students/bert.html\""));
    EXPECT_TRUE(holds(pages[0], "mean 13, median 14"));
}

TEST(GradingPages, TellTheClassesCommonestMistakes) {
    std::vector<SubmissionResult> all;
    for (int i = 0; i < 3; ++i) {
        all.push_back(sample_submission("s" + std::to_string(i), "S" + std::to_string(i)));
        all.back().cases[0] = wrong_output();
        all.back().cases[0].reason = "line " + std::to_string(10 + i) + " differs";
    }
    all[2].cases[1].verdict = Verdict::failed;
    all[2].cases[1].reason = "only mine";
    all[2].late = true;
    all[2].lateness = LatenessResult{};
    all[2].lateness->slip_days = 2;
    ResultList results(sample_info(), all);
    const std::string page = class_page(results, "");
    const size_t at = page.find("The commonest mistakes");
    ASSERT_NE(at, std::string::npos);
    EXPECT_NE(page.find("<td class=\"number\">3</td><td>four in a column win</td><td>S0: line 10 differs", at),
              std::string::npos)
        << page;
    EXPECT_EQ(page.find("only mine"), std::string::npos);
    EXPECT_NE(page.find("1 late, 2 slip days spent."), std::string::npos);
}

TEST(GradingPages, ComeInPiecesHoweverLargeTheClassIs) {
    const auto longest_piece = [](size_t students) {
        std::vector<SubmissionResult> all;
        for (size_t i = 0; i < students; ++i) {
            all.push_back(sample_submission("s" + std::to_string(i), "S" + std::to_string(i)));
        }
        ResultList results(sample_info(), all);
        size_t longest = 0;
        const ReportSink sink = [&](std::string_view piece) {
            longest = std::max(longest, piece.size());
            return Result<void>();
        };
        EXPECT_TRUE(stream_class_html(results, sink, "students/").has_value());
        return longest;
    };
    const size_t digits = 100;  // of numbers that a larger class has more of
    EXPECT_LT(longest_piece(500), longest_piece(5) + digits);
}

TEST(GradingPages, HideFromStudentsWhatIsHidden) {
    const GradingInfo info = sample_info();
    const SubmissionResult submission = wrong_submission();
    const std::string student = student_html(info, submission, Reader::student);
    const std::string instructor = student_html(info, submission, Reader::instructor);
    EXPECT_FALSE(holds(student, "the case nobody knows") || holds(student, "secret"));
    EXPECT_TRUE(holds(student, "1 case without details"));
    EXPECT_TRUE(holds(instructor, "the case nobody knows"));
    EXPECT_TRUE(holds(student, "mariner run --seed 7 main.asm"));
    EXPECT_FALSE(holds(student, "mariner grade"));
    EXPECT_TRUE(holds(instructor, "mariner grade rubric.toml submissions --only bert --case board"));
}

TEST(GradingPages, ShowBoardPictureAndPlace) {
    const std::string page = student_html(sample_info(), wrong_submission(), Reader::student);
    EXPECT_TRUE(holds(page, "aria-label=\"...2... ...1... ...2... ...1... ...2... ...11..\""));
    EXPECT_TRUE(holds(page, "aria-label=\"...2... ...1... ...2... ...1... ...2... ...1.?.\""));
    EXPECT_TRUE(holds(page, "<path fill=\"#ff0000\" d=\"M5 0h1v1H5z\"/>"));
    EXPECT_TRUE(holds(page, "<path fill=\"#d4002a\" d=\"M5 0h1v1H5z\"/>")) << "and where it differs";
    EXPECT_TRUE(holds(page, "main.asm, line 42"));
}

TEST(GradingPages, MarkDifferencesInsideLines) {
    const std::string marked = diff_markup("Player 1 wins! ", "Player 22 wins!");
    EXPECT_TRUE(holds(marked, "Player <del>1</del> wins!<del>·</del>"));
    EXPECT_TRUE(holds(marked, "Player <ins>22</ins> wins!"));
}

TEST(GradingPages, ShowNoisyPicturesCoarserInsteadOfEndlessly) {
    PictureResult noise{512, 512, {}, {}};
    for (u32 i = 0; i < 512 * 512; ++i) {
        noise.units.push_back(i * 2654435761U);
    }
    const std::string markup = picture_markup(noise);
    EXPECT_LT(markup.size(), size_t{2} << 20);
    EXPECT_TRUE(holds(markup, "every 4th unit"));
}

TEST(WordDiff, FindsTheWordsThatDiffer) {
    const auto joined = [](const std::vector<WordSpan>& spans) {
        std::string text;
        for (const WordSpan& span : spans) {
            text += span.is_changed ? "[" + std::string(span.text) + "]" : std::string(span.text);
        }
        return text;
    };
    struct Row {
        std::string expected, actual, left, right;
    };
    const std::vector<Row> rows = {
        {"", "", "", ""},
        {"same", "same", "same", "same"},
        {"a b c", "a x c", "a [b] c", "a [x] c"},
        {"| X | O |", "| X |   |", "| X | [O] |", "| X | [ ] |"},
        {"sum 12", "sum: 12", "sum 12", "sum[:] 12"},
        {"a", "", "[a]", ""},
    };
    for (const Row& row : rows) {
        const WordDiff diff = compare_words(row.expected, row.actual);
        EXPECT_EQ(joined(diff.expected), row.left);
        EXPECT_EQ(joined(diff.actual), row.right);
    }
    const std::string long_line(100'000, '.');
    EXPECT_EQ(compare_words("x" + long_line, long_line + "y").expected.size(), 1U);  // beyond the table: not aligned
}

}  // namespace
}  // namespace mariner::grader::test
