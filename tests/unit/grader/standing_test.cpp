#include "emulator/grader/standing.hpp"

#include <gtest/gtest.h>

#include "tests/unit/grader/graded.hpp"
#include "tests/unit/grader/sample_results.hpp"

namespace mariner::grader::test {
namespace {

const std::string one_case = "[[case]]\nname = \"1\"\npoints = 10\nexpect = { output = \"1\" }\n";
const std::string late = "[late]\ndue = 2026-03-02T23:59:00+01:00\npercent_per_day = 10\n";

SubmissionResult handed_in(std::string student, std::string lms_id, std::string submitted, Points judged = 1000) {
    SubmissionResult result;
    result.id = result.student = std::move(student);
    result.lms_id = std::move(lms_id);
    result.submitted = std::move(submitted);
    result.late = result.submitted > "2026-03-02T23:59:00";
    result.judged = result.points = judged;
    return result;
}

Standing standing_of(const Folder& folder, const std::string& rubric, const std::vector<SubmissionResult>& all,
                     Lms lms = Lms::blackboard) {
    Result<Standing> standing = Standing::load(rubric_of(rubric), folder / "", lms);
    EXPECT_TRUE(standing) << standing.error().message;
    for (const SubmissionResult& one : all) {
        standing->meet(one);
    }
    return std::move(*standing);
}

TEST(Standing, AnExtensionIsTheStudentsOwnDueTime) {
    const Folder folder;
    folder.put("e.csv", "lms_id,due\n7,2026-03-04T23:59\n9,2026-03-04T23:59\n");
    std::vector<SubmissionResult> all = {handed_in("Ada", "7", "2026-03-04T12:00:00"),
                                         handed_in("Ben", "8", "2026-03-04T12:00:00")};
    const Standing standing = standing_of(folder, late + "extensions = \"e.csv\"\n" + one_case, all);
    standing.settle(all[0]);
    standing.settle(all[1]);
    EXPECT_EQ(all[0].points, 1000);
    EXPECT_EQ(all[0].late, false);
    EXPECT_EQ(all[1].points, 800);
    ASSERT_EQ(standing.notes().size(), 1U);
    EXPECT_EQ(standing.notes()[0], "extensions, row 3: nobody here is '9'");
}

TEST(Standing, AdjustmentsAddUpAndStayApart) {
    const Folder folder;
    folder.put("a.csv", "lms_id,student,points,reason\n7,,-2,no comments\n,Ada,0.5,nice\n,Twin,1,which?\n8,,-99,all\n");
    std::vector<SubmissionResult> all = {handed_in("Ada", "7", ""), handed_in("Ben", "8", ""),
                                         handed_in("Twin", "5", ""), handed_in("Twin", "6", "")};
    const Standing standing = standing_of(folder, "[points]\nadjustments = \"a.csv\"\n" + one_case, all);
    for (SubmissionResult& one : all) {
        standing.settle(one);
        standing.settle(one);  // settling twice is settling once
    }
    EXPECT_EQ(all[0].judged, 1000);
    EXPECT_EQ(all[0].points, 850);
    EXPECT_EQ(all[0].adjustments.size(), 2U);
    EXPECT_EQ(all[1].points, 0);
    EXPECT_EQ(all[2].points, 1000);
    ASSERT_EQ(standing.notes().size(), 1U);
    EXPECT_NE(standing.notes()[0].find("several students"), std::string::npos);
}

TEST(Standing, SlipDaysOfATeamAreThoseOfItsPoorestMember) {
    const Folder folder;
    const std::string slip = "slip_days = 3\nslip_days_file = \"s.csv\"\n";
    ASSERT_TRUE(SlipDays::open(folder / "s.csv", "another", true)->put({{"1", "Ada", 2}}));
    SubmissionResult team = handed_in("Ada, Ben", "1, 2", "2026-03-04T12:00:00");
    team.member_ids = {"1", "2"};
    Standing standing = standing_of(folder, "title = \"hw2\"\n" + late + slip + one_case, {team});
    ASSERT_TRUE(standing.open_slip_days(true));
    standing.settle(team);
    EXPECT_EQ(team.lateness->slip_days, 1U);
    EXPECT_EQ(team.points, 900);
    ResultList settled(sample_info(), {team});
    ASSERT_TRUE(standing.put_slip_days(settled));
    EXPECT_EQ(*read_file(folder / "s.csv"),
              "assignment,lms_id,student,days\r\nanother,1,Ada,2\r\n"
              "hw2,1,\"Ada, Ben\",1\r\nhw2,2,\"Ada, Ben\",1\r\n");
}

TEST(Standing, MoodlesNumbersDoNotCarryOn) {
    const Folder folder;
    const std::string rubric = "title = \"hw2\"\n" + late + "slip_days = 1\nslip_days_file = \"s.csv\"\n" + one_case;
    std::vector<SubmissionResult> all = {handed_in("Ada", "71", "2026-03-03T12:00:00"),
                                         handed_in("Twin", "72", "2026-03-03T12:00:00"),
                                         handed_in("Twin", "73", "2026-03-03T12:00:00")};
    Standing standing = standing_of(folder, rubric, all, Lms::moodle);
    ASSERT_TRUE(standing.open_slip_days(true));
    for (SubmissionResult& one : all) {
        standing.settle(one);
    }
    EXPECT_EQ(all[0].points, 1000);
    EXPECT_EQ(all[1].points, 900);  // whose days they are can't be told
    ResultList settled(sample_info(), all);
    ASSERT_TRUE(standing.put_slip_days(settled));
    EXPECT_EQ(*read_file(folder / "s.csv"), "assignment,lms_id,student,days\r\nhw2,,Ada,1\r\n");
}

TEST(Standing, ATableThatIsMissingOrDamagedIsTold) {
    const Folder folder;
    const Rubric rubric = rubric_of("[points]\nadjustments = \"a.csv\"\n" + one_case);
    EXPECT_FALSE(Standing::load(rubric, folder / "", Lms::folder));
    folder.put("a.csv", "lms_id,points,reason\n1,x,y\n");
    EXPECT_EQ(Standing::load(rubric, folder / "", Lms::folder).error().message,
              "a.csv: row 2, column points: 'x' is no number such as 1.5 or -2");
}

}  // namespace
}  // namespace mariner::grader::test
