#pragma once
// The terminal: whether a descriptor is one, how large it is, and what a program may do to it for a while.

#include <memory>
#include <string_view>

#include "emulator/support/result.hpp"
#include "emulator/support/types.hpp"

namespace mariner::platform {

bool is_terminal(int descriptor);

struct TerminalSize {
    u32 columns = 80;  // if it doesn't say
    u32 lines = 24;
};
TerminalSize terminal_size(int output);

struct TerminalLeaseOptions {
    int input = 0;
    int output = 1;
    std::string_view enter;   // sent when the terminal is taken, and again after a suspension; must outlive the lease
    std::string_view leave;   // sent when it is given back
    bool takes_input = true;  // false: the mode stays as it is; a line editor that changes it has it rescued
};

/// A terminal taken over for a while: its input comes byte by byte, its screen may be another; given back when the
/// lease ends, when the process is suspended, and when a signal or a crash ends the process. A handler that was there
/// before, as for Ctrl-C, goes on to be called. One lease at a time.
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

/// The bytes of a line that is edited on standard input. Signals wait, but for the moments in which a byte is waited
/// for: none comes unnoticed. Ctrl-C gives up the line, whatever it does otherwise.
class TypedBytes {
public:
    TypedBytes();
    ~TypedBytes();
    TypedBytes(const TypedBytes&) = delete;
    TypedBytes& operator=(const TypedBytes&) = delete;

    enum class Arrival : u8 {
        byte,
        stale,        // the lease may be: there is no byte yet
        interrupted,  // by Ctrl-C
        gone,         // the terminal, or the end of input
    };
    Arrival take(char& byte) const;

private:
    struct Before;
    std::unique_ptr<Before> m_before;  // what signals did
};

}  // namespace mariner::platform
