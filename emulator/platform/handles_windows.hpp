#pragma once
// What the files for Windows share: handles behind descriptors, and the console's state. Paths need no other encoding:
// the program's manifest makes UTF-8 the code page of all functions that take char.

#ifndef WIN32_LEAN_AND_MEAN
#define WIN32_LEAN_AND_MEAN
#endif
#ifndef NOMINMAX
#define NOMINMAX
#endif
#include <winsock2.h>
// Behind it: what both declare is winsock2's.
#include <windows.h>

#include <optional>

namespace mariner::platform {

/// Sockets are no files here. Their descriptors are numbers that no file has.
int keep_socket(SOCKET socket);
std::optional<SOCKET> find_socket(int descriptor);
void close_socket(int descriptor);

/// INVALID_HANDLE_VALUE if there is none.
HANDLE handle_of(int descriptor);
bool is_console(HANDLE handle);
/// Bytes of a line that was read from the console, and not all asked for.
bool console_has_rest();

/// What Ctrl-C does: called on a thread of its own. Null: it ends the process.
struct InterruptAction {
    void (*act)() = nullptr;
    bool is_for_once = false;
};
/// Gives back what was to be done before.
InterruptAction exchange_interrupt_action(InterruptAction action);
/// If it is leased: before the process ends without running destructors.
void give_back_terminal();

}  // namespace mariner::platform
