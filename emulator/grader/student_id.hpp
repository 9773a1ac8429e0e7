#pragma once
// What a student is called in tables, in `--student` and in the names of files: their name in its own script, without
// what a file's name or a terminal can't take. Called with a whole class, since two names may come out as one. Pure.
//
// A name is taken as the bytes that were handed in. It isn't brought into a normal form of Unicode: a file system that
// keeps two spellings of "Müller" apart holds two students, and to take them for one would mix their work.

#include <map>
#include <string>
#include <string_view>

#include "emulator/support/types.hpp"

namespace mariner::grader {

class StudentIds {
public:
    /// All of the class first, then their ids.
    void add(std::string_view student, std::string_view lms_id);
    /// Unique in the class, also where the case of letters doesn't count: those that would be equal get a part of their
    /// identity's fingerprint behind a '~'. At most 213 bytes; never hidden, no blank, no character with a meaning.
    [[nodiscard]] std::string id_of(std::string_view student, std::string_view lms_id, std::string_view identity) const;

private:
    std::map<std::string, u32> m_counts;  // by what a careless file system would see
};

/// As a file system without regard to case might see it.
std::string fold_case(std::string_view name);

}  // namespace mariner::grader
