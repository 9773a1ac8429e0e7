#pragma once
// A point in time as programs of other people write it: on a calendar, with or without its distance from UTC.

#include <optional>
#include <string>
#include <string_view>

#include "emulator/support/types.hpp"

namespace mariner {

struct CalendarTime {
    i64 seconds = 0;            // since 1970-01-01T00:00:00 of the same calendar
    std::optional<i32> offset;  // seconds that this calendar is ahead of UTC; nothing if nobody says

    /// "2026-03-02T10:15:00"; with "Z" or "+01:00" behind it where the offset is known.
    [[nodiscard]] std::string text() const;
    bool operator==(const CalendarTime&) const = default;
};

/// Nothing if there is no such day or hour.
std::optional<CalendarTime> calendar_time(int year, unsigned month, unsigned day, int hour, int minute, int second = 0);

/// "2026-03-02T10:15:00.123Z", "2026-03-02 10:15:00.000000000 -08:00", "2026-03-02-10-15-00", "20260302101500000"
/// (UTC): date and time with or without signs between them, a fraction that is dropped, an offset if there is one.
std::optional<CalendarTime> parse_calendar_time(std::string_view text);

/// As people write it: "Sep 24, 2024 926 PM", "24 sept. 2024 2126", "Monday, 2 March 2026 10:15:00", "2024年9月24日
/// 2126". A day, a month by its name or behind the year, a year and a time; the offset is never known.
std::optional<CalendarTime> parse_spoken_time(std::string_view text);
/// Either way.
std::optional<CalendarTime> parse_any_time(std::string_view text);

/// Whether it is later. A time without an offset is read in that of `due`; nothing if `due` alone has none.
std::optional<bool> is_after(const CalendarTime& time, const CalendarTime& due);

}  // namespace mariner
