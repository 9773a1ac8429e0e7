#include "emulator/grader/worker_claims.hpp"

#include <algorithm>
#include <utility>

namespace mariner::grader {

namespace {

/// Games against others and leagues bring a part of the points without being passed.
bool may_bring_a_part(const Case& wanted) {
    return wanted.match || wanted.league;
}

bool points_fit(const Case& wanted, const CaseResult& claimed) {
    const Points worth = wanted.info.worth;
    return claimed.verdict == Verdict::passed ? claimed.points == worth
           : may_bring_a_part(wanted)         ? claimed.points >= 0 && claimed.points <= worth
                                              : claimed.points == 0;
}

/// Whether what a case asks for has been looked at, each as often as it is asked for.
bool has_looked(const Case& wanted, const CaseResult& claimed) {
    const auto looked = [&](std::string_view what) {
        return static_cast<size_t>(std::ranges::count(claimed.checks, what, &CheckResult::what));
    };
    const bool is_program = wanted.runs && !wanted.call && !wanted.board && !wanted.game && !wanted.match;
    const Expectations& expect = wanted.expect;
    const size_t checks = expect.registers.size() + expect.memory.size() + expect.files.size() +
                          expect.tools.rules.size() + (expect.output ? 1U : 0U) + (expect.exit_status ? 1U : 0U) +
                          (expect.most_steps ? 1U : 0U) + (expect.picture ? 1U : 0U);
    return !is_program ||
           ((!expect.output || looked("output") >= 1) && claimed.checks.size() >= std::min(checks, most_checks));
}

}  // namespace

bool accept_claim(const Rubric& rubric, const AssembledSubmission& claimed) {
    auto next = rubric.deductions.begin();  // each at most once, in the rubric's order
    const bool are_known = std::ranges::all_of(claimed.deductions, [&](const DeductionResult& one) {
        next = std::find_if(next, rubric.deductions.end(), [&](const Deduction& deduction) {
            return deduction.name == one.name && deduction.points == one.points;
        });
        return next != rubric.deductions.end() && next++ != rubric.deductions.end();
    });
    return are_known && (!claimed.assembled || !claimed.missing);
}

bool accept_claim(const Rubric& rubric, const Case& wanted, const SubmissionResult& submission, JudgedCase& claimed) {
    CaseResult& result = claimed.result;
    const bool has_passed = result.verdict == Verdict::passed;
    const bool all_checks = std::ranges::all_of(result.checks, &CheckResult::passed);
    const bool has_points = std::ranges::any_of(claimed.findings, [](const auto& one) { return one.points != 0; });
    if (result.id != wanted.info.id || !points_fit(wanted, result) || has_points ||
        (has_passed && !(submission.assembled && all_checks && has_looked(wanted, result)))) {
        return false;
    }
    CaseResult known = empty_case_result(rubric, wanted, submission.id);
    result.name = std::move(known.name);
    result.visibility = known.visibility;
    result.worth = known.worth;
    if (!wanted.board && !wanted.game) {  // whose games type something else each
        result.input = std::move(known.input);
    }
    result.arguments = std::move(known.arguments);
    result.seed = known.seed;
    result.repeat_with_rubric = std::move(known.repeat_with_rubric);
    return true;
}

}  // namespace mariner::grader
