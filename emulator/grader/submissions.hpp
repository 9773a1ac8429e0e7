#pragma once
// A class's submissions: found in a folder or a ZIP, a file or a folder each, or under the names that learning
// platforms give them. Names come out harmless, sizes bounded; what was left out is noted.

#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/grader/results.hpp"
#include "emulator/support/result.hpp"
#include "emulator/support/source_file.hpp"

namespace mariner::grader {

struct Submission : HandedIn {
    std::vector<SourceFile> files;  // by name
};

struct SubmissionLimits {
    size_t files = 200;                    // of one submission
    u64 file_bytes = u64{4} << 20;         // of one file
    u64 submission_bytes = u64{16} << 20;  // of all its files
    size_t entries = 500'000;              // of the class
};

/// A file somewhere in a folder or an archive.
struct ClassFile {
    std::string path;  // relative and harmless: `/` between parts, no "." or ".." among them
    u64 bytes = 0;
};

/// Where files come from; implemented for folders and for archives.
class ClassFiles {
public:
    ClassFiles() = default;
    ClassFiles(const ClassFiles&) = delete;
    ClassFiles& operator=(const ClassFiles&) = delete;
    virtual ~ClassFiles() = default;

    /// Regular files, sorted by path.
    [[nodiscard]] virtual const std::vector<ClassFile>& files() const = 0;
    /// What was left out: links, unsafe names. Sentences.
    [[nodiscard]] virtual const std::vector<std::string>& notes() const = 0;
    virtual Result<std::string> read(size_t index, u64 limit) = 0;
    /// The first file that was no longer what had been listed when it was read; empty while there is none.
    [[nodiscard]] virtual const std::string& changed() const = 0;
};

/// A folder, a ZIP, or a single source file.
Result<std::unique_ptr<ClassFiles>> open_class(const std::string& path, const SubmissionLimits& limits = {});

/// A path made harmless, or nothing if it must be refused: absolute, "..", empty.
std::optional<std::string> harmless_path(std::string_view path);

class Submissions {
public:
    /// `patterns`: names of the files that count, such as "*.asm".
    static Result<Submissions> open(const std::string& path, std::vector<std::string> patterns,
                                    const SubmissionLimits& limits = {});

    [[nodiscard]] size_t size() const { return m_entries.size(); }
    [[nodiscard]] const std::string& id(size_t index) const { return m_entries[index].id; }
    [[nodiscard]] const std::string& student(size_t index) const { return m_entries[index].student; }
    /// Sentences about the class as a whole.
    [[nodiscard]] const std::vector<std::string>& notes() const { return m_files->notes(); }

    /// Reads one. A file that can't be read becomes a note; one that has changed since open() is an error.
    Result<Submission> load(size_t index);

private:
    struct SubmissionEntry : HandedIn {
        std::string attempt;  // of several, the last counts
        struct SubmissionPart {
            size_t file = 0;   // in ClassFiles
            std::string name;  // inside the submission
        };
        std::vector<SubmissionPart> parts;
    };

    Submissions(std::unique_ptr<ClassFiles> files, std::vector<std::string> patterns, const SubmissionLimits& limits)
        : m_files(std::move(files)), m_patterns(std::move(patterns)), m_limits(limits) {}

    void group();
    void name_entries();
    void add_file(Submission& submission, std::string name, std::string bytes, u64& total) const;
    void add_archive(Submission& submission, const std::string& bytes, u64& total) const;
    [[nodiscard]] bool counts(std::string_view name) const;

    std::unique_ptr<ClassFiles> m_files;
    std::vector<std::string> m_patterns;
    SubmissionLimits m_limits;
    std::vector<SubmissionEntry> m_entries;
};

}  // namespace mariner::grader
