#include "bitmap/terminal_lease.hpp"

#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <utility>

namespace mariner::bitmap {

namespace {

/// All that end a process unless something is done about them, and can be caught.
constexpr std::array deadly_signals = {SIGHUP,  SIGINT, SIGQUIT, SIGTERM,   SIGSEGV, SIGBUS,
                                       SIGFPE,  SIGILL, SIGABRT, SIGPIPE,   SIGALRM, SIGXCPU,
                                       SIGXFSZ, SIGSYS, SIGTRAP, SIGVTALRM, SIGPROF, SIGUSR2};

/// What a signal handler needs to give the terminal back; handlers can reach nothing but this.
struct Rescue {
    TerminalLeaseOptions options;
    termios saved{};
    termios raw{};
    std::array<struct sigaction, NSIG> before{};  // what each signal did before the lease
    std::array<bool, NSIG> is_handled{};          // by the lease
};
Rescue rescue;
volatile std::sig_atomic_t is_leased = 0;
volatile std::sig_atomic_t is_taken = 0;
volatile std::sig_atomic_t is_stale = 0;

void take_terminal() {
    ::tcsetattr(rescue.options.input, TCSADRAIN, &rescue.raw);
    send_to_terminal(rescue.options.output, rescue.options.enter);
    is_taken = 1;
    is_stale = 1;
}

void give_back_terminal() {
    if (is_taken != 0) {
        is_taken = 0;
        send_to_terminal(rescue.options.output, rescue.options.leave);
        ::tcsetattr(rescue.options.input, TCSANOW, &rescue.saved);
    }
}

/// Whoever wanted the signal before gets it (as often as was asked for), and the terminal stays taken.
extern "C" void on_deadly_signal(int signal) {
    struct sigaction& before = rescue.before[static_cast<size_t>(signal)];
    if (before.sa_handler != SIG_DFL) {
        const auto handler = before.sa_handler;
        before.sa_handler = (before.sa_flags & static_cast<int>(SA_RESETHAND)) != 0 ? SIG_DFL : handler;
        handler(signal);
        return;
    }
    give_back_terminal();
    ::signal(signal, SIG_DFL);
    ::raise(signal);
}

extern "C" void on_suspend(int /*signal*/) {
    const int error = errno;
    ::tcgetattr(rescue.options.input, &rescue.raw);  // a line editor has changed it since
    give_back_terminal();
    ::raise(SIGSTOP);
    errno = error;
}

/// Also after a SIGSTOP, of which nobody hears: the shell has used the terminal meanwhile. A line editor's mode isn't
/// known then.
extern "C" void on_continue(int /*signal*/) {
    const int error = errno;
    if (is_leased != 0 && (is_taken == 0 || rescue.options.takes_input)) {
        take_terminal();
    }
    errno = error;
}

extern "C" void on_resize(int /*signal*/) {
    is_stale = 1;
}

/// Until the lease ends; not if the signal is ignored. A handler that wants more than the number keeps it.
void handle(int signal, void (*handler)(int)) {
    struct sigaction& before = rescue.before[static_cast<size_t>(signal)];
    if (::sigaction(signal, nullptr, &before) == 0 && before.sa_handler != SIG_IGN &&
        (before.sa_flags & static_cast<int>(SA_SIGINFO)) == 0) {
        struct sigaction action {};
        action.sa_handler = handler;
        rescue.is_handled[static_cast<size_t>(signal)] = ::sigaction(signal, &action, nullptr) == 0;
    }
}

}  // namespace

TerminalLease::TerminalLease() {
    for (int signal : deadly_signals) {
        handle(signal, on_deadly_signal);
    }
    handle(SIGTSTP, on_suspend);
    handle(SIGCONT, on_continue);
    handle(SIGWINCH, on_resize);
    is_leased = 1;
    take_terminal();
}

TerminalLease::~TerminalLease() {
    is_leased = 0;
    give_back_terminal();
    for (int signal = 1; signal < NSIG; ++signal) {
        if (std::exchange(rescue.is_handled[static_cast<size_t>(signal)], false)) {
            ::sigaction(signal, &rescue.before[static_cast<size_t>(signal)], nullptr);
        }
    }
}

Result<std::unique_ptr<TerminalLease>> TerminalLease::take(const TerminalLeaseOptions& options) {
    if (is_leased != 0 || ::isatty(options.input) == 0 || ::isatty(options.output) == 0) {
        return Error{"there is no terminal to draw on"};
    }
    if (::tcgetattr(options.input, &rescue.saved) != 0) {
        return Error{"the terminal can't be set up"};
    }
    rescue.options = options;
    rescue.raw = rescue.saved;
    if (options.takes_input) {
        // Characters come one by one and unseen; Ctrl-C, Ctrl-Z and Ctrl-\ keep their meaning.
        rescue.raw.c_lflag &= ~static_cast<tcflag_t>(ICANON | ECHO | IEXTEN);
        rescue.raw.c_iflag &= ~static_cast<tcflag_t>(ICRNL | INLCR | IXON);
        rescue.raw.c_cc[VMIN] = 0;
        rescue.raw.c_cc[VTIME] = 0;
    }
    return std::unique_ptr<TerminalLease>(new TerminalLease());
}

bool TerminalLease::take_stale() {
    const bool stale = is_stale != 0;
    is_stale = 0;
    return stale;
}

void send_to_terminal(int descriptor, std::string_view bytes) {
    while (!bytes.empty()) {
        const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
        if (count > 0) {
            bytes.remove_prefix(static_cast<size_t>(count));
        } else if (errno == EAGAIN) {
            pollfd request{descriptor, POLLOUT, 0};
            ::poll(&request, 1, 100);
        } else if (errno != EINTR) {
            return;
        }
    }
}

}  // namespace mariner::bitmap
