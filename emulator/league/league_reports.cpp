// A league as text, tables and JSON.

#include "emulator/league/league_reports.hpp"

#include <algorithm>

#include "emulator/games/replay.hpp"
#include "emulator/support/columns.hpp"
#include "emulator/support/json.hpp"
#include "emulator/support/visible.hpp"

namespace mariner::league {

namespace {

constexpr size_t terminal_width = 80;
constexpr size_t longest_name = 24;

std::string left(const std::string& text, size_t width) {
    return text + std::string(width - std::min(width, columns_of(text)), ' ');
}
std::string right(const std::string& text, size_t width) {
    return std::string(width - std::min(width, columns_of(text)), ' ') + text;
}

std::string short_name(const LeagueBot& bot) {
    return fit_columns(bot.name, longest_name);
}

/// With a point, for machines: "7.5".
std::string decimal_points(u64 halves) {
    return std::to_string(halves / 2) + (halves % 2 == 1 ? ".5" : "");
}

/// A cell that no spreadsheet takes for a formula, nor for two.
std::string csv_cell(const std::string& text) {
    std::string cell = "\"";
    cell += !text.empty() && std::string_view("=+-@").find(text[0]) != std::string_view::npos ? "'" : "";
    for (const char c : text) {
        cell += c == '"' ? "\"\"" : std::string(1, c);
    }
    return cell + "\"";
}

std::string cross_text(const League& league, const std::vector<LeagueRow>& table, size_t name_width) {
    std::string text = "\n" + std::string(name_width + 6, ' ');
    for (size_t i = 0; i < table.size(); ++i) {
        text += right(std::to_string(i + 1), 4);
    }
    text += "\n";
    for (size_t i = 0; i < table.size(); ++i) {
        text += right(std::to_string(i + 1), 4) + "  " + left(short_name(league.bots[table[i].bot]), name_width);
        for (const LeagueRow& other : table) {
            const bool is_self = other.bot == table[i].bot;
            text += right(is_self ? "·" : points_text(cross_cell(league, table[i].bot, other.bot).halves), 4);
        }
        text += "\n";
    }
    return text;
}

void write_game(JsonWriter& json, const PairResult& pair, size_t number) {
    const LeagueGame& game = pair.games[number];
    const std::string& began = number % 2 == 0 ? pair.first : pair.second;
    const std::string& other = number % 2 == 0 ? pair.second : pair.first;
    json.begin_object();
    json.member("began", began);
    json.member("moves", game.moves);
    json.key("winner");
    if (game.winner == 0) {
        json.null();
    } else {
        json.value(game.winner == 1 ? began : other);
    }
    json.member("ending", game.is_void ? "void" : game.fault.empty() ? "played" : game.fault);
    if (!game.reason.empty()) {
        json.member("reason", game.reason);
    }
    json.member("longest_move", game.longest_move[0]);
    json.member("longest_move_of_other", game.longest_move[1]);
    json.member("replay", replay_path(pair, number));
    json.end_object();
}

}  // namespace

std::string league_json(const League& league, const std::vector<LeagueRow>& table, const LeagueTitle& title) {
    JsonWriter json;
    json.begin_object();
    json.member("title", title.title);
    json.member("mariner", title.program_version);
    json.object("rules", [&] {
        json.member("openings", league.rules.openings);
        json.member("steps", league.rules.steps);
        json.member("output_bytes", league.rules.output_bytes);
    });
    json.objects("bots", table, [&](const LeagueRow& one) {
        json.member("rank", one.rank);
        json.member("name", league.bots[one.bot].name);
        json.member("content_hash", league.bots[one.bot].hash);
        json.member("points", static_cast<double>(one.halves) / 2);
        json.member("games", one.games);
        json.member("won", one.won);
        json.member("drawn", one.drawn);
        json.member("lost", one.lost);
        json.member("forfeits", one.forfeits);
        json.member("elo", one.rating.elo);
        json.member("elo_error", one.rating.error);
        json.member("longest_move", one.longest_move);
    });
    json.objects("left_out", league.left_out, [&](const LeagueBot& bot) {
        json.member("name", bot.name);
        json.member("content_hash", bot.hash);
        json.member("reason", bot.why_not);
    });
    json.objects("pairs", league.pairs, [&](const PairResult& pair) {
        json.member("first", pair.first);
        json.member("second", pair.second);
        json.array("games", [&] {
            for (size_t i = 0; i < pair.games.size(); ++i) {
                write_game(json, pair, i);
            }
        });
    });
    json.end_object();
    return json.take();
}

std::string standings_csv(const League& league, const std::vector<LeagueRow>& table) {
    std::string text = "rank,bot,points,games,won,drawn,lost,forfeits,elo,elo_error,longest_move,content_hash\r\n";
    for (const LeagueRow& one : table) {
        text += std::to_string(one.rank) + "," + csv_cell(league.bots[one.bot].name) + "," + decimal_points(one.halves);
        for (const u64 number : {one.games, one.won, one.drawn, one.lost, one.forfeits}) {
            text += "," + std::to_string(number);
        }
        text += "," + std::to_string(one.rating.elo) + "," + std::to_string(one.rating.error) + "," +
                std::to_string(one.longest_move) + "," + league.bots[one.bot].hash + "\r\n";
    }
    return text;
}

std::string cross_csv(const League& league, const std::vector<LeagueRow>& table) {
    std::string text = "bot";
    for (const LeagueRow& one : table) {
        text += "," + csv_cell(league.bots[one.bot].name);
    }
    text += "\r\n";
    for (const LeagueRow& row : table) {
        text += csv_cell(league.bots[row.bot].name);
        for (const LeagueRow& column : table) {
            const CrossCell cell = cross_cell(league, row.bot, column.bot);
            text += "," + (row.bot == column.bot ? "" : decimal_points(cell.halves));
        }
        text += "\r\n";
    }
    return text;
}

std::string league_text(const League& league, const std::vector<LeagueRow>& table) {
    size_t name_width = 4;
    for (const LeagueBot& bot : league.bots) {
        name_width = std::max(name_width, columns_of(short_name(bot)));
    }
    std::string text = "rank  " + left("bot", name_width) + "  points  won drawn lost   Elo  +-  forfeits\n";
    for (const LeagueRow& one : table) {
        text += right(std::to_string(one.rank), 4) + "  " + left(short_name(league.bots[one.bot]), name_width) +
                right(points_text(one.halves).empty() ? "0" : points_text(one.halves), 8) +
                right(std::to_string(one.won), 5) + right(std::to_string(one.drawn), 6) +
                right(std::to_string(one.lost), 5) + right(std::to_string(one.rating.elo), 6) +
                right(std::to_string(one.rating.error), 4) +
                (one.forfeits == 0 ? "" : right(std::to_string(one.forfeits), 10)) + "\n";
    }
    if (table.size() > 1 && name_width + 6 + 4 * table.size() <= terminal_width) {
        text += cross_text(league, table, name_width);
    }
    for (const LeagueBot& bot : league.left_out) {
        const std::string_view reason = bot.why_not;
        text += (&bot == league.left_out.data() ? "\n" : "") + std::string("left out: ") + bot.name + ": " +
                visible_line(std::string(reason.substr(0, reason.find('\n')))) + "\n";
    }
    return text;
}

std::string replay_path(const PairResult& pair, size_t game) {
    return "games/" + pair.first + "/" + pair.first + "-" + pair.second + "-" + std::to_string(game + 1) + ".replay";
}

std::string game_replay(const LeagueGame& game) {
    std::string input;
    for (const char column : game.moves) {
        input += std::string(1, column) + "\n";
    }
    return games::format_replay({std::string(replay_room), 0, input});
}

std::string ending_text(const PairResult& pair, size_t game) {
    const LeagueGame& played = pair.games[game];
    if (played.is_void) {
        return "not played: " + played.reason;
    }
    if (played.fault.empty()) {
        return played.winner == 0 ? "the board is full" : "four in a row";
    }
    const bool is_first = (played.winner == 2) == (game % 2 == 0);
    return (is_first ? pair.first : pair.second) + " " + played.reason;
}

}  // namespace mariner::league
