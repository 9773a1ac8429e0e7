// A league's pages: the table with who met whom, and a page for each bot with its games.

#include <algorithm>

#include "emulator/games/registry.hpp"
#include "emulator/league/league_reports.hpp"
#include "emulator/league/league_script.hpp"
#include "emulator/protocol/base64.hpp"
#include "emulator/support/html.hpp"
#include "emulator/support/json.hpp"
#include "emulator/support/text.hpp"

namespace mariner::league {

namespace {

constexpr std::string_view page_style =
    ".cross td,.cross th{padding:.15rem .3rem;text-align:center;font-variant-numeric:tabular-nums}"
    ".cross th.name{text-align:left;white-space:nowrap}.cross .all{background:var(--good-bg)}"
    ".cross .none{background:var(--bad-bg)}.cross .self{background:var(--soft)}.moves{white-space:nowrap}"
    ".opening{color:var(--dim)}td.games a+a{margin-left:.6rem}";

std::string cell(const std::string& text, std::string_view kind = "") {
    return "<td" + (kind.empty() ? "" : " class=\"" + std::string(kind) + "\"") + ">" + text + "</td>";
}
std::string number_cell(const std::string& text) {
    return cell(text, "number");
}
std::string head(std::string_view text, std::string_view kind = "") {
    return "<th scope=\"col\"" + (kind.empty() ? "" : " class=\"" + std::string(kind) + "\"") + ">" +
           std::string(text) + "</th>";
}

std::string shown_points(u64 halves) {
    return halves == 0 ? "0" : points_text(halves);
}
std::string elo_text(const Rating& rating) {
    return std::to_string(rating.elo) + " ± " + std::to_string(rating.error);
}
std::string games_text(u64 count) {
    return with_thousands(count) + (count == 1 ? " game" : " games");
}

std::string page_foot(const LeagueTitle& title) {
    return "<p class=\"dim\">Played by mariner " + escaped_markup(title.program_version) + ".</p>\n";
}

std::string rules_text(const LeagueRules& rules) {
    return "Each pair plays " + with_thousands(rules.openings) + (rules.openings == 1 ? " opening" : " openings") +
           " from both sides. A move may take " + with_thousands(rules.steps) + " instructions and " +
           with_thousands(rules.output_bytes) + " bytes of output; who takes more, or breaks another rule, has lost.";
}

std::string table_markup(const League& league, const std::vector<LeagueRow>& table) {
    std::string text = "<div class=\"wide\"><table>\n<thead><tr>" + head("rank", "number") + head("bot") +
                       head("points", "number") + head("won", "number") + head("drawn", "number") +
                       head("lost", "number") + head("forfeits", "number") + head("Elo", "number") +
                       head("longest move", "number") + "</tr></thead>\n";
    for (const LeagueRow& one : table) {
        const LeagueBot& bot = league.bots[one.bot];
        text += "<tr>" + number_cell(std::to_string(one.rank)) +
                cell("<a href=\"" + escaped_markup(bot_page_path(bot)) + "\">" + escaped_markup(bot.name) + "</a>") +
                number_cell(shown_points(one.halves));
        for (const u64 number : {one.won, one.drawn, one.lost, one.forfeits}) {
            text += number_cell(std::to_string(number));
        }
        text += number_cell(elo_text(one.rating)) + number_cell(with_thousands(one.longest_move)) + "</tr>\n";
    }
    return text + "</table></div>\n";
}

std::string cross_markup(const League& league, const std::vector<LeagueRow>& table) {
    std::string text =
        "<h2>Who made how many points against whom</h2>\n<div class=\"wide\"><table "
        "class=\"cross\">\n<thead><tr><th></th><th></th>";
    for (size_t i = 0; i < table.size(); ++i) {
        text += "<th scope=\"col\" title=\"" + escaped_markup(league.bots[table[i].bot].name) + "\">" +
                std::to_string(i + 1) + "</th>";
    }
    text += "</tr></thead>\n";
    for (size_t i = 0; i < table.size(); ++i) {
        text += "<tr>" + number_cell(std::to_string(i + 1)) + "<th scope=\"row\" class=\"name\">" +
                escaped_markup(league.bots[table[i].bot].name) + "</th>";
        for (const LeagueRow& other : table) {
            const CrossCell met = cross_cell(league, table[i].bot, other.bot);
            const bool is_self = other.bot == table[i].bot;
            text += is_self ? cell("", "self")
                            : cell(shown_points(met.halves), met.halves == 2 * met.games ? "all"
                                                             : met.halves == 0           ? "none"
                                                                                         : "");
        }
        text += "</tr>\n";
    }
    return text + "</table></div>\n";
}

std::string left_out_markup(const League& league) {
    if (league.left_out.empty()) {
        return {};
    }
    std::string text = "<h2>Left out</h2>\n";
    for (const LeagueBot& bot : league.left_out) {
        text += "<h3>" + escaped_markup(bot.name) + "</h3>\n<pre>" + escaped_markup(bot.why_not) + "</pre>\n";
    }
    return text;
}

// --- a bot's page ---

/// What stands in a studio's link (tools/studio/state/link.ts) up to what is typed.
std::string studio_begin() {
    const games::Game* const room = games::find_game(replay_room);
    JsonWriter json(JsonLayout::compact);
    json.begin_object();
    json.member("name", "Connect Four");
    json.array("files", [&] {
        json.value(std::vector<std::string>{std::string(room->room) + ".asm", std::string(room->program)});
    });
    json.key("step");
    json.null();
    json.member("input", "");
    json.end_object();
    const std::string text = json.take();
    return protocol::to_base64(text.substr(0, text.rfind('"')));
}

std::string moves_markup(const std::string& moves) {
    const size_t opening = std::min<size_t>(games::opening_moves, moves.size());
    return "<span class=\"opening\">" + moves.substr(0, opening) + "</span>" + moves.substr(opening);
}

/// From the bot's side.
std::string game_row(const PairResult& pair, size_t number, bool is_first, const LeagueTitle& title) {
    const LeagueGame& game = pair.games[number];
    const bool began = (number % 2 == 0) == is_first;
    const bool has_won = game.winner == (began ? 1 : 2);
    const std::string_view result = game.is_void ? "void" : game.winner == 0 ? "drawn" : has_won ? "won" : "lost";
    const std::string_view kind = game.is_void ? "warn" : game.winner == 0 ? "" : has_won ? "good" : "bad";
    const std::string& other = is_first ? pair.second : pair.first;
    std::string links = "<a href=\"../" + escaped_markup(replay_path(pair, number)) + "\">replay</a>";
    if (!title.studio.empty() && !game.is_void) {
        links += "<a data-moves=\"" + game.moves + "\" href=\"" + escaped_markup(title.studio) + "\">studio</a>";
    }
    return "<tr><td><a href=\"" + escaped_markup(other) + ".html\">" + escaped_markup(other) + "</a></td>" +
           cell(began ? "first" : "second") +
           cell("<span class=\"badge " + std::string(kind) + "\">" + std::string(result) + "</span>") +
           cell(escaped_markup(ending_text(pair, number))) + cell(moves_markup(game.moves), "code moves") +
           cell(links, "games") + "</tr>\n";
}

}  // namespace

std::string league_html(const League& league, const std::vector<LeagueRow>& table, const LeagueTitle& title) {
    u64 games = 0;
    for (const PairResult& pair : league.pairs) {
        games += pair.games.size();
    }
    const std::string body = "<main>\n<h1>" + escaped_markup(title.title) + "</h1>\n<p>" +
                             with_thousands(league.bots.size()) + (league.bots.size() == 1 ? " bot, " : " bots, ") +
                             games_text(games) + ". " + rules_text(league.rules) + "</p>\n" +
                             table_markup(league, table) + cross_markup(league, table) + left_out_markup(league) +
                             page_foot(title) + "</main>\n";
    return html_page(title.title, page_style, body);
}

std::string bot_page_path(const LeagueBot& bot) {
    return "bots/" + bot.name + ".html";
}

std::string bot_html(const League& league, const LeagueRow& standing, const LeagueTitle& title) {
    const LeagueBot& bot = league.bots[standing.bot];
    std::string rows;
    for (size_t other = 0; other < league.bots.size(); ++other) {
        if (other == standing.bot) {
            continue;
        }
        const PairResult& pair =
            league.pairs[pair_number(std::min(other, standing.bot), std::max(other, standing.bot), league.bots.size())];
        for (size_t i = 0; i < pair.games.size(); ++i) {
            rows += game_row(pair, i, standing.bot < other, title);
        }
    }
    const bool has_studio = !title.studio.empty();
    const std::string body =
        "<main" + (has_studio ? " data-studio=\"" + studio_begin() + "\"" : "") + ">\n<h1>" + escaped_markup(bot.name) +
        "</h1>\n<p>Rank " + std::to_string(standing.rank) + " of " + std::to_string(league.bots.size()) + ", " +
        shown_points(standing.halves) + " points in " + games_text(standing.games) + ", Elo " +
        elo_text(standing.rating) +
        ". <a href=\"../league.html\">The whole league</a></p>\n<div class=\"wide\"><table>\n<thead><tr>" +
        head("against") + head("moved") + head("result") + head("because") + head("moves") + head("the game") +
        "</tr></thead>\n" + rows + "</table></div>\n" + page_foot(title) + "</main>\n";
    const std::string page_title = bot.name + ": " + title.title;
    const std::string style = std::string(page_style) + std::string(badge_style);
    return has_studio ? html_page(page_title, style, body, {league_script, league_script_hash})
                      : html_page(page_title, style, body);
}

}  // namespace mariner::league
