#pragma once
// One owner of an output folder: a lock that the system drops when its holder dies, on a file that names the holder.
// Taken by `mariner grade` before it writes anything; shared by `merge` while it reads.

#include <string>

#include "emulator/support/result.hpp"

namespace mariner::grader {

class FolderLock {
public:
    enum class Kind : unsigned char { alone, shared };

    /// At once: the lock, or an error that names who has it. `alone` makes the file, `shared` needs none.
    static Result<FolderLock> take(const std::string& folder, Kind kind);
    FolderLock(FolderLock&& other) noexcept;
    FolderLock& operator=(FolderLock&& other) = delete;
    ~FolderLock();

private:
    explicit FolderLock(int file) : m_file(file) {}

    int m_file;
};

}  // namespace mariner::grader
