#include "emulator/grader/kept_cases.hpp"

#include <algorithm>
#include <utility>

#include "emulator/grader/judge.hpp"

namespace mariner::grader {

namespace {

bool can_be_kept(const CaseInfo& was, const CaseInfo& now, const Rubric& rubric, bool reveal) {
    const bool is_sealed = was.visibility == Visibility::hidden;
    const bool stays_sealed = now.visibility == Visibility::hidden && !reveal && !rubric.check;
    return was.fingerprint == now.fingerprint && (!is_sealed || (stays_sealed && was.worth > 0));
}

/// The same outcome with the names and the points of now.
CaseResult renamed(CaseResult was, const Rubric& rubric, const Case& wanted, const std::string& submission_id) {
    CaseResult now = empty_case_result(rubric, wanted, submission_id);
    was.name = std::move(now.name);
    was.visibility = now.visibility;
    was.worth = now.worth;
    was.points = was.verdict == Verdict::passed ? was.worth : 0;
    was.repeat_with_rubric = std::move(now.repeat_with_rubric);
    return was;
}

}  // namespace

std::vector<std::optional<JudgedCase>> kept_cases(const Journal* before, const Rubric& rubric,
                                                  const SubmissionResult& handed_in, bool reveal) {
    if (before == nullptr || !before->has(handed_in)) {
        return {};
    }
    Result<SubmissionResult> was = before->find(handed_in.identity);
    const std::vector<CaseInfo>& infos = before->info().cases;
    if (!was || was->cases.size() != infos.size() || was->findings.size() != infos.size()) {
        return {};
    }
    std::vector<std::optional<JudgedCase>> kept(rubric.cases.size());
    for (size_t i = 0; i < kept.size(); ++i) {
        const Case& wanted = rubric.cases[i];
        const auto found = std::ranges::find(infos, wanted.info.id, &CaseInfo::id);
        const auto at = static_cast<size_t>(found - infos.begin());
        if (found == infos.end() || !can_be_kept(*found, wanted.info, rubric, reveal) ||
            was->cases[at].verdict == Verdict::died) {
            continue;
        }
        kept[i] = JudgedCase{renamed(std::move(was->cases[at]), rubric, wanted, handed_in.id), was->findings[at]};
    }
    return kept;
}

}  // namespace mariner::grader
