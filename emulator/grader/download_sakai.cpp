// Sakai: Last, First(eid)/Submission attachment(s)/FILE, beside it timestamp.txt and teachers' files; a team's folder
// is TITLE (ID), an anonymous one has no brackets. Without folders: Last, First(eid)_Submission attachment(s)_FILE. At
// the top grades.csv, whose columns are in the site's language and always in the same order.

#include <algorithm>
#include <array>
#include <map>
#include <set>

#include "emulator/grader/download_form.hpp"
#include "emulator/support/calendar_time.hpp"
#include "emulator/support/csv.hpp"
#include "emulator/support/text.hpp"
#include "emulator/support/text_encoding.hpp"

namespace mariner::grader {

namespace {

constexpr std::string_view attachments = "Submission attachment(s)";
constexpr std::string_view text_entry = "_submissionText.html";

/// What teachers' folder is called in the languages of Sakai.
bool is_feedback_folder(std::string_view name) {
    static constexpr auto parts =
        std::to_array<std::string_view>({"feedback", "retro", "comment", "devolu", "rückmeld", "återkoppl", "geri bild",
                                         "フィードバック", "コメント", "反馈", "回饋"});
    const std::string lower = to_lower(name);
    return std::ranges::any_of(parts, [&](std::string_view part) { return lower.find(part) != std::string::npos; });
}

bool is_teachers_file(std::string_view name) {
    static constexpr auto names =
        std::to_array<std::string_view>({"comments.txt", "feedbackText.html", "members.txt", "timestamp.txt"});
    return std::ranges::find(names, name) != names.end();
}

bool is_grades(std::string_view path) {
    return path == "grades.csv" || path == "grades.xls" || path == "grades.xlsx";
}

std::optional<bool> read_lateness(std::string_view words) {
    static constexpr auto late = std::to_array<std::string_view>(
        {"late",  "tardy",     "tard",    "en retard",  "tarde",    "atrasado", "con retraso", "fuera de plazo",
         "tardà", "verspätet", "zu spät", "in ritardo", "för sent", "försenad", "geç",         "berandu",
         "遅延",  "遅刻",      "迟交",    "逾期"});
    static constexpr auto on_time = std::to_array<std::string_view>(
        {"on time", "à temps", "à l'heure", "a tiempo", "a temps", "pünktlich", "rechtzeitig", "in orario", "i tid",
         "zamanında", "no prazo", "dentro do prazo", "garaiz", "期限内", "按时", "準時", "准时"});
    const std::string lower = to_lower(trim(words));
    if (std::ranges::find(late, lower) != late.end()) {
        return true;
    }
    return std::ranges::find(on_time, lower) != on_time.end() ? std::optional(false) : std::nullopt;
}

struct SakaiTimes {
    std::string submitted;
    std::optional<bool> late;
};

/// By the id in the second column. A person's row has seven columns and more, a team's six.
std::map<std::string, SakaiTimes> read_grades(const std::string& bytes) {
    std::map<std::string, SakaiTimes> times;
    const std::string text = readable_text(bytes);
    const Result<CsvTable> table = CsvTable::read(text, CsvTable::guess_separator(text));
    for (size_t row = 0; table && row < table->size(); ++row) {
        const size_t columns = table->row(row).size();
        if (columns < 6) {
            continue;  // the title, an empty line
        }
        const size_t time = columns == 6 ? 4 : 5;
        const std::optional<CalendarTime> submitted = parse_any_time(table->cell(row, time));
        times[table->cell(row, 1)] = {submitted ? submitted->text() : "", read_lateness(table->cell(row, time + 1))};
    }
    return times;
}

struct SakaiPlace {
    std::string_view owner;   // "Last, First(eid)"
    std::string_view folder;  // empty for a file right in the owner's folder
    std::string_view file;
};

std::optional<SakaiPlace> split_sakai(std::string_view whole) {
    const SplitPath path = split_path(whole);
    if (path.has_folder) {
        const SplitPath inside = split_path(path.rest);
        return inside.has_folder ? SakaiPlace{path.top, inside.top, inside.rest} : SakaiPlace{path.top, {}, path.rest};
    }
    const size_t end = path.top.find(")_");
    if (end == std::string_view::npos) {
        return std::nullopt;
    }
    const std::string_view owner = path.top.substr(0, end + 1);
    const std::string_view rest = path.top.substr(end + 2);
    if (is_teachers_file(rest) || rest == text_entry) {
        return SakaiPlace{owner, {}, rest};
    }
    const size_t bar = rest.starts_with(attachments) ? attachments.size() : rest.find('_');
    return bar < rest.size() && rest[bar] == '_'
               ? std::optional(SakaiPlace{owner, rest.substr(0, bar), rest.substr(bar + 1)})
               : std::nullopt;
}

class SakaiForm final : public DownloadForm {
public:
    explicit SakaiForm(const DownloadView& view) {
        for (size_t i = 0; i < view.size(); ++i) {
            if (view.path(i) == "grades.csv") {
                m_times = read_grades(view.read(i));
            }
        }
        for (size_t i = 0; i < view.size(); ++i) {
            look_at(view, i);
        }
    }

    /// Whether anything stands there that nobody else would have put there.
    [[nodiscard]] bool is_likely() const { return m_is_likely; }

    [[nodiscard]] Lms lms() const override { return Lms::sakai; }
    [[nodiscard]] std::optional<FiledUnder> place(std::string_view whole) const override {
        FiledUnder filed;
        filed.role = FiledUnder::HandInRole::nobody;
        if (is_grades(whole)) {
            return filed;
        }
        const std::optional<SakaiPlace> place = split_sakai(whole);
        if (!place) {
            return std::nullopt;
        }
        name_owner(place->owner, filed);
        if (const auto times = m_times.find(filed.lms_id); times != m_times.end()) {
            filed.submitted = times->second.submitted;
            filed.late = times->second.late;
        }
        if (const auto stamp = m_stamps.find(place->owner); stamp != m_stamps.end()) {
            filed.submitted = stamp->second;
        }
        filed.order = filed.submitted;
        filed.name = place->file;
        filed.role = role_of(*place);
        return filed;
    }

private:
    void look_at(const DownloadView& view, size_t index) {
        const std::optional<SakaiPlace> place = split_sakai(view.path(index));
        if (is_grades(view.path(index)) || !place) {
            return;
        }
        if (place->folder.empty() && place->file == "timestamp.txt") {
            const std::optional<CalendarTime> time = parse_any_time(readable_text(view.read(index)));
            m_stamps[std::string(place->owner)] = time ? time->text() : "";
            m_is_likely = true;
        }
        m_has_plain_name = m_has_plain_name || place->folder == attachments;
        m_is_likely =
            m_is_likely || place->folder == attachments || (place->folder.empty() && place->file.ends_with(text_entry));
    }

    /// "Last, First(eid)", "TITLE (ID)", or an anonymous number with a word behind it.
    static void name_owner(std::string_view owner, FiledUnder& filed) {
        const size_t open = owner.rfind('(');
        const bool has_id = owner.ends_with(')') && open != std::string_view::npos && open > 0;
        filed.student = trim(has_id ? owner.substr(0, open) : owner);
        filed.lms_id = has_id ? owner.substr(open + 1, owner.size() - open - 2) : owner;
    }

    [[nodiscard]] FiledUnder::HandInRole role_of(const SakaiPlace& place) const {
        if (place.folder.empty()) {
            const bool shows = place.file == "timestamp.txt" || place.file.ends_with(text_entry);
            return shows ? FiledUnder::HandInRole::evidence : FiledUnder::HandInRole::extra;
        }
        const bool is_students = m_has_plain_name ? place.folder == attachments : !is_feedback_folder(place.folder);
        return is_students ? FiledUnder::HandInRole::part : FiledUnder::HandInRole::extra;
    }

    std::map<std::string, SakaiTimes> m_times;                 // by id
    std::map<std::string, std::string, std::less<>> m_stamps;  // by owner
    bool m_has_plain_name = false;                             // the folder of attachments goes by its English name
    bool m_is_likely = false;
};

}  // namespace

std::unique_ptr<DownloadForm> sakai_form(const DownloadView& view) {
    auto form = std::make_unique<SakaiForm>(view);
    return form->is_likely() ? std::move(form) : nullptr;
}

}  // namespace mariner::grader
