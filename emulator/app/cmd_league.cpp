// `mariner league`: bots written in assembly play each other, every pair from both sides, in locked-in processes;
// `mariner league check` tries one of them; `mariner league merge` puts the parts together that several machines
// played.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <thread>

#include "emulator/app/commands.hpp"
#include "emulator/app/grade_shards.hpp"
#include "emulator/app/interrupts.hpp"
#include "emulator/app/load_program.hpp"
#include "emulator/app/progress_bar.hpp"
#include "emulator/app/run_options.hpp"
#include "emulator/grader/merge.hpp"
#include "emulator/grader/submissions.hpp"
#include "emulator/league/bench.hpp"
#include "emulator/league/league_files.hpp"
#include "emulator/league/league_journal.hpp"
#include "emulator/support/visible.hpp"

namespace mariner::app {

namespace {

constexpr int breaks_rules = 1;  // exit code of check
constexpr size_t most_bots = 2000;

constexpr const char* league_examples =
    "\nexamples:\n"
    "  mariner league bots/                       everybody against everybody; a table\n"
    "  mariner league bots/ --out league          pages, tables and a replay of every game in league/\n"
    "  mariner league bots/ --out league --resume only what is new or has changed plays\n"
    "  mariner league bots/ --out part --shard 1/4\n"
    "  mariner league merge part --out league     what several machines have played\n"
    "  mariner league check mybot.asm             does it play by the rules?\n"
    "\nA bot is an assembly file or a folder of them; docs/league.md tells in ten lines how it is asked.\n"
    "\nexit codes: 0 played, 1 check: it breaks a rule, 2 wrong usage, 66 a file can't be read, 73 a file can't be\n"
    "written or a process can't be locked in, 130 interrupted\n";

struct LeagueOptions {
    std::string bots;
    std::string folder;
    league::LeagueRules rules;
    league::LeagueTitle title{"League", "", MARINER_VERSION};
    std::string shard;
    Shard part;
    unsigned jobs = 0;
    bool resume = false;
    bool quiet = false;
    bool no_sandbox = false;
};

void add_rule_options(CLI::App& app, LeagueOptions& options) {
    app.add_option("--steps", options.rules.steps, "instructions that a move may take, 5,000,000 unless told")
        ->check(CLI::Range(u64{1000}, u64{1'000'000'000}));
    app.add_option("--output", options.rules.output_bytes, "bytes that may be printed for a move, 4,096 unless told")
        ->check(CLI::Range(u64{2}, u64{1'000'000}));
    app.add_flag("--no-sandbox", options.no_sandbox, "play even where processes can't be locked in");
}

void add_report_options(CLI::App& app, LeagueOptions& options) {
    app.add_option("--out", options.folder, "folder for pages, tables, replays, results.json and the journal");
    app.add_option("--title", options.title.title, "what the pages are headed with");
    app.add_option("--studio", options.title.studio, "address of a studio: the pages link to each game in it");
    app.add_flag("--quiet,-q", options.quiet, "no table");
}

void add_play_options(CLI::App& app, LeagueOptions& options) {
    app.add_option("--openings", options.rules.openings, "openings of each pair, played from both sides; 1 unless told")
        ->check(CLI::Range(u64{1}, u64{1000}));
    app.add_option("--jobs,-j", options.jobs, "processes at a time, as many as there are cores unless told")
        ->check(CLI::Range(1, 1024));
    app.add_flag("--resume", options.resume, "with --out: keep the games of bots that have not changed");
    app.add_option("--shard", options.shard, "with --out: play only part I of N, for several machines");
}

std::string wrong_option(LeagueOptions& options) {
    if (!parse_shard(options.shard, options.part)) {
        return wrong_shard;
    }
    if (options.folder.empty() && (options.resume || !options.shard.empty())) {
        return std::string(options.resume ? "--resume" : "--shard") + " goes with --out, where the games are kept";
    }
    const std::string& studio = options.title.studio;
    const bool is_address = studio.starts_with("https://") || studio.starts_with("http://");
    const bool is_path = studio.find(':') == std::string::npos && !studio.starts_with("//");
    return is_address || is_path ? "" : "--studio is an address (https://...) or a path";
}

league::ArenaOptions arena_options(const LeagueOptions& options) {
    return {options.jobs != 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency()), !options.no_sandbox,
            &stop_flag()};
}

Result<std::vector<league::LeagueBot>> read_bots(const std::string& path, bool is_one) {
    grader::SubmissionRules rules;
    rules.patterns = {"*.asm", "*.s"};
    rules.is_one = is_one;
    Result<grader::Submissions> found = grader::Submissions::open(path, std::move(rules));
    if (!found) {
        return found.error();
    }
    for (const std::string& note : found->notes()) {
        print_message("mariner: " + note + "\n");
    }
    std::vector<league::LeagueBot> bots;
    for (size_t i = 0; i < found->size(); ++i) {
        Result<grader::Submission> one = found->load(i);
        if (!one) {
            return one.error();
        }
        bots.push_back({one->id, one->content_hash, "", std::move(one->files)});
    }
    std::ranges::sort(bots, {}, &league::LeagueBot::name);
    if (bots.empty() || bots.size() > most_bots) {
        return Error{bots.empty() ? "there is no bot in " + path : "a league has at most 2,000 bots"};
    }
    return bots;
}

/// One league, from its bots to its reports.
class LeagueCommand {
public:
    LeagueCommand(const LeagueOptions& options, std::vector<league::LeagueBot> bots,
                  std::unique_ptr<league::LeagueJournal> journal)
        : m_options(options), m_bots(std::move(bots)), m_journal(std::move(journal)) {}

    int execute() {
        catch_interrupts();
        const Result<void> played = play();
        if (!played) {
            return fail_with(exit_code::cannot_write, "league", played.error().message);
        }
        if (stop_flag().load()) {
            const bool is_kept = !m_options.folder.empty();
            return fail_with(
                exit_code::interrupted, "league",
                is_kept ? "interrupted; what was played is kept, and --resume goes on from here" : "interrupted");
        }
        if (m_kept > 0) {
            print_message("mariner: " + std::to_string(m_kept) + " of " + std::to_string(m_pairs) +
                          " pairs have not changed and did not play again\n");
        }
        if (!m_options.shard.empty()) {
            print_message("mariner: shard " + m_options.shard +
                          " has been played; mariner league merge puts them "
                          "together\n");
            return exit_code::success;
        }
        return report();
    }

private:
    Result<void> play() {
        const league::ArenaOptions arena = arena_options(m_options);
        Result<void> done = league::look_at_bots(m_bots, m_options.rules, arena);
        if (!done || stop_flag().load()) {
            return done;
        }
        const auto unfit =
            std::stable_partition(m_bots.begin(), m_bots.end(), [](const auto& bot) { return bot.why_not.empty(); });
        m_part.left_out.assign(unfit, m_bots.end());
        m_bots.erase(unfit, m_bots.end());
        const std::vector<league::Pairing> pairs = missing_pairs();
        ProgressBar bar("playing");
        size_t count = 0;
        done = league::play_pairs(m_bots, pairs, m_options.rules, arena, [&](const league::PairResult& pair) {
            bar.show(++count, pairs.size());
            return m_journal->add(pair);
        });
        if (!done || stop_flag().load()) {
            return done;
        }
        m_part.rules = m_options.rules;
        m_part.shard = m_options.part.number;
        m_part.shards = m_options.part.count;
        m_part.bots = m_bots;
        return m_journal->complete(m_part);
    }

    std::vector<league::Pairing> missing_pairs() {
        std::vector<league::Pairing> pairs;
        for (size_t i = 0; i < m_bots.size(); ++i) {
            for (size_t j = i + 1; j < m_bots.size(); ++j) {
                const size_t number = league::pair_number(i, j, m_bots.size());
                if (!league::is_in_shard(number, m_options.part.number, m_options.part.count)) {
                    continue;
                }
                ++m_pairs;
                const bool is_kept = m_journal->has(league::pair_key(m_bots[i], m_bots[j], m_options.rules));
                m_kept += is_kept ? 1U : 0U;
                if (!is_kept) {
                    pairs.push_back({i, j});
                }
            }
        }
        return pairs;
    }

    int report();

    const LeagueOptions& m_options;
    std::vector<league::LeagueBot> m_bots;
    std::unique_ptr<league::LeagueJournal> m_journal;
    league::LeaguePart m_part;
    size_t m_pairs = 0;
    size_t m_kept = 0;
};

int report_league(const LeagueOptions& options, const Result<league::League>& found) {
    if (!found) {
        return fail_with(exit_code::unreadable_file, "league", found.error().message);
    }
    const std::vector<league::LeagueRow> table = league::standings(*found);
    if (!options.folder.empty()) {
        const Result<void> written = league::write_league(options.folder, *found, table, options.title);
        if (!written) {
            return fail_with(exit_code::cannot_write, "league", written.error().message);
        }
    }
    const bool is_printed = options.quiet || write_output("-", league::league_text(*found, table));
    return is_printed ? exit_code::success : exit_code::cannot_write;
}

int LeagueCommand::report() {
    std::vector<std::unique_ptr<league::LeagueJournal>> journals;
    journals.push_back(std::move(m_journal));
    return report_league(m_options, league::league_of(m_part, journals));
}

int play_league(LeagueOptions& options) {
    Result<std::vector<league::LeagueBot>> bots = read_bots(options.bots, false);
    if (!bots) {
        return fail_with(exit_code::unreadable_file, "league", bots.error().message);
    }
    const Result<std::optional<grader::FolderLock>> lock =
        own_folder(options.folder, shard_folder(options.shard, options.part));
    if (!lock) {
        return fail_with(exit_code::cannot_write, "league", lock.error().message);
    }
    Result<std::unique_ptr<league::LeagueJournal>> journal =
        league::LeagueJournal::open(grader::journal_path(options.folder), MARINER_VERSION, options.resume);
    if (!journal) {
        return fail_with(exit_code::cannot_write, "league", journal.error().message);
    }
    return LeagueCommand(options, std::move(*bots), std::move(*journal)).execute();
}

int league_merge(int argc, char** argv) {
    CLI::App app("Puts the parts of a league together that several machines have played.", "mariner league merge");
    LeagueOptions options;
    std::vector<std::string> parts;
    app.add_option("PARTS", parts, "folders of --out, with one shard or several in each")->required();
    add_report_options(app, options);
    if (const std::optional<int> code =
            parse_command_line(app, "league", argc, argv, [&] { return wrong_option(options); })) {
        return *code;
    }
    const Result<std::optional<grader::FolderLock>> lock = own_folder(options.folder);
    if (!lock) {
        return fail_with(exit_code::cannot_write, "league", lock.error().message);
    }
    std::vector<std::string> journals;
    for (const std::string& part : parts) {
        for (const std::string& folder : grader::journals_of(part, options.folder)) {
            journals.push_back(folder.ends_with(".mariner") ? folder : grader::journal_path(folder));
        }
    }
    return report_league(options, league::merged_league(journals, MARINER_VERSION));
}

/// "  ok     it assembles", what follows a line feed below it.
void print_bench(const league::BenchReport& report) {
    constexpr auto words = std::to_array<const char*>({"ok", "wrong", "advice"});
    for (const league::BenchLine& line : report.lines) {
        std::string text = visible_text(line.text);
        for (size_t at = text.find('\n'); at != std::string::npos; at = text.find('\n', at + 1)) {
            text.replace(at, 1, "\n         ");
        }
        std::printf("%-6s   %s\n", words.at(static_cast<size_t>(line.mark)), text.c_str());
    }
}

int league_check(int argc, char** argv) {
    CLI::App app("Tries a bot: does it answer, keep to the rules, and see a win at hand?", "mariner league check");
    LeagueOptions options;
    app.add_option("BOT", options.bots, "an assembly file, or a folder of them")->required();
    add_rule_options(app, options);
    if (const std::optional<int> code = parse_command_line(app, "league", argc, argv)) {
        return *code;
    }
    const Result<std::vector<league::LeagueBot>> bots = read_bots(options.bots, true);
    if (!bots) {
        return fail_with(exit_code::unreadable_file, "league", bots.error().message);
    }
    catch_interrupts();
    const Result<league::BenchReport> report = league::try_bot(bots->front(), options.rules, arena_options(options));
    if (!report) {
        return fail_with(exit_code::cannot_write, "league", report.error().message);
    }
    if (stop_flag().load()) {
        return fail_with(exit_code::interrupted, "league", "interrupted");
    }
    print_bench(*report);
    std::puts(report->is_fit() ? "\nIt plays by the rules." : "\nIt would lose games by the rules.");
    return report->is_fit() ? exit_code::success : breaks_rules;
}

}  // namespace

int cmd_league(int argc, char** argv) {
    if (argc > 1 && argv[1] == std::string_view("merge")) {
        return league_merge(argc - 1, argv + 1);
    }
    if (argc > 1 && argv[1] == std::string_view("check")) {
        return league_check(argc - 1, argv + 1);
    }
    CLI::App app("Lets bots written in assembly play each other: every pair, from both sides.", "mariner league");
    LeagueOptions options;
    app.add_option("BOTS", options.bots, "a folder or ZIP of bots: assembly files, or folders of them")->required();
    add_play_options(app, options);
    add_rule_options(app, options);
    add_report_options(app, options);
    app.footer(league_examples);
    if (const std::optional<int> code =
            parse_command_line(app, "league", argc, argv, [&] { return wrong_option(options); })) {
        return *code;
    }
    return play_league(options);
}

}  // namespace mariner::app
