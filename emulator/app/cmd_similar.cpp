// `mariner similar`: which programs of a class are alike, though registers, labels, layout and spelling differ.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>

#include "emulator/app/commands.hpp"
#include "emulator/app/load_program.hpp"
#include "emulator/similar/report.hpp"
#include "emulator/support/file.hpp"
#include "emulator/support/text.hpp"

namespace mariner::app {

namespace {

namespace fs = std::filesystem;

constexpr const char* footer =
    "examples:\n"
    "  mariner similar submissions/\n"
    "  mariner similar submissions/ --base handout.asm --html alike.html\n"
    "  mariner similar submissions/ --threshold 50 --json alike.json\n"
    "\nEach file or folder in DIR is a submission. docs/similar.md tells what is compared and what likeness means.\n"
    "\nexit codes: 0 compared, 2 wrong usage, 66 DIR or a handout can't be read, 73 a report can't be written\n";

constexpr size_t max_files = 200;  // of one submission

struct SimilarOptions {
    std::string directory;
    std::vector<std::string> bases;
    std::string json;
    std::string html;
    similar::CompareOptions compare;
};

void add_options(CLI::App& app, SimilarOptions& options) {
    app.add_option("DIR", options.directory, "the submissions, a file or a folder each")->required();
    app.add_option("--base", options.bases, "a file or folder that was handed out: what stems from it isn't compared")
        ->allow_extra_args(false);
    app.add_option("--threshold", options.compare.threshold, "list pairs of which either is alike by so many per cent")
        ->check(CLI::Range(1, 100))
        ->capture_default_str();
    app.add_option("--common", options.compare.common_share,
                   "leave out passages that more per cent of the class have (and more than 10 programs)")
        ->check(CLI::Range(1, 100))
        ->capture_default_str();
    app.add_option("-k", options.compare.k, "steps of the shortest passage that counts")
        ->check(CLI::Range(4, 200))
        ->capture_default_str();
    app.add_option("-w", options.compare.w,
                   "passages of which one is looked up; k + w - 1 equal steps are always found")
        ->check(CLI::Range(1, 200))
        ->capture_default_str();
    app.add_option("--json", options.json, "everything, for other programs; - for standard output");
    app.add_option("--html", options.html, "a page with the matching lines side by side");
    app.footer(footer);
}

bool is_source(const fs::path& path) {
    const std::string name = path.filename().string();
    return ends_with_any_case(name, ".asm") || ends_with_any_case(name, ".s");
}

/// The sources in a file or folder, in order of their names. Links aren't followed: they may lead anywhere.
std::vector<similar::SourceText> read_sources(const fs::path& path) {
    std::error_code error;
    std::vector<fs::path> files;
    if (!fs::is_directory(path, error)) {
        files.push_back(path);
    } else {
        for (fs::recursive_directory_iterator at(path, error), end; !error && at != end; at.increment(error)) {
            if (fs::is_regular_file(at->symlink_status(error)) && is_source(at->path())) {
                files.push_back(at->path());
            }
        }
    }
    std::sort(files.begin(), files.end());
    files.resize(std::min(files.size(), max_files));
    std::vector<similar::SourceText> sources;
    for (const fs::path& file : files) {
        Result<std::string> bytes = read_file(file.string(), similar::ReadingLimits().source_bytes + 1);
        if (bytes) {
            const fs::path name = files.size() == 1 ? file.filename() : file.lexically_relative(path);
            sources.push_back({name.generic_string(), std::move(*bytes)});
        }
    }
    return sources;
}

struct Submissions {
    std::vector<std::string> names;
    std::vector<similar::Program> programs;
};

Result<Submissions> read_submissions(const std::string& directory) {
    std::error_code error;
    std::vector<fs::path> paths;
    for (fs::directory_iterator at(directory, error), end; !error && at != end; at.increment(error)) {
        const fs::file_status status = at->symlink_status(error);
        if (fs::is_directory(status) || (fs::is_regular_file(status) && is_source(at->path()))) {
            paths.push_back(at->path());
        }
    }
    if (error) {
        return Error{"cannot read " + directory + ": " + error.message()};
    }
    std::sort(paths.begin(), paths.end());
    Submissions submissions;
    for (const fs::path& path : paths) {
        submissions.names.push_back(path.filename().string());
        submissions.programs.push_back(similar::read_program(read_sources(path)));
    }
    return submissions;
}

int execute(const SimilarOptions& options) {
    std::vector<similar::Program> base;
    for (const std::string& path : options.bases) {
        base.push_back(similar::read_program(read_sources(path)));
        if (base.back().tokens.empty()) {
            print_error("similar", "there is no code in " + path);
            return exit_code::unreadable_file;
        }
    }
    const Result<Submissions> submissions = read_submissions(options.directory);
    if (!submissions) {
        print_error("similar", submissions.error().message);
        return exit_code::unreadable_file;
    }
    const similar::Comparison comparison = similar::compare(submissions->programs, base, options.compare);
    const similar::Report report{submissions->names, submissions->programs, comparison, options.compare};
    if (options.json != "-") {
        std::fputs(similar_text(report).c_str(), stdout);
    }
    const bool has_json = options.json.empty() || write_output(options.json, similar_json(report));
    const bool has_html = options.html.empty() || write_output(options.html, similar_html(report));
    return has_json && has_html ? exit_code::success : exit_code::cannot_write;
}

}  // namespace

int cmd_similar(int argc, char** argv) {
    SimilarOptions options;
    CLI::App app("Finds the programs of a class that are alike, however they are disguised.", "mariner similar");
    add_options(app, options);
    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        if (error.get_exit_code() == 0) {
            app.exit(error);
            return exit_code::success;
        }
        print_error("similar", std::string(error.what()) + " (mariner similar --help shows all options)");
        return exit_code::usage;
    }
    return execute(options);
}

}  // namespace mariner::app
