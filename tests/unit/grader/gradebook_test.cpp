#include "emulator/grader/gradebook.hpp"

#include <gtest/gtest.h>

namespace mariner::grader {
namespace {

const std::vector<GradebookEntry> ada = {{"Ada", "7", 750, true}};

std::string filled(std::string_view exported, std::string_view title) {
    const Result<FilledGradebook> book = fill_gradebook(exported, title, ada);
    return book ? book->bytes : "error: " + book.error().message;
}

TEST(FillGradebook, ChangesOneCell) {
    EXPECT_EQ(filled("Student,ID,Section,hw (1)\r\nPoints Possible,,,10.0\r\nAda,7,x,\r\n", "hw"),
              "Student,ID,Section,hw (1)\r\nPoints Possible,,,10.0\r\nAda,7,x,7.5\r\n");
    EXPECT_EQ(filled("Student;ID;Section;hw (1)\nPoints Possible;;;10,0\nAda;7;x;\"1\"", ""),
              "Student;ID;Section;hw (1)\nPoints Possible;;;10,0\nAda;7;x;\"7,5\"");
    EXPECT_EQ(filled("Id,Name,Grade,Max,OK\nP7,Ada,-,\"10,00\",Ja\n", ""),
              "Id,Name,Grade,Max,OK\nP7,Ada,\"7,5\",\"10,00\",Ja\n");
}

TEST(FillGradebook, KnowsUtf16) {
    const auto wide = [](std::string_view text) {
        std::string bytes = "\xff\xfe";
        for (const char c : text) {
            bytes += c;
            bytes += '\0';
        }
        return bytes;
    };
    EXPECT_EQ(filled(wide("L\tF\tUsername\thw [Total Pts: 9 Score] |1\nA\tB\t7\t\n"), "hw"),
              wide("L\tF\tUsername\thw [Total Pts: 9 Score] |1\nA\tB\t7\t7.5\n"));
}

TEST(FillGradebook, WritesNothingWhereTwoClaimARow) {
    const std::vector<GradebookEntry> two = {{"Ada", "7", 100, true}, {"Bea", "8", 200, true}};
    const std::string exported = "OrgDefinedId,Username,hw Points Grade,End-of-Line Indicator\n#7,#8,3,#\n";
    const Result<FilledGradebook> book = fill_gradebook(exported, "hw", two);
    ASSERT_TRUE(book);
    EXPECT_EQ(book->bytes, exported);
    EXPECT_EQ(book->notes.size(), 2U);
}

TEST(ReadGradebookEntries, TakesResultsOnly) {
    const auto entries = read_gradebook_entries(
        R"({"submissions": [{"student": "Ada", "lms_id": "7", "points": 7.5, "handed_in": false}]})");
    ASSERT_TRUE(entries);
    EXPECT_EQ((*entries)[0].points, 750);
    EXPECT_FALSE((*entries)[0].handed_in);
    for (const char* text :
         {"", "[]", "{}", R"({"submissions": [{"student": "x"}]})", R"({"submissions": [{"points": 1}]})"}) {
        EXPECT_FALSE(read_gradebook_entries(text)) << text;
    }
}

}  // namespace
}  // namespace mariner::grader
