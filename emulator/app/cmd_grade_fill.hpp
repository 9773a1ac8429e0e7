#pragma once
// `mariner grade fill`: points into the file that an instructor has exported from a gradebook.

namespace mariner::app {

int cmd_grade_fill(int argc, char** argv);

}  // namespace mariner::app
