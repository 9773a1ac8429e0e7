#include "emulator/grader/slip_days.hpp"

#include <gtest/gtest.h>

#include "tests/unit/grader/graded.hpp"

namespace mariner::grader::test {
namespace {

TEST(SlipDays, CarriesOnFromAssignmentToAssignment) {
    const Folder folder;
    const std::string path = folder / "slip.csv";
    ASSERT_TRUE(SlipDays::open(path, "hw1", true)->put({{"7", "Ada", 2}, {"", "=Ben, \"B\"", 1}}));
    Result<SlipDays> next = SlipDays::open(path, "hw2", true);
    ASSERT_TRUE(next) << next.error().message;
    EXPECT_EQ(next->used_elsewhere("7", "another name"), 2U);
    EXPECT_EQ(next->used_elsewhere("", "=Ben, \"B\""), 1U);
    EXPECT_EQ(next->used_elsewhere("8", ""), 0U);
    ASSERT_TRUE(next->put({{"7", "Ada", 1}}));
    EXPECT_EQ(SlipDays::open(path, "hw3", false)->used_elsewhere("7", ""), 3U);
    EXPECT_EQ(SlipDays::open(path, "hw1", false)->used_elsewhere("7", ""), 1U);
    EXPECT_NE(read_file(path)->find("hw1,,\"'=Ben, \"\"B\"\"\",1"), std::string::npos) << *read_file(path);
}

TEST(SlipDays, GradingAgainChangesNothing) {
    const Folder folder;
    const std::string path = folder / "slip.csv";
    std::string first;
    for (int i = 0; i < 2; ++i) {
        ASSERT_TRUE(SlipDays::open(path, "hw1", true)->put({{"7", "Ada", 2}}));
        first = first.empty() ? *read_file(path) : first;
        EXPECT_EQ(*read_file(path), first);
    }
}

TEST(SlipDays, ADamagedTableIsToldWithItsRow) {
    const Folder folder;
    folder.put("slip.csv", "assignment,lms_id,student,days\nhw1,7,Ada,many\n");
    EXPECT_EQ(SlipDays::open(folder / "slip.csv", "hw1", false).error().message,
              folder / "slip.csv" + ": row 2, column days: 'many' is no number of days");
}

}  // namespace
}  // namespace mariner::grader::test
