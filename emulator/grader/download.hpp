#pragma once
// What a class handed in, as the download of a learning platform holds it: who, when, and which files. Which platform
// it is, is told by the whole download, never file by file.

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/grader/results.hpp"

namespace mariner::grader {

class ClassFiles;

struct HandInPart {
    size_t file = 0;   // in ClassFiles
    std::string name;  // as the student called it
};

/// What somebody handed in at one time.
struct HandInAttempt {
    std::string submitted;  // as HandedIn has it
    std::optional<bool> late;
    bool handed_in = false;  // there is more than what teachers or the platform put there
    std::vector<HandInPart> parts;
};

/// A person, or several who work together.
struct HandIn {
    std::string identity;
    std::string student;
    std::string lms_id;
    std::vector<std::string> member_ids;  // each one's, where they are several
    std::vector<HandInAttempt> attempts;  // by time; never empty
};

struct ClassDownload {
    Lms lms = Lms::folder;
    std::vector<HandIn> hand_ins;    // by identity
    std::vector<std::string> notes;  // sentences: which files are nobody's
};

/// Whether a file of this name belongs to a program.
using CountsAsProgram = std::function<bool(std::string_view name)>;

/// `called`: the name of the folder or archive that the files are in.
ClassDownload read_download(ClassFiles& files, std::string_view called, const CountsAsProgram& counts);

}  // namespace mariner::grader
