#include <unistd.h>

#include "emulator/platform/files.hpp"
#include "emulator/platform/terminal.hpp"

namespace mariner::platform {

bool is_terminal(int descriptor) {
    return ::isatty(descriptor) != 0;
}

/// The host doesn't say.
TerminalSize terminal_size(int /*output*/) {
    return {};
}

TerminalLease::TerminalLease() = default;
TerminalLease::~TerminalLease() = default;

Result<std::unique_ptr<TerminalLease>> TerminalLease::take(const TerminalLeaseOptions& options) {
    // Its mode can't be changed, and nothing needs to be rescued.
    if (options.takes_input || !options.enter.empty()) {
        return Error{"there is no terminal to draw on"};
    }
    return std::unique_ptr<TerminalLease>(new TerminalLease());
}

bool TerminalLease::take_stale() {
    return false;
}

struct TypedBytes::Before {};

TypedBytes::TypedBytes() = default;
TypedBytes::~TypedBytes() = default;

TypedBytes::Arrival TypedBytes::take(char& byte) const {
    return read_patiently(standard_input, {&byte, 1}).count == 1 ? Arrival::byte : Arrival::gone;
}

}  // namespace mariner::platform
