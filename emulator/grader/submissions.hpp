#pragma once
// A class's submissions: found in a folder or a ZIP, a file or a folder each, or under the names that learning
// platforms give them. Names come out harmless, sizes bounded; what was left out is noted.

#include <array>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/grader/class_list.hpp"
#include "emulator/grader/download.hpp"
#include "emulator/grader/feedback.hpp"
#include "emulator/grader/results.hpp"
#include "emulator/support/calendar_time.hpp"
#include "emulator/support/result.hpp"
#include "emulator/support/source_file.hpp"

namespace mariner::grader {

struct Submission : HandedIn {
    std::vector<SourceFile> files;                    // by name
    std::map<std::string, std::string> handed_in_as;  // what a file was called that goes by another name here
    std::vector<std::optional<JudgedCase>> kept;      // by case: how it came out before and would again; or empty
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
    size_t place = 0;  // where its source finds it
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
    /// Folders too, sorted, also those that hold nothing or nothing that is listed.
    [[nodiscard]] virtual const std::vector<std::string>& folders() const = 0;
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
/// Hidden files and folders, and what systems leave behind, are nobody's submission.
bool is_clutter(std::string_view path);

/// Which of several attempts counts.
enum class AttemptChoice : u8 { last, best, first };
inline constexpr std::array<std::string_view, 3> attempt_choice_names = {"last", "best", "first"};

struct SubmissionRules {
    std::vector<std::string> patterns;  // names of the files that count, such as "*.asm"
    std::string main_file;  // a file that the platform has renamed is taken for it; empty: none is looked for
    AttemptChoice attempt = AttemptChoice::last;
    std::optional<CalendarTime> due;
    bool is_one = false;  // all files are one student's, whatever they are called
};

class Submissions {
public:
    static Result<Submissions> open(const std::string& path, SubmissionRules rules,
                                    const SubmissionLimits& limits = {});

    /// Who is on the list and hasn't handed in: theirs is a submission of nothing.
    void add_absent(const ClassList& list);

    [[nodiscard]] Lms lms() const { return m_download.lms; }
    [[nodiscard]] size_t size() const { return m_entries.size(); }
    /// What is known of all their attempts: not when they came.
    [[nodiscard]] const HandedIn& who(size_t index) const { return m_entries[index]; }
    /// Sentences about the class as a whole.
    [[nodiscard]] std::vector<std::string> notes() const;

    /// What was handed in last, as the download has it.
    [[nodiscard]] HandedInAs handed_in_as(size_t index) const;

    /// How many of its attempts are to be graded, of which the best counts; 1 unless the rules say so.
    [[nodiscard]] size_t tries(size_t index) const;
    /// By what the result of such an attempt is known.
    [[nodiscard]] std::string identity_of(size_t index, size_t attempt = 0) const;
    /// Reads one. A file that can't be read becomes a note; one that has changed since open() is an error.
    Result<Submission> load(size_t index, size_t attempt = 0);

private:
    struct SubmissionEntry : HandedIn {
        std::vector<HandInAttempt> handed;  // by time
    };

    Submissions(std::unique_ptr<ClassFiles> files, SubmissionRules rules, const SubmissionLimits& limits)
        : m_files(std::move(files)), m_rules(std::move(rules)), m_limits(limits) {}

    void group(const std::string& path);
    void name_entries();
    [[nodiscard]] size_t number_of(const SubmissionEntry& entry, size_t attempt) const;
    [[nodiscard]] Submission begin(const SubmissionEntry& entry, size_t number) const;
    void read_parts(Submission& submission, const std::vector<HandInPart>& parts);
    void add_file(Submission& submission, std::string name, std::string bytes, u64& total) const;
    void add_archive(Submission& submission, const std::string& bytes, u64& total, u32 depth) const;
    [[nodiscard]] bool has_program(const Submission& submission) const;
    [[nodiscard]] bool counts(std::string_view name) const;

    std::unique_ptr<ClassFiles> m_files;
    SubmissionRules m_rules;
    SubmissionLimits m_limits;
    ClassDownload m_download;
    std::vector<SubmissionEntry> m_entries;
};

}  // namespace mariner::grader
