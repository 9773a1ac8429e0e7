#include "emulator/grader/lateness.hpp"

#include <algorithm>

#include "emulator/grader/score.hpp"

namespace mariner::grader {

namespace {

constexpr i64 hour = 3600;
constexpr i64 day = 24 * hour;
constexpr Points whole_percent = 10000;  // a hundred per cent

/// How many begun.
i64 begun(i64 seconds, i64 unit) {
    return (seconds + unit - 1) / unit;
}

std::string count_of(i64 count, std::string_view unit) {
    return std::to_string(count) + " " + std::string(unit) + (count == 1 ? "" : "s");
}

/// Days of the term that make up for it, as far as there are any.
void spend_slip_days(const LatePolicy& policy, const HandInTime& time, i64& seconds, LatenessResult& result) {
    const u32 most =
        policy.slip_days_here == 0 ? time.slip_days_left : std::min(policy.slip_days_here, time.slip_days_left);
    result.slip_days = static_cast<u32>(std::min<i64>(begun(seconds, day), most));
    seconds = std::max<i64>(seconds - result.slip_days * day, 0);
}

void take_off(const LatePolicy& policy, i64 seconds, Points judged, Points worth, LatenessResult& result) {
    const i64 steps = begun(seconds, policy.by_hour ? hour : day);
    // A hundred per cent is the most there is to lose: more steps than make it up can't matter.
    result.percent =
        policy.percent == 0 ? 0 : std::min(policy.most_percent, policy.percent * std::min<i64>(steps, whole_percent));
    const Points off = share_of(policy.of_earned ? judged : worth, result.percent, whole_percent);
    result.points = std::min(judged, off);
    result.reason += count_of(steps, policy.by_hour ? "hour" : "day") + " begun after the due time";
    if (result.slip_days != 0) {
        result.reason += " and " + count_of(result.slip_days, "slip day");
    }
    if (result.percent != 0) {
        result.reason +=
            ": " + points_text(result.percent) + " % of what " + (policy.of_earned ? "was earned" : "was to be had");
    }
}

}  // namespace

std::optional<i64> seconds_after_due(const HandInTime& time) {
    if (!time.submitted || !time.due || (time.submitted->offset && !time.due->offset)) {
        return std::nullopt;
    }
    const i32 offset = time.due->offset.value_or(0);
    return time.submitted->seconds - time.submitted->offset.value_or(offset) - (time.due->seconds - offset);
}

std::optional<LatenessResult> lateness_of(const LatePolicy& policy, const HandInTime& time, Points judged,
                                          Points worth) {
    if (!time.late.value_or(false)) {
        return std::nullopt;
    }
    LatenessResult result;
    result.due = time.due ? time.due->text() : "";
    result.is_extended = time.is_extended;
    const std::optional<i64> after = seconds_after_due(time);
    if (!after && time.is_extended) {
        result.reason = "the platform says late, but this student had until " + result.due +
                        " and no time of handing in is known: nothing is taken off";
        return result;
    }
    // Late by the platform's word alone is late by a moment at least.
    i64 seconds = after ? std::max<i64>(*after - policy.grace_seconds, 0) : 1;
    result.seconds = after ? std::max<i64>(*after, 0) : 0;
    if (seconds == 0) {
        result.reason = "within the grace that everybody has";
        return result;
    }
    result.reason = after ? "" : "no time of handing in is known; counted as little as possible: ";
    if (policy.most_days != 0 && seconds > policy.most_days * day) {
        result.percent = whole_percent;
        result.points = judged;
        result.reason = "more than " + count_of(policy.most_days, "day") + " after the due time: nothing counts";
        return result;
    }
    if (judged > 0) {  // nobody spends days on nothing
        spend_slip_days(policy, time, seconds, result);
    }
    result.slip_days_left = time.slip_days_left - result.slip_days;
    if (seconds == 0) {
        result.reason +=
            count_of(result.slip_days, "slip day") + (result.slip_days == 1 ? " makes" : " make") + " up for it";
        return result;
    }
    take_off(policy, seconds, judged, worth, result);
    return result;
}

}  // namespace mariner::grader
