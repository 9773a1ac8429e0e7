#pragma once
// `mariner grade changes`: whose points change between two gradings, and why.

namespace mariner::app {

int cmd_grade_changes(int argc, char** argv);

}  // namespace mariner::app
