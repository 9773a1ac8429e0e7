#include "emulator/app/cmd_grade_package.hpp"

#include <CLI/CLI.hpp>
#include <memory>
#include <string>

#include "emulator/app/commands.hpp"
#include "emulator/app/grade_rubric.hpp"
#include "emulator/app/load_program.hpp"
#include "emulator/app/run_options.hpp"
#include "emulator/grader/archive_writer.hpp"
#include "emulator/grader/package.hpp"
#include "emulator/grader/publish.hpp"
#include "emulator/grader/report_files.hpp"
#include "emulator/platform/paths.hpp"
#include "emulator/support/file.hpp"

namespace mariner::app {

namespace {

constexpr size_t largest_program = size_t{256} << 20;
constexpr const char* package_examples =
    "\nexamples:\n"
    "  mariner grade package gradescope hw2.toml\n"
    "  mariner grade package prairielearn hw2.toml --program ./mariner-static --out hw2.zip\n"
    "\nWhat goes inside is a static program: the one you run, if it is static (the archive linux-x86_64-static of a "
    "release),\n"
    "else the one that --program names.\n"
    "\nexit codes: 0 written, 2 wrong usage, 65 the rubric is wrong or the system can't have it, 66 a file can't be "
    "read,\n"
    "69 no static program is at hand, 73 the file can't be written\n";

struct PackageOptions {
    std::string system;
    std::string rubric;
    std::string program;
    std::string out;
    bool has_leaderboard = false;
};

/// What stands beside this program in a release, or this program itself.
Result<std::string> program_at_hand(const std::string& named) {
    const std::string self = platform::real_path("/proc/self/exe");
    const std::string beside = platform::join(std::string(platform::folder_part(self)), "mariner-static");
    std::string why;
    for (const std::string& path :
         named.empty() ? std::vector<std::string>{self, beside} : std::vector<std::string>{named}) {
        Result<std::string> bytes = read_file(path, largest_program);
        if (!bytes && !named.empty()) {
            return bytes.error();
        }
        why = bytes ? grader::why_not_static(*bytes) : why;
        if (bytes && why.empty()) {
            return bytes;
        }
    }
    return Error{(named.empty() ? "this mariner can't go inside: " : named + " can't go inside: ") + why +
                 "; take the program of the archive linux-x86_64-static of a release: --program FILE"};
}

Result<void> write_package(const grader::PackagePlan& plan, const std::string& out) {
    const Result<std::vector<grader::PackageFile>> files = package_files(plan);
    if (!files) {
        return files.error();
    }
    grader::ReportFiles file;
    Result<void> done = file.put(out, "");
    const grader::ByteSink sink = [&](std::string_view bytes) { return file.append(bytes); };
    const std::unique_ptr<grader::ArchiveWriter> archive =
        is_tar(plan.system) ? std::unique_ptr<grader::ArchiveWriter>(std::make_unique<grader::TarWriter>(sink))
                            : std::make_unique<grader::ZipWriter>(sink);
    for (const grader::PackageFile& one : *files) {
        done = done ? archive->add(one.name, one.bytes, one.is_program) : done;
    }
    done = done ? archive->finish() : done;
    return done ? file.commit() : done;
}

int package(const PackageOptions& options, grader::Autograder system) {
    int code = exit_code::success;
    const std::optional<grader::Rubric> rubric = load_rubric_file(options.rubric, code);
    if (!rubric) {
        return code;
    }
    grader::PackagePlan plan;
    plan.system = system;
    plan.rubric = &*rubric;
    plan.rubric_name = platform::file_name(options.rubric);
    plan.has_leaderboard = options.has_leaderboard;
    const Result<std::string> text = read_file(options.rubric);
    const Result<std::string> stripped = text ? grader::packaged_rubric(*text) : text.error();
    Result<std::map<std::string, std::string>> files =
        stripped ? rubric_with_files(options.rubric, *stripped)
                 : Result<std::map<std::string, std::string>>(stripped.error());
    if (!files) {
        return fail_with(exit_code::wrong_source, "grade", options.rubric + ": " + files.error().message);
    }
    plan.rubric_files = std::move(*files);
    Result<std::string> program = program_at_hand(options.program);
    if (!program) {
        return fail_with(exit_code::unavailable, "grade", program.error().message);
    }
    plan.program = std::move(*program);
    if (const Result<std::vector<grader::PackageFile>> possible = package_files(plan); !possible) {
        return fail_with(exit_code::wrong_source, "grade", possible.error().message);
    }
    const std::string out = options.out.empty() ? package_name(plan) : options.out;
    if (const Result<void> written = write_package(plan, out); !written) {
        return fail_with(exit_code::cannot_write, "grade", written.error().message);
    }
    print_message("mariner: " + out + " is ready for uploading (docs/grading.md says where)\n");
    return exit_code::success;
}

}  // namespace

int cmd_grade_package(int argc, char** argv) {
    CLI::App app("Makes an autograder of a rubric: one file to upload, which needs no network when it grades.",
                 "mariner grade package");
    PackageOptions options;
    app.add_option("SYSTEM", options.system,
                   "gradescope, prairielearn, autolab, classroom50, submitty, codegrade or inginious")
        ->required();
    app.add_option("RUBRIC", options.rubric, "your rubric")->required();
    app.add_option("--out", options.out, "the file to make; named after rubric and system unless told");
    app.add_option("--program", options.program, "a static mariner for the system's machines");
    app.add_flag("--leaderboard", options.has_leaderboard, "Gradescope: points and instructions on the leaderboard");
    app.footer(package_examples);
    if (const std::optional<int> code = parse_command_line(app, "grade", argc, argv)) {
        return *code;
    }
    const std::optional<grader::Autograder> system = grader::find_autograder(options.system);
    if (!system) {
        return fail_with(exit_code::usage, "grade", "there is no autograder " + options.system);
    }
    return package(options, *system);
}

}  // namespace mariner::app
