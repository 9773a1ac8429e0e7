// The platforms whose files' names say everything: Canvas, Moodle, Brightspace; and repositories of a classroom.

#include "emulator/grader/download_form.hpp"

#include <algorithm>
#include <array>

#include "emulator/support/calendar_time.hpp"
#include "emulator/support/text.hpp"

namespace mariner::grader {

namespace {

constexpr u64 longest_note = u64{256} << 20;  // Gradescope's metadata holds what every autograder printed

size_t digits_at(std::string_view text, size_t at) {
    const size_t end = std::min(text.find_first_not_of("0123456789", at), text.size());
    return end - std::min(at, end);
}

/// A form without anything to remember.
class NameForm final : public DownloadForm {
public:
    using PlaceByName = std::optional<FiledUnder> (*)(std::string_view path);
    NameForm(Lms platform, PlaceByName by_name) : m_lms(platform), m_place(by_name) {}

    [[nodiscard]] Lms lms() const override { return m_lms; }
    [[nodiscard]] std::optional<FiledUnder> place(std::string_view path) const override { return m_place(path); }

private:
    Lms m_lms;
    PlaceByName m_place;
};

/// A file's name in its student's folder, or what the name at the top ends with.
std::string name_of_part(const SplitPath& path, std::string_view end) {
    return std::string(path.has_folder ? path.rest : end);
}

// Canvas: NAME[_LATE]_USER_ATTACHMENT_FILE, NAME[_LATE]_USER_text.html, [LATE_]anon_CODE_ATTACHMENT_FILE.

bool is_canvas_entry(std::string_view end) {
    return end == "text.html" || end == "link.html";
}

/// "ATTACHMENT_FILE", or a text entry: the part's name, empty for an entry.
std::optional<std::string_view> canvas_end(std::string_view end) {
    if (is_canvas_entry(end)) {
        return std::string_view();
    }
    const size_t digits = digits_at(end, 0);
    if (digits == 0 || digits + 1 >= end.size() || end[digits] != '_') {
        return std::nullopt;
    }
    return end.substr(digits + 1);
}

FiledUnder canvas_hand_in(const SplitPath& path, std::string_view student, std::string_view id, std::string_view end,
                          bool is_late) {
    FiledUnder filed;
    filed.student = student;
    filed.lms_id = id;
    filed.late = is_late;
    filed.name = name_of_part(path, end);
    filed.role = filed.name.empty() ? FiledUnder::HandInRole::evidence : FiledUnder::HandInRole::part;
    return filed;
}

std::optional<FiledUnder> place_anonymous(std::string_view whole) {
    const SplitPath path = split_path(whole);
    std::string_view rest = path.top;
    const bool is_late = rest.starts_with("LATE_");
    rest.remove_prefix(is_late ? 5 : 0);
    if (!rest.starts_with("anon_")) {
        return std::nullopt;
    }
    rest.remove_prefix(5);
    const std::string_view code = rest.substr(0, rest.find('_'));
    if (code.empty() || code.size() == rest.size()) {
        return std::nullopt;
    }
    const std::optional<std::string_view> end = canvas_end(rest.substr(code.size() + 1));
    return end ? std::optional(canvas_hand_in(path, "anon_" + std::string(code), code, *end, is_late)) : std::nullopt;
}

/// NAME can't hold `_digits_`, FILE can: the first that fits is Canvas's own.
std::optional<FiledUnder> place_named(std::string_view whole) {
    const SplitPath path = split_path(whole);
    for (size_t at = path.top.find('_'); at != std::string_view::npos; at = path.top.find('_', at + 1)) {
        const size_t digits = digits_at(path.top, at + 1);
        const size_t behind = at + 1 + digits;
        if (digits == 0 || behind >= path.top.size() || path.top[behind] != '_') {
            continue;
        }
        if (const std::optional<std::string_view> end = canvas_end(path.top.substr(behind + 1))) {
            std::string_view student = path.top.substr(0, at);
            const std::string_view number = path.top.substr(at + 1, digits);
            const bool is_late = student.ends_with("_LATE");
            student.remove_suffix(is_late ? 5 : 0);
            // Of a name without any letter Canvas leaves nothing.
            return canvas_hand_in(path, student.empty() ? number : student, number, *end, is_late);
        }
    }
    return std::nullopt;
}

// Moodle: FULLNAME_ID_assignsubmission_file/FILE, the same with '_' for '/'; teams in none: without the number.

std::optional<FiledUnder> place_moodle(std::string_view whole) {
    const SplitPath path = split_path(whole);
    constexpr std::string_view submission = "_assignsubmission_";
    constexpr std::string_view feedback = "_assignfeedback_";
    // A folder ends with it; in a file's name the first is Moodle's, in whose names of people no '_' is left.
    const size_t first = std::min(path.top.find(submission), path.top.find(feedback));
    const auto last_of = [&](std::string_view mark) { return path.top.rfind(mark) + 1; };  // 0 for none
    const size_t at = path.has_folder ? std::max(last_of(submission), last_of(feedback)) - 1 : first;
    if (at == std::string_view::npos || at == 0) {
        return std::nullopt;
    }
    const bool is_feedback = path.top.substr(at).starts_with(feedback);
    const std::string_view plugin_and_file = path.top.substr(at + (is_feedback ? feedback.size() : submission.size()));
    const std::string_view plugin = plugin_and_file.substr(0, plugin_and_file.find('_'));
    const std::string_view who = path.top.substr(0, at);
    const size_t bar = who.rfind('_');
    const bool has_number = bar != std::string_view::npos && bar > 0 && is_digits(who.substr(bar + 1));
    if (plugin.empty() || (!has_number && bar != std::string_view::npos)) {
        return std::nullopt;
    }
    FiledUnder filed;
    filed.student = has_number ? who.substr(0, bar) : who;
    filed.lms_id = has_number ? who.substr(bar + 1) : std::string_view();
    filed.name = name_of_part(path, plugin_and_file.substr(std::min(plugin.size() + 1, plugin_and_file.size())));
    filed.role = is_feedback                              ? FiledUnder::HandInRole::extra
                 : plugin != "file" || filed.name.empty() ? FiledUnder::HandInRole::evidence
                                                          : FiledUnder::HandInRole::part;
    return filed;
}

// Brightspace: N-N - NAME - Sep 24, 2024 926 PM/FILE, the same with " - " for '/'.

/// The numbers in front: "N-N".
bool is_brightspace_number(std::string_view text) {
    const size_t bar = text.find('-');
    return bar != std::string_view::npos && is_digits(text.substr(0, bar)) && is_digits(text.substr(bar + 1));
}

/// A year and digits of a day and an hour, in whatever language.
bool looks_like_time(std::string_view text) {
    size_t all = 0;
    bool has_year = false;
    for (size_t at = 0; at < text.size(); ++at) {
        const size_t digits = digits_at(text, at);
        has_year = has_year || (digits == 4 && (text.substr(at, 2) == "20" || text.substr(at, 2) == "19"));
        all += digits;
        at += digits;
    }
    return has_year && all >= 8;
}

std::optional<FiledUnder> place_brightspace(std::string_view whole) {
    constexpr std::string_view bar = " - ";
    const SplitPath path = split_path(whole);
    FiledUnder filed;
    if (whole == "index.html") {
        filed.role = FiledUnder::HandInRole::nobody;
        return filed;
    }
    const size_t numbers = path.top.find(bar);
    if (numbers == std::string_view::npos || !is_brightspace_number(path.top.substr(0, numbers))) {
        return std::nullopt;
    }
    const size_t name = numbers + bar.size();
    for (size_t at = path.top.find(bar, name); at != std::string_view::npos; at = path.top.find(bar, at + 1)) {
        const size_t begin = at + bar.size();
        const size_t end = std::min(path.top.find(bar, begin), path.top.size());
        const std::optional<CalendarTime> time = parse_spoken_time(path.top.substr(begin, end - begin));
        const bool is_last = end == path.top.size();
        if (!time && !(is_last ? path.has_folder : looks_like_time(path.top.substr(begin, end - begin)))) {
            continue;  // of the name; a folder ends with its time, whatever language that is in
        }
        filed.student = path.top.substr(name, at - name);
        filed.lms_id = path.top.substr(0, path.top.find('-'));
        filed.submitted = time ? time->text() : "";
        filed.order = time ? filed.submitted : std::string(path.top.substr(begin));
        filed.name = name_of_part(path, is_last ? std::string_view() : path.top.substr(end + bar.size()));
        filed.role = filed.name.empty() ? FiledUnder::HandInRole::evidence : FiledUnder::HandInRole::part;
        return filed;
    }
    return std::nullopt;
}

// A classroom's repositories: SLUG-submissions/SLUG-USER/...

class ClassroomForm final : public DownloadForm {
public:
    ClassroomForm(std::string slug, const std::vector<std::string_view>& folders) : m_slug(std::move(slug)) {
        for (const std::string_view folder : folders) {
            m_folders.emplace_back(folder);
        }
    }

    [[nodiscard]] Lms lms() const override { return Lms::classroom; }
    [[nodiscard]] std::optional<FiledUnder> place(std::string_view whole) const override {
        const SplitPath path = split_path(whole);
        std::optional<FiledUnder> filed = repository(path.top);
        if (!path.has_folder || !filed) {
            return std::nullopt;
        }
        filed->name = path.rest;
        return filed;
    }
    /// An empty repository is one that was accepted.
    [[nodiscard]] std::vector<FiledUnder> without_files() const override {
        std::vector<FiledUnder> all;
        for (const std::string& folder : m_folders) {
            if (std::optional<FiledUnder> filed = repository(folder)) {
                filed->role = FiledUnder::HandInRole::evidence;
                all.push_back(std::move(*filed));
            }
        }
        return all;
    }

private:
    [[nodiscard]] std::optional<FiledUnder> repository(std::string_view folder) const {
        if (!folder.starts_with(m_slug) || folder.size() == m_slug.size()) {
            return std::nullopt;
        }
        FiledUnder filed;
        filed.student = filed.lms_id = folder.substr(m_slug.size());
        return filed;
    }

    std::string m_slug;  // with its '-'
    std::vector<std::string> m_folders;
};

}  // namespace

SplitPath split_path(std::string_view path) {
    const size_t slash = path.find('/');
    return slash == std::string_view::npos ? SplitPath{path, {}, false}
                                           : SplitPath{path.substr(0, slash), path.substr(slash + 1), true};
}

bool is_digits(std::string_view text) {
    return !text.empty() && digits_at(text, 0) == text.size();
}

std::vector<std::string_view> DownloadView::folders() const {
    std::vector<std::string_view> below;
    for (const std::string& folder : m_files.folders()) {
        const std::string_view path = folder;
        if (path.starts_with(m_prefix) && path.size() > m_prefix.size() &&
            path.find('/', m_prefix.size()) == std::string_view::npos) {
            below.push_back(path.substr(m_prefix.size()));
        }
    }
    return below;
}

std::string DownloadView::read(size_t index) const {
    Result<std::string> bytes = m_files.read(index, longest_note);
    return bytes ? std::move(*bytes) : std::string();
}

/// Anonymous as a whole or not at all: a student may be called `anon_x`.
std::unique_ptr<DownloadForm> canvas_form(const DownloadView& view) {
    bool is_anonymous = true;
    for (size_t i = 0; i < view.size() && is_anonymous; ++i) {
        is_anonymous = place_anonymous(view.path(i)) || !place_named(view.path(i));
    }
    return std::make_unique<NameForm>(Lms::canvas, is_anonymous ? place_anonymous : place_named);
}

std::unique_ptr<DownloadForm> moodle_form(const DownloadView& /*view*/) {
    return std::make_unique<NameForm>(Lms::moodle, place_moodle);
}

std::unique_ptr<DownloadForm> brightspace_form(const DownloadView& /*view*/) {
    return std::make_unique<NameForm>(Lms::brightspace, place_brightspace);
}

std::unique_ptr<DownloadForm> classroom_form(const DownloadView& view) {
    constexpr std::string_view end = "submissions";
    const std::string_view called = view.called();
    const bool fits =
        called.size() > end.size() + 1 && called.ends_with(end) && called[called.size() - end.size() - 1] == '-';
    return fits ? std::make_unique<ClassroomForm>(std::string(called.substr(0, called.size() - end.size())),
                                                  view.folders())
                : nullptr;
}

}  // namespace mariner::grader
