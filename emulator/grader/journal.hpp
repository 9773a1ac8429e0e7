#pragma once
// The file that keeps results as they come, so that an interrupted grading loses nothing and an unchanged submission is
// not run again; also what shards hand over to `merge`, and where reports read from. Each record is on the disk before
// it counts. A record torn by a crash is cut off when the journal is opened again.

#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/grader/results.hpp"

namespace mariner::grader {

class Journal {
public:
    /// A new one, or with `resume` the one that is there, as far as it is of the same rubric and the same version of
    /// this program. An empty path: a temporary file that nobody sees.
    static Result<std::unique_ptr<Journal>> open(const std::string& path, const GradingInfo& info, bool resume);
    /// Somebody else's, for merging.
    static Result<std::unique_ptr<Journal>> read(const std::string& path);
    ~Journal();
    Journal(const Journal&) = delete;
    Journal& operator=(const Journal&) = delete;

    [[nodiscard]] const GradingInfo& info() const { return m_info; }
    /// Whether there is a result of this submission with these contents.
    [[nodiscard]] bool has(const std::string& id, const std::string& content_hash) const;
    Result<void> add(const SubmissionResult& result);
    [[nodiscard]] Result<SubmissionResult> find(const std::string& id) const;
    [[nodiscard]] std::vector<std::string> ids() const;

private:
    explicit Journal(int file) : m_file(file) {}

    struct Record {
        u64 offset = 0;  // of its bytes
        u64 size = 0;
        std::string content_hash;
    };

    Result<void> append(std::string_view kind, const std::string& bytes, bool durable);
    /// Reads all records; false if the first is no grading's.
    bool load();
    [[nodiscard]] Result<std::string> bytes_at(u64 offset, u64 size) const;

    int m_file;
    bool m_is_temporary = false;
    GradingInfo m_info;
    u64 m_end = 0;
    std::map<std::string, Record> m_records;  // by the submission's id; the last one counts
};

/// Results of the journal in the order of the ids, for reports.
class JournalResults final : public ResultSource {
public:
    /// Only these ids; all must be in the journal, which must outlive this.
    JournalResults(const Journal& journal, std::vector<std::string> ids) : m_journal(journal), m_ids(std::move(ids)) {}

    [[nodiscard]] const GradingInfo& info() const override { return m_journal.info(); }
    [[nodiscard]] size_t size() const override { return m_ids.size(); }
    Result<SubmissionResult> submission(size_t index) override { return m_journal.find(m_ids[index]); }

private:
    const Journal& m_journal;
    std::vector<std::string> m_ids;
};

}  // namespace mariner::grader
