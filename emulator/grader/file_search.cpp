// The part of input_search.hpp that finds out which files a program opens, and what to put into them.

#include <algorithm>
#include <array>
#include <utility>

#include "emulator/grader/input_search.hpp"

namespace mariner::grader {

namespace {

constexpr size_t most_rounds = 3;  // a file may name the next
constexpr size_t most_opened_names = 8;
constexpr size_t long_file = 100;  // lines
constexpr auto plain_files =
    std::to_array<std::string_view>({"3\n1\n2\n", "", "Hello, World\nsecond line", "5", "a b  c\n\nABC 12 -7\n"});

std::string long_text() {
    std::string text;
    for (size_t i = 0; i < long_file; ++i) {
        text += "line " + std::to_string(i) + "\n";
    }
    return text;
}

/// Granted folders with these files: as they stand beside the program first, then with plain texts in their place.
std::vector<TrialFolder> folders_with(const std::set<std::string>& names, const FileBeside& beside) {
    TrialFolder as_it_is{true, {}};
    std::vector<TrialFolder> folders = {{true, {}}};
    for (const std::string& name : names) {
        if (std::optional<std::string> text = beside(name)) {
            as_it_is.files[name] = std::move(*text);
        }
    }
    if (!as_it_is.files.empty()) {
        folders.push_back(std::move(as_it_is));
    }
    TrialFolder plain{true, {}};
    for (const std::string& name : names) {
        plain.files[name];
    }
    std::ranges::move(folders_like(plain), std::back_inserter(folders));
    return folders;
}

/// Takes over what reaches something more.
void merge(FoundInputs& found, FoundInputs more) {
    std::set<u32> reached;
    for (const TriedInput& tried : found.proposed) {
        reached.insert(tried.reached.begin(), tried.reached.end());
    }
    for (TriedInput& tried : more.proposed) {
        const bool is_new = std::ranges::any_of(tried.reached, [&](u32 place) { return !reached.contains(place); });
        reached.insert(tried.reached.begin(), tried.reached.end());
        if (is_new) {
            found.proposed.push_back(std::move(tried));
        }
    }
    for (TriedInput& bad : more.bad) {
        const auto same = [&](const TriedInput& known) { return known.ending == bad.ending; };
        if (std::ranges::none_of(found.bad, same)) {
            found.bad.push_back(std::move(bad));
        }
    }
    std::erase_if(found.missed, [&](u32 place) { return !more.missed.contains(place); });
    found.refused.merge(more.refused);
    found.runs += more.runs;
}

}  // namespace

std::vector<TrialFolder> folders_like(const TrialFolder& folder) {
    std::vector<std::string> texts(plain_files.begin(), plain_files.end());
    texts.push_back(long_text());
    std::vector<TrialFolder> folders;
    for (const std::string& text : texts) {
        TrialFolder& other = folders.emplace_back(folder);
        for (auto& [name, bytes] : other.files) {
            bytes = text;
        }
    }
    return folders;
}

Result<FoundInputs> search_inputs_and_files(const ProgramImage& image, const std::vector<std::string>& samples,
                                            const InputSearchLimits& limits, const FileBeside& beside) {
    Result<FoundInputs> found = search_inputs(image, samples, limits);
    size_t known = 0;
    for (size_t round = 0; found && round < most_rounds && found->refused.size() > known; ++round) {
        known = std::min(found->refused.size(), most_opened_names);
        const std::set<std::string> names(found->refused.begin(),
                                          std::next(found->refused.begin(), static_cast<std::ptrdiff_t>(known)));
        for (const TrialFolder& folder : folders_with(names, beside)) {
            Result<FoundInputs> more = search_inputs(image, samples, limits, folder);
            if (!more) {
                return more.error();
            }
            merge(*found, std::move(*more));
        }
    }
    return found;
}

}  // namespace mariner::grader
