#pragma once
// `mariner grade publish`: a rubric that can be given to students.

namespace mariner::app {

int cmd_grade_publish(int argc, char** argv);

}  // namespace mariner::app
