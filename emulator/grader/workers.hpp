#pragma once
// Grades submissions in processes of their own, several at once. Each has a worker, forked when its turn comes, which
// sends each case's result through a pipe as soon as it is there; and runners, which run the student's program and are
// told nothing of what is expected (remote_runner.hpp). All are locked in (sandbox.hpp). One that dies costs the case
// it was at; others go on with the next. Must be called while the program has one thread.

#include <atomic>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "emulator/grader/judge.hpp"
#include "emulator/grader/results.hpp"
#include "emulator/grader/rubric.hpp"
#include "emulator/grader/submissions.hpp"

namespace mariner::grader {

struct WorkerOptions {
    unsigned jobs = 1;
    /// The program that runs the submissions' programs, afresh for each: its file, and argv to which lock_words() are
    /// added. None: they run in the worker, which knows the rubric; only for programs of the rubric's author.
    std::string runner;
    std::vector<std::string> runner_words;
    /// Off only for a debugger's sake. On, nothing is graded where a worker can't be locked in.
    bool sandboxed = true;
    /// Hidden cases keep their details, for the instructor's eyes.
    bool reveal = false;
    /// Of the clock, for all together: what isn't done by then is dropped. 0: no such end.
    unsigned seconds = 0;
    /// Set from a signal handler: no new submissions begin, those under way are dropped.
    const std::atomic<bool>* stop = nullptr;
};

/// Hands out the next submission; nothing when there is none left.
using NextSubmission = std::function<std::optional<Submission>()>;
/// Takes a finished one, in the order in which they finish.
using TakeResult = std::function<Result<void>(SubmissionResult)>;
/// Told after each case what there is of its submission so far.
using CaseProgress = std::function<void(const SubmissionResult& so_far, const CaseFindings& findings)>;

/// Until all are graded, a stop is asked for, or a result can't be taken.
Result<void> grade_in_workers(const Rubric& rubric, const WorkerOptions& options, const NextSubmission& next,
                              const TakeResult& take, const CaseProgress& progress = {});

/// What a process does that was started as a runner: locks itself in by the words behind its own, and serves
/// orders until there are no more.
[[noreturn]] void run_as_runner(std::span<char* const> lock_words);

/// What is known of it before it is graded.
SubmissionResult begin_result(const Submission& submission);

}  // namespace mariner::grader
