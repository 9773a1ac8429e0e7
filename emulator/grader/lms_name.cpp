#include "emulator/grader/lms_name.hpp"

#include <utility>

namespace mariner::grader {

namespace {

bool is_number(std::string_view text) {
    return !text.empty() && text.find_first_not_of("0123456789") == std::string_view::npos;
}

/// Cuts off what stands before the first '_'; nothing if there is none.
std::optional<std::string_view> take_word(std::string_view& text) {
    const size_t end = text.find('_');
    if (end == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view word = text.substr(0, end);
    text.remove_prefix(end + 1);
    return word;
}

std::optional<LmsName> parse_moodle(std::string_view name) {
    for (const std::string_view kind : {"_assignsubmission_file", "_assignsubmission_onlinetext"}) {
        const size_t at = name.find(kind);
        const size_t number = at == std::string_view::npos || at == 0 ? at : name.rfind('_', at - 1);
        if (at == std::string_view::npos || number == std::string_view::npos || number == 0 ||
            !is_number(name.substr(number + 1, at - number - 1))) {
            continue;
        }
        std::string_view file = name.substr(at + kind.size());
        file.remove_prefix(file.starts_with('_') ? 1 : 0);
        return LmsName{std::string(name.substr(0, number)),
                       std::string(name.substr(number + 1, at - number - 1)),
                       std::string(file),
                       {}};
    }
    return std::nullopt;
}

std::optional<LmsName> parse_canvas(std::string_view name) {
    std::string_view rest = name;
    const std::optional<std::string_view> student = take_word(rest);
    if (!student || student->empty()) {
        return std::nullopt;
    }
    if (rest.starts_with("LATE_")) {
        rest.remove_prefix(5);
    }
    const std::optional<std::string_view> id = take_word(rest);
    const std::optional<std::string_view> attempt = take_word(rest);
    if (!id || !attempt || !is_number(*id) || !is_number(*attempt) || rest.empty()) {
        return std::nullopt;
    }
    return LmsName{std::string(*student), std::string(*id), std::string(rest), {}};
}

std::optional<LmsName> parse_blackboard(std::string_view name) {
    constexpr std::string_view mark = "_attempt_";
    constexpr size_t date_size = 19;  // 2026-03-01-10-15-00
    const size_t at = name.find(mark);
    const size_t user = at == std::string_view::npos || at == 0 ? std::string_view::npos : name.rfind('_', at - 1);
    if (user == std::string_view::npos || name.size() < at + mark.size() + date_size) {
        return std::nullopt;
    }
    const std::string_view date = name.substr(at + mark.size(), date_size);
    const bool is_date = date.find_first_not_of("-0123456789") == std::string_view::npos;
    std::string_view file = name.substr(at + mark.size() + date_size);
    if (!is_date || (!file.empty() && !file.starts_with('_') && file != ".txt")) {
        return std::nullopt;
    }
    file.remove_prefix(file.starts_with('_') ? 1 : 0);
    return LmsName{std::string(name.substr(user + 1, at - user - 1)), {}, std::string(file), std::string(date)};
}

}  // namespace

std::optional<LmsName> parse_lms_name(std::string_view name) {
    for (const auto& parse : {parse_moodle, parse_blackboard, parse_canvas}) {
        if (std::optional<LmsName> parsed = parse(name)) {
            return parsed;
        }
    }
    return std::nullopt;
}

}  // namespace mariner::grader
