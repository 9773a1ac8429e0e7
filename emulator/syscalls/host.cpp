#include "emulator/syscalls/host.hpp"

#include <chrono>

namespace mariner {

i64 Host::now_milliseconds() {
    using std::chrono::milliseconds;
    return std::chrono::duration_cast<milliseconds>(std::chrono::system_clock::now().time_since_epoch()).count();
}

}  // namespace mariner
