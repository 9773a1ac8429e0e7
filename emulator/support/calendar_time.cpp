#include "emulator/support/calendar_time.hpp"

#include <array>
#include <chrono>
#include <cstdio>

#include "emulator/support/text.hpp"

namespace mariner {

namespace {

constexpr i64 day_seconds = 86400;

/// So many digits, and behind them a sign out of `signs` if there is one.
std::optional<int> take_digits(std::string_view& text, size_t count, std::string_view signs) {
    const std::string_view digits = text.substr(0, count);
    const std::optional<u32> number = parse_digits<u32>(digits);
    if (digits.size() < count || !number) {
        return std::nullopt;
    }
    text.remove_prefix(count);
    if (!text.empty() && signs.find(text[0]) != std::string_view::npos) {
        text.remove_prefix(1);
    }
    return static_cast<int>(*number);
}

/// "", "Z", "UTC", "+01:00", "-0800"; false for anything else.
bool read_offset(std::string_view text, std::optional<i32>& offset) {
    if (text.empty()) {
        return true;
    }
    if (text == "Z" || text == "UTC") {
        offset = 0;
        return true;
    }
    const bool is_west = text[0] == '-';
    if (!is_west && text[0] != '+') {
        return false;
    }
    text.remove_prefix(1);
    const std::optional<int> hours = take_digits(text, 2, ":");
    const std::optional<int> minutes = hours ? take_digits(text, 2, "") : std::nullopt;
    if (!minutes || !text.empty() || *hours > 23 || *minutes > 59) {
        return false;
    }
    offset = (is_west ? -60 : 60) * (*hours * 60 + *minutes);
    return true;
}

}  // namespace

std::optional<CalendarTime> calendar_time(int year, unsigned month, unsigned day, int hour, int minute, int second) {
    using namespace std::chrono;
    const year_month_day date{std::chrono::year(year), std::chrono::month(month), std::chrono::day(day)};
    if (!date.ok() || hour < 0 || hour > 23 || minute < 0 || minute > 59 || second < 0 || second > 60) {
        return std::nullopt;
    }
    const i64 days = sys_days(date).time_since_epoch().count();
    return CalendarTime{days * day_seconds + i64{hour} * 3600 + i64{minute} * 60 + second, {}};
}

std::string CalendarTime::text() const {
    using namespace std::chrono;
    const i64 day = seconds >= 0 ? seconds / day_seconds : (seconds + 1) / day_seconds - 1;
    const i64 rest = seconds - day * day_seconds;
    const year_month_day date{sys_days(days(day))};
    std::array<char, 64> buffer{};
    std::snprintf(buffer.data(), buffer.size(), "%04d-%02u-%02uT%02d:%02d:%02d", static_cast<int>(date.year()),
                  static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), static_cast<int>(rest / 3600),
                  static_cast<int>(rest / 60 % 60), static_cast<int>(rest % 60));
    std::string text = buffer.data();
    if (offset && *offset == 0) {
        text += 'Z';
    } else if (offset) {
        const i32 minutes = (*offset < 0 ? -*offset : *offset) / 60;
        std::snprintf(buffer.data(), buffer.size(), "%c%02d:%02d", *offset < 0 ? '-' : '+', minutes / 60, minutes % 60);
        text += buffer.data();
    }
    return text;
}

std::optional<CalendarTime> parse_calendar_time(std::string_view text) {
    text = trim(text);
    const bool is_bare = text.size() >= 14 && text.substr(0, 14).find_first_not_of("0123456789") == std::string::npos;
    static constexpr std::array<size_t, 6> widths = {4, 2, 2, 2, 2, 2};
    std::array<int, 6> numbers{};
    for (size_t i = 0; i < widths.size(); ++i) {
        const std::optional<int> number = take_digits(text, widths[i],
                                                      i < 2    ? "-"
                                                      : i == 2 ? "T -"
                                                      : i < 5  ? ":-"
                                                               : "");
        if (!number) {
            return std::nullopt;
        }
        numbers[i] = *number;
    }
    if (is_bare || text.starts_with('.')) {
        const size_t end = text.find_first_not_of("0123456789", text.starts_with('.') ? 1 : 0);
        text = end == std::string_view::npos ? std::string_view() : text.substr(end);
    }
    std::optional<CalendarTime> time =
        calendar_time(numbers[0], static_cast<unsigned>(numbers[1]), static_cast<unsigned>(numbers[2]), numbers[3],
                      numbers[4], numbers[5]);
    if (!time || !read_offset(trim(text), time->offset)) {
        return std::nullopt;
    }
    time->offset = is_bare && !time->offset ? std::optional<i32>(0) : time->offset;
    return time;
}

std::optional<bool> is_after(const CalendarTime& time, const CalendarTime& due) {
    if (time.offset && !due.offset) {
        return std::nullopt;
    }
    const i32 offset = due.offset.value_or(0);
    return time.seconds - time.offset.value_or(offset) > due.seconds - offset;
}

}  // namespace mariner
