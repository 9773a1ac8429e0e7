#include "emulator/league/league_journal.hpp"

#include <algorithm>
#include <set>

#include "emulator/league/league_pack.hpp"

namespace mariner::league {

inline auto fields(LeaguePart& value) {
    return std::tie(value.rules, value.shard, value.shards, value.bots, value.left_out);
}

namespace {

constexpr std::string_view header_kind = "mariner-league-1";
constexpr std::string_view pair_kind = "pair";
constexpr std::string_view part_kind = "complete";

bool is_same_bot(const LeagueBot& a, const LeagueBot& b) {
    return a.name == b.name && a.hash == b.hash && a.why_not == b.why_not;
}

}  // namespace

Result<std::unique_ptr<LeagueJournal>> LeagueJournal::open(const std::string& path, const std::string& version,
                                                           bool resume) {
    Result<grader::RecordFile> file = grader::RecordFile::open(path);
    if (!file) {
        return file.error();
    }
    std::unique_ptr<LeagueJournal> journal(new LeagueJournal(std::move(*file), version));
    if (!journal->load() || !resume) {
        journal->m_file.clear();
        journal->m_pairs.clear();
        journal->m_part.reset();
    }
    if (const Result<void> cut = journal->m_file.cut(); !cut) {
        return cut.error();
    }
    if (journal->m_file.is_empty()) {
        const auto header = journal->m_file.append(header_kind, journal->m_version);
        if (!header) {
            return header.error();
        }
    }
    return journal;
}

Result<std::unique_ptr<LeagueJournal>> LeagueJournal::read(const std::string& path, const std::string& version) {
    Result<grader::RecordFile> file = grader::RecordFile::read(path);
    if (!file) {
        return file.error();
    }
    std::unique_ptr<LeagueJournal> journal(new LeagueJournal(std::move(*file), version));
    if (!journal->load()) {
        return Error{path + " is no journal of a league, or of another version of mariner"};
    }
    return journal;
}

bool LeagueJournal::load() {
    bool has_header = false;
    m_file.load([&](std::string_view kind, const std::string& bytes, grader::RecordFile::RecordPlace place) {
        if (!has_header) {
            has_header = kind == header_kind && bytes == m_version;
            return has_header;
        }
        if (kind == part_kind) {
            m_part = grader::unpack<LeaguePart>(bytes);
        } else if (const std::optional<PairResult> pair = grader::unpack<PairResult>(bytes)) {
            m_pairs[pair->key] = place;
            m_part.reset();
        }
        return true;
    });
    return has_header;
}

std::optional<PairResult> LeagueJournal::find(const std::string& key) const {
    const auto found = m_pairs.find(key);
    return found == m_pairs.end() ? std::nullopt : grader::unpack<PairResult>(m_file.bytes_at(found->second));
}

Result<void> LeagueJournal::add(const PairResult& pair) {
    // What a killed process has written stays written; only a failing machine could lose it, and then it is played
    // anew.
    const auto place = m_file.append(pair_kind, grader::pack(pair), grader::RecordFile::Sync::later);
    if (!place) {
        return place.error();
    }
    m_pairs[pair.key] = *place;
    m_part.reset();
    return {};
}

Result<void> LeagueJournal::complete(const LeaguePart& part) {
    m_part = part;
    const auto place = m_file.append(part_kind, grader::pack(part));
    return place ? Result<void>() : place.error();
}

Result<League> league_of(const LeaguePart& part, const std::vector<std::unique_ptr<LeagueJournal>>& journals) {
    League league{part.rules, part.bots, part.left_out, {}};
    for (size_t i = 0; i < part.bots.size(); ++i) {
        for (size_t j = i + 1; j < part.bots.size(); ++j) {
            const std::string key = pair_key(part.bots[i], part.bots[j], part.rules);
            std::optional<PairResult> found;
            for (const std::unique_ptr<LeagueJournal>& journal : journals) {
                found = found ? std::move(found) : journal->find(key);
            }
            if (!found) {
                return Error{"the games of " + part.bots[i].name + " and " + part.bots[j].name + " are missing"};
            }
            league.pairs.push_back(std::move(*found));
        }
    }
    return league;
}

Result<League> merged_league(const std::vector<std::string>& journal_paths, const std::string& version) {
    std::vector<std::unique_ptr<LeagueJournal>> journals;
    std::set<u64> shards;
    for (const std::string& path : journal_paths) {
        Result<std::unique_ptr<LeagueJournal>> journal = LeagueJournal::read(path, version);
        if (!journal) {
            return journal.error();
        }
        if (!(*journal)->part()) {
            return Error{path + " isn't finished: --resume goes on with it"};
        }
        const LeaguePart& part = *(*journal)->part();
        const LeaguePart& first = journals.empty() ? part : *journals.front()->part();
        if (part.rules != first.rules || part.shards != first.shards) {
            return Error{path + " is a part of a league with other rules, or of another number of shards"};
        }
        if (!std::ranges::equal(part.bots, first.bots, is_same_bot) ||
            !std::ranges::equal(part.left_out, first.left_out, is_same_bot)) {
            return Error{path + " is a part of a league with other bots"};
        }
        shards.insert(part.shard);
        journals.push_back(std::move(*journal));
    }
    if (journals.empty()) {
        return Error{"there is no part to merge"};
    }
    const LeaguePart part = *journals.front()->part();
    for (u64 shard = 1; shard <= part.shards; ++shard) {
        if (!shards.contains(shard)) {
            return Error{"shard " + std::to_string(shard) + " of " + std::to_string(part.shards) + " is missing"};
        }
    }
    return league_of(part, journals);
}

}  // namespace mariner::league
