#include "emulator/grader/download.hpp"

#include <gtest/gtest.h>

#include "tests/unit/grader/memory_class.hpp"

namespace mariner::grader {
namespace {

using Files = std::vector<std::pair<std::string, std::string>>;

/// "platform: student|id|time|late|files; ..." with every attempt.
std::string told(const Files& files, const std::string& called = "class") {
    MemoryClass in_memory(files);
    const ClassDownload download =
        read_download(in_memory, called, [](std::string_view name) { return name.ends_with(".asm"); });
    std::string text = std::string(name_of(download.lms)) + ":";
    for (const HandIn& hand_in : download.hand_ins) {
        for (const HandInAttempt& attempt : hand_in.attempts) {
            text += " " + hand_in.student + "|" + hand_in.lms_id + "|" + attempt.submitted + "|" +
                    (attempt.late ? *attempt.late ? "late" : "on time" : "") + "|";
            for (const HandInPart& part : attempt.parts) {
                text += part.name + ",";
            }
            text += attempt.handed_in ? ";" : "nothing;";
        }
    }
    return text;
}

TEST(ReadDownload, Canvas) {
    EXPECT_EQ(told({{"adal_LATE_5_6_hw_7_8_x.asm", ""}, {"a_b_9_10_hw.asm", ""}, {"c_11_text.html", ""}}),
              "canvas: a_b|9||on time|hw.asm,; adal|5||late|hw_7_8_x.asm,; c|11||on time|;");
    EXPECT_EQ(told({{"LATE_anon_x1_5_hw.asm", ""}, {"anon_x2_6_hw.asm", ""}}),
              "canvas: anon_x1|x1||late|hw.asm,; anon_x2|x2||on time|hw.asm,;");
}

TEST(ReadDownload, Moodle) {
    EXPECT_EQ(told({{"Ada L_5_assignsubmission_file_/a/hw.asm", ""},
                    {"Default group_assignsubmission_file/hw.asm", ""},
                    {"Eve_6_assignfeedback_file/hw.asm", ""},
                    {"Text_7_assignsubmission_onlinetext/onlinetext.html", ""}}),
              "moodle: Ada L|5|||a/hw.asm,; Default group||||hw.asm,; Eve|6|||nothing; Text|7|||;");
    EXPECT_EQ(told({{"Ada L_5_assignsubmission_file_my_hw.asm", ""}}), "moodle: Ada L|5|||my_hw.asm,;");
}

TEST(ReadDownload, BlackboardTellsUsersByReceiptsOrByWhatAllShare) {
    const std::string at = "_attempt_2026-03-02-10-15-00";
    EXPECT_EQ(
        told({{"hw_3_ada_l" + at + "_hw.asm", ""},
              {"hw_3_ada_l" + at + ".txt", "Nom : Ada (L.) Love (ada_l)\r\n"},
              {"hw_3_ben_l" + at + "_hw.asm", ""}}),
        "blackboard: Ada (L.) Love|ada_l|2026-03-02T10:15:00||hw.asm,; ben_l|ben_l|2026-03-02T10:15:00||hw.asm,;");
    EXPECT_EQ(told({{"hw_3_ada_l" + at + "_hw.asm", ""}, {"hw_3_ada" + at + "_hw.asm", ""}}),
              "blackboard: ada|ada|2026-03-02T10:15:00||hw.asm,; ada_l|ada_l|2026-03-02T10:15:00||hw.asm,;");
    EXPECT_EQ(told({{"hw_ada" + at + ".txt", "no name"}}), "blackboard: ada|ada|2026-03-02T10:15:00||;");
}

TEST(ReadDownload, BrightspaceKeepsAttemptsApart) {
    EXPECT_EQ(told({{"index.html", ""},
                    {"1-9 - Ada - Lee - Sep 24, 2024 1226 AM/hw.asm", ""},
                    {"1-9 - Ada - Lee - Sep 24, 2024 926 PM/hw.asm", ""}}),
              "brightspace: Ada - Lee|1|2024-09-24T00:26:00||hw.asm,; Ada - Lee|1|2024-09-24T21:26:00||hw.asm,;");
    EXPECT_EQ(told({{"1-9 - Ada - 24 sept. 2024 21 h 26/hw.asm", ""}}), "brightspace: Ada|1|||hw.asm,;");
}

TEST(ReadDownload, Sakai) {
    const std::string grades =
        "hw,Points\n\nDisplay ID,ID,Last,First,grade,time,late\na,al,L,A,,2026-03-02T10:15:00Z,Late\n";
    EXPECT_EQ(told({{"hw/L, A(al)/Submission attachment(s)/hw.asm", ""},
                    {"hw/L, A(al)/Feedback Attachment(s)/hw.asm", ""},
                    {"hw/L, A(al)/timestamp.txt", "2026-03-02T10:15:00Z"},
                    {"hw/Team (t-1)/Submission attachment(s)/x.asm", ""},
                    {"hw/Zed, Z(zz)/comments.txt", ""},
                    {"hw/grades.csv", grades}}),
              "sakai: L, A|al|2026-03-02T10:15:00Z|late|hw.asm,; Team|t-1|||x.asm,; Zed, Z|zz|||nothing;");
    EXPECT_EQ(told({{"L, A(al)_Submission attachment(s)_hw.asm", ""}}), "sakai: L, A|al|||hw.asm,;");
}

TEST(ReadDownload, Gradescope) {
    const std::string metadata =
        "---\nsubmission_1:\n  :submitters:\n  - :name: \"Z\\u00f6e\"\n    :sid: '7'\n  - :name: 'O''B'\n    :sid: 8\n"
        "  :created_at: 2026-03-02 10:15:00.5 -08:00\n  :history:\n  - :created_at: 2020-01-01 00:00:00 Z\n"
        "submission_2:\n  :submitters: []\n";
    EXPECT_EQ(told({{"e/submission_1/src/hw.asm", ""}, {"e/submission_metadata.yml", metadata}}),
              "gradescope: Zöe, O'B|7, 8|2026-03-02T10:15:00-08:00||src/hw.asm,; submission_2||||;");
}

TEST(ReadDownload, RepositoriesByTheNameOfTheirFolder) {
    EXPECT_EQ(told({{"hw-1-submissions/hw-1-a-b/hw.asm", ""}, {"hw-1-submissions/hw-1-c/hw.asm", ""}}),
              "classroom: a-b|a-b|||hw.asm,; c|c|||hw.asm,;");
    EXPECT_EQ(told({{"hw-a/hw.asm", ""}, {"hw-b/x/hw.asm", ""}}, "hw-submissions"),
              "classroom: a|a|||hw.asm,; b|b|||x/hw.asm,;");
}

TEST(ReadDownload, OneNameDoesNotMakeAPlatform) {
    EXPECT_EQ(told({{"a_1_2_hw.asm", ""}, {"ben.asm", ""}}), "folder: a_1_2_hw||||a_1_2_hw.asm,; ben||||ben.asm,;");
    EXPECT_EQ(told({{"all/a/hw.asm", ""}, {"all/b/hw.asm", ""}, {"all/grades.csv", ""}}),
              "folder: a||||hw.asm,; b||||hw.asm,;");
    EXPECT_EQ(told({}), "folder:");
}

}  // namespace
}  // namespace mariner::grader
