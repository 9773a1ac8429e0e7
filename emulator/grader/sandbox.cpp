#include "emulator/grader/sandbox.hpp"

#include <grp.h>
#include <sys/resource.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>

#include "emulator/support/sanitized.hpp"
#include "emulator/support/text.hpp"

#ifdef MARINER_SECCOMP
#include <linux/seccomp.h>
#include <seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>

#include <memory>
#endif

namespace mariner::grader {

namespace {

Error sandbox_error(const std::string& what, int number) {
    return Error{"a worker can't be locked in: " + what + ": " + std::strerror(number)};
}

struct ResourceRow {
    int resource;
    u64 amount;
    const char* name;
    const char* unit;
    const char* option;  // of the shell's ulimit
};

std::array<ResourceRow, 7> resource_rows(const SandboxLimits& limits) {
    const u64 guest_addresses = limits.guests * ((u64{4} << 30) + (u64{16} << 20));
    // A sanitizer takes terabytes of addresses.
    const u64 endless = is_sanitized ? RLIM_INFINITY : 0;
    return {
        {{RLIMIT_CPU, limits.cpu_seconds, "RLIMIT_CPU", "seconds of processor time", "-t"},
         {RLIMIT_DATA, std::max(limits.memory_bytes, endless), "RLIMIT_DATA", "bytes of data", "-d"},
         {RLIMIT_AS, std::max(guest_addresses + limits.memory_bytes, endless), "RLIMIT_AS", "bytes of addresses", "-v"},
         {RLIMIT_NOFILE, 8, "RLIMIT_NOFILE", "open files", "-n"},
         {RLIMIT_CORE, 0, "RLIMIT_CORE", "", ""},
         {RLIMIT_FSIZE, 0, "RLIMIT_FSIZE", "", ""},
         {RLIMIT_NPROC, 0, "RLIMIT_NPROC", "", ""}}};
}

rlimit limit_in_force(const ResourceRow& row) {
    rlimit limit{RLIM_INFINITY, RLIM_INFINITY};
    static_cast<void>(::getrlimit(static_cast<decltype(RLIMIT_CPU)>(row.resource), &limit));
    return limit;
}

#ifdef MARINER_SECCOMP

/// What a worker needs once it is running: memory, its pipe, the clock, its own end.
constexpr auto allowed_calls = std::to_array<int>({
    SCMP_SYS(read),
    SCMP_SYS(write),
    SCMP_SYS(close),
    SCMP_SYS(fstat),
    SCMP_SYS(munmap),
    SCMP_SYS(mremap),
    SCMP_SYS(madvise),
    SCMP_SYS(mincore),
    SCMP_SYS(brk),
    SCMP_SYS(futex),
    SCMP_SYS(rt_sigaction),
    SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(rt_sigreturn),
    SCMP_SYS(sigaltstack),
    SCMP_SYS(getpid),
    SCMP_SYS(gettid),
    SCMP_SYS(sched_yield),
    SCMP_SYS(clock_gettime),
    SCMP_SYS(gettimeofday),
    SCMP_SYS(nanosleep),
    SCMP_SYS(clock_nanosleep),
    SCMP_SYS(getrandom),
    SCMP_SYS(sched_getaffinity),
    SCMP_SYS(membarrier),
    SCMP_SYS(rseq),
    SCMP_SYS(exit),
    SCMP_SYS(exit_group),
});

int add_rules(scmp_filter_ctx filter) {
    int failed = 0;
    const auto allow = [&](int call, auto... conditions) {
        const int code = ::seccomp_rule_add(filter, SCMP_ACT_ALLOW, call, sizeof...(conditions), conditions...);
        failed = failed != 0 ? failed : code;
    };
    for (const int call : allowed_calls) {
        allow(call);
    }
    // Memory is never both writable and executable.
    for (const int call : {SCMP_SYS(mmap), SCMP_SYS(mprotect)}) {
        allow(call, scmp_arg_cmp{2, SCMP_CMP_MASKED_EQ, PROT_EXEC, 0});
        allow(call, scmp_arg_cmp{2, SCMP_CMP_MASKED_EQ, PROT_WRITE, 0});
    }
    // abort() signals the process itself; nobody else may be signalled.
    allow(SCMP_SYS(tgkill), scmp_arg_cmp{0, SCMP_CMP_EQ, static_cast<scmp_datum_t>(::getpid()), 0});
    if (is_sanitized) {  // it makes a pipe to find out whether memory can be read
        allow(SCMP_SYS(pipe2));
    }
    return failed;
}

#endif

}  // namespace

Result<void> limit_resources(const SandboxLimits& limits) {
    for (const ResourceRow& row : resource_rows(limits)) {
        rlimit limit = limit_in_force(row);
        limit.rlim_max = std::min<rlim_t>(limit.rlim_max, row.amount);
        limit.rlim_cur = std::min<rlim_t>(limit.rlim_cur, limit.rlim_max);
        if (row.resource == RLIMIT_CPU && limit.rlim_max != RLIM_INFINITY && limit.rlim_cur == limit.rlim_max) {
            limit.rlim_cur -= limit.rlim_cur > 1 ? 1 : 0;  // SIGXCPU says what SIGKILL doesn't
        }
        if (::setrlimit(static_cast<decltype(RLIMIT_CPU)>(row.resource), &limit) != 0) {
            return sandbox_error(std::string("setrlimit ") + row.name, errno);
        }
    }
    return {};
}

std::string lower_limits(const SandboxLimits& limits) {
    std::string text;
    for (const ResourceRow& row : resource_rows(limits)) {
        const rlimit limit = limit_in_force(row);
        if (limit.rlim_cur < row.amount) {
            text += (text.empty() ? "; in force here: " : ", ") + with_thousands(limit.rlim_cur) + " " + row.unit +
                    " (ulimit " + row.option + ")";
        }
    }
    return text;
}

void become_nobody() {
    constexpr uid_t nobody = 65534;
    if (::geteuid() == 0) {  // a container may know no such user: the filter holds all the same
        static_cast<void>(::setgroups(0, nullptr));
        static_cast<void>(::setgid(nobody));
        static_cast<void>(::setuid(nobody));
    }
}

Result<void> filter_system_calls() {
#ifdef MARINER_SECCOMP
    const std::unique_ptr<void, decltype(&::seccomp_release)> filter(::seccomp_init(SCMP_ACT_KILL_PROCESS),
                                                                     &::seccomp_release);
    if (!filter) {  // the library doesn't say why; where filters exist, a null one is a bad address
        static_cast<void>(::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, nullptr, 0, 0));
        return sandbox_error("no system call filter can be had (seccomp)", errno);
    }
    int failed = ::seccomp_attr_set(filter.get(), SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
    failed = failed != 0 ? failed : ::seccomp_attr_set(filter.get(), SCMP_FLTATR_API_SYSRAWRC, 1);  // the true errno
    failed = failed != 0 ? failed : add_rules(filter.get());
    failed = failed != 0 ? failed : ::seccomp_load(filter.get());
    return failed == 0 ? Result<void>() : sandbox_error("no system call filter can be had (seccomp)", -failed);
#else
    return Error{"a worker can't be locked in: this mariner was built without libseccomp"};
#endif
}

}  // namespace mariner::grader
