#include "emulator/grader/lms_name.hpp"

#include <gtest/gtest.h>

namespace mariner::grader {
namespace {

std::string told(std::string_view name) {
    const std::optional<LmsName> lms = parse_lms_name(name);
    return lms ? lms->student + "|" + lms->id + "|" + lms->file + "|" + lms->attempt : "none";
}

TEST(LmsName, KnowsThreePlatforms) {
    EXPECT_EQ(told("Ada Lovelace_123_assignsubmission_file_game.asm"), "Ada Lovelace|123|game.asm|");
    EXPECT_EQ(told("\u5f20\u4f1f_9_assignsubmission_file_"), "\u5f20\u4f1f|9||");
    EXPECT_EQ(told("Ada_7_assignsubmission_onlinetext_x.html"), "Ada|7|x.html|");
    EXPECT_EQ(told("lovelaceada_55_99_hw.asm"), "lovelaceada|55|hw.asm|");
    EXPECT_EQ(told("lovelaceada_LATE_55_99_hw_2.asm"), "lovelaceada|55|hw_2.asm|");
    EXPECT_EQ(told("Homework 3_alove_attempt_2026-03-01-10-15-00_game.asm"), "alove||game.asm|2026-03-01-10-15-00");
    EXPECT_EQ(told("Homework 3_alove_attempt_2026-03-01-10-15-00.txt"), "alove||.txt|2026-03-01-10-15-00");
}

TEST(LmsName, LeavesOtherNamesAlone) {
    for (const char* name : {"", "_", "ada.asm", "ada_1.asm", "ada_1_2_", "_1_2_x.asm", "ada_x_2_hw.asm", "__1__",
                             "_assignsubmission_file_", "ada_x_assignsubmission_file_", "x_attempt_2026",
                             "_attempt_2026-03-01-10-15-00"}) {
        EXPECT_EQ(told(name), "none") << name;
    }
}

}  // namespace
}  // namespace mariner::grader
