// Connect Four by meaning: the rubric says how moves are typed and where the board lies; any output will do.

#include <algorithm>

#include "emulator/games/generator.hpp"
#include "emulator/games/script_console.hpp"
#include "emulator/games/verify.hpp"
#include "emulator/grader/case_checks.hpp"
#include "emulator/grader/excerpt.hpp"
#include "emulator/grader/text_match.hpp"

namespace mariner::grader {

namespace {

using games::Board;
using games::Plan;

constexpr u64 most_steps_to_shrink = 1'000'000;
/// By the checks, which take some ten times longer; the games of a case are much alike.
constexpr size_t most_watched_games = 32;

size_t line_count(std::string_view text) {
    return static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
}

std::string typed_move(const BoardRule& rule, u8 column) {
    constexpr std::string_view mark = "{column}";
    std::string text = rule.move;
    const std::string number = std::to_string(column + rule.first_column);
    for (size_t at = text.find(mark); at != std::string::npos; at = text.find(mark, at + number.size())) {
        text.replace(at, mark.size(), number);
    }
    return text;
}

std::string moves_text(const Plan& plan, size_t count) {
    std::string text;
    for (size_t i = 0; i < std::min(count, plan.size()); ++i) {
        text += static_cast<char>('1' + plan[i]);
    }
    return text;
}

/// Boards after 0, 1, 2 ... moves.
std::vector<Board> boards_of(const Plan& plan) {
    std::vector<Board> boards;
    for (size_t moves = 0; moves <= plan.size(); ++moves) {
        boards.push_back(games::board_of({plan.begin(), plan.begin() + static_cast<std::ptrdiff_t>(moves)}));
    }
    return boards;
}

BoardResult board_result(const Board& expected, const games::BoardComparer& comparer, const Memory& memory) {
    BoardResult result;
    for (size_t i = 0; i < result.expected.size(); ++i) {
        const auto number = static_cast<int>(i);
        result.expected.at(i) =
            static_cast<u8>(expected.at({number % games::column_count, number / games::column_count}));
    }
    result.actual = comparer.read(memory);
    return result;
}

/// One game of a board case.
class BoardGame {
public:
    BoardGame(CaseRun& run, const BoardRule& rule, u32 address, const Plan& plan)
        : m_run(run),
          m_rule(rule),
          m_plan(plan),
          m_boards(boards_of(plan)),
          m_comparer(address, rule.layout, rule.marks) {
        m_input = rule.before;
        m_ends.push_back(m_input.size());
        for (const u8 column : plan) {
            m_input += typed_move(rule, column);
            m_ends.push_back(m_input.size());
        }
    }

    /// What is wrong; empty if nothing is.
    std::string play(bool watched) {
        m_run.restart(watched);
        m_run.run(m_input, [this](bool asleep, size_t printed) {
            if (!asleep) {
                look_at_read(printed);
            }
        });
        if (m_problem.empty()) {
            look_at_end();
        }
        if (!m_shown) {
            show(std::min(m_moves_seen, m_plan.size()));
        }
        return m_problem;
    }

    [[nodiscard]] const std::string& input() const { return m_input; }
    [[nodiscard]] const BoardResult& board() const { return *m_shown; }

private:
    /// Moves that the program has got when so much input is left; nothing between two moves, or before the first.
    [[nodiscard]] std::optional<size_t> moves_typed(size_t input_left) const {
        const auto end = std::find(m_ends.begin(), m_ends.end(), m_input.size() - input_left);
        return end == m_ends.end() ? std::nullopt : std::optional(static_cast<size_t>(end - m_ends.begin()));
    }

    void look_at_read(size_t printed) {
        const std::optional<size_t> moves = moves_typed(m_run.host().input_left());
        if (!m_problem.empty() || !moves) {
            return;
        }
        m_moves_seen = std::max(m_moves_seen, *moves);
        compare(*moves);
        if (*moves < m_plan.size() && m_problem.empty()) {
            m_output_before_last = printed;
        }
    }

    void compare(size_t moves) {
        if (std::optional<std::string> difference = m_comparer.compare(m_boards[moves], m_run.machine().memory())) {
            const std::string when =
                moves == 0 ? "before the first move " : "after the moves " + moves_text(m_plan, moves) + " ";
            fail(when + *difference, moves);
        }
    }

    void look_at_end() {
        const bool has_crashed = !m_run.trouble().empty() && m_run.result().ending != RunEnding::end_of_input;
        const std::optional<size_t> moves = moves_typed(m_run.input_left());
        if (has_crashed) {
            fail((m_moves_seen == 0 ? "before the first move: "
                                    : "after the moves " + moves_text(m_plan, m_moves_seen) + ": ") +
                     m_run.trouble(),
                 m_moves_seen);
        } else if (moves.value_or(0) < m_plan.size()) {
            const size_t made = moves.value_or(m_moves_seen);
            fail("the program ended after " + std::to_string(made) + (made == 1 ? " move" : " moves") +
                     ", before the game was over",
                 made);
        } else {
            compare(m_plan.size());
        }
        if (m_problem.empty()) {
            look_for_words();
        }
    }
    void look_for_words() {
        const bool is_won = m_boards.back().winner() != 0;
        const std::string_view output = m_run.output();
        const std::string_view before = output.substr(0, std::min(m_output_before_last, output.size()));
        look_for(m_rule.win, is_won, before, output.substr(before.size()), "win");
        look_for(m_rule.draw, !is_won && m_boards.back().is_full(), before, output.substr(before.size()), "draw");
    }
    void look_for(const std::optional<Pattern>& pattern, bool is_due, std::string_view before, std::string_view after,
                  std::string_view what) {
        if (!pattern || !m_problem.empty()) {
            return;
        }
        const std::string moves = " (moves " + moves_text(m_plan, m_plan.size()) + ")";
        const bool is_early = pattern->find(before).has_value();
        const bool is_there = pattern->find(after).has_value();
        if (is_early) {
            fail("the program announces a " + std::string(what) + " too early" + moves, m_plan.size());
        } else if (is_there != is_due) {
            fail("the program " + std::string(is_due ? "does not announce the " : "announces a ") + std::string(what) +
                     (is_due ? "" : " where there is none") + moves,
                 m_plan.size());
        }
    }

    void fail(std::string problem, size_t moves) {
        m_problem = std::move(problem);
        show(moves);
        m_shown->differs = true;
    }
    void show(size_t moves) {
        m_shown = board_result(m_boards[std::min(moves, m_plan.size())], m_comparer, m_run.machine().memory());
        m_shown->moves = moves_text(m_plan, moves);
        m_shown->after_lines = static_cast<u32>(line_count(m_rule.before) + moves * line_count(m_rule.move));
    }

    CaseRun& m_run;
    const BoardRule& m_rule;
    const Plan& m_plan;
    std::vector<Board> m_boards;
    games::BoardComparer m_comparer;
    std::string m_input;
    std::vector<size_t> m_ends;  // of what is typed before the first move, and of each move, in the input
    std::string m_problem;
    std::optional<BoardResult> m_shown;
    size_t m_moves_seen = 0;
    size_t m_output_before_last = 0;
};

CheckResult board_check(std::string message) {
    CheckResult check;
    check.what = "board";
    check.passed = message.empty();
    check.message = std::move(message);
    return check;
}

void judge_transcript(CaseRun& run, const Case& wanted, CaseResult& result) {
    const games::GameScript script{std::string(wanted.game->game->room), wanted.seed.value_or(0), wanted.input};
    const games::GameRecord expected = games::play_twin(*wanted.game->game, script);
    run.run(wanted.input);
    TextRule rule;
    rule.texts = {expected.transcript};
    result.checks.push_back(match_text("output", rule, wanted.expect.filters, run.output()));
    check_expectations(run, wanted, result);
}

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
void judge_campaign(CaseRun& run, const Case& wanted, CaseResult& result) {
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
        result.input = excerpt(report->failure->script.input);
        result.seed = report->failure->script.program_seed;
    }
    result.checks.push_back(std::move(check));
}

}  // namespace

void judge_board(CaseRun& run, const Case& wanted, CaseResult& result) {
    const BoardRule& rule = *wanted.board;
    const Symbol* const board = run.machine().image().find_symbol(rule.label);
    if (board == nullptr) {
        result.checks.push_back(board_check("the program has no label '" + rule.label + "'"));
        return;
    }
    const size_t watched_step = (rule.plans.size() + most_watched_games - 1) / most_watched_games;
    for (size_t i = 0; i < rule.plans.size(); ++i) {
        BoardGame game(run, rule, board->address, rule.plans[i]);
        const std::string problem = game.play(i % watched_step == 0);
        result.input = excerpt(game.input());
        result.board = game.board();
        if (!problem.empty()) {
            result.checks.push_back(board_check(problem));
            return;
        }
    }
    result.checks.push_back(board_check({}));
    check_expectations(run, wanted, result);
}

void judge_game(CaseRun& run, const Case& wanted, CaseResult& result) {
    if (wanted.game->games == 0 && !wanted.game->board) {
        judge_transcript(run, wanted, result);
    } else {
        judge_campaign(run, wanted, result);
    }
}

}  // namespace mariner::grader
