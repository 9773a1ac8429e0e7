#pragma once
// A class's programs read and compared with each other, for `mariner similar` and for the page of a class.

#include <string>
#include <vector>

#include "emulator/similar/report.hpp"
#include "emulator/support/result.hpp"

namespace mariner::app {

struct ComparedClass {
    std::vector<std::string> names;  // as people know them; by id where two have one name
    std::vector<similar::ComparedProgram> programs;
    std::vector<std::string> notes;
    similar::CompareOptions options;
    similar::Comparison comparison;

    [[nodiscard]] similar::Report report() const { return {names, programs, comparison, options, notes}; }
};

/// `templates`: what was handed out; `earlier`: classes of earlier terms.
Result<ComparedClass> compare_class(const std::string& path, const std::vector<std::string>& templates,
                                    const std::vector<std::string>& earlier, similar::CompareOptions options);

}  // namespace mariner::app
