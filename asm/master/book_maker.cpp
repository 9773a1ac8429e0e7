// Makes the book of asm/master: the positions whose decision costs its search more than T nodes from an empty table.
// tools/book builds and runs it; the page of the room says how long it takes.
//
//     book_maker [--nodes T] [--threads N] --known FILE     prints the book as master.asm has it
//     book_maker --openings SECONDS --program FILE [--threads N] --known FILE   the program's book, and more openings
//
// The positions are those that the program can meet when it plays by its rule and the other plays anything, as the
// first player and as the second, mirrors taken as one: every position that it can meet is an entry or was searched
// within T nodes, and its score never drops from one turn to the next. What was found stands in FILE, so that a run
// that was stopped goes on.
//
// Openings are positions of few stones to which its own play doesn't lead. Nothing but patience depends on them:
// whoever asks for one would wait for minutes. As many are added as are found in the time given.

#include <algorithm>
#include <atomic>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

#include "emulator/games/master_book.hpp"
#include "emulator/games/master_rule.hpp"

namespace mariner::games {
namespace {

struct FoundDecision {
    Decision decision;
    u64 nodes = 0;
};

/// Positions of so few stones are entries without a trial, and a large table finds them sooner.
constexpr int few_stones = 6;
constexpr int large_table_bits = 27;
/// As large as the program's: what is an entry depends on it.
constexpr int program_table_bits = 19;
/// All positions of so few are wanted as openings.
constexpr int opening_stones = 3;
/// From here on the book may end: after two turns of the program without an entry.
constexpr int many_stones = 16;

class FoundPositions {
public:
    explicit FoundPositions(const std::string& file) {
        std::ifstream old(file);
        unsigned long long key = 0;
        FoundDecision finding;
        while (old >> key >> finding.decision.column >> finding.decision.score >> finding.nodes) {
            m_known[key] = finding;
        }
        m_log.open(file, std::ios::app);
    }

    [[nodiscard]] bool has(const Position& position) const { return m_known.contains(absolute_key(position)); }

    /// Of a position that faces the right way. May be called from any thread.
    FoundDecision find(const Position& position, Solver& solver) {
        const u64 key = absolute_key(position);
        {
            const std::lock_guard lock(m_mutex);
            if (const auto found = m_known.find(key); found != m_known.end()) {
                return found->second;
            }
        }
        if (position.stones() > few_stones) {
            solver.forget();
        }
        const u64 before = solver.nodes();
        const Decision decision = MasterRule(solver).decide(position);
        const FoundDecision finding{decision, solver.nodes() - before};
        if (solver.has_given_up()) {
            return finding;
        }
        const std::lock_guard lock(m_mutex);
        m_known[key] = finding;
        m_log << key << ' ' << decision.column << ' ' << decision.score << ' ' << finding.nodes << std::endl;
        return finding;
    }

private:
    std::mutex m_mutex;
    std::unordered_map<u64, FoundDecision> m_known;
    std::ofstream m_log;
};

/// A position that the program meets, and the score that it had before.
struct MetPosition {
    Position position;
    int least = -cell_count;
};
using MetPositions = std::map<u64, MetPosition>;  // by the absolute key; they face the right way

/// Whatever the other answers; games that are over are left out.
void add_answers(const Position& position, const Decision& decision, MetPositions& next) {
    if (position.wins(decision.column)) {
        return;
    }
    const Position asked = position.after(decision.column);
    for (int answer = 0; answer < column_count; ++answer) {
        if (asked.can_drop(answer) && !asked.wins(answer) && asked.stones() + 1 < cell_count) {
            const Position reached = Facing(asked.after(answer)).position;
            MetPosition& met = next.try_emplace(absolute_key(reached), MetPosition{reached}).first->second;
            met.least = std::max(met.least, decision.score);
        }
    }
}

class BookMaker {
public:
    BookMaker(FoundPositions& findings, u64 limit, unsigned threads)
        : m_findings(findings), m_limit(limit), m_threads(threads) {
        for (unsigned i = 0; i < threads; ++i) {
            m_large.emplace_back(large_table_bits);
        }
    }

    void follow(MetPositions level) {
        for (int idle = 0; !level.empty() && idle < 2;) {
            const int stones = level.begin()->second.position.stones();
            m_next.clear();
            const size_t before = m_entries.size();
            u64 most = 0;
            work(level, most);
            const size_t entries = m_entries.size() - before;
            std::fprintf(stderr, "%2d stones: %zu positions, %zu entries; the longest search left: %llu nodes\n",
                         stones, level.size(), entries, static_cast<unsigned long long>(most));
            idle = entries == 0 && stones >= many_stones ? idle + 1 : 0;
            level = std::move(m_next);
        }
    }

    /// Of both, each position once.
    [[nodiscard]] std::vector<BookEntry> entries() const { return m_entries; }
    [[nodiscard]] bool is_sound() const { return m_is_sound; }

private:
    void work(const MetPositions& level, u64& most) {
        const std::vector<MetPositions::value_type> positions(level.begin(), level.end());
        const bool is_early = positions.front().second.position.stones() <= few_stones;
        std::atomic<size_t> place = 0;
        const auto go = [&](unsigned thread) {
            Solver own(program_table_bits);
            Solver& solver = is_early ? m_large[thread] : own;
            for (size_t i = place++; i < positions.size(); i = place++) {
                take(positions[i].second, m_findings.find(positions[i].second.position, solver), most);
            }
        };
        std::vector<std::thread> others;
        for (unsigned i = 1; i < m_threads; ++i) {
            others.emplace_back(go, i);
        }
        go(0);
        for (std::thread& other : others) {
            other.join();
        }
    }

    void take(const MetPosition& met, const FoundDecision& finding, u64& most) {
        const std::lock_guard lock(m_mutex);
        const Position& position = met.position;
        if (finding.decision.score < met.least) {
            std::fprintf(stderr, "the value drops at the position with the key %llu\n",
                         static_cast<unsigned long long>(absolute_key(position)));
            m_is_sound = false;
        }
        const bool is_entry = position.stones() <= few_stones || finding.nodes > m_limit;
        if (is_entry && !position.wins(finding.decision.column)) {
            m_entries.push_back({absolute_key(position), finding.decision});
        } else {
            most = std::max(most, finding.nodes);
        }
        add_answers(position, finding.decision, m_next);
    }

    FoundPositions& m_findings;
    u64 m_limit;
    unsigned m_threads;
    std::vector<Solver> m_large;  // one for each thread; never forgets
    std::mutex m_mutex;
    MetPositions m_next;
    std::vector<BookEntry> m_entries;
    bool m_is_sound = true;
};

/// Every position that so many moves reach, mirrors taken as one.
std::vector<Position> all_positions(int stones) {
    std::map<u64, Position> level{{0, Position()}};
    for (int i = 0; i < stones; ++i) {
        std::map<u64, Position> next;
        for (const auto& [key, position] : level) {
            for (int column = 0; column < column_count; ++column) {
                const Position reached = Facing(position.after(column)).position;
                next.emplace(absolute_key(reached), reached);
            }
        }
        level = std::move(next);
    }
    std::vector<Position> positions(level.size());
    std::ranges::transform(level, positions.begin(), &std::pair<const u64, Position>::second);
    return positions;
}

std::vector<Position> missing_openings(const std::vector<BookEntry>& entries) {
    std::vector<Position> missing;
    for (int stones = 0; stones <= opening_stones; ++stones) {
        for (const Position& position : all_positions(stones)) {
            if (std::ranges::find(entries, absolute_key(position), &BookEntry::key) == entries.end()) {
                missing.push_back(position);
            }
        }
    }
    return missing;
}

/// Adds those that are known, and what is found of the others until the time is over.
void add_openings(std::vector<BookEntry>& entries, FoundPositions& findings, unsigned threads, double seconds) {
    using Clock = std::chrono::steady_clock;
    const auto end = Clock::now() + std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds));
    const auto is_over = [end] { return Clock::now() > end; };
    std::vector<Position> missing = missing_openings(entries);
    const size_t before = entries.size();
    const auto unknown =
        std::stable_partition(missing.begin(), missing.end(), [&](const Position& p) { return findings.has(p); });
    std::atomic<size_t> place = static_cast<size_t>(unknown - missing.begin());
    for (size_t i = 0; i < place; ++i) {
        Solver unused(1);
        entries.push_back({absolute_key(missing[i]), findings.find(missing[i], unused).decision});
    }
    std::mutex mutex;
    std::vector<std::thread> workers;
    for (unsigned i = 0; i < (is_over() ? 0 : threads); ++i) {
        workers.emplace_back([&] {
            Solver solver(large_table_bits);
            solver.stop_when(is_over);
            for (size_t at = place++; at < missing.size(); at = place++) {
                const FoundDecision finding = findings.find(missing[at], solver);
                if (solver.has_given_up()) {
                    return;
                }
                const std::lock_guard lock(mutex);
                entries.push_back({absolute_key(missing[at]), finding.decision});
            }
        });
    }
    for (std::thread& worker : workers) {
        worker.join();
    }
    const size_t added = entries.size() - before;
    std::fprintf(stderr, "openings: %zu added, %zu missing\n", added, missing.size() - added);
}

}  // namespace
}  // namespace mariner::games

int main(int argc, char** argv) {
    using namespace mariner::games;
    mariner::u64 limit = 200'000;
    unsigned threads = 1;
    std::string known;
    std::string program;
    std::optional<double> openings;
    for (int i = 1; i + 1 < argc; i += 2) {
        const std::string option = argv[i];
        if (option == "--nodes") {
            limit = std::strtoull(argv[i + 1], nullptr, 10);
        } else if (option == "--threads") {
            threads = static_cast<unsigned>(std::strtoul(argv[i + 1], nullptr, 10));
        } else if (option == "--known") {
            known = argv[i + 1];
        } else if (option == "--program") {
            program = argv[i + 1];
        } else if (option == "--openings") {
            openings = std::strtod(argv[i + 1], nullptr);
        }
    }
    if (known.empty() || threads == 0) {
        std::fputs("usage: book_maker [--nodes T] [--openings SECONDS --program FILE] [--threads N] --known FILE\n",
                   stderr);
        return 2;
    }
    FoundPositions findings(known);
    if (openings) {
        std::ifstream file(program);
        const std::string text((std::istreambuf_iterator<char>(file)), std::istreambuf_iterator<char>());
        std::vector<BookEntry> entries = read_book(text);
        add_openings(entries, findings, threads, *openings);
        std::fputs(write_book(std::move(entries)).c_str(), stdout);
        return 0;
    }
    BookMaker maker(findings, limit, threads);
    const Position empty;
    maker.follow({{absolute_key(empty), {empty}}});
    MetPositions first_answers;
    for (int column = 0; column < column_count; ++column) {
        const Position reached = Facing(empty.after(column)).position;
        first_answers.emplace(absolute_key(reached), MetPosition{reached});
    }
    maker.follow(first_answers);
    std::fputs(write_book(maker.entries()).c_str(), stdout);
    return maker.is_sound() ? 0 : 1;
}
