#pragma once
// A league of bots: what is known of them, what every pair has played, and by which rules. Plain values; who plays,
// keeps and shows them stands beside this file.

#include <array>
#include <string>
#include <vector>

#include "emulator/games/match.hpp"
#include "emulator/support/source_file.hpp"

namespace mariner::league {

struct LeagueRules {
    u64 openings = 1;  // of each pair, played from both sides
    u64 steps = 5'000'000;
    u64 output_bytes = 4096;

    [[nodiscard]] games::BotLimits limits() const { return {steps, static_cast<size_t>(output_bytes)}; }
    friend bool operator==(const LeagueRules&, const LeagueRules&) = default;
};

struct LeagueBot {
    std::string name;     // unique in the league, and safe as a file's name
    std::string hash;     // over names and bytes of its files
    std::string why_not;  // it can't play: a sentence; else empty
    std::vector<SourceFile> files{};
};

/// One game of a pair. Who begins: the pair's first bot in the games with even numbers.
struct LeagueGame {
    std::string moves{};                // columns from 1, the opening's among them
    u8 winner = 0;                      // 1: who began; 2: the other; 0: a draw
    std::string fault{};                // of who has lost by a rule: a name of games/bot_faults.inc
    std::string reason{};               // how
    bool is_void = false;               // it could not be played, by nobody's fault
    std::array<u64, 2> longest_move{};  // in instructions; of who began, of the other
};

/// `first` stands before `second` in the order of names.
struct PairResult {
    std::string first{};
    std::string second{};
    std::string key{};  // over all that the games depend on
    std::vector<LeagueGame> games{};
};

/// Everything, in the order of names: what reports are made of.
struct League {
    LeagueRules rules;
    std::vector<LeagueBot> bots;  // that play
    std::vector<LeagueBot> left_out;
    std::vector<PairResult> pairs;  // of bots 0 and 1, 0 and 2 ... 1 and 2 ...
};

/// Of the pair of bots i < j of so many, its number in that order.
constexpr size_t pair_number(size_t i, size_t j, size_t bots) {
    return i * bots - i * (i + 1) / 2 + (j - i - 1);
}

/// By which a kept result is known: names, contents and rules; with any difference the pair plays anew.
std::string pair_key(const LeagueBot& first, const LeagueBot& second, const LeagueRules& rules);

/// What the pair begins with, and the seed of random numbers in game number `game`: by the two names alone, so that
/// nobody else's coming or going changes a game.
struct GameStart {
    std::string opening;
    i32 seed = 0;
};
GameStart game_start(const std::string& first, const std::string& second, size_t game);

/// The program of a bot, or the assembler's report. A folder's files are assembled together, by name.
Result<ProgramImage> assemble_bot(const LeagueBot& bot);

}  // namespace mariner::league
