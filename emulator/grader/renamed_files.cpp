#include "emulator/grader/renamed_files.hpp"

#include <algorithm>
#include <set>

#include "emulator/grader/download_form.hpp"
#include "emulator/grader/excerpt.hpp"
#include "emulator/grader/student_id.hpp"
#include "emulator/support/text.hpp"

namespace mariner::grader {

namespace {

constexpr u32 newest = 0xffff'ffff;  // the platform gives UUIDs after the numbers
constexpr size_t most_names = 200;

bool is_uuid(std::string_view text) {
    constexpr std::string_view shape = "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx";
    constexpr std::string_view digits = "0123456789abcdef";
    return text.size() == shape.size() && std::ranges::equal(text, shape, [&](char c, char s) {
               return s == '-' ? c == '-' : digits.find(c) != std::string_view::npos;
           });
}

/// What was put behind a stem, as a rank: "-2" and " (2)" are 3, a UUID is the newest; 0 for anything else.
u32 rank_of_suffix(std::string_view suffix) {
    if (suffix.empty()) {
        return 1;
    }
    const bool is_bracketed = suffix.ends_with(')') && suffix.starts_with(" (");
    if (is_bracketed) {
        suffix.remove_prefix(suffix.find('(') + 1);
        suffix.remove_suffix(1);
    } else if (suffix[0] == '-') {
        suffix.remove_prefix(1);
    } else {
        return 0;
    }
    if (!is_bracketed && is_uuid(suffix)) {
        return newest;
    }
    const std::optional<u32> number = is_digits(suffix) ? parse_digits<u32>(suffix) : std::nullopt;
    return number && *number < newest - 1 ? *number + 1 : 0;
}

std::string_view name_in_folder(std::string_view path) {
    return path.substr(path.rfind('/') + 1);
}

/// The names in quotes behind `.include`; what stands in a comment or a string may be among them.
std::set<std::string> included_names(const std::vector<SourceFile>& files) {
    constexpr std::string_view directive = ".include";
    std::set<std::string> names;
    for (const SourceFile& file : files) {
        const std::string_view text = file.bytes;
        for (size_t at = text.find(directive); at != std::string_view::npos && names.size() < most_names;
             at = text.find(directive, at + 1)) {
            const size_t open = std::min(text.find_first_not_of(" \t", at + directive.size()), text.size());
            const size_t close = open < text.size() ? text.find_first_of("\"\n", open + 1) : std::string_view::npos;
            if (close != std::string_view::npos && text[open] == '"' && text[close] == '"') {
                names.emplace(name_in_folder(text.substr(open + 1, close - open - 1)));
            }
        }
    }
    return names;
}

/// Gives the latest variation of a name that name, unless somebody has it.
void restore(Submission& submission, const std::string& wanted) {
    std::vector<SourceFile*> latest;
    u32 highest = 1;
    for (SourceFile& file : submission.files) {
        const std::string_view name = name_in_folder(file.name);
        if (name == wanted) {
            return;
        }
        const u32 rank = variation_of(name, wanted);
        if (rank > highest) {
            latest.clear();
        }
        highest = std::max(highest, rank);
        if (rank == highest) {
            latest.push_back(&file);
        }
    }
    if (latest.size() == 1) {
        SourceFile& file = *latest[0];
        submission.notes.push_back(in_quotes(file.name) + " is taken for " + in_quotes(wanted));
        const std::string name = file.name.substr(0, file.name.size() - name_in_folder(file.name).size()) + wanted;
        submission.handed_in_as[name] = file.name;
        file.name = name;
    } else if (latest.size() > 1) {
        submission.notes.push_back(in_quotes(wanted) + " could be " + in_quotes(latest[0]->name) + " or " +
                                   in_quotes(latest[1]->name) + ": neither is taken for it");
    }
}

}  // namespace

u32 variation_of(std::string_view name, std::string_view wanted) {
    const std::string folded_name = fold_case(name);
    const std::string folded_wanted = fold_case(wanted);
    const std::string_view given = folded_name;
    u32 best = 0;
    // Canvas numbers in front of the first dot, systems in front of the last.
    for (const size_t dot : {folded_wanted.find('.'), folded_wanted.rfind('.')}) {
        const std::string_view stem = std::string_view(folded_wanted).substr(0, dot);
        const std::string_view end = std::string_view(folded_wanted).substr(std::min(dot, folded_wanted.size()));
        if (given.size() >= folded_wanted.size() && given.starts_with(stem) && given.ends_with(end)) {
            best = std::max(best, rank_of_suffix(given.substr(stem.size(), given.size() - folded_wanted.size())));
        }
    }
    return best;
}

void restore_names(Submission& submission, const std::string& main_file) {
    if (!main_file.empty()) {
        restore(submission, main_file);
    }
    for (const std::string& name : included_names(submission.files)) {
        restore(submission, name);
    }
}

}  // namespace mariner::grader
