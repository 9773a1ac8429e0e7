#include <sys/ioctl.h>
#include <sys/select.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <utility>

#include "emulator/platform/files.hpp"
#include "emulator/platform/terminal.hpp"

namespace mariner::platform {

bool is_terminal(int descriptor) {
    return ::isatty(descriptor) != 0;
}

TerminalSize terminal_size(int output) {
    winsize window{};
    const bool is_known = ::ioctl(output, TIOCGWINSZ, &window) == 0 && window.ws_col > 0 && window.ws_row > 0;
    return is_known ? TerminalSize{window.ws_col, window.ws_row} : TerminalSize{};
}

// ---- TerminalLease -------------------------------------------------------------------------------------------------

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
    write_all(rescue.options.output, rescue.options.enter);
    is_taken = 1;
    is_stale = 1;
}

void give_back_terminal() {
    if (is_taken != 0) {
        is_taken = 0;
        write_all(rescue.options.output, rescue.options.leave);
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
    if (is_leased != 0 || !is_terminal(options.input) || !is_terminal(options.output)) {
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

// ---- TypedBytes ----------------------------------------------------------------------------------------------------

namespace {

/// Set by Ctrl-C while a line is read.
std::atomic<bool> line_is_given_up = false;

}  // namespace

struct TypedBytes::Before {
    sigset_t mask{};
    struct sigaction interrupt {};
};

TypedBytes::TypedBytes() : m_before(std::make_unique<Before>()) {
    line_is_given_up = false;
    struct sigaction action {};
    action.sa_handler = [](int) { line_is_given_up = true; };
    ::sigaction(SIGINT, &action, &m_before->interrupt);
    sigset_t waiting;
    sigemptyset(&waiting);
    for (const int signal : {SIGINT, SIGTSTP, SIGWINCH}) {
        sigaddset(&waiting, signal);
    }
    ::pthread_sigmask(SIG_BLOCK, &waiting, &m_before->mask);
}

TypedBytes::~TypedBytes() {
    ::pthread_sigmask(SIG_SETMASK, &m_before->mask, nullptr);
    ::sigaction(SIGINT, &m_before->interrupt, nullptr);
}

TypedBytes::Arrival TypedBytes::take(char& byte) const {
    fd_set input;
    FD_ZERO(&input);
    FD_SET(standard_input, &input);
    if (::pselect(standard_input + 1, &input, nullptr, nullptr, nullptr, &m_before->mask) > 0) {
        return ::read(standard_input, &byte, 1) > 0 ? Arrival::byte : Arrival::gone;
    }
    return errno != EINTR ? Arrival::gone : (line_is_given_up ? Arrival::interrupted : Arrival::stale);
}

}  // namespace mariner::platform
