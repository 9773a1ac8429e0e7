#include "emulator/grader/student_table.hpp"

#include <gtest/gtest.h>

namespace mariner::grader {
namespace {

TEST(StudentTable, ReadsExtensionsInTheZoneOfTheDueTime) {
    const CalendarTime due = *parse_calendar_time("2026-03-02T23:59:00+01:00");
    const auto rows =
        read_extensions("Reason;DUE;lms_id;student\r\nill;2026-03-05 23:59;7;\r\n;2026-03-05T23:59:00Z;;Ada\r\n", due);
    ASSERT_TRUE(rows) << rows.error().message;
    ASSERT_EQ(rows->size(), 2U);
    EXPECT_EQ((*rows)[0].due.text(), "2026-03-05T23:59:00+01:00");
    EXPECT_EQ((*rows)[1].due.text(), "2026-03-05T23:59:00Z");
    EXPECT_EQ((*rows)[1].whose.student, "Ada");
    EXPECT_EQ(read_extensions("lms_id,due\n1,soon\n", due).error().message,
              "row 2, column due: 'soon' is no time such as 2026-03-05T23:59:00");
}

TEST(StudentTable, ReadsPointsWithEitherSign) {
    const auto rows = read_adjustments("lms_id,points,reason\n1,+1,x\n2,\"-2,5\",y\n3,.25,z\n4,0,w\n");
    ASSERT_TRUE(rows) << rows.error().message;
    std::vector<Points> points;
    for (const Adjustment& row : *rows) {
        points.push_back(row.change.points);
    }
    EXPECT_EQ(points, (std::vector<Points>{100, -250, 25, 0}));
}

TEST(StudentTable, NamesWhatIsWrongWithItsPlace) {
    const auto told = [](std::string_view text) { return read_adjustments(text).error().message; };
    EXPECT_EQ(told("lms_id,points\n"),
              "row 1: such a table begins with the header lms_id, points, reason (or student in place of lms_id)");
    EXPECT_EQ(told("lms_id,points,reason\n,1,x\n"), "row 2, column lms_id: nobody is named");
    for (const std::string wrong : {"", "x", "1.234", "1.", "--1", "999999999999", "1e3", "=1"}) {
        EXPECT_EQ(told("lms_id,points,reason\n1," + wrong + ",x\n"),
                  "row 2, column points: '" + wrong + "' is no number such as 1.5 or -2");
    }
    EXPECT_EQ(told("lms_id,points,reason\n1,1,\n"),
              "row 2, column reason: an adjustment needs a reason, which the student reads");
}

}  // namespace
}  // namespace mariner::grader
