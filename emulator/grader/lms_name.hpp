#pragma once
// The names under which learning platforms hand out submissions: who it was, and what the file was called. Pure text.

#include <optional>
#include <string>
#include <string_view>

namespace mariner::grader {

struct LmsName {
    std::string student;
    std::string id;       // the platform's number of the student or of the attempt; may be empty
    std::string file;     // the student's own name for the file; empty for a folder
    std::string attempt;  // a date that sorts as text, where one stands there
};

/// Moodle   "Ada Lovelace_123_assignsubmission_file_game.asm", or such a folder
/// Canvas   "lovelaceada_12345_67890_game.asm", "lovelaceada_LATE_12345_67890_game.asm"
/// Blackboard   "Homework 3_alovelace_attempt_2026-03-01-10-15-00_game.asm"
/// Nothing for a name that is none of these.
std::optional<LmsName> parse_lms_name(std::string_view name);

}  // namespace mariner::grader
