#include "emulator/platform/file_stamp_posix.hpp"

namespace mariner::platform {

FileStamp FileStamp::of(const struct stat& facts) {
#if defined(__APPLE__)
    const timespec& written = facts.st_mtimespec;
    const timespec& changed = facts.st_ctimespec;
#else
    const timespec& written = facts.st_mtim;
    const timespec& changed = facts.st_ctim;
#endif
    return {facts.st_dev,    facts.st_ino,   facts.st_size,  written.tv_sec,
            written.tv_nsec, changed.tv_sec, changed.tv_nsec};
}

FileStamp FileStamp::of(int descriptor) {
    struct stat facts {};
    return ::fstat(descriptor, &facts) == 0 ? of(facts) : FileStamp();
}

}  // namespace mariner::platform
