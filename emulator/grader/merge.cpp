#include "emulator/grader/merge.hpp"

#include <algorithm>
#include <filesystem>
#include <map>
#include <set>

#include "emulator/grader/content_hash.hpp"
#include "emulator/grader/excerpt.hpp"
#include "emulator/grader/folder_lock.hpp"
#include "emulator/grader/pack.hpp"
#include "emulator/grader/student_id.hpp"

namespace mariner::grader {

namespace {

namespace fs = std::filesystem;

constexpr size_t most_named = 10;

bool is_same_file(const std::string& a, const std::string& b) {
    std::error_code none;
    return fs::equivalent(a, b, none);
}

class Merger {
public:
    explicit Merger(std::string out) : m_out(std::move(out)) {}

    Result<void> add(const std::string& part) {
        std::error_code none;
        const bool is_folder = fs::is_directory(part, none);
        if (is_folder && !m_out.empty() && is_same_file(part, m_out)) {
            return Error{"--out must be another folder than the parts, unless it holds shards"};
        }
        if (is_folder) {
            Result<FolderLock> lock = FolderLock::take(part, FolderLock::Sharing::shared);
            if (!lock) {
                return lock.error();
            }
            m_locks.push_back(std::move(*lock));
        }
        Result<std::unique_ptr<Journal>> journal = Journal::read(is_folder ? journal_path(part) : part);
        if (!journal) {
            return journal.error();
        }
        m_parts.push_back({part, std::move(*journal)});
        const Result<void> fits = check(m_parts.back());
        return fits ? take_all() : fits;
    }

    /// Nothing is written before all parts have been found to fit.
    Result<std::unique_ptr<Journal>> finish() {
        const std::string trouble = m_contradictions.empty() ? missing_shard() : m_contradictions;
        if (!trouble.empty()) {
            return Error{trouble};
        }
        Result<std::unique_ptr<Journal>> whole =
            Journal::open(journal_path(m_out), m_parts.at(0).journal->info(), false);
        std::map<std::string, std::string> order;  // identities by id
        for (const auto& [identity, taken] : m_taken) {
            order[taken.id] = identity;
        }
        Roster roster;
        for (const auto& [id, identity] : order) {
            const Result<SubmissionResult> result = m_parts[m_taken.at(identity).part].journal->find(identity);
            Result<void> added = !whole ? whole.error() : !result ? result.error() : (*whole)->add(*result);
            if (!added) {
                return added.error();
            }
            roster.identities.push_back(identity);
        }
        if (whole) {
            if (Result<void> done = (*whole)->complete(std::move(roster)); !done) {
                return done.error();
            }
        }
        return whole;
    }

private:
    struct MergedPart {
        std::string name;
        std::unique_ptr<Journal> journal;
    };
    struct Taken {
        size_t part = 0;
        std::string id;
        std::string bytes;  // their fingerprint
    };

    Result<void> check(const MergedPart& part) {
        if (!part.journal->roster()) {
            return Error{part.name + " is not finished: grade it again with --resume"};
        }
        m_shards[part.journal->roster()->shards].insert(part.journal->roster()->shard);
        const GradingInfo& info = m_parts[0].journal->info();
        if (part.journal->info().rubric_hash != info.rubric_hash) {
            return Error{part.name + " was graded by another rubric"};
        }
        return part.journal->info().program_version == info.program_version
                   ? Result<void>()
                   : Error{part.name + " was graded by another version of mariner"};
    }

    Result<void> take_all() {
        const Journal& journal = *m_parts.back().journal;
        for (const std::string& identity : journal.roster()->identities) {
            const Result<SubmissionResult> result = journal.find(identity);
            if (!result) {
                return result.error();
            }
            ContentHash bytes;
            bytes.add(pack(*result));
            take(*result, {m_parts.size() - 1, result->id, bytes.finish()});
        }
        return {};
    }
    void take(const SubmissionResult& result, const Taken& taken) {
        const std::string& bearer = m_pages.try_emplace(fold_case(result.id), result.identity).first->second;
        const Taken& known = m_taken.try_emplace(bearer, taken).first->second;
        if (bearer == result.identity && known.bytes == taken.bytes) {
            return;
        }
        if (m_noted++ < most_named) {
            m_contradictions += (m_contradictions.empty() ? "" : "\n") + m_parts[known.part].name + " and " +
                                m_parts[taken.part].name + " contradict each other on " + in_quotes(result.student) +
                                " (" + result.id + ")";
        } else if (m_noted == most_named + 1) {
            m_contradictions += "\n... and on more students";
        }
    }

    [[nodiscard]] std::string missing_shard() const {
        for (const auto& [count, numbers] : m_shards) {
            for (u32 number = 1; number <= count; ++number) {
                if (!numbers.contains(number)) {
                    return "shard " + std::to_string(number) + "/" + std::to_string(count) + " is missing";
                }
            }
        }
        return {};
    }

    std::string m_out;
    std::vector<MergedPart> m_parts;
    std::vector<FolderLock> m_locks;
    std::map<u32, std::set<u32>> m_shards;       // by how many there are
    std::map<std::string, Taken> m_taken;        // by identity
    std::map<std::string, std::string> m_pages;  // by an id without regard to case: whose it is
    std::string m_contradictions;
    size_t m_noted = 0;
};

}  // namespace

std::vector<std::string> journals_of(const std::string& part, const std::string& out) {
    std::error_code none;
    if (!fs::is_directory(part, none)) {
        return {part};
    }
    std::vector<std::string> found;
    for (const auto& entry : fs::directory_iterator(part, none)) {
        const std::string name = entry.path().filename().string();
        if (name.starts_with("shard-") && fs::exists(journal_path(entry.path().string()), none)) {
            found.push_back(part + "/" + name);
        }
    }
    std::sort(found.begin(), found.end());
    const bool is_out = !out.empty() && is_same_file(part, out);
    if (found.empty() || (!is_out && fs::exists(journal_path(part), none))) {
        found.push_back(part);
    }
    return found;
}

std::string journal_path(const std::string& folder) {
    return folder.empty() ? folder : folder + "/journal.mariner";
}

std::string shard_folder(size_t number, size_t count) {
    return "shard-" + std::to_string(number) + "-of-" + std::to_string(count);
}

Result<std::unique_ptr<Journal>> merge_parts(const std::vector<std::string>& parts, const std::string& folder) {
    Merger merger(folder);
    for (const std::string& part : parts) {
        for (const std::string& journal : journals_of(part, folder)) {
            if (Result<void> added = merger.add(journal); !added) {
                return added.error();
            }
        }
    }
    return merger.finish();
}

}  // namespace mariner::grader
