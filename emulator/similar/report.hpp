#pragma once
// A comparison as a table for the terminal, as JSON, and as a page with the matching lines side by side. Pure: nothing
// here reads or writes files. All of it says "alike": what that means is for people to judge.

#include <span>
#include <string>
#include <utility>
#include <vector>

#include "emulator/similar/compare.hpp"

namespace mariner::similar {

/// Everything that reports tell of. `names` and `programs` belong together.
struct Report {
    std::span<const std::string> names;
    std::span<const ComparedProgram> programs;
    const Comparison& comparison;
    const CompareOptions& options;
    std::span<const std::string> notes;  // on the class as a whole
    size_t pages = 100;                  // of so many pairs the HTML shows the lines
};

std::string similar_text(const Report& report);
std::string similar_json(const Report& report);
std::string similar_html(const Report& report);
/// results.csv as JPlag writes it, which its tools and others read: a row per pair.
std::string similar_jplag_csv(const Report& report);
/// Names and bytes of the files that Dolos's viewer shows. Its own marks (kgrams) are not among them: pairs, names and
/// texts are.
std::vector<std::pair<std::string, std::string>> similar_dolos_tables(const Report& report);

}  // namespace mariner::similar
