#pragma once
// An autograder as one file to upload: a static program, the rubric with what it names, and the few lines of script
// that the system starts. Scripts need a plain POSIX shell and nothing else (Classroom 50: its own Python).

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/grader/autograder.hpp"
#include "emulator/grader/rubric.hpp"

namespace mariner::grader {

struct PackageFile {
    std::string name;
    std::string bytes;
    bool is_program = false;
};

struct PackagePlan {
    Autograder system = Autograder::gradescope;
    const Rubric* rubric = nullptr;
    std::map<std::string, std::string> rubric_files;  // the rubric's own file and all that it names, by name
    std::string rubric_name;
    std::string program;  // its bytes
    bool has_leaderboard = false;
};

/// The files of the archive, in its order. The error says what this system can't have.
Result<std::vector<PackageFile>> package_files(const PackagePlan& plan);

/// What the archive is called unless told: "hw2-gradescope.zip".
std::string package_name(const PackagePlan& plan);
/// A tar file, not a ZIP.
bool is_tar(Autograder system);

/// Nothing if these bytes are a program for Linux that needs no library; else a sentence.
std::string why_not_static(std::string_view program);

}  // namespace mariner::grader
