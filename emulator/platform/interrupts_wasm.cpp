#include "emulator/platform/interrupts.hpp"

namespace mariner::platform {

// There are no signals: whoever runs the module ends it.

void on_interrupt(void (* /*act*/)()) {}

void on_first_interrupt(void (* /*act*/)()) {}

void ignore_interrupts() {}

void ignore_broken_pipes() {}

}  // namespace mariner::platform
