#pragma once
// The file that keeps a league's games as they are played, so that an interrupted league goes on, unchanged bots don't
// play again, and several machines share one league. A pair's games are known by all that they depend on.

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "emulator/grader/record_file.hpp"
#include "emulator/league/league.hpp"

namespace mariner::league {

/// Who played in a part of a league that has come to its end; without files.
struct LeaguePart {
    LeagueRules rules{};
    u64 shard = 1;
    u64 shards = 1;
    std::vector<LeagueBot> bots{};
    std::vector<LeagueBot> left_out{};
};

class LeagueJournal {
public:
    /// A new one, or with `resume` the one that is there, if it is of this version of mariner. An empty path: a
    /// temporary file.
    static Result<std::unique_ptr<LeagueJournal>> open(const std::string& path, const std::string& version,
                                                       bool resume);
    static Result<std::unique_ptr<LeagueJournal>> read(const std::string& path, const std::string& version);

    [[nodiscard]] bool has(const std::string& key) const { return m_pairs.contains(key); }
    [[nodiscard]] std::optional<PairResult> find(const std::string& key) const;
    Result<void> add(const PairResult& pair);
    /// All of these have been played.
    Result<void> complete(const LeaguePart& part);
    /// Nothing while it isn't complete.
    [[nodiscard]] const std::optional<LeaguePart>& part() const { return m_part; }

private:
    LeagueJournal(grader::RecordFile file, std::string version)
        : m_file(std::move(file)), m_version(std::move(version)) {}
    bool load();

    grader::RecordFile m_file;
    std::string m_version;
    std::map<std::string, grader::RecordFile::RecordPlace> m_pairs;  // by key
    std::optional<LeaguePart> m_part;
};

/// Which pairs a shard plays.
constexpr bool is_in_shard(size_t pair, u64 shard, u64 shards) {
    return pair % shards == shard - 1;
}

/// The whole league, if these journals hold all pairs of the part's bots; else an error that says which pair lacks.
Result<League> league_of(const LeaguePart& part, const std::vector<std::unique_ptr<LeagueJournal>>& journals);

/// The journals of all parts, if they fit together.
Result<League> merged_league(const std::vector<std::string>& journal_paths, const std::string& version);

}  // namespace mariner::league
