#include "emulator/grader/results.hpp"

#include <algorithm>

namespace mariner::grader {

std::string points_text(Points points) {
    const bool is_negative = points < 0;
    const u64 size = is_negative ? u64{0} - static_cast<u64>(points) : static_cast<u64>(points);
    std::string text = (is_negative ? "-" : "") + std::to_string(size / one_point);
    const u64 rest = size % one_point;
    if (rest != 0) {
        text += '.';
        text += static_cast<char>('0' + rest / 10);
        if (rest % 10 != 0) {
            text += static_cast<char>('0' + rest % 10);
        }
    }
    return text;
}

CheckResult passed_check(std::string what) {
    return {std::move(what), true, {}, {}, {}, {}};
}

CheckResult failed_check(std::string what, std::string message, std::string expected, std::string actual) {
    return {std::move(what), false, std::move(message), std::move(expected), std::move(actual), {}};
}

Points mean_of(Points sum, size_t count) {
    const auto divisor = static_cast<Points>(count);
    return count == 0 ? 0 : (2 * sum + divisor) / (2 * divisor);
}

bool SubmissionResult::has_passed() const {
    return std::ranges::all_of(cases, [](const CaseResult& result) { return result.verdict == Verdict::passed; });
}

Points taken_off(const SubmissionResult& submission) {
    Points taken = 0;
    for (const DeductionResult& deduction : submission.deductions) {
        taken += deduction.points;
    }
    return taken;
}

Points adjusted(const SubmissionResult& submission) {
    Points sum = 0;
    for (const AdjustmentResult& change : submission.adjustments) {
        sum += change.points;
    }
    return sum;
}

std::string_view name_of(Lms lms) {
    return lms_names.at(static_cast<size_t>(lms));
}

std::string_view name_of(Visibility visibility) {
    return visibility_names.at(static_cast<size_t>(visibility));
}

std::string_view name_of(Verdict verdict) {
    static constexpr std::array<std::string_view, 7> names = {"passed",        "failed",  "crashed", "limit",
                                                              "not_assembled", "missing", "died"};
    return names.at(static_cast<size_t>(verdict));
}

}  // namespace mariner::grader
