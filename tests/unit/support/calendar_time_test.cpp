#include "emulator/support/calendar_time.hpp"

#include <gtest/gtest.h>

namespace mariner {
namespace {

std::string told(std::string_view text) {
    const std::optional<CalendarTime> time = parse_calendar_time(text);
    return time ? time->text() : "none";
}

TEST(CalendarTime, ReadsWhatPlatformsWrite) {
    EXPECT_EQ(told("2026-03-02T10:15:00"), "2026-03-02T10:15:00");
    EXPECT_EQ(told("2026-03-02T10:15:00.123Z\n"), "2026-03-02T10:15:00Z");
    EXPECT_EQ(told("2026-03-02 10:15:00.000000000 -08:00"), "2026-03-02T10:15:00-08:00");
    EXPECT_EQ(told("2026-03-02T10:15:00+0530"), "2026-03-02T10:15:00+05:30");
    EXPECT_EQ(told("2026-03-02-10-15-00"), "2026-03-02T10:15:00");
    EXPECT_EQ(told("20260302101500000"), "2026-03-02T10:15:00Z");
    EXPECT_EQ(told("2024-02-29T23:59:59 UTC"), "2024-02-29T23:59:59Z");
    EXPECT_EQ(told("1969-12-31T23:59:59"), "1969-12-31T23:59:59");
}

TEST(CalendarTime, ReadsWhatPeopleWrite) {
    const auto spoken = [](std::string_view text) {
        const std::optional<CalendarTime> time = parse_spoken_time(text);
        return time ? time->text() : "none";
    };
    EXPECT_EQ(spoken("Sep 24, 2024 926 PM"), "2024-09-24T21:26:00");
    EXPECT_EQ(spoken("mardi 24 mars 2024 21:26"), "2024-03-24T21:26:00");
    EXPECT_EQ(spoken("2024年9月24日 2126"), "2024-09-24T21:26:00");
    EXPECT_EQ(spoken("Monday, 2 March 2026 10:15:07 o'clock GMT"), "2026-03-02T10:15:07");
    EXPECT_EQ(spoken("Oct 1, 2024 1200 AM"), "2024-10-01T00:00:00");
    for (const char* text : {"", "Sep 24", "Sep 24, 2024", "Sep 31, 2024 926 PM", "Sep 24, 2024 1326 PM",
                             "24 xyz 2024 2126", "Sep 24, 2024 99:99", "Sep 24, 123456 926 PM"}) {
        EXPECT_EQ(spoken(text), "none") << text;
    }
}

TEST(CalendarTime, LeavesTheRest) {
    for (const char* text :
         {"", "2026", "2026-02-30T10:15:00", "2026-13-01T10:15:00", "2026-03-02T24:15:00", "2026-03-02",
          "2026-03-02T10:15:00+1", "2026-03-02T10:15:00 CET", "2026-03-02T-1:15:00", "2026-03-02T10:15:00+99:00"}) {
        EXPECT_EQ(told(text), "none") << text;
    }
}

TEST(CalendarTime, ComparesAcrossOffsets) {
    const CalendarTime due = *parse_calendar_time("2026-03-02T23:59:00+01:00");
    EXPECT_EQ(is_after(*parse_calendar_time("2026-03-02T23:59:00"), due), false);
    EXPECT_EQ(is_after(*parse_calendar_time("2026-03-02T23:59:01"), due), true);
    EXPECT_EQ(is_after(*parse_calendar_time("2026-03-02T22:59:00Z"), due), false);
    EXPECT_EQ(is_after(*parse_calendar_time("2026-03-02T14:59:01-08:00"), due), true);
    EXPECT_EQ(is_after(*parse_calendar_time("2026-03-02T14:59:01Z"), *parse_calendar_time("2026-03-02T23:59:00")),
              std::nullopt);
}

}  // namespace
}  // namespace mariner
