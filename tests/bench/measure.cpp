// Runs a command and writes to the file REPORT one line: status, user, system and wall microseconds, peak KiB of
// memory. Called by tools/bench, which is too large itself to see how small a program is: a process's peak counts what
// its parent held when it was started.
//
//     measure REPORT COMMAND...

#include <spawn.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>

#include <cstdio>
#include <cstring>

extern char** environ;

namespace {

long microseconds(const timeval& time) {
    return time.tv_sec * 1'000'000L + time.tv_usec;
}

long now() {
    timespec time{};
    clock_gettime(CLOCK_MONOTONIC, &time);
    return time.tv_sec * 1'000'000L + time.tv_nsec / 1000;
}

}  // namespace

int main(int argc, char** argv) {
    if (argc < 3) {
        std::fputs("usage: measure REPORT COMMAND...\n", stderr);
        return 2;
    }
    const long began = now();
    pid_t child = 0;
    if (const int error = posix_spawnp(&child, argv[2], nullptr, nullptr, argv + 2, environ); error != 0) {
        std::fprintf(stderr, "measure: %s: %s\n", argv[2], std::strerror(error));
        return 127;
    }
    int status = 0;
    rusage usage{};
    if (wait4(child, &status, 0, &usage) != child) {
        std::perror("measure: wait4");
        return 127;
    }
    const long wall = now() - began;
    std::FILE* report = std::fopen(argv[1], "w");
    if (report == nullptr) {
        std::perror(argv[1]);
        return 127;
    }
    const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    std::fprintf(report, "%d %ld %ld %ld %ld\n", code, microseconds(usage.ru_utime), microseconds(usage.ru_stime), wall,
                 usage.ru_maxrss);
    return std::fclose(report) == 0 ? 0 : 127;
}
