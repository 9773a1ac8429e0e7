// A match: the submission is a bot, by the protocol of docs/league.md, and plays against chance, the master or another
// bot.

#include <memory>

#include "emulator/games/dice.hpp"
#include "emulator/games/emulated_game.hpp"
#include "emulator/games/match.hpp"
#include "emulator/grader/case_play.hpp"
#include "emulator/grader/score.hpp"

namespace mariner::grader {

namespace {

/// The other side; its parts live as long as it does.
struct MatchOpponent {
    std::unique_ptr<games::MoveChooser> chooser{};
    std::unique_ptr<games::BotProgram> bot{};
    std::unique_ptr<games::MatchSeat> seat{};
};

Result<MatchOpponent> make_opponent(const MatchRule& rule, const games::BotLimits& limits) {
    MatchOpponent opponent;
    if (rule.program.empty()) {
        opponent.chooser = games::chooser_named(rule.opponent);
        opponent.seat = std::make_unique<games::ChooserSeat>(*opponent.chooser);
        return opponent;
    }
    Result<ProgramImage> image = games::assemble_game(rule.opponent, rule.program);
    if (!image) {
        return Error{"the opponent does not assemble: " + image.error().message};
    }
    auto bot = games::BotProgram::create(std::move(*image), limits, EngineKind::automatic);
    if (!bot) {
        return bot.error();
    }
    opponent.bot = std::move(*bot);
    opponent.seat = std::make_unique<games::BotSeat>(*opponent.bot);
    return opponent;
}

struct MatchCount {
    u32 won = 0;
    u32 drawn = 0;
    u32 lost = 0;
    std::string first_lost{};

    [[nodiscard]] Points points() const { return (2 * static_cast<Points>(won) + drawn) * one_point / 2; }
};

MatchCount play_all(games::MatchSeat& own, games::MatchSeat& other, const MatchRule& rule) {
    MatchCount count;
    games::Dice dice(rule.seed);
    std::string opening;
    for (u32 i = 0; i < rule.games; ++i) {
        const bool begins = i % 2 == 0;
        opening = begins ? games::drawn_opening(dice.next()) : opening;
        const auto seed = static_cast<i64>(dice.next() >> 33U);
        const games::MatchGame game =
            begins ? play_match(own, other, opening, seed) : play_match(other, own, opening, seed);
        const bool has_won = game.winner == (begins ? 1 : 2);
        count.won += has_won ? 1U : 0U;
        count.drawn += game.winner == 0 ? 1U : 0U;
        count.lost += !has_won && game.winner != 0 ? 1U : 0U;
        if (!has_won && game.winner != 0 && count.first_lost.empty()) {
            count.first_lost = game.moves + (game.reason.empty() ? "" : ", after which it " + game.reason);
        }
    }
    return count;
}

}  // namespace

void play_match(const ProgramImage& image, const Case& wanted, PlayFacts& facts) {
    const MatchRule& rule = *wanted.match;
    const games::BotLimits limits{wanted.limits.steps, static_cast<size_t>(wanted.limits.output_bytes)};
    CheckResult check;
    check.what = "match";
    const auto own = games::BotProgram::create(image, limits, EngineKind::automatic);
    const Result<MatchOpponent> other = own ? make_opponent(rule, limits) : Result<MatchOpponent>(own.error());
    if (!other) {
        check.message = other.error().message;
        facts.checks.push_back(std::move(check));
        return;
    }
    games::BotSeat seat(**own);
    const MatchCount count = play_all(seat, *other->seat, rule);
    check.passed = count.points() >= rule.wanted;
    facts.points = wanted.info.worth * std::min(count.points(), rule.wanted) / rule.wanted;
    check.message = "against " + rule.opponent + " it won " + std::to_string(count.won) + ", drew " +
                    std::to_string(count.drawn) + " and lost " + std::to_string(count.lost) + " of " +
                    std::to_string(rule.games) + " games: " + points_text(count.points()) + " of the " +
                    points_text(rule.wanted) + " points that bring all" +
                    (count.first_lost.empty() ? "" : "; lost, for example: " + count.first_lost);
    facts.checks.push_back(std::move(check));
}

}  // namespace mariner::grader
