#pragma once
// Results in the words of the systems that run an autograder for each hand-in. Pure functions from results to text.
// Cases that a student may not see show their points and nothing else, but where the system itself knows who may see
// what (Gradescope).

#include <array>
#include <optional>
#include <string>
#include <string_view>

#include "emulator/grader/results.hpp"

namespace mariner::grader {

enum class Autograder : u8 { gradescope, prairielearn, autolab, classroom50, submitty, codegrade, inginious };
inline constexpr std::array<std::string_view, 7> autograder_names = {
    "gradescope", "prairielearn", "autolab", "classroom50", "submitty", "codegrade", "inginious"};
std::optional<Autograder> find_autograder(std::string_view name);

/// What a system says about a hand-in, beside its files.
struct AutograderFacts {
    bool has_leaderboard = false;
    std::string classroom;  // classroom50's words, from its environment
    std::string assignment;
    std::string submission;
    std::string commit;
    std::string release;
};

/// What goes into the file that the system reads, or to its standard output (autolab, codegrade).
std::string autograder_result(Autograder system, const GradingInfo& info, const SubmissionResult& submission,
                              const AutograderFacts& facts);
/// For a hand-in that couldn't be graded, by no fault of the student's.
std::string autograder_failure(Autograder system, const std::string& sentence, const AutograderFacts& facts);

/// When something was handed in and until when it could be: what Gradescope and CodeGrade tell.
struct SubmissionTimes {
    std::string submitted;  // empty if unknown
    std::string due;
};
/// Of `submission_metadata.json` or $CG_INFO; unknown of anything else.
SubmissionTimes read_submission_times(std::string_view json);

}  // namespace mariner::grader
