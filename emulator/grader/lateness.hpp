#pragma once
// What being late costs: counted from the due time, with a grace before it, slip days that a student may spend, so many
// per cent for each day or hour begun, and an end after which nothing counts. Pure arithmetic; who has which due time
// and how many slip days is standing.hpp's business.

#include <optional>
#include <string>

#include "emulator/grader/results.hpp"
#include "emulator/support/calendar_time.hpp"

namespace mariner::grader {

struct LatePolicy {
    std::optional<CalendarTime> due;
    i64 grace_seconds = 0;
    bool by_hour = false;         // each step is an hour, not a day
    Points percent = 0;           // taken off per step, in hundredths of a per cent
    Points most_percent = 10000;  // never more
    bool of_earned = false;       // of what was earned, not of what was to be had
    u32 most_days = 0;            // later than so many days after the due time nothing counts; 0: no such end
    u32 slip_days = 0;            // of the term
    u32 slip_days_here = 0;       // of them for this assignment; 0: all
    std::string slip_days_file;   // as the rubric names it: who has used how many
    std::string extensions;       // as the rubric names it: due times of single students

    /// Whether points depend on when something was handed in.
    [[nodiscard]] bool takes_off() const { return percent != 0 || most_days != 0; }
};

/// What is known of one hand-in.
struct HandInTime {
    std::optional<CalendarTime> due;
    bool is_extended = false;  // `due` is this student's own
    std::optional<CalendarTime> submitted;
    std::optional<bool> late;  // the platform's word, or by time
    u32 slip_days_left = 0;
};

/// Seconds after the due time, grace not counted; nothing if no time is known or the two can't be compared.
std::optional<i64> seconds_after_due(const HandInTime& time);

/// Nothing where nobody is late. `judged` and `worth`: the submission's, in points.
std::optional<LatenessResult> lateness_of(const LatePolicy& policy, const HandInTime& time, Points judged,
                                          Points worth);

}  // namespace mariner::grader
