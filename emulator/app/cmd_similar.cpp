// `mariner similar`: which programs of a class are alike, though registers, labels, layout and spelling differ.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <iterator>
#include <map>

#include "emulator/app/commands.hpp"
#include "emulator/app/load_program.hpp"
#include "emulator/app/run_options.hpp"
#include "emulator/grader/submissions.hpp"
#include "emulator/platform/paths.hpp"
#include "emulator/similar/report.hpp"

namespace mariner::app {

namespace {

constexpr const char* similar_examples =
    "examples:\n"
    "  mariner similar submissions/\n"
    "  mariner similar submissions/ --template handout.asm --html alike.html\n"
    "  mariner similar submissions/ --threshold 50 --json alike.json\n"
    "  mariner similar submissions/ --earlier terms/2025 --earlier terms/2024\n"
    "\nDIR holds a file or a folder per submission, or is a ZIP of them, as for mariner grade. docs/similar.md tells\n"
    "what is compared and what likeness means.\n"
    "\nexit codes: 0 compared, 2 wrong usage, 66 DIR or a handout can't be read, 73 a report can't be written\n";

struct SimilarOptions {
    std::string directory;
    std::vector<std::string> bases;
    std::string json;
    std::string html;
    std::string jplag;
    std::vector<std::string> earlier;
    similar::CompareOptions compare;
};

void add_options(CLI::App& app, SimilarOptions& options) {
    app.add_option("DIR", options.directory, "the submissions, a file or a folder each, or a ZIP")->required();
    app.add_option("--template,--base", options.bases,
                   "a file or folder that was handed out: what stems from it isn't compared")
        ->allow_extra_args(false);
    app.add_option("--threshold", options.compare.threshold, "list pairs of which either is alike by so many per cent")
        ->check(CLI::Range(1, 100))
        ->capture_default_str();
    app.add_option(
           "--common", options.compare.common_share,
           "leave out passages that more per cent of the class have (and more than 10 programs); unless told, those "
           "that more than 200 programs have")
        ->check(CLI::Range(1, 100));
    app.add_option("-k", options.compare.k, "steps of the shortest passage that counts")
        ->check(CLI::Range(4, 200))
        ->capture_default_str();
    app.add_option("-w", options.compare.w,
                   "passages of which one is looked up; k + w - 1 equal steps are always found")
        ->check(CLI::Range(1, 200))
        ->capture_default_str();
    app.add_option("--json", options.json, "everything, for other programs; - for standard output");
    app.add_option("--html", options.html, "a page with the matching lines side by side");
    app.add_option("--jplag", options.jplag, "the pairs as JPlag's results.csv, to this file");
    app.add_option("--earlier", options.earlier,
                   "submissions of an earlier term: compared with those of DIR only; may be given again")
        ->allow_extra_args(false);
    app.footer(similar_examples);
}

struct Class {
    std::vector<std::string> names;  // as people know them; by id where two have one name
    std::vector<similar::ComparedProgram> programs;
    std::vector<std::string> notes;
};

Result<Class> read_class(const std::string& path) {
    grader::SubmissionRules rules;
    rules.patterns = {"*.asm", "*.s"};
    Result<grader::Submissions> submissions = grader::Submissions::open(path, std::move(rules));
    if (!submissions) {
        return submissions.error();
    }
    std::map<std::string, int> bearers;
    for (size_t i = 0; i < submissions->size(); ++i) {
        ++bearers[submissions->who(i).student];
    }
    Class result;
    for (size_t i = 0; i < submissions->size(); ++i) {
        const Result<grader::Submission> submission = submissions->load(i);
        if (!submission) {
            return submission.error();
        }
        result.names.push_back(bearers[submission->student] == 1 ? submission->student : submission->id);
        result.programs.push_back(similar::read_program(submission->files));
    }
    result.notes = submissions->notes();
    return result;
}

Result<std::vector<similar::ComparedProgram>> read_base(const std::vector<std::string>& paths) {
    std::vector<similar::ComparedProgram> base;
    for (const std::string& path : paths) {
        Result<Class> handout = read_class(path);
        if (!handout) {
            return handout.error();
        }
        const auto has_code = [](const similar::ComparedProgram& program) { return !program.tokens.empty(); };
        if (std::none_of(handout->programs.begin(), handout->programs.end(), has_code)) {
            return Error{"there is no code in " + path};
        }
        std::move(handout->programs.begin(), handout->programs.end(), std::back_inserter(base));
    }
    return base;
}

/// Earlier terms behind the class, each program under its term's name: "2025/ada".
Result<size_t> add_earlier(const std::vector<std::string>& terms, Class& submissions) {
    const size_t own = submissions.programs.size();
    for (const std::string& path : terms) {
        Result<Class> term = read_class(path);
        if (!term) {
            return term.error();
        }
        const std::string name(platform::file_name(platform::real_path(path)));
        for (size_t i = 0; i < term->programs.size(); ++i) {
            submissions.names.push_back(name + "/" + term->names[i]);
            submissions.programs.push_back(std::move(term->programs[i]));
        }
    }
    return submissions.programs.size() - own;
}

int execute(const SimilarOptions& options) {
    const Result<std::vector<similar::ComparedProgram>> base = read_base(options.bases);
    Result<Class> submissions = base ? read_class(options.directory) : Result<Class>(base.error());
    const Result<size_t> earlier = submissions ? add_earlier(options.earlier, *submissions) : submissions.error();
    if (!earlier) {
        return fail_with(exit_code::unreadable_file, "similar", earlier.error().message);
    }
    similar::CompareOptions compare = options.compare;
    compare.earlier = *earlier;
    const similar::Comparison comparison = similar::compare(submissions->programs, *base, compare);
    const similar::Report report{submissions->names, submissions->programs, comparison, compare, submissions->notes};
    if (options.json != "-") {
        std::fputs(similar_text(report).c_str(), stdout);
    }
    const bool has_json = options.json.empty() || write_output(options.json, similar_json(report));
    const bool has_html = options.html.empty() || write_output(options.html, similar_html(report));
    const bool has_csv = options.jplag.empty() || write_output(options.jplag, similar_jplag_csv(report));
    return has_json && has_html && has_csv ? exit_code::success : exit_code::cannot_write;
}

}  // namespace

int cmd_similar(int argc, char** argv) {
    SimilarOptions options;
    CLI::App app(
        "Finds the programs of a class that are alike, also behind other names, registers, spellings and orders.",
        "mariner similar");
    add_options(app, options);
    if (const std::optional<int> code = parse_command_line(app, "similar", argc, argv)) {
        return *code;
    }
    return execute(options);
}

}  // namespace mariner::app
