#include "emulator/support/calendar_time.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <vector>

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

/// How months begin in the languages of learning platforms, in small letters.
struct MonthName {
    std::string_view beginning;
    unsigned month;
};
constexpr auto month_names = std::to_array<MonthName>(
    {{"jan", 1},  {"jän", 1},  {"ene", 1},  {"gen", 1},  {"oca", 1},  {"sty", 1},  {"янв", 1},  {"січ", 1},
     {"feb", 2},  {"fév", 2},  {"fev", 2},  {"şub", 2},  {"Şub", 2},  {"lut", 2},  {"фев", 2},  {"лют", 2},
     {"mar", 3},  {"mär", 3},  {"mrt", 3},  {"maa", 3},  {"мар", 3},  {"бер", 3},  {"apr", 4},  {"avr", 4},
     {"abr", 4},  {"nis", 4},  {"kwi", 4},  {"апр", 4},  {"кві", 4},  {"may", 5},  {"mai", 5},  {"mei", 5},
     {"maj", 5},  {"mag", 5},  {"май", 5},  {"мая", 5},  {"тра", 5},  {"jun", 6},  {"juin", 6}, {"giu", 6},
     {"haz", 6},  {"cze", 6},  {"июн", 6},  {"чер", 6},  {"jul", 7},  {"juil", 7}, {"lug", 7},  {"tem", 7},
     {"lip", 7},  {"июл", 7},  {"лип", 7},  {"aug", 8},  {"aoû", 8},  {"aou", 8},  {"ago", 8},  {"ağu", 8},
     {"sie", 8},  {"авг", 8},  {"сер", 8},  {"sep", 9},  {"set", 9},  {"eyl", 9},  {"wrz", 9},  {"сен", 9},
     {"вер", 9},  {"oct", 10}, {"okt", 10}, {"out", 10}, {"ott", 10}, {"eki", 10}, {"paź", 10}, {"окт", 10},
     {"жов", 10}, {"nov", 11}, {"kas", 11}, {"lis", 11}, {"ноя", 11}, {"лис", 11}, {"dec", 12}, {"déc", 12},
     {"dez", 12}, {"dic", 12}, {"des", 12}, {"ara", 12}, {"gru", 12}, {"дек", 12}, {"гру", 12}});

/// Takes the words and the numbers one after the other: a year has four digits, what follows it with a colon or as
/// three or four digits is a time.
class SpokenTimeReader {
public:
    std::optional<CalendarTime> run(std::string_view text) {
        while (!text.empty()) {
            const size_t digits = std::min(text.find_first_not_of("0123456789"), text.size());
            const size_t letters = digits != 0 ? 0 : letters_at(text);
            if (digits != 0) {
                const bool has_colon = (digits < text.size() && text[digits] == ':') || m_has_colon;
                m_has_colon = digits < text.size() && text[digits] == ':';
                take_number(text.substr(0, digits), has_colon);
            } else if (letters != 0) {
                take_word(to_lower(text.substr(0, letters)));
            }
            text.remove_prefix(std::max<size_t>(digits + letters, 1));
        }
        const bool is_whole = m_year && m_month && m_day && !m_clock.empty() && !m_is_odd;
        if (!is_whole || (m_is_twelve && (m_clock[0] < 1 || m_clock[0] > 12))) {
            return std::nullopt;
        }
        m_clock.resize(3);
        const int hour = m_is_twelve ? m_clock[0] % 12 + (m_is_afternoon ? 12 : 0) : m_clock[0];
        return calendar_time(*m_year, *m_month, *m_day, hour, m_clock[1], m_clock[2]);
    }

private:
    static size_t letters_at(std::string_view text) {
        const auto is_letter = [](char c) {
            return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<u8>(c) >= 0x80;
        };
        return static_cast<size_t>(std::find_if_not(text.begin(), text.end(), is_letter) - text.begin());
    }
    void take_number(std::string_view digits, bool has_colon) {
        const std::optional<u32> number = digits.size() > 4 ? std::nullopt : parse_digits<u32>(digits);
        if (!number) {
            m_is_odd = true;
        } else if (has_colon && m_clock.size() < 3) {
            m_clock.push_back(static_cast<int>(*number));
        } else if (digits.size() == 4 && !m_year) {
            m_year = static_cast<int>(*number);
        } else if (digits.size() >= 3 && m_clock.empty()) {
            m_clock = {static_cast<int>(*number / 100), static_cast<int>(*number % 100)};
        } else if (digits.size() <= 2 && m_year && !m_month && !m_day) {
            m_month = *number;
        } else if (digits.size() <= 2 && !m_day) {
            m_day = *number;
        }
    }
    void take_word(const std::string& word) {
        if (word == "am" || word == "pm") {
            m_is_twelve = true;
            m_is_afternoon = word == "pm";
            return;
        }
        for (const MonthName& name : month_names) {
            if (word.starts_with(name.beginning) && m_clock.empty()) {
                m_month = name.month;  // the last: French has a weekday that begins as March
            }
        }
    }

    std::optional<int> m_year;
    std::optional<unsigned> m_month;
    std::optional<unsigned> m_day;
    std::vector<int> m_clock;  // hour, minute, second
    bool m_has_colon = false;
    bool m_is_twelve = false;
    bool m_is_afternoon = false;
    bool m_is_odd = false;
};

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

std::optional<CalendarTime> parse_spoken_time(std::string_view text) {
    return SpokenTimeReader().run(text);
}

std::optional<CalendarTime> parse_any_time(std::string_view text) {
    const std::optional<CalendarTime> time = parse_calendar_time(text);
    return time ? time : parse_spoken_time(text);
}

std::optional<bool> is_after(const CalendarTime& time, const CalendarTime& due) {
    if (time.offset && !due.offset) {
        return std::nullopt;
    }
    const i32 offset = due.offset.value_or(0);
    return time.seconds - time.offset.value_or(offset) > due.seconds - offset;
}

}  // namespace mariner
