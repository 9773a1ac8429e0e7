#include "emulator/league/bench.hpp"

#include <algorithm>
#include <chrono>

#include "emulator/grader/locked_process.hpp"
#include "emulator/league/league_pack.hpp"
#include "emulator/runtime/engine.hpp"
#include "emulator/support/text.hpp"

namespace mariner::league {

inline auto fields(BenchLine& value) {
    return std::tie(value.mark, value.text);
}
inline auto fields(BenchReport& value) {
    return std::tie(value.lines);
}

}  // namespace mariner::league

template <>
inline constexpr mariner::u8 mariner::grader::enumerator_count<mariner::league::BenchMark> = 3;

namespace mariner::league {

namespace {

using games::BotFault;
using games::MatchAnswer;

struct BenchPosition {
    std::string_view moves;
    std::string_view what;
};
constexpr auto positions = std::to_array<BenchPosition>({
#define BENCH(moves, what) {moves, what},
#include "emulator/league/bench_positions.inc"
#undef BENCH
});

/// The mover wins at once, or must keep the other from it, in that column.
struct ForcedMove {
    std::string_view moves;
    char column;
};
constexpr auto wins_at_hand =
    std::to_array<ForcedMove>({{"121212", '1'}, {"21123355", '4'}, {"556371545", '2'}, {"42116145665447", '7'}});
constexpr auto threats =
    std::to_array<ForcedMove>({{"12121", '1'}, {"17273", '4'}, {"156765236", '6'}, {"257676135521", '4'}});

constexpr size_t bench_games = 10;  // against chance, from each side
constexpr u64 bench_seconds = 120;
constexpr u64 slow_share = 2;  // who takes more than this part of the limit is told

class Bench {
public:
    Bench(const LeagueBot& bot, const LeagueRules& rules) : m_bot(bot), m_rules(rules) {}

    BenchReport run() {
        Result<ProgramImage> image = assemble_bot(m_bot);
        auto program = image ? games::BotProgram::create(std::move(*image), m_rules.limits(), EngineKind::automatic)
                             : Result<std::unique_ptr<games::BotProgram>>(image.error());
        if (!program) {
            add(BenchMark::wrong, "it doesn't assemble:\n" + program.error().message);
            return std::move(m_report);
        }
        m_program = std::move(*program);
        add(BenchMark::right, "it assembles");
        ask_positions();
        if (m_report.is_fit()) {
            ask_in_a_row();
            play_games();
        }
        if (m_report.is_fit()) {
            ask_again();
            look_for_wins();
            tell_longest();
        }
        return std::move(m_report);
    }

private:
    void add(BenchMark mark, std::string text) { m_report.lines.push_back({mark, std::move(text)}); }

    MatchAnswer ask(std::string_view moves) {
        games::BotSeat seat(*m_program);
        MatchAnswer answer = seat.answer(games::plain_state(moves));
        m_longest = std::max(m_longest, answer.steps);
        return answer;
    }
    MatchAnswer ask_anew(std::string_view moves) {
        m_program->begin_game(0);
        return ask(moves);
    }

    void ask_positions() {
        for (const BenchPosition& position : positions) {
            const MatchAnswer answer = ask_anew(position.moves);
            const std::string line = std::string(position.what);
            if (answer.fault == BotFault::none) {
                add(BenchMark::right, "answers " + line + ": it plays " + std::to_string(answer.column + 1));
            } else {
                add(BenchMark::wrong, "has no answer to " + line + ": it " + answer.reason + advice_for(answer));
            }
        }
    }
    /// What most often lies behind it.
    [[nodiscard]] static std::string advice_for(const MatchAnswer& answer) {
        switch (answer.fault) {
            case BotFault::wrong_move:
                return "\nIts first line after it has read must be the column alone, 1 to 7; a prompt belongs before "
                       "it "
                       "reads.";
            case BotFault::silent:
                return "\nIt must end its answer with a line feed (service 11 with 10) before it reads again.";
            case BotFault::crashed:
                return answer.reason.find("integer") != std::string::npos
                           ? "\nThe moves are a line of up to 41 digits, and empty at first: read them with service 8, "
                             "not as a number."
                           : "";
            case BotFault::too_slow:
                return "\nIf it doesn't loop without end, it must look less far.";
            case BotFault::deaf:
                return "\nIt must read a line with service 8, print a column, and do so again.";
            case BotFault::ended:
                return "\nIt must go back and read the next line after it has answered.";
            default:
                return "";
        }
    }

    /// The lines of one game, one after the other: no answer may depend on the program's having just begun.
    void ask_in_a_row() {
        std::string moves;
        m_program->begin_game(0);
        for (int i = 0; i < 6; ++i) {
            const MatchAnswer answer = ask(moves);
            if (answer.fault != BotFault::none) {
                add(BenchMark::wrong, "answers the first lines, but not number " + std::to_string(i + 1) + " (" +
                                          moves + "): it " + answer.reason + advice_for(answer));
                return;
            }
            moves += static_cast<char>('1' + answer.column);
            games::RoomState state = games::plain_state(moves);
            moves += static_cast<char>('1' + (state.board.can_drop(i) ? i : 6));
            if (games::plain_state(moves).board.winner() != 0) {
                break;
            }
        }
        add(BenchMark::right, "answers line after line");
    }

    void play_games() {
        const auto chance = games::chooser_named("random");
        games::ChooserSeat other(*chance);
        games::BotSeat own(*m_program);
        size_t won = 0;
        size_t drawn = 0;
        for (size_t i = 0; i < 2 * bench_games; ++i) {
            const bool begins = i % 2 == 0;
            games::MatchSeat& first = begins ? static_cast<games::MatchSeat&>(own) : other;
            games::MatchSeat& second = begins ? static_cast<games::MatchSeat&>(other) : own;
            const games::MatchGame game = play_match(first, second, "", static_cast<i64>(i));
            m_longest = std::max(m_longest, game.longest_move.at(begins ? 0 : 1));
            if (game.fault != BotFault::none) {
                add(BenchMark::wrong, "breaks a rule in a game, after " + game.moves + ": it " + game.reason);
                return;
            }
            won += game.winner == (begins ? 1 : 2) ? 1U : 0U;
            drawn += game.winner == 0 ? 1U : 0U;
        }
        add(BenchMark::right, "plays " + std::to_string(2 * bench_games) +
                                  " games against chance by the rules and wins " + std::to_string(won) +
                                  (drawn == 0 ? "" : ", draws " + std::to_string(drawn)));
    }

    void ask_again() {
        for (const std::string_view moves : {"", "4", "445"}) {
            const int column = ask_anew(moves).column;
            if (ask_anew(moves).column != column) {
                add(BenchMark::advice,
                    "answers the same line in different ways in two games with the same random numbers: "
                    "does it use a register that it hasn't set?");
                return;
            }
        }
    }

    void look_for_wins() {
        const auto missed = [&](const auto& forced, const std::string& what) {
            for (const ForcedMove& one : forced) {
                const MatchAnswer answer = ask_anew(one.moves);
                if (answer.column != one.column - '1') {
                    add(BenchMark::advice, "after " + std::string(one.moves) + " column " + one.column + " " + what +
                                               "; it plays " + std::to_string(answer.column + 1));
                }
            }
        };
        missed(wins_at_hand, "wins at once");
        missed(threats, "keeps the other from winning at once");
    }

    void tell_longest() {
        const std::string text =
            "its longest move took " + with_thousands(m_longest) + " instructions of " + with_thousands(m_rules.steps);
        const bool is_slow = m_longest > m_rules.steps / slow_share;
        add(is_slow ? BenchMark::advice : BenchMark::right,
            text + (is_slow ? ": other positions may take longer" : ""));
    }

    const LeagueBot& m_bot;
    const LeagueRules& m_rules;
    std::unique_ptr<games::BotProgram> m_program;
    BenchReport m_report;
    u64 m_longest = 0;
};

}  // namespace

bool BenchReport::is_fit() const {
    return std::ranges::none_of(lines, [](const BenchLine& line) { return line.mark == BenchMark::wrong; });
}

Result<BenchReport> try_bot(const LeagueBot& bot, const LeagueRules& rules, const ArenaOptions& options) {
    look_at_processor();
    grader::LockRules lock;
    lock.is_strict = options.is_strict;
    if (const Result<void> rehearsed = grader::LockedProcess::rehearse(lock); !rehearsed) {
        return rehearsed.error();
    }
    auto process = grader::LockedProcess::start(
        lock, [&](const grader::TellMessage& tell) { tell(grader::pack(Bench(bot, rules).run())); });
    if (!process) {
        return process.error();
    }
    (*process)->allow(std::chrono::seconds(bench_seconds));
    std::optional<BenchReport> report;
    const auto take = [&](const std::string& message) {
        report = grader::unpack<BenchReport>(message);
        return report.has_value();
    };
    bool goes_on = true;
    while (goes_on && !(options.stop != nullptr && options.stop->load())) {
        if (grader::wait_for_any({process->get()}).front()) {
            goes_on = (*process)->hear(take);
        } else {
            (*process)->look_at_time();
        }
    }
    if (!goes_on) {
        (*process)->finish();
    }
    if (!report) {
        report.emplace();
        report->lines.push_back(
            {BenchMark::wrong,
             (*process)->is_late()
                 ? "it takes more than " + std::to_string(bench_seconds) + " seconds of processor time on the bench"
                 : "its process died (" + (*process)->death() + "): please report it"});
    }
    return std::move(*report);
}

}  // namespace mariner::league
