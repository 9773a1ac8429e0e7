#include "emulator/grader/judge.hpp"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "emulator/grader/case_checks.hpp"
#include "emulator/grader/case_play.hpp"
#include "emulator/grader/changed_inputs.hpp"
#include "emulator/grader/content_hash.hpp"
#include "emulator/grader/excerpt.hpp"
#include "emulator/grader/shorter_input.hpp"
#include "emulator/grader/writer_story.hpp"
#include "emulator/support/text.hpp"

namespace mariner::grader {

namespace {

constexpr size_t longest_repeated_input = 2000;
constexpr u64 most_steps_looked_at = 5'000'000;
constexpr u64 most_steps_shortened = 50'000'000;  // near a limit of time nothing is done on top

/// For printf: everything but plain characters as an escape.
std::string printf_text(std::string_view text) {
    std::string out;
    for (const char c : text) {
        const auto byte = static_cast<u8>(c);
        if (c == '\n') {
            out += "\\n";
        } else if (byte >= 0x20 && byte < 0x7f && c != '\\' && c != '%') {
            out += c;
        } else {
            out += '\\';
            out += static_cast<char>('0' + (byte >> 6));
            out += static_cast<char>('0' + (byte >> 3 & 7));
            out += static_cast<char>('0' + (byte & 7));
        }
    }
    return out;
}

std::string file_name(std::string_view path) {
    return std::string(path.substr(path.rfind('/') + 1));
}

Verdict verdict_of(RunEnding ending) {
    switch (ending) {
        case RunEnding::step_limit:
        case RunEnding::time_limit:
        case RunEnding::limit:
            return Verdict::limit;
        case RunEnding::exception:
        case RunEnding::invalid_pc:
        case RunEnding::host_failure:
        case RunEnding::end_of_input:
            return Verdict::crashed;
        default:
            return Verdict::failed;
    }
}

/// Runs it and compares.
RunFacts judge_kind(ProgramRunner& runner, const Case& wanted, CaseResult& result) {
    if (is_campaign(wanted)) {
        PlayFacts facts = runner.play();
        std::ranges::move(facts.checks, std::back_inserter(result.checks));
        result.points = facts.points;
        result.input = facts.input ? std::move(*facts.input) : std::move(result.input);
        result.seed = facts.seed ? facts.seed : result.seed;
        return std::move(facts.run);
    }
    return wanted.call    ? judge_call(runner, wanted, result)
           : wanted.board ? judge_board(runner, wanted, result)
           : wanted.game  ? judge_transcript(runner, wanted, result)
                          : judge_program(runner, wanted, result);
}

/// Whether the end of the run itself decides: boards and calls have judged it already.
bool end_counts(const Case& wanted) {
    return !wanted.call && !wanted.board && !is_campaign(wanted);
}

/// Whether the run itself went wrong. A game that is over may ask for more: its input just ends.
bool is_trouble(const RunFacts& facts, const Case& wanted) {
    const bool has_returned = wanted.call && facts.call.has_returned;
    const bool asks_for_more = !end_counts(wanted) && facts.ending == RunEnding::end_of_input;
    return !facts.trouble.empty() && !has_returned && !asks_for_more;
}

void tell_end(ProgramRunner& runner, const RunFacts& facts, const Case& wanted, CaseResult& result) {
    const bool has_returned = wanted.call && facts.call.has_returned;
    result.ending = has_returned ? "returned" : name_of(facts.ending);
    result.exit_status = facts.exit_code;
    result.steps = facts.steps;
    result.output = excerpt(facts.output);
    result.output_was_cut = facts.output.size() > longest_excerpt;
    const bool went_wrong = is_trouble(facts, wanted);
    const bool decides =
        end_counts(wanted) ? !ending_is_fine(facts, wanted) : went_wrong && result.verdict != Verdict::passed;
    if (!decides) {
        return;
    }
    result.verdict = went_wrong ? verdict_of(facts.ending) : Verdict::failed;
    if (end_counts(wanted)) {
        result.reason =
            went_wrong ? facts.trouble : "the program ended by " + result.ending + ", which is not expected";
    }
    if (went_wrong) {
        result.place = facts.place;
        result.explanation = excerpt(runner.explain());
    }
}

/// Why it crashed, by the checks: the same run once more, watched. Nothing if that would take so long that it could
/// cost a limit.
std::string second_look(ProgramRunner& runner, const Case& wanted, const RunFacts& first) {
    return wanted.board || is_campaign(wanted) || first.steps > most_steps_looked_at ? "" : runner.second_look();
}

/// "; it has a.asm, b.asm", or nothing of nothing.
std::string what_there_is(const std::vector<SourceFile>& files) {
    constexpr size_t most_named = 10;
    std::string names;
    for (size_t i = 0; i < std::min(files.size(), most_named); ++i) {
        names += (names.empty() ? "; it has " : ", ") + in_quotes(files[i].name);
    }
    return names + (files.size() > most_named ? " and others" : "");
}

}  // namespace

SubmissionJudge::SubmissionJudge(const Rubric& rubric, std::string id, const std::vector<SourceFile>& files,
                                 ProgramRunners runners)
    : m_rubric(rubric), m_id(std::move(id)), m_content_hash(content_hash_of(files)), m_runners(runners) {
    assemble_files(files);
    for (size_t i = 0; i < rubric.deductions.size() && i < m_structure.size(); ++i) {
        if (!m_structure[i].empty()) {  // once is enough to lose the points
            const Deduction& deduction = rubric.deductions[i];
            m_assembled.deductions.push_back(
                {deduction.name, deduction.points, m_structure[i][0].message, m_structure[i][0].place, {}});
        }
    }
}

SubmissionJudge::SubmissionJudge(const Rubric& rubric, std::string id, const std::vector<SourceFile>& files,
                                 std::unique_ptr<ProgramRunner> own)
    : SubmissionJudge(rubric, std::move(id), files, ProgramRunners{*own, *own}) {
    m_own_runner = std::move(own);
}

SubmissionJudge::SubmissionJudge(const Rubric& rubric, std::string id, const std::vector<SourceFile>& files)
    : SubmissionJudge(rubric, std::move(id), files, make_local_runner()) {}

SubmissionJudge::~SubmissionJudge() = default;

void SubmissionJudge::assemble_files(const std::vector<SourceFile>& files) {
    for (const SourceFile& file : files) {
        const bool is_main = m_rubric.main_file.empty() || file_name(file.name) == m_rubric.main_file;
        if (is_main) {
            m_names.push_back(file.name);
        }
    }
    if (m_names.empty()) {
        m_assembled.missing = true;
        m_assembled.diagnostics = m_rubric.main_file.empty()
                                      ? "the submission has no file to assemble"
                                      : "the submission has no file " + m_rubric.main_file + what_there_is(files);
        return;
    }
    m_order = {files, m_names, m_rubric.assembler, {}};
    for (const auto& [name, bytes] : m_rubric.provided) {
        m_order.files.push_back({name, bytes});
        m_order.names.push_back(name);
    }
    for (const Deduction& deduction : m_rubric.deductions) {
        m_order.questions.push_back({deduction.require, deduction.forbid});
    }
    for (const Case& one : m_rubric.cases) {
        m_order.questions.push_back({one.require, one.forbid});
    }
    AssemblyFacts facts = m_runners.open.assemble(m_order);
    m_order.questions.clear();  // they are answered, before anything of the program has run
    m_assembled.diagnostics = std::move(facts.diagnostics);
    m_assembled.assembled = facts.assembled;
    m_structure = std::move(facts.answers);
}

/// Only what the program reads from its console can be repeated without the rubric.
std::string SubmissionJudge::repeat_command(const Case& wanted) const {
    if (!wanted.runs || wanted.call || wanted.board || wanted.game || wanted.match || wanted.has_scratch_folder ||
        !wanted.set_memory.empty() || !wanted.set_registers.empty() || !m_rubric.provided.empty() ||
        wanted.input.size() > longest_repeated_input || (wanted.keys && !wanted.input.empty())) {
        return {};
    }
    const std::string& typed = wanted.keys ? *wanted.keys : wanted.input;
    std::string command = typed.empty() ? "mariner run" : "printf " + shell_word(printf_text(typed)) + " | mariner run";
    for (const std::string& name : m_names) {
        command += " " + shell_word(name);
    }
    command += wanted.seed ? " --seed " + std::to_string(*wanted.seed) : "";
    command += " --max-steps " + std::to_string(wanted.limits.steps);
    command += m_rubric.assembler.start_at_main ? " --entry main" : "";
    command += m_rubric.assembler.delayed_branching ? " --delayed-branching" : "";
    for (const std::string& specification : wanted.expect.tools.specifications) {
        command += " --tool " + shell_word(specification);
    }
    for (size_t i = 0; i < wanted.arguments.size(); ++i) {
        command += (i == 0 ? " -- " : " ") + shell_word(wanted.arguments[i]);
    }
    return command;
}

const ProgramImage* SubmissionJudge::solution() {
    if (m_rubric.self_test.solution.empty() || !m_rubric.provided.empty()) {
        return nullptr;
    }
    if (!m_solution) {
        MemorySources sources;
        const std::vector<std::string> names = {m_rubric.self_test.reference};
        sources.add(names[0], m_rubric.self_test.solution);
        m_solution = assemble(names, sources, m_rubric.assembler);
    }
    return m_solution->image ? &*m_solution->image : nullptr;
}

void SubmissionJudge::compare_with_solution(ProgramRunner& runner, const Case& wanted, CaseResult& result) {
    const bool is_wrong =
        result.verdict == Verdict::failed || result.verdict == Verdict::crashed || result.verdict == Verdict::limit;
    const bool has_passed = result.verdict == Verdict::passed;
    const bool is_worth_it = (is_wrong && can_be_shorter(wanted)) || (has_passed && can_be_changed(wanted));
    if (!is_worth_it || result.steps > most_steps_shortened || solution() == nullptr) {
        return;
    }
    if (has_passed) {
        result.changed = try_changed_inputs(runner, *solution(), m_rubric, wanted);
    } else {
        result.shorter = shorter_input(runner, *solution(), wanted, result.verdict);
    }
}

CaseResult empty_case_result(const Rubric& rubric, const Case& wanted, const std::string& submission_id) {
    CaseResult result;
    result.id = wanted.info.id;
    result.name = wanted.info.name;
    result.visibility = wanted.info.visibility;
    result.worth = wanted.info.worth;
    result.input = excerpt(wanted.keys.value_or("") + wanted.input);
    result.arguments = wanted.arguments;
    result.seed = wanted.seed;
    result.repeat_with_rubric = "mariner grade " + shell_word(rubric.name) + " SUBMISSIONS --student " +
                                shell_word(submission_id) + " --case " + shell_word(wanted.info.id);
    return result;
}

void SubmissionJudge::judge_source(size_t case_index, CaseResult& result) const {
    const Case& wanted = m_rubric.cases[case_index];
    if (wanted.require.empty() && wanted.forbid.empty()) {
        return;
    }
    const std::vector<StructureFinding>& findings = m_structure.at(m_rubric.deductions.size() + case_index);
    for (const StructureFinding& finding : findings) {
        result.checks.push_back(failed_check("source", finding.message));
        result.place = result.place ? result.place : finding.place;
    }
    if (findings.empty()) {
        result.checks.push_back(passed_check("source"));
    }
}

ProgramRunner& SubmissionJudge::runner_for(const Case& wanted) {
    const bool is_secret = wanted.info.visibility != Visibility::visible && &m_runners.secret != &m_runners.open;
    if (is_secret && !m_is_secret_ready) {
        m_is_secret_ready = true;
        static_cast<void>(m_runners.secret.assemble(m_order));
    }
    return is_secret ? m_runners.secret : m_runners.open;
}

bool SubmissionJudge::run(ProgramRunner& runner, const Case& wanted, JudgedCase& judged) {
    CaseResult& result = judged.result;
    const bool is_watched = m_rubric.check.has_value() && !is_campaign(wanted);
    if (const Result<void> begun = runner.begin(wanted, is_watched); !begun) {
        result.verdict = Verdict::died;
        result.reason = begun.error().message;
        return false;
    }
    const RunFacts facts = judge_kind(runner, wanted, result);
    const bool all_passed = std::ranges::all_of(result.checks, &CheckResult::passed);
    result.verdict = all_passed ? Verdict::passed : Verdict::failed;
    if (is_watched) {
        judged.findings = runner.findings();
    }
    tell_end(runner, facts, wanted, result);
    if (result.verdict == Verdict::crashed && !is_watched) {
        result.explanation = excerpt(result.explanation + second_look(runner, wanted, facts));
    }
    result.explanation = excerpt(result.explanation + writers_text(runner, wanted, facts, result));
    return true;
}

JudgedCase SubmissionJudge::judge(size_t case_index) {
    const Case& wanted = m_rubric.cases[case_index];
    JudgedCase judged{empty_case_result(m_rubric, wanted, m_id), {}};
    CaseResult& result = judged.result;
    result.repeat = repeat_command(wanted);
    if (!m_assembled.assembled) {
        result.verdict = m_assembled.missing ? Verdict::missing : Verdict::not_assembled;
        result.reason = m_assembled.missing ? m_assembled.diagnostics : "the program does not assemble";
        return judged;
    }
    judge_source(case_index, result);
    ProgramRunner& runner = runner_for(wanted);
    if (wanted.runs) {
        if (!run(runner, wanted, judged)) {
            return judged;
        }
        compare_with_solution(runner, wanted, result);
    } else {
        if (wanted.league) {
            judge_league(m_content_hash, wanted, result);
        }
        result.verdict = std::ranges::all_of(result.checks, &CheckResult::passed) ? Verdict::passed : Verdict::failed;
    }
    const auto first_failure = std::ranges::find(result.checks, false, &CheckResult::passed);
    if (result.reason.empty() && first_failure != result.checks.end()) {
        result.reason = first_failure->message;
    }
    if (result.verdict != Verdict::passed && !wanted.hint.empty()) {
        result.reason += (result.reason.empty() ? "" : ". ") + wanted.hint;
    }
    result.checks.resize(std::min(result.checks.size(), most_checks));
    result.points = result.verdict == Verdict::passed ? result.worth : result.points;  // games may bring a part
    return judged;
}

namespace {

bool is_wanted(const CheckRule& rule, const DeductionResult& finding) {
    return rule.kinds.empty() || std::any_of(rule.kinds.begin(), rule.kinds.end(),
                                             [&](FindingKind kind) { return name_of(kind) == finding.name; });
}

/// Takes points off for findings, each kind and place once; those that are told come first, whatever others find.
void deduct_findings(SubmissionResult& submission, const Rubric& rubric, const CaseFindings& findings, bool reveal) {
    std::set<std::tuple<std::string, std::string, u32>> seen;
    Points left = rubric.check->at_most;
    Points untold = 0;
    const auto take = [&](const DeductionResult& finding, bool is_told) {
        const PlaceResult place = finding.place.value_or(PlaceResult{});
        if (!is_wanted(*rubric.check, finding) || !seen.insert({finding.name, place.file, place.line}).second) {
            return;
        }
        const Points points = std::min(left, rubric.check->each);
        left -= points;
        if (is_told) {
            submission.deductions.push_back(finding);
            submission.deductions.back().points = points;
        } else {
            untold += points;
        }
    };
    for (const bool is_told : {true, false}) {
        for (size_t i = 0; i < findings.size(); ++i) {
            const bool is_visible = reveal || rubric.cases[i].info.visibility == Visibility::visible;
            for (const DeductionResult& finding : findings[i]) {
                if (is_visible == is_told) {
                    take(finding, is_told);
                }
            }
        }
    }
    if (untold != 0) {
        submission.deductions.push_back(
            {"cases without details", untold, "what the checks found while these cases ran", {}, {}});
    }
}

/// Points and nothing else: the verdict, too, says no more than they do.
void seal(CaseResult& result, bool assembled) {
    CaseResult sealed;
    sealed.id = std::move(result.id);
    sealed.name = std::move(result.name);
    sealed.visibility = result.visibility;
    sealed.points = result.points;
    sealed.worth = result.worth;
    sealed.verdict = !assembled                      ? result.verdict  // no input has been read yet
                     : result.points == result.worth ? Verdict::passed
                                                     : Verdict::failed;
    sealed.reason = sealed.verdict == Verdict::passed ? "" : "hidden; mariner grade --reveal tells why";
    sealed.repeat_with_rubric = result.repeat_with_rubric + " --reveal";
    result = std::move(sealed);
}

}  // namespace

void settle(SubmissionResult& submission, const Rubric& rubric, const CaseFindings& findings, bool reveal) {
    std::vector<CaseScore> scores;
    for (size_t i = 0; i < submission.cases.size(); ++i) {
        const CaseResult& result = submission.cases[i];
        scores.push_back({result.id, result.points, result.worth, rubric.cases[i].info.is_bonus});
    }
    TotalScore total = total_of(scores, rubric.groups, submission.assembled);
    submission.groups = std::move(total.groups);
    if (rubric.check) {
        deduct_findings(submission, rubric, findings, reveal);
    }
    const Points least = submission.assembled ? std::min(rubric.minimum, total.worth) : 0;
    submission.judged = std::max(total.points - taken_off(submission), least);
    submission.points = submission.judged;
    submission.written_answers = written_answers(submission, rubric);
    submission.findings = findings;
    submission.findings.resize(submission.cases.size());
    for (size_t i = 0; i < submission.cases.size(); ++i) {
        if (!reveal && submission.cases[i].visibility == Visibility::hidden) {
            seal(submission.cases[i], submission.assembled);
            submission.findings[i].clear();
        }
    }
}

}  // namespace mariner::grader
