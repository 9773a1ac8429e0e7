#pragma once
// The file that keeps results as they come, so that an interrupted grading loses nothing and an unchanged submission is
// not run again; also what shards hand over to `merge`, and where reports read from. Each record is on the disk before
// it counts. A record torn by a crash is cut off when the journal is opened again. Results are known by who handed in
// (identity) and everything that was handed in, never by a name that depends on the rest of the class.

#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "emulator/grader/content_hash.hpp"
#include "emulator/grader/record_file.hpp"
#include "emulator/grader/results.hpp"

namespace mariner::grader {

class Journal {
public:
    /// A new one, or with `resume` the one that is there, as far as it is of the same rubric and the same version of
    /// this program. An empty path: a temporary file that nobody sees.
    static Result<std::unique_ptr<Journal>> open(const std::string& path, const GradingInfo& info, bool resume,
                                                 const std::set<std::string>& former_ids = {});
    /// Somebody else's, for merging.
    static Result<std::unique_ptr<Journal>> read(const std::string& path);

    [[nodiscard]] const GradingInfo& info() const { return m_info; }
    /// Whether there is a result of this one, by all that is known before it is graded (begin_result in workers.hpp).
    [[nodiscard]] bool has(const SubmissionResult& handed_in) const;
    Result<void> add(const SubmissionResult& result);
    [[nodiscard]] Result<SubmissionResult> find(const std::string& identity) const;
    /// Says that all of these are graded now; what is added later undoes it.
    Result<void> complete(Roster roster);
    /// Nothing while the grading isn't complete.
    [[nodiscard]] const std::optional<Roster>& roster() const { return m_roster; }
    /// With `resume`, what the folder held of another rubric; null if there was nothing of this version of the program.
    [[nodiscard]] const Journal* before() const { return m_before.get(); }
    /// All students that ever had a result here when the journal was opened, by the id that their pages are called by.
    [[nodiscard]] const std::set<std::string>& former_ids() const { return m_former_ids; }

private:
    explicit Journal(RecordFile file) : m_file(std::move(file)) {}

    struct Record {
        RecordFile::RecordPlace place;
        ContentHash::Digest key;  // over all that was handed in
    };

    /// Reads all records; false if the first is no grading's.
    bool load();

    RecordFile m_file;
    GradingInfo m_info;
    std::map<ContentHash::Digest, Record> m_records;  // by the identity's hash; the last one counts
    std::optional<Roster> m_roster;
    std::set<std::string> m_former_ids;
    std::unique_ptr<Journal> m_before;
};

/// Results of the journal in an order, for reports.
class JournalResults final : public ResultSource {
public:
    /// All must be in the journal; both must outlive this.
    JournalResults(const Journal& journal, const std::vector<std::string>& identities)
        : m_journal(journal), m_identities(identities) {}

    [[nodiscard]] const GradingInfo& info() const override { return m_journal.info(); }
    [[nodiscard]] size_t size() const override { return m_identities.size(); }
    Result<SubmissionResult> submission(size_t index) override { return m_journal.find(m_identities[index]); }

private:
    const Journal& m_journal;
    const std::vector<std::string>& m_identities;
};

}  // namespace mariner::grader
