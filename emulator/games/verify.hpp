#pragma once
// Proof by play: games in a program and in the native twin, compared to the last byte, on all cores. The first
// difference is shrunk to the shortest input that shows it. Called by `mariner verify`, the grader and tests.

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "emulator/execute/core.hpp"
#include "emulator/games/board_view.hpp"
#include "emulator/games/generator.hpp"
#include "emulator/games/grounds.hpp"
#include "emulator/games/registry.hpp"
#include "emulator/program/program_image.hpp"
#include "emulator/support/result.hpp"

namespace mariner::games {

/// Compare only the board in memory, at every read and at the end.
struct BoardOnly {
    std::string label;
    BoardLayout layout;
    BoardMarks marks;
};

struct VerifyOptions {
    u64 seed = 1;
    u64 random_games = 2000;
    int plies = 8;  // every position of at most so many plies (5 if it thinks); below 0: none
    bool winning_lines = true;
    unsigned threads = 1;
    EngineKind engine = EngineKind::fast;
    u64 max_steps = 200'000'000;
    bool only_right_answers = false;  // no generated line is wrong on purpose
    Aspects compare;
    OwnDisplay display;
    std::optional<BoardOnly> board_only;
    bool count_lines = false;
    bool shrink = true;

    /// What has to be noted of a twin's games.
    [[nodiscard]] Detail detail() const {
        return board_only || compare.memory || compare.picture ? Detail::moments : Detail::output;
    }
};

struct VerifyFailure {
    GameScript script;        // the shortest that still shows it
    std::string difference;   // one sentence
    std::string boards;       // side by side at that moment, if it is not the transcripts that differ
    std::string transcripts;  // side by side, if these differ and were compared
};

struct VerifyReport {
    u64 random_games = 0;
    u64 positions = 0;
    u64 lines = 0;       // goals reached and compared
    u64 line_goals = 0;  // goals that the room's rules leave open
    u64 steps = 0;       // instructions executed in the emulator
    double seconds = 0;
    std::vector<std::string> compared;  // what of the program, and
    std::vector<std::string> left_out;  // what not, each with its reason
    std::optional<VerifyFailure> failure;
    std::vector<u32> never_executed;  // addresses, with count_lines
};

/// Told now and then, from one thread at a time.
using Progress = std::function<void(u64 done, u64 total)>;

/// `image` is the game's own program or somebody else's for the same game. An error if there is nothing to compare.
Result<VerifyReport> verify(const Game& game, const ProgramImage& image, const VerifyOptions& options,
                            const Progress& progress = {});

}  // namespace mariner::games
