#include "emulator/app/cmd_grade_changes.hpp"

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <string>

#include "emulator/app/commands.hpp"
#include "emulator/app/load_program.hpp"
#include "emulator/app/run_options.hpp"
#include "emulator/grader/grade_changes.hpp"
#include "emulator/grader/report_files.hpp"
#include "emulator/platform/paths.hpp"
#include "emulator/support/file.hpp"
#include "emulator/support/visible.hpp"

namespace mariner::app {

namespace {

constexpr size_t longest_compared = size_t{1} << 30;

struct ChangesOptions {
    std::string before;
    std::string after;
    std::string html;
};

/// A folder of --out, or a results.json.
Result<std::string> read_grading(const std::string& path) {
    std::error_code none;
    return read_file(std::filesystem::is_directory(path, none) ? platform::join(path, "results.json") : path,
                     longest_compared);
}

void print_changes(const grader::GradeChanges& changes) {
    size_t with_other_points = 0;
    for (const grader::GradeChange& change : changes.all) {
        with_other_points += change.changes_points() ? 1U : 0U;
        std::printf("%s: %s → %s\n", visible_line(change.id).c_str(), grader::points_text(change.before).c_str(),
                    grader::points_text(change.after).c_str());
        for (const std::string& reason : change.reasons) {
            std::printf("    %s\n", visible_line(reason).c_str());
        }
    }
    std::printf("%zu of %zu get other points\n", with_other_points, changes.students);
}

int show_changes(const ChangesOptions& options) {
    const Result<std::string> before = read_grading(options.before);
    const Result<std::string> after = before ? read_grading(options.after) : before;
    if (!after) {
        return fail_with(exit_code::unreadable_file, "grade", after.error().message);
    }
    const Result<grader::GradeChanges> changes = grader::compare_gradings(*before, *after);
    if (!changes) {
        return fail_with(exit_code::wrong_source, "grade", changes.error().message);
    }
    if (!options.html.empty()) {
        grader::ReportFiles file;
        Result<void> written = file.put(options.html, grader::changes_html(*changes));
        written = written ? file.commit() : written;
        if (!written) {
            return fail_with(exit_code::cannot_write, "grade", written.error().message);
        }
    }
    print_changes(*changes);
    return exit_code::success;
}

}  // namespace

int cmd_grade_changes(int argc, char** argv) {
    CLI::App app("Whose points change between two gradings of a class, and why.", "mariner grade changes");
    ChangesOptions options;
    app.add_option("BEFORE", options.before, "a folder of grade --out, or a results.json")->required();
    app.add_option("AFTER", options.after, "the same, of the mended rubric")->required();
    app.add_option("--html", options.html, "a page, to this file");
    app.footer(
        "\nexit codes: 0 compared, 65 one of them is no grading, 66 a file can't be read, 73 the page can't be "
        "written\n");
    if (const std::optional<int> code = parse_command_line(app, "grade", argc, argv)) {
        return *code;
    }
    return show_changes(options);
}

}  // namespace mariner::app
