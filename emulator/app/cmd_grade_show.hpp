#pragma once
// What `mariner grade` says and writes once the results are there: the table, one case in full, the self-test, files.

#include <set>
#include <string>

#include "emulator/grader/reports.hpp"
#include "emulator/grader/results.hpp"
#include "emulator/grader/rubric.hpp"
#include "emulator/grader/self_test.hpp"

namespace mariner::app {

struct GradeFiles {
    std::string folder;  // --out: everything
    std::string json;
    std::string junit;
    std::string csv;
    std::string gradescope;         // a file for one submission, a folder for several
    std::string feedback;           // a ZIP for the platform to hand out
    grader::PagePiece look_alikes;  // for the class's page
};

/// A row per submission, then what became of each case.
Result<void> print_grades(grader::ResultSource& results);

/// All that is known of each case: for repeating one.
void print_in_full(const grader::SubmissionResult& submission);

/// All of them or none; false, after saying why, if one can't be written. Pages of `former` students who are in the
/// class no more are taken away.
bool write_grade_files(grader::ResultSource& results, const GradeFiles& files, const std::set<std::string>& former);

/// False, after saying why, if not all that was printed has arrived.
bool all_is_printed();

void print_self_test(const grader::Rubric& rubric, const grader::SelfTestReport& report);

}  // namespace mariner::app
