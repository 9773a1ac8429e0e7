#include "emulator/grader/class_list.hpp"

#include <set>

#include "emulator/grader/excerpt.hpp"
#include "emulator/grader/student_table.hpp"
#include "emulator/support/csv.hpp"
#include "emulator/support/text.hpp"
#include "emulator/support/text_encoding.hpp"

namespace mariner::grader {

namespace {

Result<ClassList> read_members(const CsvTable& table, size_t id, size_t name) {
    ClassList list;
    std::set<std::string> known;
    for (size_t row = 1; row < table.size(); ++row) {
        if (table.is_empty_row(row)) {
            continue;
        }
        ClassMember member{std::string(trim(table.cell(row, id))), std::string(trim(table.cell(row, name)))};
        const std::string place = "row " + std::to_string(row + 1) + ", column " + std::to_string(id + 1) + ": ";
        if (member.lms_id.empty()) {
            return Error{place + "there is no lms_id"};
        }
        if (!known.insert(member.lms_id).second) {
            return Error{place + in_quotes(member.lms_id) + " stands here for the second time"};
        }
        list.push_back(std::move(member));
    }
    return list;
}

}  // namespace

Result<ClassList> read_class_list(std::string_view text) {
    const std::string readable = readable_text(text);
    const Result<CsvTable> table = CsvTable::read(readable, CsvTable::guess_separator(readable));
    if (!table) {
        return table.error();
    }
    const std::optional<size_t> id = column_called(*table, "lms_id");
    const std::optional<size_t> name = column_called(*table, "student");
    if (!id || !name) {
        return Error{"row 1: a class list begins with the header lms_id,student"};
    }
    return read_members(*table, *id, *name);
}

}  // namespace mariner::grader
