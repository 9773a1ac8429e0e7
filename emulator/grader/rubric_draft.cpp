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

bool is_utf8(std::string_view text) {
    while (!text.empty()) {
        const size_t length = utf8_sequence_length(text);
        if (length == 0) {
            return false;
        }
        text.remove_prefix(length);
    }
    return true;
}

/// "typing 5, 3, ...", or that nothing is typed.
std::string name_of_input(const std::string& input) {
    const std::vector<std::string_view> lines = lines_of(input);
    std::string name;
    for (size_t i = 0; i < std::min(lines.size(), most_named_words); ++i) {
        name += (i == 0 ? "typing " : ", ") + (lines[i].empty() ? "an empty line" : in_quotes(lines[i], 20));
    }
    return name.empty() ? "nothing typed" : name + (lines.size() > most_named_words ? " and more" : "");
}

/// A comment, a line for each of the text's.
std::string comment(std::string_view text) {
    std::string out;
    for (const std::string_view line : lines_of(text)) {
        out += "# " + std::string(line) + "\n";
    }
    return out;
}

std::string case_text_of(const TriedInput& tried, size_t number) {
    std::string text = "\n[[case]]\nid = \"run-" + std::to_string(number) +
                       "\"\nname = " + toml::string_text(name_of_input(tried.input)) + "\npoints = 1\n";
    text += tried.input.empty() ? "" : "input = " + toml::string_text(tried.input) + "\n";
    text += "[case.expect]\noutput = " + toml::string_text(tried.output) + "\n";
    text += tried.exit_status == 0 ? "" : "exit_status = " + std::to_string(tried.exit_status) + "\n";
    return text;
}

/// Labels that are called, each with a case to fill in.
std::string routines(const ProgramImage& image) {
    std::string text;
    for (const Symbol& symbol : image.symbols) {
        const TextEntry* const entry = symbol.is_data ? nullptr : image.find_text(symbol.address);
        const bool is_called =
            entry != nullptr && std::any_of(image.text.begin(), image.text.end(), [&](const TextEntry& one) {
                return one.instruction.op == isa::Op::jal &&
                       ((one.word & 0x03ffffffU) << 2U) == (symbol.address & 0x0fffffffU);
            });
        if (is_called && symbol.name.find_first_of("\"\\\n") == std::string::npos) {
            text += "# [[case]]\n# name = \"routine " + symbol.name + "\"\n# [case.call]\n# label = \"" + symbol.name +
                    "\"\n# arguments = [1, 2]\n# returns = 3\n";
        }
    }
    return text.empty() ? text
                        : "\n# Routines can be called by themselves, whatever the rest of the program does. Fill in "
                          "and uncomment:\n" +
                              text;
}

}  // namespace

bool fits_rubric(const TriedInput& tried) {
    return is_utf8(tried.input) && is_utf8(tried.output) && tried.output.size() <= longest_output;
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

std::string draft_rubric(const ProgramImage& image, const FoundInputs& found, const std::string& title,
                         const std::string& reference) {
    std::string text = "# Made by mariner grade init from " + in_quotes(reference) +
                       ". Read it, give the cases names and points, and add what students must not do.\n";
    text += "title = " + toml::string_text(title) +
            "\n\n# [submission]\n# main = \"hw.asm\"     # without it all files are assembled together\n";
    text +=
        "\n# mariner grade THIS --self-test: do the cases catch wrong versions of the "
        "solution?\n[self_test]\nreference = " +
        toml::string_text(reference) + "\n";
    size_t number = 0;
    bool draws = false;
    for (const TriedInput& tried : found.proposed) {
        text += fits_rubric(tried) ? case_text_of(tried, ++number)
                                   : "\n# A run whose output is no UTF-8, or too long, has no case here.\n";
        draws = draws || tried.draws;
    }
    text += routines(image);
    if (draws) {
        text +=
            "\n# It writes where the display (or the heap) is. A picture, if that is what is wanted:\n"
            "# expect.picture = { columns = 64, rows = 64, file = \"wanted.png\" }   # mariner run ... --display "
            "png:wanted.png\n";
    }
    for (const TriedInput& bad : found.bad) {
        text += "\n" + comment("The solution itself goes wrong (" + bad.ending + ") on " + in_quotes(bad.input, 100));
    }
    const std::vector<std::string> missed = missed_lines(image, found.missed);
    text += missed.empty() ? "\n# Every instruction is reached and every branch goes both ways.\n"
                           : "\n# No input was found for:\n";
    for (size_t i = 0; i < std::min(missed.size(), most_missed); ++i) {
        text += comment(missed[i]);
    }
    return text +
           (missed.size() > most_missed ? "# and " + std::to_string(missed.size() - most_missed) + " more\n" : "");
}

}  // namespace mariner::grader
