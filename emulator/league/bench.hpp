#pragma once
// The test bench for bots: one bot against positions that are easy to get wrong and through whole games, in a process
// that is locked in. It says in plain words what is right, what isn't, and what a player would do better.

#include <string>
#include <vector>

#include "emulator/league/arena.hpp"

namespace mariner::league {

enum class BenchMark : u8 { right, wrong, advice };

struct BenchLine {
    BenchMark mark = BenchMark::right;
    std::string text;
};

struct BenchReport {
    std::vector<BenchLine> lines;

    /// It plays by the rules, however well.
    [[nodiscard]] bool is_fit() const;
};

/// An error if no process can be locked in.
Result<BenchReport> try_bot(const LeagueBot& bot, const LeagueRules& rules, const ArenaOptions& options);

}  // namespace mariner::league
