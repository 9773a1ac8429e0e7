#include "emulator/remote/output_marks.hpp"

#include <gtest/gtest.h>

namespace mariner::remote {
namespace {

TEST(OutputMarks, SaysHowMuchThereWasAndWhoseAByteIs) {
    OutputMarks marks;
    marks.add(5, 3);
    marks.add(5, 1);
    marks.add(9, 2);
    marks.add(10, 0);
    EXPECT_EQ(marks.total_at(4), 0U);
    EXPECT_EQ(marks.total_at(5), 4U);
    EXPECT_EQ(marks.total_at(100), 6U);
    EXPECT_EQ(marks.find(3)->time, 5U);
    EXPECT_EQ(marks.find(4)->time, 9U);
    EXPECT_FALSE(marks.find(6));
    marks.add(7, 1);  // led on differently from there
    EXPECT_EQ(marks.total_at(9), 5U);
    marks.cut(6);
    EXPECT_EQ(marks.total_at(9), 4U);
}

TEST(OutputMarks, StaysBounded) {
    OutputMarks marks;
    const u64 count = 5 * u64{OutputMarks::most};
    for (u64 i = 1; i <= count; ++i) {
        marks.add(i, 1);
    }
    EXPECT_LE(marks.all().size(), OutputMarks::most);
    EXPECT_EQ(marks.total_at(count), count);
    EXPECT_EQ(marks.times(0, count, 10).size(), 10U);
    EXPECT_TRUE(marks.times(count + 1, count + 9, 10).empty());
    EXPECT_TRUE(marks.times(9, 8, 10).empty());
}

}  // namespace
}  // namespace mariner::remote
