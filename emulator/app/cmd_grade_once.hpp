#pragma once
// `mariner grade once`: one student's hand-in inside somebody else's autograder.

namespace mariner::app {

int cmd_grade_once(int argc, char** argv);

}  // namespace mariner::app
