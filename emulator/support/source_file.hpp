#pragma once
// A program's source as it was handed in: what the grader judges and `similar` compares.

#include <string>

namespace mariner {

struct SourceFile {
    std::string name;
    std::string bytes;
};

}  // namespace mariner
