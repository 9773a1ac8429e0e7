#include "emulator/grader/sandbox.hpp"

#include <fcntl.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include <string>

namespace mariner::grader {
namespace {

/// The signal that ends a child which does this; its exit status if it lives.
template <class Act>
int end_of_child(const Act& act) {
    const pid_t child = ::fork();
    if (child == 0) {
        ::_exit(act() ? 0 : 99);
    }
    int status = 0;
    ::waitpid(child, &status, 0);
    return WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status);
}

template <class Act>
int signal_of(const Act& act) {
    return end_of_child([&] {
        const bool is_locked = limit_resources({}).has_value() && filter_system_calls().has_value();
        act();
        return is_locked;
    });
}

TEST(Sandbox, EndsAProcessThatLeavesItsBounds) {
    EXPECT_EQ(signal_of([] {}), 0);
    EXPECT_EQ(signal_of([] { std::string grows(size_t{8} << 20, 'x'); }), 0);
    EXPECT_EQ(signal_of([] { ::abort(); }), SIGABRT);
    EXPECT_EQ(signal_of([] { ::open("/etc/passwd", O_RDONLY); }), SIGSYS);
    EXPECT_EQ(signal_of([] { ::socket(AF_INET, SOCK_STREAM, 0); }), SIGSYS);
    EXPECT_EQ(signal_of([] { ::fork(); }), SIGSYS);
    EXPECT_EQ(signal_of([] { ::kill(::getppid(), 0); }), SIGSYS);
    EXPECT_EQ(signal_of([] { ::syscall(SYS_tgkill, 1, 1, 0); }), SIGSYS);
    EXPECT_EQ(signal_of([] { ::execl("/bin/sh", "sh", nullptr); }), SIGSYS);
    EXPECT_EQ(signal_of([] {
                  ::mmap(nullptr, 4096, PROT_READ | PROT_WRITE | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
              }),
              SIGSYS);
    EXPECT_EQ(signal_of([] { ::mmap(nullptr, 4096, PROT_READ | PROT_EXEC, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0); }), 0);
    EXPECT_EQ(signal_of([] {
                  void* const page = ::mmap(nullptr, 4096, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
                  ::mprotect(page, 4096, PROT_WRITE | PROT_EXEC);
              }),
              SIGSYS);
#ifdef __x86_64__
    EXPECT_EQ(signal_of([] { ::syscall(0x40000000 + SYS_getpid); }), SIGSYS) << "the x32 way of calling";
#endif
}

TEST(Sandbox, KeepsToLowerLimitsThatAreInForce) {
    const auto lowered = [](auto resource, rlim_t amount) {
        const rlimit limit{amount, amount};
        return ::setrlimit(resource, &limit) == 0;
    };
    EXPECT_EQ(end_of_child([&] {
                  rlimit after{};
                  return lowered(RLIMIT_CPU, 300) && lowered(RLIMIT_NOFILE, 6) && limit_resources({}).has_value() &&
                         ::getrlimit(RLIMIT_CPU, &after) == 0 && after.rlim_max == 300 && after.rlim_cur == 299 &&
                         ::getrlimit(RLIMIT_NOFILE, &after) == 0 && after.rlim_max == 6;
              }),
              0);
    EXPECT_EQ(end_of_child([&] {
                  const std::string before = lower_limits({});
                  return before.empty() && lowered(RLIMIT_CPU, 300) &&
                         lower_limits({}) == "; in force here: 300 seconds of processor time (ulimit -t)";
              }),
              0);
}

}  // namespace
}  // namespace mariner::grader
