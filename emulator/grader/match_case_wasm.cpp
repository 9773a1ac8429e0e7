// In a page no matches are played: the master's book alone is larger than what a page may load.

#include "emulator/grader/case_play.hpp"

namespace mariner::grader {

void play_match(const ProgramImage& /*image*/, const Case& /*wanted*/, PlayFacts& facts) {
    CheckResult check;
    check.what = "match";
    check.message = "matches are not played in a page: mariner check plays this one";
    facts.checks.push_back(std::move(check));
}

}  // namespace mariner::grader
