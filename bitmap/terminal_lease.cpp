#include "bitmap/terminal_lease.hpp"

#include <poll.h>
#include <termios.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>

namespace mariner::bitmap {

namespace {

constexpr std::array deadly_signals = {SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGABRT};

/// What a signal handler needs to give the terminal back; handlers can reach nothing but this.
struct Rescue {
    TerminalLeaseOptions options;
    termios saved{};
    termios raw{};
};
Rescue rescue;
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

extern "C" void on_deadly_signal(int signal) {
    give_back_terminal();
    ::signal(signal, SIG_DFL);
    ::raise(signal);
}

extern "C" void on_suspend(int /*signal*/) {
    const int error = errno;
    ::tcgetattr(rescue.options.input, &rescue.raw);  // a line editor has changed it since
    give_back_terminal();
    ::raise(SIGSTOP);
    take_terminal();
    errno = error;
}

extern "C" void on_resize(int /*signal*/) {
    is_stale = 1;
}

}  // namespace

/// Handles a signal while it lives, where nobody else wants that signal.
class TerminalLease::SignalGuard {
public:
    SignalGuard(int signal, void (*handler)(int)) : m_signal(signal) {
        if (::sigaction(signal, nullptr, &m_before) != 0 || m_before.sa_handler != SIG_DFL) {
            return;
        }
        struct sigaction action {};
        action.sa_handler = handler;
        m_is_set = ::sigaction(signal, &action, nullptr) == 0;
    }
    SignalGuard(const SignalGuard&) = delete;
    SignalGuard& operator=(const SignalGuard&) = delete;
    ~SignalGuard() {
        if (m_is_set) {
            ::sigaction(m_signal, &m_before, nullptr);
        }
    }

private:
    int m_signal;
    bool m_is_set = false;
    struct sigaction m_before {};
};

TerminalLease::TerminalLease() {
    for (int signal : deadly_signals) {
        m_guards.push_back(std::make_unique<SignalGuard>(signal, on_deadly_signal));
    }
    m_guards.push_back(std::make_unique<SignalGuard>(SIGTSTP, on_suspend));
    m_guards.push_back(std::make_unique<SignalGuard>(SIGWINCH, on_resize));
    take_terminal();
}

TerminalLease::~TerminalLease() {
    give_back_terminal();
}

Result<std::unique_ptr<TerminalLease>> TerminalLease::take(const TerminalLeaseOptions& options) {
    if (is_taken != 0 || ::isatty(options.input) == 0 || ::isatty(options.output) == 0) {
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
