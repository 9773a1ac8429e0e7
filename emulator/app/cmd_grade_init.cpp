#include "emulator/app/cmd_grade_init.hpp"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <map>
#include <string>
#include <vector>

#include "bitmap/image_file.hpp"
#include "emulator/app/commands.hpp"
#include "emulator/app/display_plan.hpp"
#include "emulator/app/grade_rubric.hpp"
#include "emulator/app/load_program.hpp"
#include "emulator/app/progress_bar.hpp"
#include "emulator/app/run_options.hpp"
#include "emulator/grader/difference_search.hpp"
#include "emulator/grader/draft_calls.hpp"
#include "emulator/grader/draft_cases.hpp"
#include "emulator/grader/excerpt.hpp"
#include "emulator/grader/input_search.hpp"
#include "emulator/grader/report_files.hpp"
#include "emulator/grader/rubric_draft.hpp"
#include "emulator/grader/self_test.hpp"
#include "emulator/platform/paths.hpp"
#include "emulator/support/file.hpp"
#include "emulator/support/text.hpp"
#include "emulator/support/toml_text.hpp"
#include "emulator/support/visible.hpp"

namespace mariner::app {

namespace {

namespace fs = std::filesystem;

constexpr size_t most_samples = 100;
constexpr size_t longest_sample = 100'000;
constexpr size_t most_searched = 30;  // wrong versions for which an input is looked for
constexpr size_t calls_per_routine = 40;
constexpr size_t most_faults = 60;        // that a draft is to notice
constexpr size_t most_added_inputs = 12;  // for them
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
    std::erase_if(found.proposed, [&](const grader::TriedInput& tried) {
        const auto trial = grader::InputTrial::create(image, {}, tried.folder);
        const grader::TriedInput again = trial ? (*trial)->run(tried.input, false) : tried;
        return again.output != tried.output || again.exit_status != tried.exit_status || again.written != tried.written;
    });
}

std::optional<ProgramImage> assemble_text(const std::string& name, const std::string& text,
                                          const AssemblerOptions& options) {
    MemorySources sources;
    sources.add(name, text);
    const std::vector<std::string> names = {name};
    return assemble(names, sources, options).image;
}

/// The solution with one fault each, spread over it.
std::vector<ProgramImage> wrong_versions(const LoadedProgram& program) {
    std::vector<ProgramImage> images;
    const std::string text = program.sources.empty() ? "" : program.sources[0];
    for (const grader::WrongVersion& wrong : grader::make_wrong_versions(text, most_faults)) {
        if (std::optional<ProgramImage> image = assemble_text("solution.asm", wrong.text, {})) {
            images.push_back(std::move(*image));
        }
    }
    return images;
}

/// More inputs, for faults that those found don't show.
void add_inputs_for_faults(const ProgramImage& image, const std::vector<ProgramImage>& wrong,
                           grader::FoundInputs& found) {
    std::vector<grader::TypedInput> known;
    for (const grader::TriedInput& tried : found.proposed) {
        known.push_back({tried.input, tried.folder});
    }
    size_t added = 0;
    for (size_t i = 0; i < wrong.size() && added < most_added_inputs; ++i) {
        const grader::DifferenceSearch search(image, known);
        std::optional<grader::TypedInput> input =
            search.differs_on_known(wrong[i]) ? std::nullopt : search.run(wrong[i]);
        const auto trial = grader::InputTrial::create(image, {}, input ? input->folder : grader::TrialFolder());
        if (input && trial) {
            found.proposed.push_back((*trial)->run(input->input, true));
            known.push_back(std::move(*input));
            ++added;
        }
    }
}

/// Makes the cases of a draft: what is typed with what the display shows then, single routines, a board.
class CaseDrafter {
public:
    CaseDrafter(const LoadedProgram& program, const std::string& solution, std::string stem)
        : m_image(*program.image),
          m_stem(std::move(stem)),
          m_judge(std::string(platform::file_name(solution)), program.sources.empty() ? "" : program.sources[0],
                  picture_units) {
        const Result<DisplayPlan> plan = plan_display({}, program.sources, memory_map(m_image.configuration));
        m_geometry = plan && plan->geometry ? plan->geometry : std::nullopt;
    }

    grader::RubricDraft draft(grader::FoundInputs found, const std::vector<ProgramImage>& wrong) {
        grader::RubricDraft draft;
        for (const grader::TriedInput& tried : found.proposed) {
            const std::string text = fits_rubric(tried) ? with_picture(tried) : "";
            if (!text.empty() && m_judge.passes(text, m_pictures)) {
                draft.cases += text;
            } else {
                m_cases -= text.empty() ? 0 : 1;
                draft.cases +=
                    "\n# A run whose output is no UTF-8, or too long, or another one when judged, has no case.\n";
            }
        }
        const grader::DraftedRoutines routines = grader::draft_routines(m_image, m_judge, wrong);
        draft.cases += routines.text;
        m_cases += routines.cases;
        for (const u32 place : routines.reached) {
            found.missed.erase(place);
        }
        if (const std::optional<std::string> board = draft_board(m_image, m_judge, beginnings(found))) {
            draft.cases += *board;
            ++m_cases;
        }
        draft.inputs = std::move(found);
        return draft;
    }
    [[nodiscard]] size_t cases() const { return m_cases; }
    /// PNGs that go beside the rubric, by name.
    [[nodiscard]] const std::map<std::string, std::string>& pictures() const { return m_pictures; }

private:
    /// What the display shows at the end, if it is more than one colour.
    std::string with_picture(const grader::TriedInput& tried) {
        constexpr bitmap::Geometry usual{8, 8, 512, 512, 0x10040000};
        std::string plain = input_case_text(tried, ++m_cases, "");
        if (!m_geometry && !tried.draws) {
            return plain;
        }
        const bitmap::Geometry geometry = m_geometry.value_or(usual);
        const std::string place = "picture = { base = " + hex32(geometry.base) +
                                  ", columns = " + std::to_string(geometry.columns()) +
                                  ", rows = " + std::to_string(geometry.rows());
        const std::optional<grader::CaseResult> seen =
            m_judge.judge(input_case_text(tried, m_cases, place + ", hash = \"0000000000000000\" }\n"));
        const std::vector<u32> units = seen && seen->picture ? seen->picture->units : std::vector<u32>{};
        if (units.empty() || std::all_of(units.begin(), units.end(), [&](u32 unit) { return unit == units[0]; })) {
            return plain;
        }
        const Result<std::string> png = bitmap::png_bytes({geometry.columns(), geometry.rows(), units});
        const std::string name = m_stem + "-run-" + std::to_string(m_cases) + ".png";
        std::string text = input_case_text(tried, m_cases, place + ", file = " + toml::string_text(name) + " }\n");
        if (!png || !m_judge.passes(text, {{name, *png}})) {
            return plain;
        }
        m_pictures[name] = *png;
        return text;
    }

    /// What may be typed before a game begins: nothing, answers to a menu, names, and how good inputs begin.
    static std::vector<std::string> beginnings(const grader::FoundInputs& found) {
        std::vector<std::string> all = {"", "1\n", "2\n", "Ada\nBen\n", "1\nAda\nBen\n", "y\n", "n\n"};
        for (const grader::TriedInput& tried : found.proposed) {
            const size_t line = tried.input.find('\n');
            const size_t second = line == std::string::npos ? line : tried.input.find('\n', line + 1);
            for (const size_t end : {line, second}) {
                const std::string begin = end == std::string::npos ? "" : tried.input.substr(0, end + 1);
                if (std::find(all.begin(), all.end(), begin) == all.end()) {
                    all.push_back(begin);
                }
            }
        }
        return all;
    }

    const ProgramImage& m_image;
    std::string m_stem;
    grader::DraftJudge m_judge;
    std::optional<bitmap::Geometry> m_geometry;
    std::map<std::string, std::string> m_pictures;
    size_t m_cases = 0;
};

int init(const InitOptions& options) {
    const LoadedProgram program = load_program({{options.solution}, {}, {}});
    if (!program.image) {
        return program.exit_code;
    }
    const Result<std::vector<std::string>> samples = read_samples(options.samples);
    if (!samples) {
        return fail_with(exit_code::unreadable_file, "grade", samples.error().message);
    }
    const std::string folder(platform::folder_part(options.solution));
    Result<grader::FoundInputs> found = grader::search_inputs_and_files(
        *program.image, *samples, {}, [&](const std::string& name) -> std::optional<std::string> {
            Result<std::string> text = read_file(platform::join(folder, name), longest_sample);
            return text ? std::optional(std::move(*text)) : std::nullopt;
        });
    if (!found) {
        return fail_with(exit_code::unreadable_file, "grade", found.error().message);
    }
    const std::vector<ProgramImage> wrong = wrong_versions(program);
    add_inputs_for_faults(*program.image, wrong, *found);
    drop_fickle(*program.image, *found);
    const std::string stem = fs::path(options.solution).stem().string();
    const std::string out = options.out.empty() ? platform::join(folder, stem + ".toml") : options.out;
    std::error_code none;
    const fs::path out_folder = fs::absolute(out, none).parent_path();
    const std::string reference = fs::proximate(fs::absolute(options.solution, none), out_folder, none).string();
    if (fs::exists(out, none)) {
        return fail_with(exit_code::cannot_write, "grade", out + " is there already; --out names another file");
    }
    CaseDrafter drafter(program, options.solution, fs::path(out).stem().string());
    const size_t runs = found->runs;
    const grader::RubricDraft draft = drafter.draft(std::move(*found), wrong);
    if (drafter.cases() == 0) {
        return fail_with(exit_code::wrong_source, "grade",
                         "no input was found on which " + options.solution +
                             " ends by itself and prints the same twice, and no routine that can be called");
    }
    grader::ReportFiles file;
    Result<void> written = file.put(out, grader::draft_rubric(*program.image, draft, stem, reference));
    for (const auto& [name, png] : drafter.pictures()) {
        written = written ? file.put(platform::join(std::string(platform::folder_part(out)), name), png) : written;
    }
    written = written ? file.commit() : written;
    if (!written) {
        return fail_with(exit_code::cannot_write, "grade", written.error().message);
    }
    const std::vector<std::string> missed = grader::missed_lines(*program.image, draft.inputs.missed);
    print_message("mariner: " + std::to_string(drafter.cases()) + " cases from " + std::to_string(runs) +
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

/// Looks for a call of a routine on which two programs differ: "sum([3, 1, 2], 3)".
class CallDifferences {
public:
    explicit CallDifferences(const ProgramImage& right) : m_right(grader::RoutineTrial::create(right)) {
        for (const std::string& label : m_right ? (*m_right)->routines() : std::vector<std::string>{}) {
            m_calls[label] = (*m_right)->candidates(label, calls_per_routine);
        }
    }
    std::optional<std::string> run(const ProgramImage& wrong) {
        auto other = grader::RoutineTrial::create(wrong);
        if (!other) {
            return std::nullopt;
        }
        for (const auto& [label, calls] : m_calls) {
            for (const grader::TriedCall& call : calls) {
                if (call.differs_from((*other)->call(label, call))) {
                    return grader::call_text(label, call);
                }
            }
        }
        return std::nullopt;
    }

private:
    Result<std::unique_ptr<grader::RoutineTrial>> m_right;
    std::map<std::string, std::vector<grader::TriedCall>> m_calls;
};

/// How many faults there are that an input would show and no case does.
size_t print_unnoticed(const grader::Rubric& rubric, const grader::SelfTestReport& report, const std::string& solution,
                       const std::string& text) {
    const std::optional<ProgramImage> right = assemble_text(solution, text, rubric.assembler);
    if (!right) {
        return 0;
    }
    std::vector<grader::TypedInput> known;
    for (const grader::Case& one : rubric.cases) {
        if (one.runs && !one.call && !one.board) {
            known.push_back({one.input, {one.has_scratch_folder, one.files}});
        }
    }
    const grader::DifferenceSearch search(*right, std::move(known));
    CallDifferences calls(*right);
    size_t searched = 0;
    size_t shown = 0;
    for (const auto& outcome : report.outcomes) {
        if (!outcome.caught_by.empty()) {
            continue;
        }
        std::printf("%s: %s\n", outcome.name.c_str(), visible_line(outcome.fault).c_str());
        const std::optional<ProgramImage> wrong = assemble_text(solution, outcome.text, rubric.assembler);
        const bool is_searched = wrong && ++searched <= most_searched;
        const std::optional<grader::TypedInput> input = is_searched ? search.run(*wrong) : std::nullopt;
        const std::optional<std::string> call = is_searched && !input ? calls.run(*wrong) : std::nullopt;
        if (input) {
            ++shown;
            std::printf("    no case notices; %s would\n", grader::typed_text(*input).c_str());
        } else if (call) {
            ++shown;
            std::printf("    no case notices; calling %s would\n", visible_line(*call).c_str());
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
