#include "emulator/platform/terminal.hpp"

#include <mutex>

#include "emulator/platform/files.hpp"
#include "emulator/platform/handles_windows.hpp"

namespace mariner::platform {

bool is_terminal(int descriptor) {
    return is_console(handle_of(descriptor));
}

TerminalSize terminal_size(int output) {
    CONSOLE_SCREEN_BUFFER_INFO facts{};
    if (GetConsoleScreenBufferInfo(handle_of(output), &facts) == 0) {
        return {};
    }
    return {static_cast<u32>(facts.srWindow.Right - facts.srWindow.Left + 1),
            static_cast<u32>(facts.srWindow.Bottom - facts.srWindow.Top + 1)};
}

// ---- TerminalLease -------------------------------------------------------------------------------------------------

namespace {

/// What the control handler, on its own thread, needs to give the terminal back.
struct LeasedConsole {
    TerminalLeaseOptions options;
    DWORD input_mode = 0;
    DWORD output_mode = 0;
    TerminalSize shown{0, 0};
    bool is_taken = false;
};
std::mutex lease_mutex;
LeasedConsole leased;

}  // namespace

void give_back_terminal() {
    const std::lock_guard lock(lease_mutex);
    if (leased.is_taken) {
        leased.is_taken = false;
        write_all(leased.options.output, leased.options.leave);
        SetConsoleMode(handle_of(leased.options.input), leased.input_mode);
        SetConsoleMode(handle_of(leased.options.output), leased.output_mode);
    }
}

TerminalLease::TerminalLease() {
    const std::lock_guard lock(lease_mutex);
    // Characters come one by one and unseen, keys as a terminal of Unix sends them; Ctrl-C keeps its meaning.
    constexpr DWORD line_by_line = ENABLE_LINE_INPUT | ENABLE_ECHO_INPUT | ENABLE_QUICK_EDIT_MODE;
    if (leased.options.takes_input) {
        SetConsoleMode(handle_of(leased.options.input),
                       (leased.input_mode & ~line_by_line) | ENABLE_EXTENDED_FLAGS | ENABLE_VIRTUAL_TERMINAL_INPUT);
    }
    SetConsoleMode(handle_of(leased.options.output),
                   leased.output_mode | ENABLE_PROCESSED_OUTPUT | ENABLE_VIRTUAL_TERMINAL_PROCESSING);
    write_all(leased.options.output, leased.options.enter);
    leased.shown = {0, 0};
    leased.is_taken = true;
}

TerminalLease::~TerminalLease() {
    give_back_terminal();
}

Result<std::unique_ptr<TerminalLease>> TerminalLease::take(const TerminalLeaseOptions& options) {
    if (leased.is_taken || !is_terminal(options.input) || !is_terminal(options.output)) {
        return Error{"there is no terminal to draw on"};
    }
    exchange_interrupt_action(exchange_interrupt_action({}));  // from now on a Ctrl-C that ends all gives it back
    leased.options = options;
    GetConsoleMode(handle_of(options.input), &leased.input_mode);
    GetConsoleMode(handle_of(options.output), &leased.output_mode);
    return std::unique_ptr<TerminalLease>(new TerminalLease());
}

bool TerminalLease::take_stale() {
    const TerminalSize size = terminal_size(leased.options.output);
    const bool is_stale = size.columns != leased.shown.columns || size.lines != leased.shown.lines;
    leased.shown = size;
    return is_stale;
}

// ---- TypedBytes ----------------------------------------------------------------------------------------------------

struct TypedBytes::Before {
    InterruptAction interrupt;
};

TypedBytes::TypedBytes() : m_before(std::make_unique<Before>()) {
    m_before->interrupt = exchange_interrupt_action({[] {}, false});
}

TypedBytes::~TypedBytes() {
    exchange_interrupt_action(m_before->interrupt);
}

TypedBytes::Arrival TypedBytes::take(char& byte) const {
    const ByteTransfer got = read(standard_input, std::span(&byte, 1));
    if (got.state == TransferState::not_now) {
        return Arrival::interrupted;  // the console breaks a reading off for nothing else
    }
    return got.count == 1 ? Arrival::byte : Arrival::gone;
}

}  // namespace mariner::platform
