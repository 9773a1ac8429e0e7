#include "emulator/grader/lateness.hpp"

#include <gtest/gtest.h>

namespace mariner::grader {
namespace {

constexpr Points worth = 1000;

LatePolicy ten_a_day() {
    LatePolicy policy;
    policy.due = parse_calendar_time("2026-03-02T23:59:00+01:00");
    policy.percent = 1000;
    return policy;
}

HandInTime at(std::string_view time, const LatePolicy& policy) {
    HandInTime hand_in;
    hand_in.due = policy.due;
    hand_in.submitted = parse_calendar_time(time);
    hand_in.late = hand_in.submitted ? is_after(*hand_in.submitted, *policy.due) : std::optional(true);
    hand_in.slip_days_left = policy.slip_days;
    return hand_in;
}

Points off(const LatePolicy& policy, std::string_view time, Points judged = 800) {
    const std::optional<LatenessResult> result = lateness_of(policy, at(time, policy), judged, worth);
    return result ? result->points : -1;
}

TEST(Lateness, CountsEachDayBegun) {
    const LatePolicy policy = ten_a_day();
    EXPECT_EQ(off(policy, "2026-03-02T23:59:00"), -1);
    EXPECT_EQ(off(policy, "2026-03-02T23:59:01"), 100);
    EXPECT_EQ(off(policy, "2026-03-03T23:59:00"), 100);
    EXPECT_EQ(off(policy, "2026-03-03T23:59:01"), 200);
    EXPECT_EQ(off(policy, "2026-03-02T22:59:01Z"), 100);  // another zone
    EXPECT_EQ(off(policy, "2026-03-12T00:00:00"), 800);   // never more than there is
}

TEST(Lateness, CountsHours) {
    LatePolicy policy = ten_a_day();
    policy.by_hour = true;
    policy.percent = 50;
    EXPECT_EQ(off(policy, "2026-03-03T02:00:00"), 15);
    policy.most_percent = 1000;
    EXPECT_EQ(off(policy, "2026-04-03T02:00:00"), 100);
    EXPECT_EQ(off(policy, "9999-04-03T02:00:00"), 100);
}

TEST(Lateness, IsOfWhatWasEarnedIfToldSo) {
    LatePolicy policy = ten_a_day();
    policy.of_earned = true;
    EXPECT_EQ(off(policy, "2026-03-03T00:00:00", 755), 76);  // 75.5 hundredths
    EXPECT_EQ(off(policy, "2026-03-03T00:00:00", 0), 0);
}

TEST(Lateness, BeginsAfterTheGrace) {
    LatePolicy policy = ten_a_day();
    policy.grace_seconds = 900;
    EXPECT_EQ(off(policy, "2026-03-03T00:14:00"), 0);
    EXPECT_EQ(off(policy, "2026-03-03T00:14:01"), 100);
    EXPECT_EQ(off(policy, "2026-03-04T00:14:00"), 100);
}

TEST(Lateness, EndsWhereNothingCounts) {
    LatePolicy policy = ten_a_day();
    policy.most_days = 2;
    EXPECT_EQ(off(policy, "2026-03-04T23:59:00"), 200);
    EXPECT_EQ(off(policy, "2026-03-04T23:59:01"), 800);
}

TEST(Lateness, SpendsSlipDaysFirst) {
    LatePolicy policy = ten_a_day();
    policy.slip_days = 3;
    policy.slip_days_here = 2;
    const auto result = lateness_of(policy, at("2026-03-05T12:00:00", policy), 800, worth);
    ASSERT_TRUE(result);
    EXPECT_EQ(result->slip_days, 2U);
    EXPECT_EQ(result->slip_days_left, 1U);
    EXPECT_EQ(result->points, 100);
    const auto one = lateness_of(policy, at("2026-03-03T12:00:00", policy), 800, worth);
    EXPECT_EQ(one->slip_days, 1U);
    EXPECT_EQ(one->points, 0);
    EXPECT_EQ(one->reason, "1 slip day makes up for it");
    EXPECT_EQ(lateness_of(policy, at("2026-03-03T12:00:00", policy), 0, worth)->slip_days, 0U);  // not on nothing
}

TEST(Lateness, WithoutATimeCountsAsLittleAsPossible) {
    const LatePolicy policy = ten_a_day();
    EXPECT_EQ(off(policy, ""), 100);
    HandInTime extended = at("", policy);
    extended.is_extended = true;
    EXPECT_EQ(lateness_of(policy, extended, 800, worth)->points, 0);
    HandInTime unknown = at("", policy);
    unknown.late.reset();
    EXPECT_FALSE(lateness_of(policy, unknown, 800, worth));
}

TEST(Lateness, TimesThatCannotBeComparedCostAsLittleAsPossible) {
    LatePolicy policy = ten_a_day();
    policy.due->offset.reset();
    HandInTime hand_in = at("2026-03-09T00:00:00Z", policy);
    hand_in.late = true;
    EXPECT_EQ(lateness_of(policy, hand_in, 800, worth)->points, 100);
}

}  // namespace
}  // namespace mariner::grader
