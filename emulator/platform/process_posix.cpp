#include "emulator/platform/process.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <initializer_list>

namespace mariner::platform {

const bool has_threads = true;

bool has_console_of_its_own() {
    return false;
}

/// A file that is opened later must not take the number of a stream that was closed at the start: the guest's output
/// would end up in it. What stands in is open the wrong way round, so that using it fails as it would have.
bool prepare_process() {
    for (const int stream : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
        const int mode = stream == STDIN_FILENO ? O_WRONLY : O_RDONLY;
        if (::fcntl(stream, F_GETFD) < 0 && ::open("/dev/null", mode) != stream) {
            return false;
        }
    }
    return true;
}

}  // namespace mariner::platform
