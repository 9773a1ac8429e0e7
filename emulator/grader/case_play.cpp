#include "emulator/grader/case_play.hpp"

#include "emulator/games/verify.hpp"
#include "emulator/grader/case_facts.hpp"
#include "emulator/grader/excerpt.hpp"
#include "emulator/grader/text_match.hpp"

namespace mariner::grader {

namespace {

constexpr u64 most_steps_to_shrink = 1'000'000;

games::VerifyOptions verify_options(const Case& wanted) {
    games::VerifyOptions options;
    options.seed = wanted.game->seed;
    options.random_games = wanted.game->games;
    options.plies = -1;
    options.winning_lines = false;
    options.max_steps = wanted.limits.steps;
    options.only_right_answers = wanted.game->right_answers;
    options.compare = games::only_output;
    options.shrink = false;
    if (const std::optional<BoardRule>& board = wanted.game->board) {
        options.board_only = games::BoardOnly{board->label, board->layout, board->marks};
    }
    return options;
}

/// Many generated games; the first that differs, made shorter if that costs little.
void play_campaign(CaseRun& run, const Case& wanted, PlayFacts& facts) {
    const games::Game& game = *wanted.game->game;
    games::VerifyOptions options = verify_options(wanted);
    Result<games::VerifyReport> report = games::verify(game, run.machine().image(), options);
    CheckResult check;
    check.what = "game";
    if (!report) {
        check.message = report.error().message;
    } else if (!report->failure) {
        check.passed = true;
    } else {
        run.run(report->failure->script.input);
        if (run.steps() < most_steps_to_shrink) {
            options.shrink = true;
            report = games::verify(game, run.machine().image(), options);
            run.restart();
            run.run(report->failure->script.input);
        }
        check.message = report->failure->difference;
        const games::GameRecord expected = games::play_twin(game, report->failure->script);
        check.diff = diff_lines(expected.transcript, run.output());
        check.expected = excerpt(expected.transcript);
        check.actual = excerpt(run.output());
        facts.input = excerpt(report->failure->script.input);
        facts.seed = report->failure->script.program_seed;
    }
    facts.checks.push_back(std::move(check));
}

}  // namespace

bool is_campaign(const Case& wanted) {
    return wanted.match || (wanted.game && (wanted.game->games > 0 || wanted.game->board));
}

PlayFacts play_games(CaseRun& run, const Case& wanted) {
    PlayFacts facts;
    if (wanted.match) {
        play_match(run.machine().image(), wanted, facts);
    } else {
        play_campaign(run, wanted, facts);
    }
    facts.run = facts_of(run, wanted);
    return facts;
}

}  // namespace mariner::grader
