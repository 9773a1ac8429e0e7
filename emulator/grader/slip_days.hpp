#pragma once
// The days of grace that students have for a whole term, in a table that goes from assignment to assignment: who has
// used how many for which. Each grading replaces its own assignment's rows, so that grading again changes nothing; two
// at once wait for each other; one that is killed leaves the table as it was.

#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "emulator/grader/folder_lock.hpp"
#include "emulator/support/result.hpp"
#include "emulator/support/types.hpp"

namespace mariner::grader {

struct SlipDayUse {
    std::string lms_id;  // empty where the platform's numbers change with each assignment: the name counts
    std::string student;
    u32 days = 0;
};

class SlipDays {
public:
    /// `to_write`: waits until nobody else is at it, and keeps it until this object is gone. A file that isn't there
    /// has no rows.
    static Result<SlipDays> open(const std::string& path, const std::string& assignment, bool to_write);

    /// For other assignments than this one.
    [[nodiscard]] u64 used_elsewhere(const std::string& lms_id, const std::string& student) const;
    /// In place of what this assignment had.
    Result<void> put(const std::vector<SlipDayUse>& uses);

private:
    SlipDays(std::string path, std::string assignment) : m_path(std::move(path)), m_assignment(std::move(assignment)) {}
    Result<void> read();

    std::string m_path;
    std::string m_assignment;
    std::optional<FolderLock> m_lock;
    std::map<std::string, std::map<std::string, SlipDayUse>> m_uses;  // by assignment and by who
};

}  // namespace mariner::grader
