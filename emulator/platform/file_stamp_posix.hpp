#pragma once
// Whether a file is still the one it was: for what follows paths by hand, which only POSIX systems can.

#include <sys/stat.h>

namespace mariner::platform {

/// What changes when a file is written to or another one takes its place.
struct FileStamp {
    dev_t device = 0;
    ino_t number = 0;
    off_t size = 0;
    time_t written = 0;
    long written_ns = 0;
    time_t changed = 0;
    long changed_ns = 0;
    bool operator==(const FileStamp&) const = default;

    static FileStamp of(const struct stat& facts);
    static FileStamp of(int descriptor);
};

}  // namespace mariner::platform
