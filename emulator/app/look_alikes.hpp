#pragma once
// A class's programs read and compared with each other, for `mariner similar` and for the page of a class.

#include <string>
#include <vector>

#include "emulator/similar/report.hpp"
#include "emulator/support/result.hpp"

namespace mariner::app {

/// What a class is compared with, or without.
struct ClassesBeside {
    std::vector<std::string> templates;  // what was handed out
    std::vector<std::string> earlier;    // classes of earlier terms
    std::vector<std::string> stores;     // files of similar/store.hpp
};

struct ComparedClass {
    std::vector<std::string> names;    // as people know them; by id where two have one name
    std::vector<std::string> digests;  // over what each one of the class itself handed in
    std::vector<similar::ComparedProgram> programs;
    std::vector<similar::ComparedProgram> base;
    std::vector<std::string> notes;
    similar::CompareOptions options;
    similar::Comparison comparison;

    [[nodiscard]] similar::Report report() const { return {names, programs, comparison, options, notes}; }
};

Result<ComparedClass> compare_class(const std::string& path, const ClassesBeside& beside,
                                    similar::CompareOptions options);

/// How a class goes into a store.
struct StoreOptions {
    std::string file;
    std::string term;           // in front of each name; empty: what the class's folder is called
    bool is_anonymous = false;  // digests in place of names
};

/// The class itself, not what it was compared with, into a store that is made if need be; how many programs it holds
/// then.
Result<size_t> add_class_to_store(const ComparedClass& compared, const std::string& path, const StoreOptions& options);

/// Several stores into one.
Result<size_t> merge_stores(const std::vector<std::string>& stores, const std::string& out);

}  // namespace mariner::app
