#pragma once
// Tables about students that teachers write: a header with lms_id or student (or both), and columns of the table's own.
// In any order, with other columns beside them. Errors name row and column.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/grader/results.hpp"
#include "emulator/support/calendar_time.hpp"
#include "emulator/support/csv.hpp"
#include "emulator/support/result.hpp"

namespace mariner::grader {

/// By its header, whatever its case.
std::optional<size_t> column_called(const CsvTable& table, std::string_view title);

struct StudentRow {
    size_t row = 0;      // from 1, as a spreadsheet counts
    std::string lms_id;  // this or the name isn't empty
    std::string student;
    std::vector<std::string> cells;  // of the wanted columns, trimmed
};

/// `wanted`: columns that must be there.
Result<std::vector<StudentRow>> read_student_table(std::string_view text, const std::vector<std::string_view>& wanted);

/// A student's own due time. A time without a zone is read in that of `due`.
struct Extension {
    StudentRow whose;
    CalendarTime due;
};
/// The columns lms_id or student, and due.
Result<std::vector<Extension>> read_extensions(std::string_view text, const CalendarTime& due);

/// Points that somebody gives or takes by hand.
struct Adjustment {
    StudentRow whose;
    AdjustmentResult change;
};
/// The columns lms_id or student, points, and reason.
Result<std::vector<Adjustment>> read_adjustments(std::string_view text);

}  // namespace mariner::grader
