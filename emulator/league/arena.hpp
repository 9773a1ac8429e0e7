#pragma once
// Where pairs of bots meet: in processes that are locked in (grader/locked_process.hpp), several at once, each with a
// few bots' programs at a time and one engine for each of them. A process that dies costs the pair it was at. Must be
// called while the program has one thread.

#include <atomic>
#include <functional>

#include "emulator/league/league.hpp"
#include "emulator/support/result.hpp"

namespace mariner::league {

struct ArenaOptions {
    unsigned jobs = 1;
    /// Off only for a debugger's sake. On, nothing is played where a process can't be locked in.
    bool is_strict = true;
    const std::atomic<bool>* stop = nullptr;
};

/// Two numbers of bots, the smaller first.
struct Pairing {
    size_t first = 0;
    size_t second = 0;
};

/// Assembles each bot and notes what keeps it from playing (LeagueBot::why_not).
Result<void> look_at_bots(std::vector<LeagueBot>& bots, const LeagueRules& rules, const ArenaOptions& options);

/// Plays these pairs in some order; `take` gets each as soon as it is played. Until all are, a stop is asked for, or
/// one can't be taken.
Result<void> play_pairs(const std::vector<LeagueBot>& bots, const std::vector<Pairing>& pairs, const LeagueRules& rules,
                        const ArenaOptions& options, const std::function<Result<void>(const PairResult&)>& take);

/// The games of one pair, in this process.
std::vector<LeagueGame> play_pair(const LeagueBot& first, games::BotProgram& first_program, const LeagueBot& second,
                                  games::BotProgram& second_program, const LeagueRules& rules);

}  // namespace mariner::league
