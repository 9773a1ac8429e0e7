#include "emulator/grader/sandbox.hpp"

#include <sys/resource.h>

#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <string>

#if defined(__linux__) && (defined(__x86_64__) || defined(__aarch64__))
#define MARINER_HAS_SECCOMP 1
#include <linux/audit.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <initializer_list>
#include <vector>
#endif

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define MARINER_UNDER_SANITIZER 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer) || __has_feature(memory_sanitizer)
#define MARINER_UNDER_SANITIZER 1
#endif
#endif

namespace mariner::grader {

namespace {

// A sanitizer takes terabytes of addresses, and makes a pipe to find out whether memory can be read.
#ifdef MARINER_UNDER_SANITIZER
constexpr bool is_under_sanitizer = true;
#else
constexpr bool is_under_sanitizer = false;
#endif

Error system_error(const char* what) {
    return Error{std::string("a worker can't be locked in: ") + what + ": " + std::strerror(errno)};
}

Result<void> limit_resource(int resource, u64 amount) {
    const rlimit limit{static_cast<rlim_t>(amount), static_cast<rlim_t>(amount)};
    if (::setrlimit(static_cast<__rlimit_resource_t>(resource), &limit) != 0) {
        return system_error("setrlimit");
    }
    return {};
}

Result<void> limit_resources(const SandboxLimits& limits) {
    struct Row {
        int resource;
        u64 amount;
        bool wanted;
    };
    // A case that compares with a native twin has a second and a third guest.
    const u64 guest_addresses = 3 * ((u64{4} << 30) + (u64{16} << 20));
    const std::array<Row, 7> rows = {{{RLIMIT_CPU, limits.cpu_seconds, true},
                                      {RLIMIT_CORE, 0, true},
                                      {RLIMIT_FSIZE, 0, true},
                                      {RLIMIT_NOFILE, 8, true},
                                      {RLIMIT_NPROC, 0, true},
                                      {RLIMIT_DATA, limits.memory_bytes, !is_under_sanitizer},
                                      {RLIMIT_AS, guest_addresses + limits.memory_bytes, !is_under_sanitizer}}};
    for (const Row& row : rows) {
        if (row.wanted) {
            if (Result<void> done = limit_resource(row.resource, row.amount); !done) {
                return done;
            }
        }
    }
    return {};
}

#ifdef MARINER_HAS_SECCOMP

#ifdef __x86_64__
constexpr u32 this_architecture = AUDIT_ARCH_X86_64;
constexpr u32 other_abi_bit = 0x40000000;  // x32 numbers its calls with this bit set
#else
constexpr u32 this_architecture = AUDIT_ARCH_AARCH64;
constexpr u32 other_abi_bit = 0x40000000;
#endif

/// What a worker needs once it is running: memory, its pipe, the clock, its own end.
constexpr auto allowed_calls = std::to_array<u32>({
    SYS_read,
    SYS_write,
    SYS_close,
    SYS_fstat,
    SYS_munmap,
    SYS_mremap,
    SYS_madvise,
    SYS_mincore,
    SYS_brk,
    SYS_futex,
    SYS_rt_sigaction,
    SYS_rt_sigprocmask,
    SYS_rt_sigreturn,
    SYS_sigaltstack,
    SYS_getpid,
    SYS_gettid,
    SYS_sched_yield,
    SYS_clock_gettime,
    SYS_gettimeofday,
    SYS_nanosleep,
    SYS_clock_nanosleep,
    SYS_getrandom,
    SYS_sched_getaffinity,
    SYS_membarrier,
    SYS_rseq,
    SYS_exit,
    SYS_exit_group,
});

sock_filter statement(u32 code, u32 value) {
    return {static_cast<u16>(code), 0, 0, value};
}
sock_filter jump(u32 code, u32 value, u8 if_true, u8 if_false) {
    return {static_cast<u16>(code), if_true, if_false, value};
}

constexpr u32 load_word = BPF_LD | BPF_W | BPF_ABS;
constexpr u32 if_equal = BPF_JMP | BPF_JEQ | BPF_K;
constexpr u32 answer = BPF_RET | BPF_K;

/// The lower half of an argument: all that these calls look at.
sock_filter load_argument(size_t number) {
    return statement(load_word, static_cast<u32>(offsetof(seccomp_data, args) + number * sizeof(u64)));
}

std::vector<sock_filter> filter_program() {
    std::vector<sock_filter> program = {
        statement(load_word, offsetof(seccomp_data, arch)),   jump(if_equal, this_architecture, 1, 0),
        statement(answer, SECCOMP_RET_KILL_PROCESS),          statement(load_word, offsetof(seccomp_data, nr)),
        jump(BPF_JMP | BPF_JGE | BPF_K, other_abi_bit, 0, 1), statement(answer, SECCOMP_RET_KILL_PROCESS),
    };
    for (const u32 call : allowed_calls) {
        program.push_back(jump(if_equal, call, 0, 1));
        program.push_back(statement(answer, SECCOMP_RET_ALLOW));
    }
    const auto append = [&](std::initializer_list<sock_filter> more) { program.insert(program.end(), more); };
    // Memory is never both writable and executable.
    for (const u32 call : {u32{SYS_mmap}, u32{SYS_mprotect}}) {
        append({jump(if_equal, call, 0, 5), load_argument(2),
                statement(BPF_ALU | BPF_AND | BPF_K, PROT_WRITE | PROT_EXEC),
                jump(if_equal, PROT_WRITE | PROT_EXEC, 0, 1), statement(answer, SECCOMP_RET_KILL_PROCESS),
                statement(answer, SECCOMP_RET_ALLOW)});
    }
    // abort() signals the process itself; nobody else may be signalled.
    append({jump(if_equal, SYS_tgkill, 0, 4), load_argument(0), jump(if_equal, static_cast<u32>(::getpid()), 0, 1),
            statement(answer, SECCOMP_RET_ALLOW), statement(answer, SECCOMP_RET_KILL_PROCESS)});
    if (is_under_sanitizer) {
        append({jump(if_equal, SYS_pipe2, 0, 1), statement(answer, SECCOMP_RET_ALLOW)});
    }
    program.push_back(statement(answer, SECCOMP_RET_KILL_PROCESS));
    return program;
}

Result<void> install_filter() {
    std::vector<sock_filter> program = filter_program();
    const sock_fprog filter{static_cast<u16>(program.size()), program.data()};
    if (::prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
        return system_error("no_new_privs");
    }
    if (::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &filter, 0, 0) != 0) {
        return system_error("seccomp");
    }
    return {};
}

#endif

}  // namespace

bool has_system_call_filter() {
#ifdef MARINER_HAS_SECCOMP
    // A null program is a fault where filters exist, and an invalid argument where they don't.
    return ::prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, nullptr, 0, 0) != 0 && errno == EFAULT;
#else
    return false;
#endif
}

Result<void> enter_sandbox(const SandboxLimits& limits) {
    if (Result<void> limited = limit_resources(limits); !limited) {
        return limited;
    }
#ifdef MARINER_HAS_SECCOMP
    if (has_system_call_filter()) {
        return install_filter();
    }
#endif
    return {};
}

}  // namespace mariner::grader
