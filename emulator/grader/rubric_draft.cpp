#include "emulator/grader/rubric_draft.hpp"

#include <algorithm>
#include <map>

#include "emulator/grader/excerpt.hpp"
#include "emulator/support/text.hpp"
#include "emulator/support/toml_text.hpp"

namespace mariner::grader {

namespace {

constexpr size_t most_named_words = 3;
constexpr size_t most_missed = 30;
constexpr size_t longest_output = 100'000;

/// "typing 5, 3, ...", or that nothing is typed.
std::string name_of_input(const std::string& input) {
    const std::vector<std::string_view> lines = lines_of(input);
    std::string name;
    for (size_t i = 0; i < std::min(lines.size(), most_named_words); ++i) {
        name += (i == 0 ? "typing " : ", ") + (lines[i].empty() ? "an empty line" : in_quotes(lines[i], 20));
    }
    return name.empty() ? "nothing typed" : name + (lines.size() > most_named_words ? " and more" : "");
}

/// ", 'in.txt' of 12 bytes"
std::string name_of_files(const std::map<std::string, std::string>& files) {
    std::string name;
    for (const auto& [file, bytes] : files) {
        name += ", " + in_quotes(file, 20) + " of " + std::to_string(bytes.size()) + " bytes";
    }
    return name;
}

/// A comment, a line for each of the text's.
std::string hash_comment(std::string_view text) {
    std::string out;
    for (const std::string_view line : lines_of(text)) {
        out += "# " + std::string(line) + "\n";
    }
    return out;
}

/// `{ "in.txt" = "3 1 2" }`
std::string table_of_files(const std::map<std::string, std::string>& files) {
    std::string text;
    for (const auto& [name, bytes] : files) {
        text += (text.empty() ? "" : ", ") + toml::string_text(name) + " = " + toml::string_text(bytes);
    }
    return "{ " + text + " }";
}

bool holds_text(const std::map<std::string, std::string>& files) {
    return std::ranges::all_of(files, [](const auto& file) { return is_utf8(file.first) && is_utf8(file.second); });
}

}  // namespace

std::string input_case_text(const TriedInput& tried, size_t number, const std::string& more) {
    std::string text = "\n[[case]]\nid = \"run-" + std::to_string(number) + "\"\nname = " +
                       toml::string_text(name_of_input(tried.input) + name_of_files(tried.folder.files)) +
                       "\npoints = 1\n";
    text += tried.input.empty() ? "" : "input = " + toml::string_text(tried.input) + "\n";
    text += !tried.folder.is_granted     ? ""
            : tried.folder.files.empty() ? "scratch = true\n"
                                         : "files = " + table_of_files(tried.folder.files) + "\n";
    text += "[case.expect]\noutput = " + toml::string_text(tried.output) + "\n";
    text +=
        tried.written.empty() || !holds_text(tried.written) ? "" : "files = " + table_of_files(tried.written) + "\n";
    text +=
        tried.exit_status == 0 && !tried.says_status ? "" : "exit_status = " + std::to_string(tried.exit_status) + "\n";
    return text + more;
}

bool fits_rubric(const TriedInput& tried) {
    return is_utf8(tried.input) && is_utf8(tried.output) && holds_text(tried.folder.files) &&
           tried.output.size() <= longest_output;
}

std::vector<std::string> missed_lines(const ProgramImage& image, const std::set<u32>& missed) {
    std::vector<std::string> lines;
    std::set<const Statement*> told;
    for (const u32 place : missed) {
        const Statement* const statement = image.find_statement(place & ~3U);
        if (statement == nullptr || !told.insert(statement).second) {
            continue;
        }
        const bool is_one_way = missed.contains(place) && (place & 1U) != 0;
        const std::string what = is_one_way ? "never taken: " : "never reached, or never passed: ";
        lines.push_back("line " + std::to_string(statement->line) + ": " + what + in_quotes(trim(statement->source)));
    }
    return lines;
}

std::string draft_rubric(const ProgramImage& image, const RubricDraft& draft, const std::string& title,
                         const std::string& reference) {
    const FoundInputs& found = draft.inputs;
    std::string text = "# Made by mariner grade init from " + in_quotes(reference) +
                       ". Read it, give the cases names and points, and add what students must not do.\n";
    text += "title = " + toml::string_text(title) +
            "\n\n# [submission]\n# main = \"hw.asm\"     # without it all files are assembled together\n";
    text +=
        "\n# mariner grade THIS --self-test: do the cases catch wrong versions of the "
        "solution?\n[self_test]\nreference = " +
        toml::string_text(reference) + "\n";
    text += draft.cases;
    for (const TriedInput& bad : found.bad) {
        text +=
            "\n" + hash_comment("The solution itself goes wrong (" + bad.ending + ") on " + in_quotes(bad.input, 100));
    }
    const std::vector<std::string> missed = missed_lines(image, found.missed);
    text += missed.empty() ? "\n# Every instruction is reached and every branch goes both ways.\n"
                           : "\n# No input was found for:\n";
    for (size_t i = 0; i < std::min(missed.size(), most_missed); ++i) {
        text += hash_comment(missed[i]);
    }
    return text +
           (missed.size() > most_missed ? "# and " + std::to_string(missed.size() - most_missed) + " more\n" : "");
}

}  // namespace mariner::grader
