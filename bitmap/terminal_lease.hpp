#pragma once
// A terminal taken over for a while: its input comes byte by byte, its screen may be another; given back when the lease
// ends, when the process is suspended, and when a signal or a crash ends the process. A handler that was there before,
// as for Ctrl-C, goes on to be called. One lease at a time.

#include <memory>
#include <string_view>

#include "emulator/support/result.hpp"
#include "emulator/support/types.hpp"

namespace mariner::bitmap {

struct TerminalLeaseOptions {
    int input = 0;
    int output = 1;
    std::string_view enter;   // sent when the terminal is taken, and again after a suspension; must outlive the lease
    std::string_view leave;   // sent when it is given back
    bool takes_input = true;  // false: the mode stays as it is; a line editor that changes it has it rescued
};

class TerminalLease {
public:
    static Result<std::unique_ptr<TerminalLease>> take(const TerminalLeaseOptions& options);
    ~TerminalLease();
    TerminalLease(const TerminalLease&) = delete;
    TerminalLease& operator=(const TerminalLease&) = delete;

    /// True once after the size changed or the terminal came back from a suspension: what it shows is unknown.
    bool take_stale();

private:
    TerminalLease();
};

/// All bytes, waiting where the terminal is slow; gives up silently when it is gone.
void send_to_terminal(int descriptor, std::string_view bytes);

}  // namespace mariner::bitmap
