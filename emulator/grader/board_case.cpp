// Connect Four by meaning: the rubric says how moves are typed and where the board lies; any output will do.

#include <algorithm>

#include "emulator/games/generator.hpp"
#include "emulator/games/script_console.hpp"
#include "emulator/grader/case_checks.hpp"
#include "emulator/grader/excerpt.hpp"
#include "emulator/grader/text_match.hpp"

namespace mariner::grader {

namespace {

using games::Board;
using games::Plan;

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

BoardResult board_result(const Board& expected, const games::BoardComparer& comparer, const games::BoardCells& cells) {
    BoardResult result;
    for (size_t i = 0; i < result.expected.size(); ++i) {
        const auto number = static_cast<int>(i);
        result.expected.at(i) =
            static_cast<u8>(expected.at({number % games::column_count, number / games::column_count}));
    }
    result.actual = comparer.read(cells);
    return result;
}

/// One game of a board case.
class BoardGame {
public:
    BoardGame(const BoardRule& rule, const Plan& plan) : m_rule(rule), m_plan(plan), m_boards(boards_of(plan)) {
        m_order.input = rule.before;
        m_order.stations.push_back(m_order.input.size());
        for (const u8 column : plan) {
            m_order.input += typed_move(rule, column);
            m_order.stations.push_back(m_order.input.size());
        }
        m_order.again = true;
    }

    /// What is wrong; empty if nothing is.
    std::string play(ProgramRunner& runner, bool watched) {
        m_order.watched = watched;
        m_facts = runner.run(m_order);
        if (!m_facts.board) {
            return m_facts.obstacle;
        }
        m_comparer.emplace(*m_facts.board, m_rule.layout, m_rule.marks);
        for (const BoardMoment& moment : m_facts.moments) {
            look_at_read(moment);
        }
        if (m_problem.empty()) {
            look_at_end();
        }
        if (!m_shown) {
            show(std::min(m_moves_seen, m_plan.size()), m_facts.last_cells);
        }
        return m_problem;
    }

    [[nodiscard]] const std::string& input() const { return m_order.input; }
    [[nodiscard]] const std::optional<BoardResult>& board() const { return m_shown; }
    [[nodiscard]] RunFacts take_facts() { return std::move(m_facts); }

private:
    /// Moves that the program has got when so much input is left; nothing between two moves, or before the first.
    [[nodiscard]] std::optional<size_t> moves_typed(u64 input_left) const {
        const auto& ends = m_order.stations;
        const auto end = std::find(ends.begin(), ends.end(), m_order.input.size() - input_left);
        return end == ends.end() ? std::nullopt : std::optional(static_cast<size_t>(end - ends.begin()));
    }

    void look_at_read(const BoardMoment& moment) {
        const std::optional<size_t> moves = moves_typed(moment.input_left);
        if (!m_problem.empty() || !moves) {
            return;
        }
        m_moves_seen = std::max(m_moves_seen, *moves);
        compare(*moves, moment.cells);
        if (*moves < m_plan.size() && m_problem.empty()) {
            m_output_before_last = static_cast<size_t>(moment.printed);
        }
    }

    void compare(size_t moves, const games::BoardCells& cells) {
        if (std::optional<std::string> difference = m_comparer->compare(m_boards[moves], cells)) {
            const std::string when =
                moves == 0 ? "before the first move " : "after the moves " + moves_text(m_plan, moves) + " ";
            fail(when + *difference, moves, cells);
        }
    }

    void look_at_end() {
        const games::BoardCells& cells = m_facts.last_cells;
        const bool has_crashed = !m_facts.trouble.empty() && m_facts.ending != RunEnding::end_of_input;
        const std::optional<size_t> moves = moves_typed(m_facts.input_left);
        if (has_crashed) {
            fail((m_moves_seen == 0 ? "before the first move: "
                                    : "after the moves " + moves_text(m_plan, m_moves_seen) + ": ") +
                     m_facts.trouble,
                 m_moves_seen, cells);
        } else if (moves.value_or(0) < m_plan.size()) {
            const size_t made = moves.value_or(m_moves_seen);
            fail("the program ended after " + std::to_string(made) + (made == 1 ? " move" : " moves") +
                     ", before the game was over",
                 made, cells);
        } else {
            compare(m_plan.size(), cells);
        }
        if (m_problem.empty()) {
            look_for_words();
        }
    }
    void look_for_words() {
        const bool is_won = m_boards.back().winner() != 0;
        const std::string_view output = m_facts.output;
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
            fail("the program announces a " + std::string(what) + " too early" + moves, m_plan.size(),
                 m_facts.last_cells);
        } else if (is_there != is_due) {
            fail("the program " + std::string(is_due ? "does not announce the " : "announces a ") + std::string(what) +
                     (is_due ? "" : " where there is none") + moves,
                 m_plan.size(), m_facts.last_cells);
        }
    }

    void fail(std::string problem, size_t moves, const games::BoardCells& cells) {
        m_problem = std::move(problem);
        show(moves, cells);
        m_shown->differs = true;
    }
    void show(size_t moves, const games::BoardCells& cells) {
        m_shown = board_result(m_boards[std::min(moves, m_plan.size())], *m_comparer, cells);
        m_shown->moves = moves_text(m_plan, moves);
        m_shown->after_lines = static_cast<u32>(line_count(m_rule.before) + moves * line_count(m_rule.move));
    }

    const BoardRule& m_rule;
    const Plan& m_plan;
    std::vector<Board> m_boards;
    RunOrder m_order;  // its stations: the ends of what is typed before the first move, and of each move
    RunFacts m_facts;
    std::optional<games::BoardComparer> m_comparer;
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

}  // namespace

RunFacts judge_board(ProgramRunner& runner, const Case& wanted, CaseResult& result) {
    const BoardRule& rule = *wanted.board;
    const size_t watched_step = (rule.plans.size() + most_watched_games - 1) / most_watched_games;
    RunFacts facts;
    for (size_t i = 0; i < rule.plans.size(); ++i) {
        BoardGame game(rule, rule.plans[i]);
        const std::string problem = game.play(runner, i % watched_step == 0);
        if (game.board()) {
            result.input = excerpt(game.input());
            result.board = game.board();
        }
        facts = game.take_facts();
        if (!problem.empty()) {
            result.checks.push_back(board_check(problem));
            return facts;
        }
    }
    result.checks.push_back(board_check({}));
    check_expectations(facts, wanted, result);
    return facts;
}

RunFacts judge_transcript(ProgramRunner& runner, const Case& wanted, CaseResult& result) {
    const games::GameScript script{std::string(wanted.game->game->room), wanted.seed.value_or(0), wanted.input};
    const games::GameRecord expected = games::play_twin(*wanted.game->game, script);
    RunFacts facts = runner.run({wanted.input, {}});
    TextRule rule;
    rule.texts = {expected.transcript};
    result.checks.push_back(match_text("output", rule, wanted.expect.filters, facts.output));
    check_expectations(facts, wanted, result);
    return facts;
}

}  // namespace mariner::grader
