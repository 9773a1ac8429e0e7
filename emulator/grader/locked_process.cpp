#include "emulator/grader/locked_process.hpp"

#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstdlib>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <numeric>
#include <optional>
#include <vector>

#ifdef __linux__
#include <sys/prctl.h>
#endif

#include "emulator/grader/message_pipe.hpp"
#include "emulator/machine/machine.hpp"
#include "emulator/support/file.hpp"

namespace mariner::grader {

namespace {

constexpr int result_descriptor = 3;
/// A process that waits for nothing and still gets no processor time for so long is taken for dead.
constexpr int longest_wait = 20;    // times its limit
constexpr int sandbox_failed = 99;  // the child's exit status
constexpr int no_helper = 98;       // its program can't be started
constexpr int lost_helper = 90;     // and more: which one
constexpr std::chrono::milliseconds longest_sleep(200);

Error system_error(const char* what) {
    return Error{std::string(what) + ": " + std::strerror(errno)};
}

bool tell_parent(const std::string& message) {
    return write_message(result_descriptor, message);
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

/// Closes everything from this number on.
void close_from(int first) {
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
        if (one >= first) {
            ::close(one);
        }
    }
}

/// These get the numbers from 0 on, in their order, and nothing else stays open.
void keep_only(const std::vector<int>& wanted) {
    constexpr int out_of_the_way = 12;
    std::vector<int> aside;
    aside.reserve(wanted.size());
    for (const int one : wanted) {
        aside.push_back(::fcntl(one, F_DUPFD, out_of_the_way));
    }
    for (size_t i = 0; i < aside.size(); ++i) {
        ::dup2(aside[i], static_cast<int>(i));
    }
    close_from(static_cast<int>(wanted.size()));
}

/// The rest of what is done before anybody's program is looked at.
Result<void> give_up_rights(const LockRules& rules) {
    ::signal(SIGINT, SIG_IGN);  // Ctrl-C is the parent's business
    become_nobody();            // before the next line, which a change of user undoes
#ifdef __linux__
    ::prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
    const Result<void> limited = limit_resources(rules.limits);
    return !rules.is_strict ? Result<void>() : limited ? filter_system_calls() : limited;
}

/// Everything that a child does before it looks at anybody's program. What is printed goes nowhere.
Result<void> lock_in(const LockRules& rules, int pipe, int nowhere, const std::vector<int>& others = {}) {
    std::vector<int> kept = {nowhere, nowhere, nowhere, pipe};
    kept.insert(kept.end(), others.begin(), others.end());
    keep_only(kept);
    return give_up_rights(rules);
}

/// What a fork leaves to do: in the child all of it, in the parent nothing.
struct ChildPipe {
    pid_t process = -1;
    Descriptor read_end;
};

/// A child that does `task(pipe, nowhere)` and never returns.
template <class Task>
Result<ChildPipe> start_child(const Task& task) {
    const Descriptor nowhere(::open("/dev/null", O_RDWR | O_CLOEXEC));
    std::array<int, 2> ends{};
    if (nowhere.number() < 0) {
        return system_error("/dev/null");
    }
    if (::pipe2(ends.data(), O_CLOEXEC) != 0) {
        return system_error("pipe");
    }
    const Descriptor write_end(ends[1]);
    ChildPipe child{-1, Descriptor(ends[0])};
    child.process = ::fork();
    if (child.process == 0) {
        task(write_end.number(), nowhere.number());
        ::_exit(0);
    }
    return child.process < 0 ? Result<ChildPipe>(system_error("fork")) : std::move(child);
}

/// A program in a process of its own, and this side's ends of its pipes.
struct Helper {
    pid_t process = -1;
    Descriptor orders;
    Descriptor answers;
};

/// Of the environment what the system's loader and the sanitizers look at: the rest may be somebody's secret.
std::vector<char*> plain_environment() {
    std::vector<char*> kept;
    for (char** one = environ; one != nullptr && *one != nullptr; ++one) {
        const std::string_view text = *one;
        if (text.starts_with("LD_LIBRARY_PATH=") || text.substr(0, text.find('=')).ends_with("SAN_OPTIONS")) {
            kept.push_back(*one);
        }
    }
    kept.push_back(nullptr);
    return kept;
}

Result<Helper> start_helper(const HelperCommand& command) {
    std::array<int, 2> orders{};
    std::array<int, 2> answers{};
    if (::pipe2(orders.data(), O_CLOEXEC) != 0) {
        return system_error("pipe");
    }
    const Descriptor reads(orders[0]);
    Helper helper{-1, Descriptor(orders[1]), Descriptor()};
    if (::pipe2(answers.data(), O_CLOEXEC) != 0) {
        return system_error("pipe");
    }
    helper.answers = Descriptor(answers[0]);
    const Descriptor writes(answers[1]);
    const Descriptor nowhere(::open("/dev/null", O_RDWR | O_CLOEXEC));
    std::vector<std::string> words = command.words;
    std::vector<char*> argv;
    argv.reserve(words.size() + 1);
    for (std::string& word : words) {
        argv.push_back(word.data());
    }
    argv.push_back(nullptr);
    std::vector<char*> environment = plain_environment();
    helper.process = ::fork();
    if (helper.process == 0) {
        keep_only({reads.number(), writes.number(), nowhere.number()});
        ::execve(command.program.c_str(), argv.data(), environment.data());
        ::_exit(no_helper);
    }
    return helper.process < 0 ? Result<Helper>(system_error("fork")) : std::move(helper);
}

int wait_for(pid_t process) {
    int status = 0;
    while (::waitpid(process, &status, 0) < 0 && errno == EINTR) {
    }
    return status;
}

std::string death_of(int status) {
    return WIFSIGNALED(status) ? "signal " + std::to_string(WTERMSIG(status)) + ", " + ::strsignal(WTERMSIG(status))
                               : "exit status " + std::to_string(WEXITSTATUS(status));
}

}  // namespace

Result<std::unique_ptr<LockedProcess>> LockedProcess::start(const LockRules& rules,
                                                            const std::function<void(const TellMessage& tell)>& task,
                                                            const std::vector<HelperCommand>& helpers) {
    std::unique_ptr<LockedProcess> process(new LockedProcess());
    std::vector<Descriptor> ends;
    std::vector<int> numbers;
    for (const HelperCommand& command : helpers) {
        Result<Helper> helper = start_helper(command);
        if (!helper) {
            return helper.error();
        }
        process->m_helpers.push_back(helper->process);
        for (Descriptor* const end : {&helper->orders, &helper->answers}) {
            numbers.push_back(end->number());
            ends.push_back(std::move(*end));
        }
    }
    Result<ChildPipe> child = start_child([&](int pipe, int nowhere) {
        if (!lock_in(rules, pipe, nowhere, numbers)) {
            ::_exit(sandbox_failed);
        }
        task(tell_parent);
    });
    if (!child) {
        return child.error();
    }
    process->m_process = child->process;
    process->m_pipe = std::move(child->read_end);
    return process;
}

Result<void> LockedProcess::rehearse(const LockRules& rules) {
    const Result<ChildPipe> child = start_child([&](int pipe, int nowhere) {
        Result<void> fine = lock_in(rules, pipe, nowhere);
        const ProgramImage empty;
        std::vector<std::unique_ptr<Machine>> guests;
        while (fine && guests.size() < rules.guests) {
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
    });
    if (!child) {
        return child.error();
    }
    std::array<char, 4096> bytes{};
    std::string said;
    for (ssize_t count = 1; count > 0 || (count < 0 && errno == EINTR);) {
        count = ::read(child->read_end.number(), bytes.data(), bytes.size());
        said.append(bytes.data(), static_cast<size_t>(std::max<ssize_t>(count, 0)));
    }
    const int status = wait_for(child->process);
    return status == 0 ? Result<void>()
                       : Error{(said.empty() ? "a worker died before it began (" + death_of(status) + ")" : said) +
                               lower_limits(rules.limits)};
}

LockedProcess::~LockedProcess() {
    kill_all();
    finish();
}

void LockedProcess::kill_all() {
    if (m_process > 0) {
        ::kill(m_process, SIGKILL);
    }
    for (const pid_t helper : m_helpers) {
        ::kill(helper, SIGKILL);
    }
}

std::chrono::nanoseconds LockedProcess::used() const {
    std::chrono::nanoseconds sum = used_by(m_process).value_or(std::chrono::nanoseconds(0));
    for (const pid_t helper : m_helpers) {
        sum += used_by(helper).value_or(std::chrono::nanoseconds(0));
    }
    return sum;
}

bool LockedProcess::hear(const std::function<bool(const std::string& message)>& take) {
    std::array<char, 65536> bytes{};
    const ssize_t count = ::read(m_pipe.number(), bytes.data(), bytes.size());
    if (count < 0) {
        return errno == EINTR;
    }
    m_received.append(bytes.data(), static_cast<size_t>(count));
    const bool makes_sense = take_messages(take);
    if (!makes_sense) {
        kill_all();
    }
    return count > 0 && makes_sense;
}

bool LockedProcess::take_messages(const std::function<bool(const std::string& message)>& take) {
    MessageLength length = 0;
    while (m_received.size() >= sizeof length) {
        std::memcpy(&length, m_received.data(), sizeof length);
        if (length > longest_message) {
            return false;
        }
        if (m_received.size() < sizeof length + length) {
            return true;
        }
        const std::string message = m_received.substr(sizeof length, length);
        m_received.erase(0, sizeof length + length);
        if (!take(message)) {
            return false;
        }
    }
    return true;
}

void LockedProcess::allow(std::chrono::nanoseconds time) {
    m_allowed = time;
    m_used_before = used();
    m_begun = Clock::now();
    m_deadline = m_begun + time;
}

void LockedProcess::look_at_time() {
    if (m_is_late || Clock::now() < m_deadline) {
        return;
    }
    const std::chrono::nanoseconds used = this->used() - m_used_before;
    if (used >= m_allowed || Clock::now() - m_begun >= m_allowed * longest_wait) {
        m_is_late = true;
        kill_all();
    }
    m_deadline = Clock::now() + std::max<std::chrono::nanoseconds>(m_allowed - used, std::chrono::milliseconds(10));
}

void LockedProcess::finish() {
    m_pipe = Descriptor();
    if (m_process > 0) {
        m_status = wait_for(m_process);
        m_process = -1;
    }
    for (size_t i = 0; i < m_helpers.size(); ++i) {
        ::kill(m_helpers[i], SIGKILL);  // who is dead already keeps the status that it died with
        const int status = wait_for(m_helpers[i]);
        if (WIFEXITED(m_status) && WEXITSTATUS(m_status) == lost_helper + static_cast<int>(i)) {
            m_status = status;
        }
    }
    m_helpers.clear();
}

bool LockedProcess::was_out_of_processor_time() const {
    return WIFSIGNALED(m_status) && WTERMSIG(m_status) == SIGXCPU;
}
bool LockedProcess::was_killed_by_system() const {
    return WIFSIGNALED(m_status) && WTERMSIG(m_status) == SIGKILL;
}
bool LockedProcess::could_not_be_locked_in() const {
    return WIFEXITED(m_status) && WEXITSTATUS(m_status) == sandbox_failed;
}
bool LockedProcess::had_no_helper() const {
    return WIFEXITED(m_status) && WEXITSTATUS(m_status) == no_helper;
}
std::string LockedProcess::death() const {
    return death_of(m_status);
}

void end_for_lost_helper(size_t helper) {
    ::_exit(lost_helper + static_cast<int>(helper));
}
void end_for_missing_lock() {
    ::_exit(sandbox_failed);
}

Result<void> lock_helper_in(const LockRules& rules) {
    return give_up_rights(rules);
}

std::vector<bool> wait_for_any(const std::vector<LockedProcess*>& processes) {
    std::vector<pollfd> waiting;
    LockedProcess::Clock::time_point nearest = LockedProcess::Clock::now() + longest_sleep;
    for (const LockedProcess* const process : processes) {
        waiting.push_back({process->descriptor(), POLLIN, 0});
        nearest = std::min(nearest, process->deadline());
    }
    const auto wait =
        std::chrono::duration_cast<std::chrono::milliseconds>(nearest - LockedProcess::Clock::now()).count();
    const int most = static_cast<int>(std::clamp<i64>(wait + 1, 0, longest_sleep.count()));
    const bool has_waited = ::poll(waiting.data(), waiting.size(), most) >= 0;
    std::vector<bool> has_something;
    has_something.reserve(waiting.size());
    for (const pollfd& one : waiting) {
        has_something.push_back(has_waited && one.revents != 0);
    }
    return has_something;
}

}  // namespace mariner::grader
