// The parts of a rubric's case that take a submission for a bot: a match against somebody, and its rank in a league.

#include <limits>

#include "emulator/games/opponent.hpp"
#include "emulator/grader/rubric_reader.hpp"
#include "emulator/support/text.hpp"

namespace mariner::grader {

namespace {

constexpr u32 most_percent = 100;  // percent

bool is_program_file(const std::string& opponent) {
    return opponent.ends_with(".asm") || opponent.ends_with(".s");
}

bool is_named_opponent(const std::string& opponent) {
    return opponent == "random" || games::strength_named(opponent) != 0;
}

/// Rank and content hash of each row: the first and the last cell. Nothing if it is no league's table.
std::map<std::string, u32> ranks_of(std::string_view table) {
    std::map<std::string, u32> ranks;
    const std::vector<std::string_view> lines = lines_of(table);
    for (size_t i = 1; i < lines.size(); ++i) {
        const std::string_view line = trim(lines[i]);
        const std::optional<u32> rank = parse_digits<u32>(line.substr(0, line.find(',')));
        const size_t last = line.rfind(',');
        if (!rank || last == std::string_view::npos) {
            return {};
        }
        ranks[std::string(line.substr(last + 1))] = *rank;
    }
    const bool is_table = !lines.empty() && lines[0].starts_with("rank,") && trim(lines[0]).ends_with(",content_hash");
    return is_table ? ranks : std::map<std::string, u32>();
}

}  // namespace

std::optional<MatchRule> RubricReader::read_match(RubricTable& table) {
    std::optional<RubricTable> match = table.table("match");
    if (!match) {
        return std::nullopt;
    }
    MatchRule rule;
    const toml::Value* const opponent = match->take("opponent", toml::Kind::string);
    rule.opponent = opponent != nullptr ? opponent->text : "";
    if (is_program_file(rule.opponent)) {
        rule.program = read_named_file(*opponent);
    } else if (!is_named_opponent(rule.opponent)) {
        match->problem(match->place_of("opponent"),
                       "'opponent' is random, master, master:1 to master:5, or a bot's file (docs/league.md)");
    }
    rule.games = static_cast<u32>(match->number("games", 2, 1000).value_or(rule.games));
    rule.wanted = read_points(*match, "wanted", static_cast<Points>(rule.games) * one_point);
    if (rule.games % 2 != 0) {
        match->problem(match->place_of("games"), "'games' is even: each opening is played from both sides");
    }
    if (rule.wanted <= 0 || rule.wanted > static_cast<Points>(rule.games) * one_point) {
        match->problem(match->place_of("wanted"), "'wanted' is more than nothing and at most a point a game");
    }
    rule.seed = static_cast<u64>(match->number("seed", 0, std::numeric_limits<i64>::max()).value_or(1));
    match->finish();
    return rule;
}

std::optional<LeagueRule> RubricReader::read_league(RubricTable& table) {
    std::optional<RubricTable> league = table.table("league");
    if (!league) {
        return std::nullopt;
    }
    LeagueRule rule;
    if (const toml::Value* const standings = league->take("standings", toml::Kind::string)) {
        rule.ranks = ranks_of(read_named_file(*standings));
    }
    if (rule.ranks.empty() && m_problems.empty()) {
        league->problem(league->place_of("standings"),
                        "'standings' is the standings.csv that mariner league has written");
    }
    for (const toml::Value& item : league->items("shares")) {
        LeagueRule::Share share;
        const bool is_pair = item.kind == toml::Kind::array && item.items.size() == 2;
        share.place = is_pair ? word_of(item.items[0]).value_or(0) : 0;
        share.points = is_pair ? word_of(item.items[1]).value_or(most_percent + 1) : 0;
        const bool is_next =
            share.place <= most_percent && (rule.shares.empty() || share.place > rule.shares.back().place);
        if (share.place == 0 || share.points > most_percent || !is_next) {
            league->problem(item.place,
                            "'shares' are pairs of percentages, the best places first: [[10, 100], [50, 75]]");
            break;
        }
        rule.shares.push_back(share);
    }
    league->finish();
    return rule;
}

}  // namespace mariner::grader
