#include "emulator/app/cmd_grade_publish.hpp"

#include <CLI/CLI.hpp>
#include <map>
#include <string>

#include "emulator/app/commands.hpp"
#include "emulator/app/grade_rubric.hpp"
#include "emulator/app/load_program.hpp"
#include "emulator/app/run_options.hpp"
#include "emulator/grader/publish.hpp"
#include "emulator/grader/report_files.hpp"
#include "emulator/platform/paths.hpp"
#include "emulator/support/file.hpp"

namespace mariner::app {

namespace {

struct PublishOptions {
    std::string rubric;
    std::string out;
};

Result<void> write_all(const std::string& folder, const std::map<std::string, std::string>& files) {
    grader::ReportFiles writer;
    Result<void> done = grader::make_folder(folder);
    for (const auto& [name, bytes] : files) {
        for (size_t slash = name.find('/'); done && slash != std::string::npos; slash = name.find('/', slash + 1)) {
            done = grader::make_folder(platform::join(folder, name.substr(0, slash)));
        }
        done = done ? writer.put(folder + "/" + name, bytes) : done;
    }
    return done ? writer.commit() : done;
}

int publish(const PublishOptions& options) {
    const Result<std::string> text = read_file(options.rubric);
    if (!text) {
        return fail_with(exit_code::unreadable_file, "grade", text.error().message);
    }
    const Result<std::string> shown = grader::public_rubric(*text);
    const Result<std::map<std::string, std::string>> files =
        shown ? rubric_with_files(options.rubric, *shown) : Result<std::map<std::string, std::string>>(shown.error());
    if (!files) {
        return fail_with(exit_code::wrong_source, "grade", options.rubric + ": " + files.error().message);
    }
    const Result<void> written = write_all(options.out, *files);
    return written ? exit_code::success : fail_with(exit_code::cannot_write, "grade", written.error().message);
}

}  // namespace

int cmd_grade_publish(int argc, char** argv) {
    CLI::App app("Writes a rubric that can be given to students: without hidden cases, self-test and comments.",
                 "mariner grade publish");
    PublishOptions options;
    app.add_option("RUBRIC", options.rubric, "your rubric")->required();
    app.add_option("--out", options.out, "a folder for it and for the files that its visible cases need")->required();
    app.footer("\nStudents run it by: mariner check RUBRIC hw.asm\n");
    if (const std::optional<int> code = parse_command_line(app, "grade", argc, argv)) {
        return *code;
    }
    return publish(options);
}

}  // namespace mariner::app
