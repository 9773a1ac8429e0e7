#include "emulator/grader/workers.hpp"

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <memory>

#include "emulator/grader/locked_process.hpp"
#include "emulator/grader/pack.hpp"
#include "emulator/grader/remote_runner.hpp"
#include "emulator/grader/studio_link.hpp"
#include "emulator/grader/worker_claims.hpp"
#include "emulator/runtime/engine.hpp"
#include "emulator/support/text.hpp"

namespace mariner::grader {

namespace {

constexpr std::chrono::seconds assembly_time(20);

LockRules lock_rules(const Rubric& rubric, bool sandboxed) {
    LockRules rules;
    rules.is_strict = sandboxed;
    for (const Case& one : rubric.cases) {
        rules.limits.cpu_seconds = std::max(rules.limits.cpu_seconds, one.limits.seconds + 60);
        rules.guests = one.game || one.match ? 3 : rules.guests;  // compared with a twin, or a bot and another
    }
    return rules;
}

std::vector<std::string> lock_words(const LockRules& rules) {
    return {std::to_string(rules.limits.cpu_seconds), rules.is_strict ? "strict" : "lax"};
}

/// One for what students may read of, and one for what they may not: see ProgramRunners.
std::vector<HelperCommand> runner_commands(const Rubric& rubric, const WorkerOptions& options, const LockRules& rules) {
    std::vector<HelperCommand> commands;
    if (options.runner.empty()) {
        return commands;
    }
    HelperCommand command{options.runner, options.runner_words};
    const std::vector<std::string> words = lock_words(rules);
    command.words.insert(command.words.end(), words.begin(), words.end());
    const bool has_secrets =
        std::ranges::any_of(rubric.cases, [](const Case& one) { return one.info.visibility != Visibility::visible; });
    commands.resize(has_secrets ? 2 : 1, command);
    return commands;
}

std::unique_ptr<ProgramRunner> runner_by_pipe(size_t helper) {
    const int first = first_helper_descriptor + 2 * static_cast<int>(helper);
    return make_remote_runner({first, first + 1}, [helper] { end_for_lost_helper(helper); });
}

/// The child's work, once it is locked in. `runners`: how many processes there are to run programs.
void work(const Rubric& rubric, const Submission& submission, size_t first_case, size_t runners,
          const TellMessage& tell) {
    const std::unique_ptr<ProgramRunner> open = runners == 0 ? make_local_runner() : runner_by_pipe(0);
    const std::unique_ptr<ProgramRunner> secret = runners == 2 ? runner_by_pipe(1) : nullptr;
    SubmissionJudge judge(rubric, submission.id, submission.files, {*open, secret ? *secret : *open});
    bool is_heard = tell(pack(judge.assembled()));
    for (size_t i = first_case; i < rubric.cases.size() && is_heard; ++i) {
        const bool is_kept = i < submission.kept.size() && submission.kept[i];
        if (!is_kept) {
            JudgedCase judged = judge.judge(i);
            judged.result.studio = studio_fragment(rubric, submission, rubric.cases[i], judged.result);
            is_heard = tell(pack(judged));
        }
    }
}

/// A submission under way: its process, what has come of it so far.
struct ActiveSubmission {
    Submission submission;
    SubmissionResult result;
    CaseFindings findings;  // one more with each case
    std::unique_ptr<LockedProcess> process;
    size_t first_case = 0;  // of this process
    bool is_assembled = false;
};

class WorkerPool {
public:
    WorkerPool(const Rubric& rubric, const WorkerOptions& options, const TakeResult& take, const CaseProgress& progress)
        : m_rubric(rubric),
          m_options(options),
          m_rules(lock_rules(rubric, options.sandboxed)),
          m_runners(runner_commands(rubric, options, m_rules)),
          m_take(take),
          m_progress(progress) {}

    Result<void> run(const NextSubmission& next) {
        look_at_processor();  // the workers can't, once they are locked in
        if (Result<void> rehearsed = LockedProcess::rehearse(m_rules); !rehearsed) {
            return rehearsed;
        }
        bool has_more = true;
        while (!is_stopped() && (has_more || !m_active.empty()) && !m_error) {
            while (has_more && m_active.size() < m_options.jobs && !m_error) {
                std::optional<Submission> submission = next();
                has_more = submission.has_value();
                if (submission) {
                    begin(std::move(*submission));
                }
            }
            listen();
        }
        return m_error ? Result<void>(*m_error) : Result<void>();
    }

private:
    [[nodiscard]] bool is_stopped() const {
        const bool is_over =
            m_options.seconds != 0 && LockedProcess::Clock::now() - m_begin >= std::chrono::seconds(m_options.seconds);
        return is_over || (m_options.stop != nullptr && m_options.stop->load());
    }

    void begin(Submission submission) {
        auto active = std::make_unique<ActiveSubmission>();
        active->result = begin_result(submission);
        active->submission = std::move(submission);
        if (start_process(*active)) {
            m_active.push_back(std::move(active));
        }
    }

    bool start_process(ActiveSubmission& active) {
        active.first_case = active.result.cases.size();
        active.is_assembled = false;
        Result<std::unique_ptr<LockedProcess>> process = LockedProcess::start(
            m_rules,
            [&](const TellMessage& tell) {
                work(m_rubric, active.submission, active.first_case, m_runners.size(), tell);
            },
            m_runners);
        if (!process) {
            m_error = process.error();
            return false;
        }
        active.process = std::move(*process);
        active.process->allow(assembly_time);
        return true;
    }

    /// Waits until a worker says something or its time is up.
    void listen() {
        std::vector<LockedProcess*> processes;
        for (const std::unique_ptr<ActiveSubmission>& active : m_active) {
            processes.push_back(active->process.get());
        }
        const std::vector<bool> has_something = wait_for_any(processes);
        std::vector<std::unique_ptr<ActiveSubmission>> all = std::move(m_active);
        m_active.clear();
        for (size_t i = 0; i < all.size(); ++i) {
            if (hear(*all[i], has_something[i])) {
                m_active.push_back(std::move(all[i]));
            }
        }
    }

    /// False once the submission is done with.
    bool hear(ActiveSubmission& active, bool has_something) {
        if (!has_something) {
            active.process->look_at_time();
            return true;
        }
        return active.process->hear([&](const std::string& message) { return take_message(active, message); }) ||
               finish_process(active);
    }

    bool take_message(ActiveSubmission& active, const std::string& message) {
        const size_t number = active.result.cases.size();
        if (!active.is_assembled) {
            std::optional<AssembledSubmission> assembled = unpack<AssembledSubmission>(message);
            if (!assembled || !accept_claim(m_rubric, *assembled)) {
                return false;
            }
            active.result.assembled = assembled->assembled;
            active.result.diagnostics = std::move(assembled->diagnostics);
            active.result.deductions = std::move(assembled->deductions);
            active.is_assembled = true;
            take_kept(active);
        } else {
            std::optional<JudgedCase> judged = unpack<JudgedCase>(message);
            if (!judged || number >= m_rubric.cases.size() ||
                !accept_claim(m_rubric, m_rubric.cases[number], active.result, *judged)) {
                return false;
            }
            active.result.cases.push_back(std::move(judged->result));
            active.findings.push_back(std::move(judged->findings));
            tell_progress(active);
            take_kept(active);
        }
        const size_t next = active.result.cases.size();
        active.process->allow(
            std::chrono::seconds(next < m_rubric.cases.size() ? m_rubric.cases[next].limits.seconds : 1));
        return true;
    }

    /// The cases that are next and came out before; the worker leaves them out.
    void take_kept(ActiveSubmission& active) {
        std::vector<std::optional<JudgedCase>>& kept = active.submission.kept;
        for (size_t i = active.result.cases.size(); i < kept.size() && kept[i]; ++i) {
            active.result.cases.push_back(std::move(kept[i]->result));
            active.findings.push_back(std::move(kept[i]->findings));
            tell_progress(active);
        }
    }

    /// The pipe is closed: all is said, or the process died. False once the submission is done with.
    bool finish_process(ActiveSubmission& active) {
        active.process->finish();
        if (active.is_assembled && active.result.cases.size() == m_rubric.cases.size()) {
            settle(active.result, m_rubric, active.findings, m_options.reveal);
            if (Result<void> taken = m_take(std::move(active.result)); !taken) {
                m_error = taken.error();
            }
            return false;
        }
        if (is_stopped() || m_error) {
            return false;
        }
        if (active.process->could_not_be_locked_in()) {
            m_error = Error{"a worker can't be locked in, though the first one could"};
            return false;
        }
        if (active.process->had_no_helper()) {
            m_error = Error{"the process that runs the students' programs can't be started: " + m_options.runner};
            return false;
        }
        const bool had_others = active.is_assembled && active.result.cases.size() > active.first_case;
        if (!active.process->was_out_of_processor_time() || !had_others) {  // else those before used up its time
            note_death(active);
        }
        if (active.result.cases.size() < m_rubric.cases.size()) {
            return start_process(active);
        }
        active.is_assembled = true;
        return finish_process(active);
    }

    /// The case it was at is lost; a death while assembling would only come again, and costs them all.
    void note_death(ActiveSubmission& active) {
        const LockedProcess& process = *active.process;
        const size_t first = active.result.cases.size();
        const size_t end = active.is_assembled ? first + 1 : m_rubric.cases.size();
        for (size_t i = first; i < end; ++i) {
            const Case& wanted = m_rubric.cases[i];
            CaseResult result = empty_case_result(m_rubric, wanted, active.result.id);
            if (process.is_late() || process.was_out_of_processor_time()) {
                result.verdict = active.is_assembled ? Verdict::limit : Verdict::not_assembled;
                result.reason = !active.is_assembled ? "assembling it takes too long"
                                : process.is_late()  ? "it was stopped after " + std::to_string(wanted.limits.seconds) +
                                                          " seconds of processor time: an endless loop?"
                                                    : "it was stopped by a limit on processor time that was in force" +
                                                          lower_limits(m_rules.limits);
            } else if (process.was_killed_by_system()) {
                result.verdict = Verdict::died;
                result.reason = "the system ended it (signal 9): out of memory?";
            } else {
                result.verdict = Verdict::died;
                result.reason = "the worker's process died (" + process.death() +
                                "); this is no fault of the student's: please report it";
            }
            active.result.cases.push_back(std::move(result));
            active.findings.emplace_back();
            tell_progress(active);
        }
        if (active.is_assembled) {
            take_kept(active);
        }
    }

    void tell_progress(const ActiveSubmission& active) {
        if (m_progress) {
            m_progress(active.result, active.findings);
        }
    }

    const Rubric& m_rubric;
    const WorkerOptions& m_options;
    LockRules m_rules;
    std::vector<HelperCommand> m_runners;
    const TakeResult& m_take;
    const CaseProgress& m_progress;
    LockedProcess::Clock::time_point m_begin = LockedProcess::Clock::now();
    std::vector<std::unique_ptr<ActiveSubmission>> m_active;
    std::optional<Error> m_error;
};

}  // namespace

void run_as_runner(std::span<char* const> lock_words) {
    LockRules rules;
    rules.is_strict = lock_words.size() < 2 || std::string_view(lock_words[1]) != "lax";
    const std::optional<u64> seconds = lock_words.empty() ? std::nullopt : parse_digits<u64>(lock_words[0]);
    rules.limits.cpu_seconds = seconds.value_or(rules.limits.cpu_seconds);
    look_at_processor();
    if (!lock_helper_in(rules)) {
        end_for_missing_lock();
    }
    serve_orders({0, 1});
    std::_Exit(0);  // what else a process does at its end asks for calls that it has no more
}

SubmissionResult begin_result(const Submission& submission) {
    SubmissionResult result;
    static_cast<HandedIn&>(result) = submission;
    for (const SourceFile& file : submission.files) {
        const auto known = submission.handed_in_as.find(file.name);
        result.files.push_back({known == submission.handed_in_as.end() ? file.name : known->second, file.bytes.size()});
    }
    return result;
}

Result<void> grade_in_workers(const Rubric& rubric, const WorkerOptions& options, const NextSubmission& next,
                              const TakeResult& take, const CaseProgress& progress) {
    return WorkerPool(rubric, options, take, progress).run(next);
}

}  // namespace mariner::grader
