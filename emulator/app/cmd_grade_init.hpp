#pragma once
// `mariner grade init`: a first rubric from a solution; `mariner grade mutate`: what a rubric doesn't notice.

namespace mariner::app {

int cmd_grade_init(int argc, char** argv);
int cmd_grade_mutate(int argc, char** argv);

}  // namespace mariner::app
