#include "emulator/grader/slip_days.hpp"

#include <filesystem>

#include "emulator/grader/excerpt.hpp"
#include "emulator/grader/report_files.hpp"
#include "emulator/grader/student_table.hpp"
#include "emulator/support/csv.hpp"
#include "emulator/support/file.hpp"
#include "emulator/support/text.hpp"

namespace mariner::grader {

namespace {

constexpr u32 most_days_used = 10'000;

/// As it stands in the table, so that what is written is found again.
std::string who(const std::string& lms_id, const std::string& student) {
    return lms_id.empty() ? "name " + csv_text(student) : "id " + csv_text(lms_id);
}

}  // namespace

Result<SlipDays> SlipDays::open(const std::string& path, const std::string& assignment, bool to_write) {
    SlipDays table(path, csv_text(assignment));
    if (to_write) {  // a lock beside the table, since the table itself is replaced
        Result<FolderLock> lock = FolderLock::wait_for(path + ".lock");
        if (!lock) {
            return lock.error();
        }
        table.m_lock = std::move(*lock);
    }
    const Result<void> ready = table.read();
    return ready ? Result<SlipDays>(std::move(table)) : Error{path + ": " + ready.error().message};
}

Result<void> SlipDays::read() {
    std::error_code none;
    if (!std::filesystem::exists(m_path, none)) {
        return {};
    }
    const Result<std::string> text = read_file(m_path);
    const Result<std::vector<StudentRow>> rows =
        text ? read_student_table(*text, {"assignment", "days"}) : text.error();
    if (!rows) {
        return rows.error();
    }
    for (const StudentRow& row : *rows) {
        const std::optional<u32> days = parse_digits<u32>(row.cells[1]);
        if (!days || *days > most_days_used) {
            return Error{"row " + std::to_string(row.row) + ", column days: " + in_quotes(row.cells[1]) +
                         " is no number of days"};
        }
        const std::string key = row.lms_id.empty() ? "name " + row.student : "id " + row.lms_id;
        m_uses[row.cells[0]][key] = {row.lms_id, row.student, *days};
    }
    return {};
}

u64 SlipDays::used_elsewhere(const std::string& lms_id, const std::string& student) const {
    u64 days = 0;
    const std::string key = who(lms_id, student);
    for (const auto& [assignment, uses] : m_uses) {
        const auto found = uses.find(key);
        days += assignment != m_assignment && found != uses.end() ? found->second.days : 0;
    }
    return days;
}

Result<void> SlipDays::put(const std::vector<SlipDayUse>& uses) {
    std::map<std::string, SlipDayUse>& mine = m_uses[m_assignment];
    mine.clear();
    for (const SlipDayUse& use : uses) {
        mine[who(use.lms_id, use.student)] = {csv_text(use.lms_id), csv_text(use.student), use.days};
    }
    std::string text = "assignment,lms_id,student,days\r\n";
    for (const auto& [assignment, rows] : m_uses) {
        for (const auto& [key, use] : rows) {
            text += csv_quoted(assignment) + "," + csv_quoted(use.lms_id) + "," + csv_quoted(use.student) + "," +
                    std::to_string(use.days) + "\r\n";
        }
    }
    ReportFiles file;
    const Result<void> written = file.put(m_path, text);
    return written ? file.commit() : written;
}

}  // namespace mariner::grader
