#pragma once
// The file that an instructor has exported from a learning platform's gradebook, with points filled in: nothing but the
// cells of one column changes, and every other byte stays.

#include <string>
#include <string_view>
#include <vector>

#include "emulator/grader/results.hpp"
#include "emulator/support/result.hpp"

namespace mariner::grader {

/// What a gradebook takes from a grading.
struct GradebookEntry {
    std::string student;
    std::string lms_id;
    Points points = 0;
    bool handed_in = true;
};

/// Of a results.json.
Result<std::vector<GradebookEntry>> read_gradebook_entries(std::string_view results_json);

struct FilledGradebook {
    std::string bytes;
    size_t filled = 0;
    std::vector<std::string> notes;  // sentences: whose points are not in it, and why
};

/// `title`: the column's, as the teacher typed it or as it stands in the file; empty where there is just one.
Result<FilledGradebook> fill_gradebook(std::string_view exported, std::string_view title,
                                       const std::vector<GradebookEntry>& entries);

}  // namespace mariner::grader
