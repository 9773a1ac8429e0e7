#pragma once
// `mariner grade package`: a rubric as one file to upload to somebody else's autograder.

namespace mariner::app {

int cmd_grade_package(int argc, char** argv);

}  // namespace mariner::app
