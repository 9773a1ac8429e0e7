#pragma once
// What a process needs before anything else, and what it may count on.

#include <cstdlib>
#include <string>

namespace mariner::platform {

/// Call it first in main(). From then on the three standard streams are open and carry bytes, whatever was closed at
/// the start; arguments, names and texts are UTF-8; relative paths count from where the user is. False if that can't
/// be had.
bool prepare_process();

/// Whether a console was opened for this process alone, as a double click does, and goes when it ends.
bool has_console_of_its_own();

/// A variable of the environment; empty if it isn't set.
inline std::string environment(const char* name) {
    const char* const value = std::getenv(name);
    return value == nullptr ? "" : value;
}

/// Where this program lies; empty if the system doesn't say.
std::string program_path();
/// By which this very program can be started again, even where its file has gone or another has taken its name.
std::string startable_path();
/// Has the user's browser show a file. False if there is none; it may still be starting when this returns.
bool open_in_browser(const std::string& path);

/// Whether std::thread starts one. Locks work either way.
extern const bool has_threads;

}  // namespace mariner::platform
