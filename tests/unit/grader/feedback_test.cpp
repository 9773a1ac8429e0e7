#include "emulator/grader/feedback.hpp"

#include <gtest/gtest.h>

#include "emulator/support/text.hpp"
#include "tests/unit/grader/sample_results.hpp"

namespace mariner::grader::test {
namespace {

TEST(Feedback, GoesBackUnderTheNameThatCanvasMade) {
    SubmissionResult ada = sample_submission("ada", "ada");
    ada.lms_id = "55";
    const std::string name = "lovelaceada_LATE_55_99_hw_1_2_.asm";
    EXPECT_EQ(*feedback_name(Lms::canvas, ada, {"Download (1)/" + name, true}), name);
    EXPECT_FALSE(feedback_name(Lms::canvas, ada, {"lovelaceada_55_text.html", false}));
    EXPECT_FALSE(feedback_name(Lms::canvas, ada, {"other.asm", true}));
    ada.lms_id = "x7";
    EXPECT_EQ(*feedback_name(Lms::canvas, ada, {"LATE_anon_x7_99_hw.asm", true}), "LATE_anon_x7_99_hw.asm");
}

TEST(Feedback, GoesToMoodlesParticipant) {
    SubmissionResult ada = sample_submission("ada", "José Peña");
    ada.lms_id = "123";
    EXPECT_EQ(*feedback_name(Lms::moodle, ada, {}), "José Peña_123_assignsubmission_file/report.html");
    ada.lms_id = "";
    EXPECT_FALSE(feedback_name(Lms::moodle, ada, {}));
    ada.lms_id = "123";
    ada.handed_in = false;
    EXPECT_FALSE(feedback_name(Lms::moodle, ada, {}));
}

TEST(Feedback, IsACommentToAnAssemblerForCanvas) {
    for (const SubmissionResult& one : {wrong_submission(), hostile_submission()}) {
        const std::string text = feedback_bytes(Lms::canvas, sample_info(), one);
        for (const std::string_view line : lines_of(text)) {
            EXPECT_TRUE(line.starts_with('#')) << line;
            EXPECT_EQ(line.find_first_of("\x1b\x01\r"), std::string::npos);
        }
    }
    EXPECT_TRUE(feedback_bytes(Lms::moodle, sample_info(), wrong_submission()).starts_with("<!"));
}

}  // namespace
}  // namespace mariner::grader::test
