#include "emulator/app/cmd_grade_fill.hpp"

#include <CLI/CLI.hpp>
#include <string>

#include "emulator/app/commands.hpp"
#include "emulator/app/load_program.hpp"
#include "emulator/app/run_options.hpp"
#include "emulator/grader/gradebook.hpp"
#include "emulator/grader/report_files.hpp"
#include "emulator/platform/paths.hpp"
#include "emulator/support/file.hpp"
#include "emulator/support/visible.hpp"

namespace mariner::app {

namespace {

constexpr size_t longest_results = size_t{1} << 30;
constexpr const char* fill_examples =
    "\nexamples:\n"
    "  mariner grade fill grades.csv --results graded --column \"Homework 2\" --out filled.csv\n"
    "  mariner grade fill worksheet.csv --results graded --out filled.csv     Moodle's and Sakai's have one column\n"
    "\nIt knows the exports of Canvas, Moodle, Blackboard, Brightspace and Sakai. Who has no points in the results "
    "keeps\n"
    "the cell; whose points find no cell is named.\n"
    "\nexit codes: 0 filled, 2 wrong usage, 65 no such column, or the file is damaged, 66 a file can't be read, 73 a "
    "file\n"
    "can't be written\n";

struct FillOptions {
    std::string exported;
    std::string results;
    std::string column;
    std::string out;
};

int fill(const FillOptions& options) {
    const Result<std::string> exported = read_file(options.exported);
    const std::string json = platform::join(options.results, "results.json");
    const Result<std::string> results = exported ? read_file(json, longest_results) : exported;
    if (!results) {
        return fail_with(exit_code::unreadable_file, "grade", results.error().message);
    }
    const Result<std::vector<grader::GradebookEntry>> entries = grader::read_gradebook_entries(*results);
    if (!entries) {
        return fail_with(exit_code::wrong_source, "grade", json + ": " + entries.error().message);
    }
    const Result<grader::FilledGradebook> filled = grader::fill_gradebook(*exported, options.column, *entries);
    if (!filled) {
        return fail_with(exit_code::wrong_source, "grade", options.exported + ": " + filled.error().message);
    }
    grader::ReportFiles files;
    Result<void> written = files.put(options.out, filled->bytes);
    written = written ? files.commit() : written;
    if (!written) {
        return fail_with(exit_code::cannot_write, "grade", written.error().message);
    }
    for (const std::string& note : filled->notes) {
        print_message("mariner: " + visible_line(note) + "\n");
    }
    print_message("mariner: " + std::to_string(filled->filled) + " of " +
                  std::to_string(filled->filled + filled->notes.size()) + " grades are in " + options.out + "\n");
    return exit_code::success;
}

}  // namespace

int cmd_grade_fill(int argc, char** argv) {
    CLI::App app("Puts points into the file that was exported from a gradebook; nothing else in it changes.",
                 "mariner grade fill");
    FillOptions options;
    app.add_option("EXPORT", options.exported, "the gradebook's file, as it was downloaded")->required();
    app.add_option("--results", options.results, "a folder of grade --out; its results.json is read")->required();
    app.add_option("--column", options.column, "the assignment, as you typed its title, or the column's whole header");
    app.add_option("--out", options.out, "where the filled file goes")->required();
    app.footer(fill_examples);
    if (const std::optional<int> code = parse_command_line(app, "grade", argc, argv)) {
        return *code;
    }
    return fill(options);
}

}  // namespace mariner::app
