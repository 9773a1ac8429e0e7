#pragma once
// The files of a report, all of them or none: each is written beside its place, and they take their places together
// once everything is on the disk. A full disk, a signal or an error leaves what was there before.

#include <string>
#include <string_view>
#include <vector>

#include "emulator/support/result.hpp"
#include "emulator/support/types.hpp"

namespace mariner::grader {

class ReportFiles {
public:
    ReportFiles() = default;
    ReportFiles(const ReportFiles&) = delete;
    ReportFiles& operator=(const ReportFiles&) = delete;
    /// Takes back what was not committed.
    ~ReportFiles();

    /// What is no regular file (a pipe, a device) is written at once.
    Result<void> put(const std::string& path, std::string_view bytes);
    /// More bytes for what was put last, for what is larger than memory.
    Result<void> append(std::string_view bytes);
    Result<void> commit();

private:
    /// A class has two pages for each student: no path is kept in full.
    struct Aside {
        size_t folder = 0;  // in m_folders
        i64 mark = 0;       // nobody else's
        std::string name;
    };
    Aside& new_aside(const std::string& path);
    [[nodiscard]] std::string path_of(const Aside& aside) const { return m_folders[aside.folder] + aside.name; }
    [[nodiscard]] std::string written_as(const Aside& aside) const;

    std::vector<std::string> m_folders;  // each with its '/'
    std::vector<Aside> m_asides;
    std::string m_last;       // where what was put last stands for now
    std::string m_last_path;  // and what it will be called
};

/// An error if there is none and none can be made.
Result<void> make_folder(const std::string& path);

/// Takes away what writers that were killed have left in a folder.
void sweep(const std::string& folder);

}  // namespace mariner::grader
