#include "emulator/grader/class_list.hpp"

#include <gtest/gtest.h>

namespace mariner::grader {
namespace {

TEST(ClassList, ReadsColumnsInAnyOrder) {
    const Result<ClassList> list = read_class_list("Section;Student ;LMS_ID\r\nA;\"Lovelace; Ada\"; 7 \r\n\r\n");
    ASSERT_TRUE(list);
    ASSERT_EQ(list->size(), 1U);
    EXPECT_EQ((*list)[0].lms_id, "7");
    EXPECT_EQ((*list)[0].student, "Lovelace; Ada");
}

TEST(ClassList, NamesRowAndColumn) {
    EXPECT_EQ(read_class_list("a,b\n").error().message, "row 1: a class list begins with the header lms_id,student");
    EXPECT_EQ(read_class_list("student,lms_id\nx,\n").error().message, "row 2, column 2: there is no lms_id");
    EXPECT_EQ(read_class_list("lms_id,student\n1,a\n1,b\n").error().message,
              "row 3, column 1: '1' stands here for the second time");
}

}  // namespace
}  // namespace mariner::grader
