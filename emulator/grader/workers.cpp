#include "emulator/grader/workers.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <memory>
#include <numeric>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "emulator/grader/pack.hpp"
#include "emulator/grader/sandbox.hpp"
#include "emulator/grader/studio_link.hpp"
#include "emulator/machine/machine.hpp"
#include "emulator/platform/descriptor.hpp"
#include "emulator/runtime/engine.hpp"
#include "emulator/support/file.hpp"
#include "emulator/support/text.hpp"

namespace mariner::grader {

namespace {

using Clock = std::chrono::steady_clock;

constexpr int result_descriptor = 3;
constexpr size_t longest_message = size_t{64} << 20;
constexpr std::chrono::seconds assembly_time(20);
/// A worker that waits for nothing and still gets no processor time for so long is taken for dead.
constexpr int longest_wait = 20;    // times its limit
constexpr int sandbox_failed = 99;  // the child's exit status

using MessageLength = u32;  // stands before each message

std::string framed(const std::string& message) {
    const auto length = static_cast<MessageLength>(message.size());
    std::string frame(sizeof length, '\0');
    std::memcpy(frame.data(), &length, sizeof length);
    return frame + message;
}

/// Processor time that another process has used; nothing if it is gone.
std::optional<std::chrono::nanoseconds> used_by(pid_t process) {
    clockid_t clock{};
    timespec used{};
    if (::clock_getcpuclockid(process, &clock) != 0 || ::clock_gettime(clock, &used) != 0) {
        return std::nullopt;
    }
    return std::chrono::seconds(used.tv_sec) + std::chrono::nanoseconds(used.tv_nsec);
}

// --- the child ---

/// Only the pipe stays open; nothing can be read, and what is printed goes nowhere.
void keep_only(int pipe, int nowhere) {
    ::dup2(nowhere, 0);
    ::dup2(nowhere, 1);
    ::dup2(nowhere, 2);
    if (pipe != result_descriptor) {
        ::dup2(pipe, result_descriptor);
    }
    // Not by close_range(2): a grader that we run inside may end whoever makes a call that it doesn't know yet.
    std::vector<int> open_ones;
    std::error_code none;
    for (const auto& entry : std::filesystem::directory_iterator("/proc/self/fd", none)) {
        open_ones.push_back(std::atoi(entry.path().filename().c_str()));
    }
    if (open_ones.empty()) {
        open_ones.resize(static_cast<size_t>(std::clamp(::sysconf(_SC_OPEN_MAX), 256L, 65536L)));
        std::iota(open_ones.begin(), open_ones.end(), 0);
    }
    for (const int one : open_ones) {
        if (one > result_descriptor) {
            ::close(one);
        }
    }
}

SandboxLimits limits_for(const Rubric& rubric) {
    SandboxLimits limits;
    for (const Case& one : rubric.cases) {
        limits.cpu_seconds = std::max(limits.cpu_seconds, one.limits.seconds + 60);
    }
    return limits;
}

/// Everything that a child does before it looks at a submission. Without a sandbox, limits are tried all the same.
Result<void> lock_in(const Rubric& rubric, bool sandboxed, int pipe, int nowhere) {
    ::signal(SIGINT, SIG_IGN);  // Ctrl-C is the parent's business
    keep_only(pipe, nowhere);
    become_nobody();  // before the next line, which a change of user undoes
#ifdef __linux__
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    const Result<void> limited = limit_resources(limits_for(rubric));
    return !sandboxed ? Result<void>() : limited ? filter_system_calls() : limited;
}

/// Whether a child can be locked in and has room for as many guests as a case needs; tells it through the pipe.
[[noreturn]] void rehearse(const Rubric& rubric, bool sandboxed, int pipe, int nowhere) {
    Result<void> fine = lock_in(rubric, sandboxed, pipe, nowhere);
    // A case that compares with a native twin has a second and a third guest.
    const bool has_twins =
        std::any_of(rubric.cases.begin(), rubric.cases.end(), [](const Case& one) { return one.game.has_value(); });
    const ProgramImage empty;
    std::vector<std::unique_ptr<Machine>> guests;
    while (fine && guests.size() < (has_twins ? 3U : 1U)) {
        Result<std::unique_ptr<Machine>> guest = Machine::create(empty, {});
        if (!guest) {
            fine = guest.error();
        } else {
            guests.push_back(std::move(*guest));
        }
    }
    if (!fine) {
        write_all(result_descriptor, fine.error().message);
    }
    ::_exit(fine ? 0 : sandbox_failed);
}

[[noreturn]] void work(const Rubric& rubric, const Submission& submission, size_t first_case, bool sandboxed, int pipe,
                       int nowhere) {
    if (!lock_in(rubric, sandboxed, pipe, nowhere)) {
        ::_exit(sandbox_failed);
    }
    const SubmissionJudge judge(rubric, submission.id, submission.files);
    bool is_heard = write_all(result_descriptor, framed(pack(judge.assembled())));
    for (size_t i = first_case; i < rubric.cases.size() && is_heard; ++i) {
        const bool is_kept = i < submission.kept.size() && submission.kept[i];
        if (!is_kept) {
            JudgedCase judged = judge.judge(i);
            judged.result.studio = studio_fragment(rubric, submission, rubric.cases[i], judged.result);
            is_heard = write_all(result_descriptor, framed(pack(judged)));
        }
    }
    ::_exit(0);
}

// --- the parent ---

/// A submission under way: its process, what has come of it so far.
struct Active {
    Submission submission;
    SubmissionResult result;
    CaseFindings findings;  // one more with each case
    pid_t process = -1;
    Descriptor pipe;
    std::string received;
    size_t first_case = 0;  // of this process
    bool is_assembled = false;
    bool is_late = false;  // killed because its time was up
    // Of the step it is at (assembling, or a case): processor time, so that a busy machine changes no result.
    std::chrono::nanoseconds allowed{};
    std::chrono::nanoseconds used_before{};
    Clock::time_point begun;
    Clock::time_point deadline;  // the next look at the time it has used
};

class WorkerPool {
public:
    WorkerPool(const Rubric& rubric, const WorkerOptions& options, const TakeResult& take, const CaseProgress& progress)
        : m_rubric(rubric), m_options(options), m_take(take), m_progress(progress) {}
    ~WorkerPool() {
        for (const std::unique_ptr<Active>& active : m_active) {
            ::kill(active->process, SIGKILL);
            end_process(*active);
        }
    }
    WorkerPool(const WorkerPool&) = delete;
    WorkerPool& operator=(const WorkerPool&) = delete;

    Result<void> run(const NextSubmission& next) {
        look_at_processor();  // the workers can't, once they are locked in
        m_nowhere = Descriptor(::open("/dev/null", O_RDWR | O_CLOEXEC));
        if (m_nowhere.number() < 0) {
            fail("/dev/null");
        } else {
            rehearsal();
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
            m_options.seconds != 0 && Clock::now() - m_begin >= std::chrono::seconds(m_options.seconds);
        return is_over || (m_options.stop != nullptr && m_options.stop->load());
    }

    void begin(Submission submission) {
        auto active = std::make_unique<Active>();
        active->result = begin_result(submission);
        active->submission = std::move(submission);
        if (start_process(*active)) {
            m_active.push_back(std::move(active));
        }
    }

    /// A child that does `task(pipe)` and never returns; false, with an error noted, if there can be none.
    template <class Task>
    bool start_child(Active& active, const Task& task) {
        std::array<int, 2> ends{};
        if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
            fail("pipe");
            return false;
        }
        active.process = ::fork();
        if (active.process == 0) {
            task(ends[1]);
        }
        ::close(ends[1]);
        active.pipe = Descriptor(ends[0]);
        if (active.process < 0) {
            fail("fork");
            end_process(active);
            return false;
        }
        return true;
    }

    /// Nothing is graded before one child has shown that grading can work here.
    void rehearsal() {
        Active child;
        if (!start_child(child, [&](int pipe) { rehearse(m_rubric, m_options.sandboxed, pipe, m_nowhere.number()); })) {
            return;
        }
        std::array<char, 4096> bytes{};
        std::string said;
        for (ssize_t count = 1; count > 0 || (count < 0 && errno == EINTR);) {
            count = ::read(child.pipe.number(), bytes.data(), bytes.size());
            said.append(bytes.data(), static_cast<size_t>(std::max<ssize_t>(count, 0)));
        }
        const int status = end_process(child);
        if (status != 0) {
            m_error = Error{(said.empty() ? "a worker died before it began (" + death_of(status) + ")" : said) +
                            lower_limits(limits_for(m_rubric))};
        }
    }
    static std::string death_of(int status) {
        return WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status)) + ", " + ::strsignal(WTERMSIG(status))
                                   : "exit status " + std::to_string(WEXITSTATUS(status));
    }

    bool start_process(Active& active) {
        active.first_case = active.result.cases.size();
        if (!start_child(active, [&](int pipe) {
                work(m_rubric, active.submission, active.first_case, m_options.sandboxed, pipe, m_nowhere.number());
            })) {
            return false;
        }
        active.received.clear();
        active.is_assembled = false;
        active.is_late = false;
        begin_step(active, assembly_time);
        return true;
    }
    static void begin_step(Active& active, std::chrono::nanoseconds allowed) {
        active.allowed = allowed;
        active.used_before = used_by(active.process).value_or(std::chrono::nanoseconds(0));
        active.begun = Clock::now();
        active.deadline = active.begun + allowed;
    }
    /// Kills it if its time is up; else looks again when it may be.
    static void look_at_time(Active& active) {
        const std::chrono::nanoseconds used =
            used_by(active.process).value_or(std::chrono::nanoseconds(0)) - active.used_before;
        if (used >= active.allowed || Clock::now() - active.begun >= active.allowed * longest_wait) {
            active.is_late = true;
            ::kill(active.process, SIGKILL);
        }
        active.deadline =
            Clock::now() + std::max<std::chrono::nanoseconds>(active.allowed - used, std::chrono::milliseconds(10));
    }
    void fail(const char* what) { m_error = Error{std::string(what) + ": " + std::strerror(errno)}; }

    /// Waits until a worker says something or its time is up.
    void listen() {
        std::vector<pollfd> waiting;
        Clock::time_point nearest = Clock::now() + std::chrono::milliseconds(200);
        for (const std::unique_ptr<Active>& active : m_active) {
            waiting.push_back({active->pipe.number(), POLLIN, 0});
            nearest = std::min(nearest, active->deadline);
        }
        const auto wait = std::chrono::duration_cast<std::chrono::milliseconds>(nearest - Clock::now()).count();
        if (::poll(waiting.data(), waiting.size(), static_cast<int>(std::clamp<i64>(wait + 1, 0, 200))) < 0) {
            return;
        }
        std::vector<std::unique_ptr<Active>> all = std::move(m_active);
        m_active.clear();
        for (size_t i = 0; i < all.size(); ++i) {
            if (hear(*all[i], waiting[i].revents != 0)) {
                m_active.push_back(std::move(all[i]));
            }
        }
    }

    /// False once the submission is done with.
    bool hear(Active& active, bool has_something) {
        if (!has_something) {
            if (Clock::now() >= active.deadline && !active.is_late) {
                look_at_time(active);
            }
            return true;
        }
        std::array<char, 65536> bytes{};
        const ssize_t count = ::read(active.pipe.number(), bytes.data(), bytes.size());
        if (count < 0) {
            return errno == EINTR;
        }
        active.received.append(bytes.data(), static_cast<size_t>(count));
        const bool makes_sense = take_messages(active);
        if (count > 0 && makes_sense) {
            return true;
        }
        if (!makes_sense) {
            ::kill(active.process, SIGKILL);
        }
        return finish_process(active);
    }

    bool take_messages(Active& active) {
        MessageLength length = 0;
        while (active.received.size() >= sizeof length) {
            std::memcpy(&length, active.received.data(), sizeof length);
            if (length > longest_message) {
                return false;
            }
            if (active.received.size() < sizeof length + length) {
                return true;
            }
            const std::string message = active.received.substr(sizeof length, length);
            active.received.erase(0, sizeof length + length);
            if (!take_message(active, message)) {
                return false;
            }
        }
        return true;
    }

    bool take_message(Active& active, const std::string& message) {
        const size_t number = active.result.cases.size();
        if (!active.is_assembled) {
            std::optional<AssembledSubmission> assembled = unpack<AssembledSubmission>(message);
            if (!assembled) {
                return false;
            }
            active.result.assembled = assembled->assembled;
            active.result.diagnostics = std::move(assembled->diagnostics);
            active.result.deductions = std::move(assembled->deductions);
            active.is_assembled = true;
            take_kept(active);
        } else {
            std::optional<JudgedCase> judged = unpack<JudgedCase>(message);
            const bool fits = judged && number < m_rubric.cases.size() &&
                              judged->result.id == m_rubric.cases[number].info.id &&
                              judged->result.points <= m_rubric.cases[number].info.worth;
            if (!fits) {
                return false;
            }
            active.result.cases.push_back(std::move(judged->result));
            active.findings.push_back(std::move(judged->findings));
            tell_progress(active);
            take_kept(active);
        }
        const size_t next = active.result.cases.size();
        begin_step(active,
                   std::chrono::seconds(next < m_rubric.cases.size() ? m_rubric.cases[next].limits.seconds : 1));
        return true;
    }

    /// The cases that are next and came out before; the worker leaves them out.
    void take_kept(Active& active) {
        std::vector<std::optional<JudgedCase>>& kept = active.submission.kept;
        for (size_t i = active.result.cases.size(); i < kept.size() && kept[i]; ++i) {
            active.result.cases.push_back(std::move(kept[i]->result));
            active.findings.push_back(std::move(kept[i]->findings));
            tell_progress(active);
        }
    }

    /// The pipe is closed: all is said, or the process died. False once the submission is done with.
    bool finish_process(Active& active) {
        const int status = end_process(active);
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
        if (WIFEXITED(status) && WEXITSTATUS(status) == sandbox_failed) {
            m_error = Error{"a worker can't be locked in, though the first one could"};
            return false;
        }
        const bool had_others = active.is_assembled && active.result.cases.size() > active.first_case;
        const bool is_out_of_time = WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU;
        if (!is_out_of_time || !had_others) {  // else the cases before used up the process's time
            note_death(active, status);
        }
        if (active.result.cases.size() < m_rubric.cases.size()) {
            return start_process(active);
        }
        active.is_assembled = true;
        return finish_process(active);
    }

    int end_process(Active& active) {
        int status = 0;
        active.pipe = Descriptor();
        if (active.process > 0) {
            while (::waitpid(active.process, &status, 0) < 0 && errno == EINTR) {
            }
            active.process = -1;
        }
        return status;
    }

    /// The case it was at is lost; a death while assembling would only come again, and costs them all.
    void note_death(Active& active, int status) {
        const bool is_out_of_time = WIFSIGNALED(status) && WTERMSIG(status) == SIGXCPU;
        const size_t first = active.result.cases.size();
        const size_t end = active.is_assembled ? first + 1 : m_rubric.cases.size();
        for (size_t i = first; i < end; ++i) {
            const Case& wanted = m_rubric.cases[i];
            CaseResult result = empty_case_result(m_rubric, wanted, active.result.id);
            if (active.is_late || is_out_of_time) {
                result.verdict = active.is_assembled ? Verdict::limit : Verdict::not_assembled;
                result.reason = !active.is_assembled ? "assembling it takes too long"
                                : active.is_late     ? "it was stopped after " + std::to_string(wanted.limits.seconds) +
                                                       " seconds of processor time: an endless loop?"
                                                 : "it was stopped by a limit on processor time that was in force" +
                                                       lower_limits(limits_for(m_rubric));
            } else if (WIFSIGNALED(status) && WTERMSIG(status) == SIGKILL) {
                result.verdict = Verdict::died;
                result.reason = "the system ended it (signal 9): out of memory?";
            } else {
                result.verdict = Verdict::died;
                result.reason = "the worker's process died (" + death_of(status) +
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

    void tell_progress(const Active& active) {
        if (m_progress) {
            m_progress(active.result, active.findings);
        }
    }

    const Rubric& m_rubric;
    const WorkerOptions& m_options;
    const TakeResult& m_take;
    const CaseProgress& m_progress;
    Clock::time_point m_begin = Clock::now();
    Descriptor m_nowhere;
    std::vector<std::unique_ptr<Active>> m_active;
    std::optional<Error> m_error;
};

}  // namespace

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
