#include "emulator/league/league_files.hpp"

#include <filesystem>
#include <set>

#include "emulator/grader/report_files.hpp"

namespace mariner::league {

namespace {

namespace fs = std::filesystem;

/// The files of a folder of ours, as they are written one after the other.
class LeagueFolder {
public:
    explicit LeagueFolder(std::string folder) : m_folder(std::move(folder)) {}

    void make(const std::string& name) { m_done = m_done ? grader::make_folder(m_folder + "/" + name) : m_done; }
    void put(const std::string& name, const std::string& bytes) {
        m_written.insert(name);
        m_done = m_done ? m_files.put(m_folder + "/" + name, bytes) : m_done;
    }
    Result<void> commit() { return m_done ? m_files.commit() : m_done; }

    /// What an earlier league has left in these places and this one hasn't written.
    void sweep_old(const std::string& place, const std::string& extension) {
        std::error_code none;
        std::vector<fs::path> old;
        for (fs::recursive_directory_iterator entry(m_folder + "/" + place, none), end; entry != end;
             entry.increment(none)) {
            const std::string name = entry->path().lexically_relative(m_folder).generic_string();
            if (!none && entry->is_regular_file(none) && entry->path().extension() == extension &&
                !m_written.contains(name)) {
                old.push_back(entry->path());
            }
        }
        for (const fs::path& path : old) {
            fs::remove(path, none);
            fs::remove(path.parent_path(), none);  // unless something else is in it
        }
    }

private:
    std::string m_folder;
    grader::ReportFiles m_files;
    std::set<std::string> m_written;
    Result<void> m_done;
};

}  // namespace

Result<void> write_league(const std::string& folder, const League& league, const std::vector<LeagueRow>& table,
                          const LeagueTitle& title) {
    LeagueFolder files(folder);
    files.put("results.json", league_json(league, table, title));
    files.put("standings.csv", standings_csv(league, table));
    files.put("cross.csv", cross_csv(league, table));
    files.put("league.html", league_html(league, table, title));
    files.make("bots");
    for (const LeagueRow& one : table) {
        files.put(bot_page_path(league.bots[one.bot]), bot_html(league, one, title));
    }
    files.make("games");
    for (const PairResult& pair : league.pairs) {
        files.make("games/" + pair.first);
        for (size_t i = 0; i < pair.games.size(); ++i) {
            if (!pair.games[i].is_void) {
                files.put(replay_path(pair, i), game_replay(pair.games[i]));
            }
        }
    }
    Result<void> written = files.commit();
    if (written) {
        files.sweep_old("games", ".replay");
        files.sweep_old("bots", ".html");
    }
    return written;
}

}  // namespace mariner::league
