#pragma once
// One owner of an output folder: a lock that the system drops when its holder dies, on a file that names the holder.
// Taken by `mariner grade` before it writes anything; shared by `merge` while it reads.

#include <string>
#include <utility>

#include "emulator/platform/descriptor.hpp"
#include "emulator/support/result.hpp"

namespace mariner::grader {

class FolderLock {
public:
    enum class Sharing : unsigned char { alone, shared };

    /// At once: the lock, or an error that names who has it. `alone` makes the file, `shared` needs none.
    static Result<FolderLock> take(const std::string& folder, Sharing kind);

    /// Waits until nobody else holds this file, which is made if need be.
    static Result<FolderLock> wait_for(const std::string& path);

private:
    explicit FolderLock(Descriptor file) : m_file(std::move(file)) {}

    Descriptor m_file;
};

}  // namespace mariner::grader
