#include "emulator/grader/standing.hpp"

#include <algorithm>

#include "emulator/grader/excerpt.hpp"
#include "emulator/grader/lateness.hpp"
#include "emulator/platform/paths.hpp"
#include "emulator/support/file.hpp"

namespace mariner::grader {

namespace {

std::string key_of_id(const std::string& lms_id) {
    return "id " + lms_id;
}

std::string key_of_name(const std::string& student) {
    return "name " + student;
}

std::string key_of_row(const StudentRow& row) {
    return row.lms_id.empty() ? key_of_name(row.student) : key_of_id(row.lms_id);
}

Result<std::string> read_table(const std::string& folder, const std::string& name) {
    return name.empty() ? Result<std::string>(std::string()) : read_file(platform::join(folder, name));
}

Error in_file(const std::string& name, const Error& error) {
    return Error{name + ": " + error.message};
}

}  // namespace

Result<Standing> Standing::load(const Rubric& rubric, const std::string& folder, Lms lms) {
    Standing standing(rubric.late, rubric.title, rubric.worth(), lms);
    const Result<void> read = standing.read_tables(rubric, folder);
    return read ? Result<Standing>(std::move(standing)) : read.error();
}

Result<void> Standing::read_tables(const Rubric& rubric, const std::string& folder) {
    if (!m_policy.slip_days_file.empty()) {
        m_slip_days_path = platform::join(folder, m_policy.slip_days_file);
    }
    if (!m_policy.extensions.empty() && m_policy.due) {
        const Result<std::string> text = read_table(folder, m_policy.extensions);
        Result<std::vector<Extension>> rows = text ? read_extensions(*text, *m_policy.due) : text.error();
        if (!rows) {
            return text ? in_file(m_policy.extensions, rows.error()) : rows.error();
        }
        m_extensions = std::move(*rows);
    }
    if (!rubric.adjustments.empty()) {
        const Result<std::string> text = read_table(folder, rubric.adjustments);
        Result<std::vector<Adjustment>> rows = text ? read_adjustments(*text) : text.error();
        if (!rows) {
            return text ? in_file(rubric.adjustments, rows.error()) : rows.error();
        }
        m_adjustments = std::move(*rows);
    }
    for (size_t i = 0; i < m_extensions.size(); ++i) {
        m_extensions_by_key.emplace(key_of_row(m_extensions[i].whose), i);
    }
    for (size_t i = 0; i < m_adjustments.size(); ++i) {
        m_adjustments_by_key.emplace(key_of_row(m_adjustments[i].whose), i);
    }
    return {};
}

void Standing::meet(const HandedIn& student) {
    if (m_extensions.empty() && m_adjustments.empty() && m_slip_days_path.empty()) {
        return;  // no table names anybody
    }
    ++m_bearers[student.student];
    m_ids.insert(student.lms_id);
    m_ids.insert(student.member_ids.begin(), student.member_ids.end());
}

std::vector<std::string> Standing::notes() const {
    std::vector<std::string> notes;
    const auto look = [&](const std::string& file, const StudentRow& row) {
        const auto found = m_bearers.find(row.student);
        const size_t bearers = found == m_bearers.end() ? 0 : found->second;
        const bool is_found = row.lms_id.empty() ? bearers == 1 : m_ids.contains(row.lms_id);
        if (!is_found) {
            const std::string& name = row.lms_id.empty() ? row.student : row.lms_id;
            notes.push_back(file + ", row " + std::to_string(row.row) + ": " +
                            (row.lms_id.empty() && bearers > 1
                                 ? "several students are called " + in_quotes(name) + "; give the lms_id"
                                 : "nobody here is " + in_quotes(name)));
        }
    };
    for (const Extension& extension : m_extensions) {
        look("extensions", extension.whose);
    }
    for (const Adjustment& adjustment : m_adjustments) {
        look("adjustments", adjustment.whose);
    }
    return notes;
}

std::vector<std::string> Standing::keys_of(const HandedIn& student) const {
    std::set<std::string> keys;
    if (!student.lms_id.empty()) {
        keys.insert(key_of_id(student.lms_id));
    }
    for (const std::string& id : student.member_ids) {
        keys.insert(key_of_id(id));
    }
    const auto bearers = m_bearers.find(student.student);
    if (bearers != m_bearers.end() && bearers->second == 1) {
        keys.insert(key_of_name(student.student));
    }
    return {keys.begin(), keys.end()};
}

/// Moodle's numbers are an assignment's own: there the name carries on, if nobody else has it.
std::vector<SlipDayUse> Standing::accounts_of(const HandedIn& student) const {
    std::vector<SlipDayUse> accounts;
    const bool has_id = m_lms != Lms::moodle && !(student.lms_id.empty() && student.member_ids.empty());
    if (has_id) {
        std::set<std::string> ids(student.member_ids.begin(), student.member_ids.end());
        if (ids.empty()) {
            ids.insert(student.lms_id);
        }
        for (const std::string& id : ids) {
            accounts.push_back({id, student.student, 0});
        }
    } else if (const auto found = m_bearers.find(student.student); found != m_bearers.end() && found->second == 1) {
        accounts.push_back({"", student.student, 0});
    }
    return accounts;
}

/// Of several who work together the one with the fewest decides.
u32 Standing::slip_days_left(const HandedIn& student) const {
    if (m_slip_days_path.empty()) {
        return m_policy.slip_days;
    }
    u64 used = m_policy.slip_days;
    const std::vector<SlipDayUse> accounts = accounts_of(student);
    if (m_slip_days && !accounts.empty()) {
        used = 0;
        for (const SlipDayUse& account : accounts) {
            used = std::max(used, m_slip_days->used_elsewhere(account.lms_id, account.student));
        }
    }
    return m_policy.slip_days - static_cast<u32>(std::min<u64>(used, m_policy.slip_days));
}

Result<void> Standing::open_slip_days(bool to_write) {
    if (m_slip_days_path.empty()) {
        return {};
    }
    m_slip_days.reset();
    Result<SlipDays> table = SlipDays::open(m_slip_days_path, m_title, to_write);
    if (!table) {
        return table.error();
    }
    m_slip_days = std::move(*table);
    return {};
}

Result<void> Standing::put_slip_days(ResultSource& settled) {
    if (!m_slip_days) {
        return {};
    }
    std::vector<SlipDayUse> uses;
    const Result<void> read = settled.for_each([&](const SubmissionResult& submission) {
        if (submission.lateness && submission.lateness->slip_days != 0) {
            for (SlipDayUse account : accounts_of(submission)) {
                account.days = submission.lateness->slip_days;
                uses.push_back(std::move(account));
            }
        }
    });
    return read ? m_slip_days->put(uses) : read;
}

void Standing::settle_lateness(SubmissionResult& submission) const {
    HandInTime time;
    time.due = m_policy.due;
    time.submitted = parse_calendar_time(submission.submitted);
    time.slip_days_left = slip_days_left(submission);
    for (const std::string& key : keys_of(submission)) {
        const auto [first, last] = m_extensions_by_key.equal_range(key);
        for (auto found = first; found != last; ++found) {
            const CalendarTime& own = m_extensions[found->second].due;
            const bool is_later = !time.is_extended || is_after(own, *time.due).value_or(false);
            time.due = is_later ? own : *time.due;
            time.is_extended = true;
        }
    }
    if (time.is_extended && time.submitted) {
        submission.late = is_after(*time.submitted, *time.due);
    }
    time.late = submission.late;
    submission.seconds_late = seconds_after_due(time);
    if (m_policy.takes_off() && submission.handed_in) {
        submission.lateness = lateness_of(m_policy, time, submission.judged, m_worth);
    }
}

void Standing::settle(SubmissionResult& submission) const {
    submission.lateness.reset();
    submission.adjustments.clear();
    settle_lateness(submission);
    submission.points = submission.judged - (submission.lateness ? submission.lateness->points : 0);
    for (const std::string& key : keys_of(submission)) {
        const auto [first, last] = m_adjustments_by_key.equal_range(key);
        for (auto found = first; found != last; ++found) {
            const AdjustmentResult& change = m_adjustments[found->second].change;
            submission.adjustments.push_back(change);
            submission.points += change.points;
        }
    }
    submission.points = std::max<Points>(submission.points, 0);
}

Result<SubmissionResult> SettledResults::submission(size_t index) {
    Result<SubmissionResult> result = m_judged.submission(index);
    if (result) {
        m_standing.settle(*result);
    }
    return result;
}

}  // namespace mariner::grader
