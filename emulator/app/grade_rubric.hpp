#pragma once
// A rubric's file and what stands beside it, for the commands that need one.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/grader/rubric.hpp"
#include "emulator/grader/standing.hpp"

namespace mariner::app {

/// Reads what a rubric names.
grader::RubricFiles files_beside(const std::string& rubric);

/// The colours that a rubric's PNG gives so many units.
Result<std::vector<u32>> picture_units(std::string_view png, u32 columns, u32 rows);

/// Nothing, after saying why, if the rubric can't be used; `code` is then the exit code.
std::optional<grader::Rubric> load_rubric_file(const std::string& path, int& code);

/// A rubric to take elsewhere: its text, which is that of `path` or made of it, and all files that it names, by their
/// names there. An error if it names one outside its folder.
Result<std::map<std::string, std::string>> rubric_with_files(const std::string& path, const std::string& text);

/// Its rules for lateness and adjustments, with the files that they name.
Result<grader::Standing> load_standing(const std::string& path, const grader::Rubric& rubric, grader::Lms lms);

}  // namespace mariner::app
