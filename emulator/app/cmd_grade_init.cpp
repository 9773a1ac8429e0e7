#include "emulator/app/cmd_grade_init.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <string>
#include <vector>

#include "emulator/app/commands.hpp"
#include "emulator/app/grade_rubric.hpp"
#include "emulator/app/load_program.hpp"
#include "emulator/app/progress_bar.hpp"
#include "emulator/app/run_options.hpp"
#include "emulator/grader/excerpt.hpp"
#include "emulator/grader/input_search.hpp"
#include "emulator/grader/report_files.hpp"
#include "emulator/grader/rubric_draft.hpp"
#include "emulator/grader/self_test.hpp"
#include "emulator/platform/paths.hpp"
#include "emulator/support/file.hpp"
#include "emulator/support/visible.hpp"

namespace mariner::app {

namespace {

namespace fs = std::filesystem;

constexpr size_t most_samples = 100;
constexpr size_t longest_sample = 100'000;
constexpr size_t most_searched = 30;  // wrong versions for which an input is looked for
constexpr size_t tries_per_version = 400;
constexpr u64 steps_per_try = 2'000'000;
constexpr int something_is_missed = 1;

struct InitOptions {
    std::string solution;
    std::string samples;
    std::string out;
};

/// A file, or all files of a folder by name.
Result<std::vector<std::string>> read_samples(const std::string& path) {
    std::vector<std::string> names;
    std::error_code none;
    if (!path.empty() && fs::is_directory(path, none)) {
        for (const auto& entry : fs::directory_iterator(path, none)) {
            names.push_back(entry.is_regular_file(none) ? entry.path().string() : "");
        }
        std::erase(names, "");
        std::sort(names.begin(), names.end());
        names.resize(std::min(names.size(), most_samples));
    } else if (!path.empty()) {
        names.push_back(path);
    }
    std::vector<std::string> samples;
    for (const std::string& name : names) {
        Result<std::string> text = read_file(name, longest_sample);
        if (!text) {
            return text.error();
        }
        samples.push_back(std::move(*text));
    }
    return samples;
}

/// Runs that don't come out the same again make no case.
void drop_fickle(const ProgramImage& image, grader::FoundInputs& found) {
    const auto trial = grader::InputTrial::create(image, {});
    std::erase_if(found.proposed, [&](const grader::TriedInput& tried) {
        const grader::TriedInput again = trial ? (*trial)->run(tried.input, false) : tried;
        return again.output != tried.output || again.exit_status != tried.exit_status;
    });
}

int init(const InitOptions& options) {
    const LoadedProgram program = load_program({{options.solution}, {}, {}});
    if (!program.image) {
        return program.exit_code;
    }
    const Result<std::vector<std::string>> samples = read_samples(options.samples);
    if (!samples) {
        return fail_with(exit_code::unreadable_file, "grade", samples.error().message);
    }
    Result<grader::FoundInputs> found = grader::search_inputs(*program.image, *samples, {});
    if (!found) {
        return fail_with(exit_code::unreadable_file, "grade", found.error().message);
    }
    drop_fickle(*program.image, *found);
    if (found->proposed.empty()) {
        return fail_with(
            exit_code::wrong_source, "grade",
            "no input was found on which " + options.solution + " ends by itself and prints the same twice");
    }
    const std::string stem = fs::path(options.solution).stem().string();
    const std::string folder(platform::folder_part(options.solution));
    const std::string out = options.out.empty() ? platform::join(folder, stem + ".toml") : options.out;
    std::error_code none;
    const fs::path out_folder = fs::absolute(out, none).parent_path();
    const std::string reference = fs::proximate(fs::absolute(options.solution, none), out_folder, none).string();
    if (fs::exists(out, none)) {
        return fail_with(exit_code::cannot_write, "grade", out + " is there already; --out names another file");
    }
    grader::ReportFiles file;
    Result<void> written = file.put(out, grader::draft_rubric(*program.image, *found, stem, reference));
    written = written ? file.commit() : written;
    if (!written) {
        return fail_with(exit_code::cannot_write, "grade", written.error().message);
    }
    const std::vector<std::string> missed = grader::missed_lines(*program.image, found->missed);
    print_message("mariner: " + std::to_string(found->proposed.size()) + " cases from " + std::to_string(found->runs) +
                  " runs are in " + out + "\n");
    for (const std::string& line : missed) {
        print_message("mariner: not covered: " + visible_line(line) + "\n");
    }
    return exit_code::success;
}

struct MutateOptions {
    std::string rubric;
    std::string solution;
    unsigned most = 200;
    bool no_sandbox = false;
};

/// Looks for an input on which two programs differ from outside.
class DifferenceSearch {
public:
    DifferenceSearch(const ProgramImage& right, const grader::Rubric& rubric) : m_right_image(right) {
        m_limits.steps = steps_per_try;
        for (const grader::Case& one : rubric.cases) {
            if (!one.input.empty()) {
                m_known.push_back(one.input);
            }
        }
    }

    /// The shortest found; nothing if none was.
    std::optional<std::string> run(const ProgramImage& wrong) {
        auto right = grader::InputTrial::create(m_right_image, m_limits);
        auto other = grader::InputTrial::create(wrong, m_limits);
        if (!right || !other) {
            return std::nullopt;
        }
        const auto differs = [&](const std::string& input) {
            const grader::TriedInput a = (*right)->run(input, false);
            if (!a.is_fine) {  // what a right program can't do, nobody has to
                return false;
            }
            const grader::TriedInput b = (*other)->run(input, false);
            return a.output != b.output || a.ending != b.ending || a.exit_status != b.exit_status;
        };
        grader::InputMaker maker(m_right_image, m_known);
        std::vector<std::string> corpus = maker.first();
        for (size_t i = 0; i < corpus.size() + tries_per_version; ++i) {
            const std::string input = i < corpus.size() ? corpus[i] : maker.changed(corpus);
            if (differs(input)) {
                return grader::shrink_input(input, differs);
            }
        }
        return std::nullopt;
    }

private:
    const ProgramImage& m_right_image;
    grader::CaseLimits m_limits;
    std::vector<std::string> m_known;
};

std::optional<ProgramImage> assemble_text(const std::string& name, const std::string& text,
                                          const AssemblerOptions& options) {
    MemorySources sources;
    sources.add(name, text);
    const std::vector<std::string> names = {name};
    return assemble(names, sources, options).image;
}

/// How many faults there are that an input would show and no case does.
size_t print_unnoticed(const grader::Rubric& rubric, const grader::SelfTestReport& report, const std::string& solution,
                       const std::string& text) {
    const std::optional<ProgramImage> right = assemble_text(solution, text, rubric.assembler);
    if (!right) {
        return 0;
    }
    DifferenceSearch search(*right, rubric);
    size_t searched = 0;
    size_t shown = 0;
    for (const auto& outcome : report.outcomes) {
        if (!outcome.caught_by.empty()) {
            continue;
        }
        std::printf("%s: %s\n", outcome.name.c_str(), visible_line(outcome.fault).c_str());
        const std::optional<ProgramImage> wrong = assemble_text(solution, outcome.text, rubric.assembler);
        const bool is_searched = wrong && ++searched <= most_searched;
        const std::optional<std::string> input = is_searched ? search.run(*wrong) : std::nullopt;
        if (input) {
            ++shown;
            std::printf("    no case notices; typing %s would\n",
                        input->empty() ? "nothing" : grader::in_quotes(*input, 200).c_str());
        } else {
            std::printf("    no case notices%s\n",
                        is_searched ? "; no input was found that would: it may not matter" : "");
        }
    }
    return shown;
}

int mutate(const MutateOptions& options) {
    int code = exit_code::success;
    std::optional<grader::Rubric> rubric = load_rubric_file(options.rubric, code);
    if (!rubric) {
        return code;
    }
    const Result<std::string> text = read_file(options.solution);
    if (!text) {
        return fail_with(exit_code::unreadable_file, "grade", text.error().message);
    }
    rubric->self_test.reference = options.solution;
    rubric->self_test.mutants.clear();
    rubric->self_test.made_mutants = options.most;
    grader::WorkerOptions workers;
    workers.sandboxed = !options.no_sandbox;
    ProgressBar bar("mutating");
    u64 done = 0;
    const Result<grader::SelfTestReport> report = grader::run_self_test(
        *rubric, [&](const std::string& /*path*/) { return Result<std::string>(text); }, workers,
        [&](const auto& /*so_far*/, const auto& /*findings*/) {
            bar.show(++done, (options.most + u64{1}) * rubric->cases.size());
        });
    bar.clear();
    if (!report) {
        return fail_with(exit_code::unreadable_file, "grade", report.error().message);
    }
    if (!report->reference.has_passed()) {
        return fail_with(exit_code::wrong_source, "grade",
                         options.solution + " itself does not pass " + options.rubric);
    }
    const size_t shown = print_unnoticed(*rubric, *report, std::string(platform::file_name(options.solution)), *text);
    const auto noticed = static_cast<size_t>(std::count_if(report->outcomes.begin(), report->outcomes.end(),
                                                           [](const auto& one) { return !one.caught_by.empty(); }));
    std::printf("%zu of %zu faults are noticed\n", noticed, report->outcomes.size());
    return shown == 0 ? exit_code::success : something_is_missed;
}

}  // namespace

int cmd_grade_init(int argc, char** argv) {
    CLI::App app("Makes a first rubric from a right solution: cases that reach what there is to reach.",
                 "mariner grade init");
    InitOptions options;
    app.add_option("SOLUTION", options.solution, "a right program")->required();
    app.add_option("SAMPLES", options.samples, "inputs to begin with: a file, or a folder of files");
    app.add_option("--out", options.out, "the rubric to make; SOLUTION.toml unless told");
    app.footer(
        "\nexample:\n  mariner grade init solution.asm samples/ --out hw2.toml\n"
        "\nexit codes: 0 made, 65 no case was found, 66 a file can't be read, 73 the rubric can't be written\n");
    if (const std::optional<int> code = parse_command_line(app, "grade", argc, argv)) {
        return *code;
    }
    return init(options);
}

int cmd_grade_mutate(int argc, char** argv) {
    CLI::App app("Puts faults into a right solution, one at a time: which of them does no case notice?",
                 "mariner grade mutate");
    MutateOptions options;
    app.add_option("RUBRIC", options.rubric, "your rubric")->required();
    app.add_option("SOLUTION", options.solution, "a right program, in one file")->required();
    app.add_option("--most", options.most, "so many faults, spread over the program (200)")
        ->check(CLI::Range(1, 10000));
    app.add_flag("--no-sandbox", options.no_sandbox, "even where workers can't be locked in");
    app.footer(
        "\nexit codes: 0 nothing is missed that an input was found for, 1 something is, 65 the rubric or the solution "
        "is "
        "wrong\n");
    if (const std::optional<int> code = parse_command_line(app, "grade", argc, argv)) {
        return *code;
    }
    return mutate(options);
}

}  // namespace mariner::app
