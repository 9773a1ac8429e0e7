#pragma once
// Who is in a class, as a teacher's table says: a CSV with the columns lms_id and student.

#include <string>
#include <string_view>
#include <vector>

#include "emulator/support/result.hpp"

namespace mariner::grader {

struct ClassMember {
    std::string lms_id;
    std::string student;
};
using ClassList = std::vector<ClassMember>;

/// In any order of columns, with others beside them. The error names row and column.
Result<ClassList> read_class_list(std::string_view text);

}  // namespace mariner::grader
