#include "emulator/grader/draft_cases.hpp"

#include <algorithm>
#include <array>

#include "emulator/games/positions.hpp"
#include "emulator/grader/case_run.hpp"
#include "emulator/support/text.hpp"
#include "emulator/support/toml_text.hpp"

namespace mariner::grader {

namespace {

constexpr size_t most_routines = 20;
constexpr size_t most_other_calls = 40;
constexpr size_t most_cases_with_faults = 8;  // of one routine
constexpr size_t most_beginnings = 12;
constexpr u64 most_steps_of_game = 3'000'000;
constexpr auto layouts = std::to_array<std::string_view>({"rows-top", "rows-bottom", "columns-bottom", "columns-top"});
constexpr auto cell_sizes = std::to_array<u32>({1, 4, 2});
constexpr auto typed_moves = std::to_array<std::string_view>({"{column}\n", "{column}"});
constexpr auto win_patterns = std::to_array<std::string_view>(
    {"(?i)wins?\\b", "(?i)\\bwon\\b", "(?i)winner", "(?i)victory", "(?i)congratulations", "(?i)connect(ed)? four"});
constexpr auto draw_patterns =
    std::to_array<std::string_view>({"(?i)\\bdraw", "(?i)\\btie", "(?i)board is full", "(?i)no winner"});

/// Where and how a program keeps its board, and how it is played.
struct BoardGuess {
    std::string label;
    std::string_view layout;
    u32 cell = 1;
    std::string before;
    std::string_view move;
    u32 first_column = 1;
};

std::string board_text(const BoardGuess& guess, const std::string& more) {
    return "\n[[case]]\nid = \"board\"\nname = \"the board after each move\"\npoints = 1\n[case.board]\nlabel = " +
           toml::string_text(guess.label) + "\nlayout = \"" + std::string(guess.layout) +
           "\"\ncell = " + std::to_string(guess.cell) + "\nmarks = \"auto\"\n" +
           (guess.before.empty() ? "" : "before = " + toml::string_text(guess.before) + "\n") +
           "move = " + toml::string_text(std::string(guess.move)) +
           "\nfirst_column = " + std::to_string(guess.first_column) + "\n" + more;
}

std::string moves_typed(const games::Plan& plan, const BoardGuess& guess) {
    std::string input = guess.before;
    for (const u8 column : plan) {
        std::string move(guess.move);
        move.replace(move.find("{column}"), 8, std::to_string(column + guess.first_column));
        input += move;
    }
    return input;
}

/// Labels whose memory looks like this board, in each way that it does.
std::vector<BoardGuess> boards_in(const Machine& machine, const games::Board& board, const BoardGuess& played) {
    std::vector<BoardGuess> guesses;
    for (const Symbol& symbol : machine.image().symbols) {
        if (!symbol.is_data) {
            continue;
        }
        for (const u32 cell : cell_sizes) {
            for (const std::string_view layout : layouts) {
                const Result<games::BoardLayout> parsed = games::parse_layout(layout, cell);
                games::BoardComparer comparer(symbol.address, *parsed, {});
                if (parsed && !comparer.compare(board, machine.memory())) {
                    BoardGuess guess = played;
                    guess.label = symbol.name;
                    guess.layout = layout;
                    guess.cell = cell;
                    guesses.push_back(guess);
                }
            }
        }
    }
    return guesses;
}

/// With as much as it passes: many games, the words of a win and of a draw.
std::optional<std::string> whole_board_case(const BoardGuess& guess, const DraftJudge& judge) {
    if (!judge.passes(board_text(guess, "moves = \"4453\"\n"))) {
        return std::nullopt;
    }
    std::string more = "moves = \"4453\"\n";
    for (const std::string_view games : {"random_games = 3\n", "random_games = 20\nall_lines = true\n"}) {
        const std::string longer = "moves = \"4453\"\n" + std::string(games) + "seed = 1\n";
        more = judge.passes(board_text(guess, longer)) ? longer : more;
    }
    const auto add_first = [&](std::string_view key, const auto& patterns) {
        for (const std::string_view pattern : patterns) {
            const std::string longer = more + std::string(key) + " = '" + std::string(pattern) + "'\n";
            if (judge.passes(board_text(guess, longer))) {
                more = longer;
                return;
            }
        }
    };
    if (more.find("all_lines") != std::string::npos) {
        add_first("win", win_patterns);
        add_first("draw", draw_patterns);
    }
    return board_text(guess, more);
}

}  // namespace

std::optional<CaseResult> DraftJudge::judge(const std::string& case_text,
                                            const std::map<std::string, std::string>& files) const {
    const RubricFiles read = [&](const std::string& path) {
        const auto found = files.find(path);
        return found == files.end() ? Result<std::string>(Error{path}) : Result<std::string>(found->second);
    };
    const std::string text = "[submission]\nmain = " + toml::string_text(m_name) + "\n" + case_text;
    const Result<Rubric> rubric = read_rubric("draft", text, read, m_pictures);
    if (!rubric || rubric->cases.empty()) {
        return std::nullopt;
    }
    const std::vector<SourceFile> sources = {{m_name, m_source}};
    return SubmissionJudge(*rubric, "draft", sources).judge(0).result;
}

bool DraftJudge::passes(const std::string& case_text, const std::map<std::string, std::string>& files) const {
    const std::optional<CaseResult> result = judge(case_text, files);
    return result && result->verdict == Verdict::passed;
}

namespace {

/// A routine's cases so far, and what else could be called.
struct RoutineCases {
    std::string label;
    std::vector<TriedCall> calls;
    std::vector<TriedCall> others;
};

/// One more call for each fault that some call shows and none of the cases' does.
void add_for_faults(std::vector<RoutineCases>& routines, const std::vector<ProgramImage>& wrong) {
    for (const ProgramImage& image : wrong) {
        const Result<std::unique_ptr<RoutineTrial>> trial = RoutineTrial::create(image);
        if (!trial) {
            return;
        }
        const auto shows = [&](const RoutineCases& routine, const TriedCall& call) {
            return call.differs_from((*trial)->call(routine.label, call));
        };
        const bool is_noticed = std::any_of(routines.begin(), routines.end(), [&](const RoutineCases& routine) {
            return std::any_of(routine.calls.begin(), routine.calls.end(),
                               [&](const TriedCall& call) { return shows(routine, call); });
        });
        for (size_t i = 0; i < routines.size() && !is_noticed; ++i) {
            RoutineCases& routine = routines[i];
            const auto found = std::find_if(routine.others.begin(), routine.others.end(),
                                            [&](const TriedCall& call) { return shows(routine, call); });
            if (found != routine.others.end() && routine.calls.size() < most_cases_with_faults) {
                routine.calls.push_back(*found);
                break;
            }
        }
    }
}

}  // namespace

DraftedRoutines draft_routines(const ProgramImage& image, const DraftJudge& judge,
                               const std::vector<ProgramImage>& wrong) {
    DraftedRoutines drafted;
    const Result<std::unique_ptr<RoutineTrial>> trial = RoutineTrial::create(image);
    if (!trial) {
        return drafted;
    }
    std::vector<RoutineCases> routines;
    for (const std::string& label : (*trial)->routines()) {
        if (routines.size() < most_routines) {
            routines.push_back({label, (*trial)->draft(label).calls, (*trial)->candidates(label, most_other_calls)});
        }
    }
    add_for_faults(routines, wrong);
    for (const RoutineCases& routine : routines) {
        const size_t before = drafted.cases;
        for (const TriedCall& call : routine.calls) {
            for (const bool keeps : {true, false}) {
                const std::string text = call_case_text(routine.label, call, drafted.cases + 1, keeps);
                if (judge.passes(text)) {
                    drafted.text += text;
                    drafted.reached.insert(call.reached.begin(), call.reached.end());
                    ++drafted.cases;
                    break;
                }
            }
        }
        if (drafted.cases == before) {
            drafted.text += "\n# " + routine.label +
                            " can't be called by itself: it doesn't return, or needs what others prepare.\n";
        }
    }
    return drafted;
}

std::optional<std::string> draft_board(const ProgramImage& image, const DraftJudge& judge,
                                       const std::vector<std::string>& beginnings) {
    const games::Plan plan = {3, 3, 4, 2};
    Case played;
    played.limits.steps = most_steps_of_game;
    const Result<std::unique_ptr<CaseRun>> run = CaseRun::create(image, played, false);
    if (!run) {
        return std::nullopt;
    }
    for (size_t i = 0; i < std::min(beginnings.size(), most_beginnings); ++i) {
        for (const std::string_view move : typed_moves) {
            for (const u32 first : {1U, 0U}) {
                BoardGuess guess{{}, {}, 1, beginnings[i], move, first};
                (*run)->restart();
                (*run)->run(moves_typed(plan, guess));
                for (const BoardGuess& found : boards_in((*run)->machine(), games::board_of(plan), guess)) {
                    if (std::optional<std::string> text = whole_board_case(found, judge)) {
                        return text;
                    }
                }
            }
        }
    }
    return std::nullopt;
}

}  // namespace mariner::grader
