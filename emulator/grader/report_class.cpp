// The class's page. A class may be larger than memory: submissions are looked at one after the other, once for what is
// told of all of them and once for a row each.

#include <algorithm>
#include <map>

#include "emulator/grader/class_script.hpp"
#include "emulator/grader/report_markup.hpp"
#include "emulator/grader/reports.hpp"
#include "emulator/support/html.hpp"
#include "emulator/support/text.hpp"

namespace mariner::grader {

namespace {

constexpr size_t step_count = 10;      // of the distribution
constexpr size_t most_mistakes = 12;   // that are shown
constexpr size_t most_counted = 5000;  // kinds of them; a class of any size takes no more memory
constexpr size_t longest_reason = 160;
constexpr i64 most_days_late = 15;  // all later ones together
constexpr size_t most_written = 50;
constexpr size_t most_hardest = 3;

constexpr std::string_view class_style =
    ".spread td{border:0;padding:.1rem .7rem}.spread .bar{width:min(20rem,45vw)}.class td,.class th{padding:.2rem "
    ".35rem}"
    ".class .name{min-width:10rem}.class th.case{text-align:center}.key{white-space:nowrap;margin-right:1rem}"
    ".class th button{font:inherit;color:inherit;background:none;border:0;padding:0;cursor:pointer;text-align:inherit}"
    ".class th button:hover,.class th button:focus-visible{text-decoration:underline}"
    ".class th[aria-sort=ascending] button::after{content:' ▲'}.class th[aria-sort=descending] button::after{content:' "
    "▼'}"
    ".tools{display:flex;flex-wrap:wrap;gap:.4rem 1rem;align-items:center}.tools select{max-width:20rem}"
    ".tools input,.tools select{font:inherit;color:inherit;background:var(--soft);border:1px solid var(--dim);"
    "border-radius:4px;padding:.15rem .4rem}tr[hidden]{display:none}@media print{.tools{display:none}"
    ".class thead{display:table-header-group}}";

/// What the class has done with one case.
struct CaseTotal {
    size_t passed = 0;
    Points points = 0;
};

/// What several students did wrong in the same words; numbers don't count.
struct CommonMistake {
    size_t students = 0;
    std::string sample_student;
    std::string sample_reason;
    std::optional<PlaceResult> sample_place;
};

/// "line 12 of the output is '3'" -> "line # of the output is '#'"
std::string without_numbers(std::string_view text) {
    std::string out;
    for (const char c : text.substr(0, longest_reason)) {
        const bool is_digit = c >= '0' && c <= '9';
        if (!is_digit || !out.ends_with('#')) {
            out += is_digit ? '#' : c;
        }
    }
    return out;
}

class ClassPage {
public:
    ClassPage(const GradingInfo& info, std::string_view folder)
        : m_info(info), m_folder(folder), m_totals(info.cases.size()) {}

    void count(const SubmissionResult& submission) {
        ++m_students;
        ++m_points[submission.points];
        for (size_t i = 0; i < std::min(submission.cases.size(), m_totals.size()); ++i) {
            const CaseResult& result = submission.cases[i];
            m_totals[i].passed += result.verdict == Verdict::passed ? 1U : 0U;
            m_totals[i].points += result.points;
            count_mistake(submission, result);
        }
        m_late += submission.late.value_or(false) ? 1U : 0U;
        note_time(submission);
        note_answers(submission);
        m_slip_days += submission.lateness ? submission.lateness->slip_days : 0U;
    }

    /// All that stands before the rows.
    [[nodiscard]] std::string begin(const PagePiece& look_alikes) const {
        return html_page_begin(m_info.title, std::string(report_style()) + std::string(class_style) + look_alikes.style,
                               script) +
               "<main>\n<h1>" + escaped_markup(visible_line(m_info.title)) + "</h1>\n" + summary() + distribution() +
               cases() + mistakes() + late_days() + answers() + alike(look_alikes) + table_begin();
    }

    [[nodiscard]] std::string row(const SubmissionResult& submission) const {
        std::string row = row_begin(submission) + "<td class=\"name\"><a href=\"" + escaped_markup(m_folder) +
                          escaped_markup(page_name(submission)) + "\">" +
                          escaped_markup(visible_line(submission.student)) + "</a></td><td class=\"number\">" +
                          points_text(submission.points) + "</td><td>" + points_bar(submission.points, m_info.worth) +
                          "</td>";
        for (size_t i = 0; i < std::min(submission.cases.size(), m_totals.size()); ++i) {
            row += "<td>" + verdict_sign(submission.cases[i].verdict) + "</td>";
        }
        const Points taken = taken_off(submission);
        return row + "<td class=\"number\">" + (taken == 0 ? "" : "−" + points_text(taken)) + "</td><td>" +
               lateness_text(submission) + "</td></tr>\n";
    }

    [[nodiscard]] std::string end() const {
        return "</tbody></table></div>\n" + legend() + graded_by(m_info) + "</main>\n" + html_page_end(script);
    }

private:
    static constexpr PageScript script{class_script, class_script_hash};

    /// What the one in this place has, from the fewest points on.
    [[nodiscard]] Points points_at(size_t place) const {
        for (const auto& [points, students] : m_points) {
            if (place < students) {
                return points;
            }
            place -= students;
        }
        return 0;
    }
    [[nodiscard]] Points median() const {
        const size_t half = m_students / 2;
        return m_students % 2 == 1 ? points_at(half) : mean_of(points_at(half - 1) + points_at(half), 2);
    }
    [[nodiscard]] Points mean() const {
        Points sum = 0;
        for (const auto& [points, students] : m_points) {
            sum += points * static_cast<Points>(students);
        }
        return mean_of(sum, m_students);
    }

    [[nodiscard]] std::string summary() const {
        return "<p>" + with_thousands(m_students) + (m_students == 1 ? " submission" : " submissions") + ", " +
               points_text(m_info.worth) + " points to be had; mean " + points_text(mean()) + ", median " +
               points_text(median()) + "." + late_summary() + "</p>\n";
    }

    [[nodiscard]] std::string late_summary() const {
        if (m_late == 0) {
            return {};
        }
        return " " + with_thousands(m_late) + " late" +
               (m_slip_days == 0 ? "" : ", " + with_thousands(m_slip_days) + " slip days spent") + ".";
    }
    static std::string lateness_text(const SubmissionResult& submission) {
        std::string text = submission.late.value_or(false) ? "late" : "";
        if (submission.lateness && submission.lateness->points != 0) {
            text += " −" + points_text(submission.lateness->points);
        }
        if (submission.lateness && submission.lateness->slip_days != 0) {
            text += ", slip days: " + std::to_string(submission.lateness->slip_days);
        }
        return text;
    }

    /// What the page's filter goes by.
    static std::string row_begin(const SubmissionResult& submission) {
        return std::string("<tr") + (submission.late.value_or(false) ? " data-late" : "") +
               (submission.handed_in ? "" : " data-absent") + (submission.written_answers ? " data-written" : "") + ">";
    }
    /// 0: on time; else days begun after the due time that they had.
    void note_time(const SubmissionResult& submission) {
        constexpr i64 day_seconds = 86400;
        if (!submission.handed_in || !submission.late) {
            ++m_untold;
        } else if (!*submission.late || submission.seconds_late) {
            const i64 seconds = *submission.late ? std::max<i64>(submission.seconds_late.value_or(0), 1) : 0;
            ++m_days_late[std::min<i64>((seconds + day_seconds - 1) / day_seconds, most_days_late)];
        } else {
            ++m_late_somehow;
        }
    }
    [[nodiscard]] std::string late_days() const {
        if (m_late == 0) {
            return {};
        }
        size_t most = m_late_somehow;
        for (const auto& [days, students] : m_days_late) {
            most = std::max(most, students);
        }
        std::string rows;
        const auto row = [&](const std::string& what, size_t students) {
            rows += "<tr><td>" + what + "</td><td>" +
                    points_bar(static_cast<Points>(students), static_cast<Points>(most)) +
                    "</td><td class=\"number\">" + with_thousands(students) + "</td></tr>\n";
        };
        for (const auto& [days, students] : m_days_late) {
            row(days == 0                ? "on time"
                : days == most_days_late ? "more than " + std::to_string(days - 1) + " days"
                : days == 1              ? "up to 1 day late"
                                         : "up to " + std::to_string(days) + " days late",
                students);
        }
        if (m_late_somehow != 0) {
            row("late, nobody says by how much", m_late_somehow);
        }
        if (m_untold != 0) {
            row("nobody says", m_untold);
        }
        return "<h2>When it came</h2>\n<table class=\"spread\">\n" + rows + "</table>\n";
    }

    void note_answers(const SubmissionResult& submission) {
        if (submission.written_answers && ++m_written <= most_written) {
            m_answers += "<li><a href=\"" + escaped_markup(m_folder) + escaped_markup(page_name(submission)) + "\">" +
                         escaped_markup(visible_line(submission.student)) + "</a>: right on " +
                         std::to_string(submission.written_answers->passed) + " cases, on none of " +
                         std::to_string(submission.written_answers->tried) + " changed inputs</li>\n";
        }
    }
    [[nodiscard]] std::string answers() const {
        return m_answers.empty()
                   ? ""
                   : "<h2>Answers that may be written in</h2>\n<p>These programs are right on what the cases "
                     "type and on nothing like it.</p>\n<ul>\n" +
                         m_answers + "</ul>\n" +
                         (m_written > most_written
                              ? "<p>and " + with_thousands(m_written - most_written) + " more</p>\n"
                              : "");
    }
    static std::string alike(const PagePiece& look_alikes) {
        return look_alikes.markup.empty() ? "" : "<h2>Who looks alike</h2>\n" + look_alikes.markup;
    }

    /// Once for each student and kind.
    void count_mistake(const SubmissionResult& submission, const CaseResult& result) {
        const bool is_told = result.visibility != Visibility::hidden && !result.reason.empty();
        if (result.verdict == Verdict::passed || !is_told) {
            return;
        }
        const std::string key = result.name + "\n" + without_numbers(result.reason);
        const auto found = m_mistakes.find(key);
        if (found != m_mistakes.end()) {
            ++found->second.students;
        } else if (m_mistakes.size() < most_counted) {
            m_mistakes[key] = {1, submission.student, result.reason, result.place};
        }
    }
    /// What only one did is nobody's common mistake.
    [[nodiscard]] std::string mistakes() const {
        std::vector<const std::pair<const std::string, CommonMistake>*> sorted;
        for (const auto& mistake : m_mistakes) {
            if (mistake.second.students > 1) {
                sorted.push_back(&mistake);
            }
        }
        std::stable_sort(sorted.begin(), sorted.end(),
                         [](const auto* a, const auto* b) { return a->second.students > b->second.students; });
        sorted.resize(std::min(sorted.size(), most_mistakes));
        std::string rows;
        for (const auto* const mistake : sorted) {
            const CommonMistake& one = mistake->second;
            rows += "<tr><td class=\"number\">" + with_thousands(one.students) + "</td><td>" +
                    escaped_markup(visible_line(mistake->first.substr(0, mistake->first.find('\n')))) + "</td><td>" +
                    escaped_markup(visible_line(one.sample_student)) + ": " +
                    escaped_markup(visible_line(one.sample_reason)) +
                    (one.sample_place ? place_markup(*one.sample_place) : "") + "</td></tr>\n";
        }
        return rows.empty()
                   ? rows
                   : "<h2>The commonest mistakes</h2>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" "
                     "aria-label=\"The commonest mistakes\"><table>\n<thead><tr><th scope=\"col\" "
                     "class=\"number\">students</th><th scope=\"col\">case</th><th scope=\"col\">for example</th>"
                     "</tr></thead>\n" +
                         rows + "</table></div>\n";
    }

    /// Full marks have a row of their own, so that the top step isn't made of two kinds.
    [[nodiscard]] std::string distribution() const {
        std::array<size_t, step_count + 1> counts{};
        for (const auto& [points, students] : m_points) {
            const Points share = m_info.worth > 0 ? points * static_cast<Points>(step_count) / m_info.worth : 0;
            counts.at(static_cast<size_t>(std::clamp<Points>(share, 0, static_cast<Points>(step_count)))) += students;
        }
        const size_t most = *std::max_element(counts.begin(), counts.end());
        std::string text = "<h2>How points are spread</h2>\n<table class=\"spread\">\n";
        for (size_t i = counts.size(); i-- > 0;) {
            const Points from = m_info.worth * static_cast<Points>(i) / static_cast<Points>(step_count);
            text += "<tr><td class=\"number\">" +
                    (i == step_count ? "all " + points_text(m_info.worth) : "from " + points_text(from)) + "</td><td>" +
                    points_bar(static_cast<Points>(counts.at(i)), static_cast<Points>(most)) +
                    "</td><td class=\"number\">" + with_thousands(counts.at(i)) + "</td></tr>\n";
        }
        return text + "</table>\n";
    }

    /// Those that fewest have passed, if some have and some haven't.
    [[nodiscard]] std::string hardest() const {
        std::vector<size_t> order;
        for (size_t i = 0; i < m_totals.size(); ++i) {
            if (m_totals[i].passed < m_students) {
                order.push_back(i);
            }
        }
        std::ranges::stable_sort(order, {}, [&](size_t i) { return m_totals[i].passed; });
        std::string text;
        for (size_t i = 0; i < std::min(order.size(), most_hardest); ++i) {
            text += (i == 0 ? "" : ", ") + escaped_markup(visible_line(m_info.cases[order[i]].name)) + " (" +
                    with_thousands(m_totals[order[i]].passed) + " of " + with_thousands(m_students) + ")";
        }
        return text.empty() ? text : "<p>Hardest: " + text + ".</p>\n";
    }

    [[nodiscard]] std::string cases() const {
        const auto count = static_cast<Points>(std::max<size_t>(m_students, 1));
        std::string text =
            "<h2>How the cases went</h2>\n" + hardest() +
            "<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"How the cases went\"><table>\n"
            "<thead><tr><th scope=\"col\"><span class=\"unseen\">number</span></th><th scope=\"col\">case</th>"
            "<th scope=\"col\">passed by</th><th scope=\"col\" class=\"number\"><span "
            "class=\"unseen\">students</span></th>"
            "<th scope=\"col\" class=\"number\">mean</th><th scope=\"col\">seen by students</th></tr></thead>\n";
        for (size_t i = 0; i < m_totals.size(); ++i) {
            const CaseInfo& info = m_info.cases[i];
            text += "<tr><td class=\"number\">" + std::to_string(i + 1) + "</td><td>" +
                    escaped_markup(visible_line(info.name)) + "</td><td>" +
                    points_bar(static_cast<Points>(m_totals[i].passed), count) + "</td><td class=\"number\">" +
                    with_thousands(m_totals[i].passed) + "</td><td class=\"number\">" +
                    points_text(mean_of(m_totals[i].points, m_students)) + " / " + points_text(info.worth) +
                    "</td><td>" +
                    (info.visibility == Visibility::visible ? "yes" : std::string(name_of(info.visibility))) +
                    "</td></tr>\n";
        }
        return text + "</table></div>\n";
    }

    [[nodiscard]] std::string table_begin() const {
        std::string text =
            "<h2>Everybody</h2>\n<div class=\"wide\" tabindex=\"0\" role=\"region\" aria-label=\"Everybody\"><table "
            "class=\"class\" id=\"everybody\">\n<thead><tr><th scope=\"col\">student</th>"
            "<th scope=\"col\" class=\"number\">points</th><th scope=\"col\"><span "
            "class=\"unseen\">points as a bar</span></th>";
        for (size_t i = 0; i < m_info.cases.size(); ++i) {
            text += "<th scope=\"col\" class=\"case\" title=\"" + escaped_markup(visible_line(m_info.cases[i].name)) +
                    "\">" + std::to_string(i + 1) + "</th>";
        }
        return text +
               "<th scope=\"col\" class=\"number\">taken off</th><th scope=\"col\">late</th></tr></thead>\n<tbody>\n";
    }

    [[nodiscard]] static std::string legend() {
        std::string text = "<p class=\"dim\">";
        for (int i = 0; i <= static_cast<int>(Verdict::died); ++i) {
            const auto verdict = static_cast<Verdict>(i);
            text += "<span class=\"key\">" + verdict_sign(verdict) + " <span aria-hidden=\"true\">" +
                    escaped_markup(words_of(verdict)) + "</span></span> ";
        }
        return text + "</p>\n";
    }

    const GradingInfo& m_info;
    std::string m_folder;
    std::vector<CaseTotal> m_totals;
    size_t m_students = 0;
    std::map<Points, size_t> m_points;                // how many have them
    std::map<std::string, CommonMistake> m_mistakes;  // by case and reason
    size_t m_late = 0;
    std::map<i64, size_t> m_days_late;
    size_t m_late_somehow = 0;
    size_t m_untold = 0;
    std::string m_answers;
    size_t m_written = 0;
    u64 m_slip_days = 0;
};

}  // namespace

Result<void> stream_class_html(ResultSource& results, const ReportSink& sink, std::string_view folder,
                               const PagePiece& look_alikes) {
    ClassPage page(results.info(), folder);
    Result<void> done = results.for_each([&](const SubmissionResult& submission) { page.count(submission); });
    done = done ? sink(page.begin(look_alikes)) : done;
    done =
        done ? results.try_each([&](const SubmissionResult& submission) { return sink(page.row(submission)); }) : done;
    return done ? sink(page.end()) : done;
}

}  // namespace mariner::grader
