#pragma once
// A rubric as plain data: what to run and what to expect. read_rubric() makes one of a TOML text and tells every wrong
// key, type and range with line and column before anything runs; the judge only ever sees rubrics that hold together.

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/analysis/findings.hpp"
#include "emulator/assembler/assembler.hpp"
#include "emulator/games/board_view.hpp"
#include "emulator/games/positions.hpp"
#include "emulator/games/registry.hpp"
#include "emulator/grader/lateness.hpp"
#include "emulator/grader/pattern.hpp"
#include "emulator/grader/results.hpp"
#include "emulator/grader/score.hpp"
#include "emulator/grader/submissions.hpp"
#include "emulator/grader/tool_rules.hpp"
#include "emulator/support/result.hpp"

namespace mariner::grader {

struct CaseLimits {
    u64 steps = 20'000'000;
    u64 output_bytes = 1'000'000;  // console and files together
    u64 heap_bytes = u64{16} << 20;
    u64 seconds = 10;  // of processor time; only a last resort, since it depends on the machine
};

struct Filter {
    Pattern find;
    std::string replacement;
};

enum class TextRuleKind : u8 {
    exact,
    trailing,    // blanks at line ends and empty lines at the end don't count
    whitespace,  // only words count, not what is between them
    contains,    // each text somewhere
    regex,       // each pattern somewhere
    ordered,     // the patterns one after the other, anything between them
};

/// How one text is judged.
struct TextRule {
    TextRuleKind kind = TextRuleKind::trailing;
    std::vector<std::string> texts;  // exact, trailing, whitespace: one
    std::vector<Pattern> patterns;   // regex, ordered
};

struct RegisterRule {
    std::string name;  // "$t0", "$f12", "hi", "lo", "pc"
    u32 value = 0;
};

/// Bytes at a label or an address.
struct MemoryRule {
    std::string label;  // empty: `offset` is an address
    i64 offset = 0;
    std::vector<u8> bytes;
    u8 unit = 1;  // how they are shown: bytes, halfwords, words
    bool is_text = false;
};

struct WrittenFileRule {
    std::string name;
    TextRule text;
};

struct PictureRegion {
    u32 x = 0;
    u32 y = 0;
    u32 width = 1;
    u32 height = 1;
    u32 colour = 0;
};

struct PictureRule {
    u32 base = 0x10040000;
    u32 columns = 64;
    u32 rows = 64;
    std::vector<u32> units;  // the whole picture; none if it isn't given so
    std::vector<PictureRegion> regions;
    std::optional<u64> hash;  // FNV-1a over the units as `mariner`'s other pictures have it
};

/// Words that the source must or must not use.
struct StructureRule {
    std::vector<std::string> instructions;  // as written, or as what it becomes
    std::vector<u32> syscalls;
    std::vector<std::string> labels;
    [[nodiscard]] bool empty() const { return instructions.empty() && syscalls.empty() && labels.empty(); }
};

enum class ArgumentKind : u8 { number, real, data };

struct CallArgument {
    ArgumentKind kind = ArgumentKind::number;
    u32 value = 0;  // number; real: its bits
    MemoryRule data;
    std::optional<MemoryRule> after;  // what must stand there when the routine has returned
};

struct CallRule {
    std::string label;
    std::vector<CallArgument> arguments;
    std::optional<u32> returns;       // $v0
    std::optional<u32> returns_real;  // $f0: the bits of a float
    std::optional<std::string> returns_text;
    bool keeps_saved_registers = true;
};

/// Connect Four by meaning: moves are typed, and after each one the board in memory is looked at.
struct BoardRule {
    std::string label;
    games::BoardLayout layout;
    games::BoardMarks marks;
    std::string before;               // typed before the first move
    std::string move = "{column}\n";  // typed for a move; a program that polls its keyboard may need no LF
    u32 first_column = 1;             // what the leftmost column is called
    std::vector<u8> moves;            // columns from 0
    u32 random_games = 0;
    bool all_lines = false;  // a game for every way to complete one of the 69 lines
    u64 seed = 1;
    std::optional<Pattern> win;  // must come after a win, and must not come before
    std::optional<Pattern> draw;
    std::vector<games::Plan> plans;  // all games that this comes to, the shortest first
};

/// A bundled game as oracle: its native twin says what comes out.
struct GameRule {
    const games::Game* game = nullptr;
    u32 games = 0;  // generated ones; 0: the case's own input and seed
    u64 seed = 1;
    bool right_answers = false;
    std::optional<BoardRule> board;  // label, layout and marks: only the board counts, not the transcript
};

/// The submission is a bot (docs/league.md) and plays against somebody.
struct MatchRule {
    std::string opponent;  // "random", "master:2", or a file beside the rubric
    std::string program;   // that file's text
    u32 games = 10;        // every other one begun by the submission
    Points wanted = 0;     // by the games' points: so many bring all of the case's, fewer bring a part
    u64 seed = 1;          // of openings and random numbers
};

/// The submission has played in a league, whose table says how well.
struct LeagueRule {
    struct Share {
        u32 place = 100;  // percent of the bots: who has fewer of them before him
        u32 points = 0;   // gets so many percent
    };
    std::map<std::string, u32> ranks;  // by content
    std::vector<Share> shares;         // the best places first; none: by the share of those who are no better
};

struct Expectations {
    std::optional<TextRule> output;
    std::vector<Pattern> absent;
    std::vector<Filter> filters;  // applied to output and expected text before they are compared
    std::optional<i32> exit_status;
    std::vector<std::string> endings;  // words of RunEnding; empty: exited or dropped_off
    std::optional<u64> most_steps;
    std::vector<RegisterRule> registers;
    std::vector<MemoryRule> memory;
    std::vector<WrittenFileRule> files;
    std::optional<PictureRule> picture;
    ToolExpectations tools;
};

struct Case {
    CaseInfo info;
    std::string hint;  // for the student, if it fails
    std::string input;
    std::optional<std::string> keys;  // for the keyboard registers; without, they share `input` with the services
    std::optional<i32> seed;
    std::vector<std::string> arguments;
    CaseLimits limits;
    bool has_scratch_folder = false;
    std::map<std::string, std::string> files;  // that stand in it before the run
    std::vector<MemoryRule> set_memory;
    std::vector<RegisterRule> set_registers;
    Expectations expect;
    StructureRule require;
    StructureRule forbid;
    std::optional<CallRule> call;
    std::optional<BoardRule> board;
    std::optional<GameRule> game;
    std::optional<MatchRule> match;
    std::optional<LeagueRule> league;

    /// False for a case that looks at the source only.
    bool runs = true;
};

/// Points off for what the source does or lacks.
struct Deduction {
    std::string name;
    Points points = 0;
    StructureRule require;
    StructureRule forbid;
};

/// Points off for what `--check` finds in any case's run.
struct CheckRule {
    Points each = 0;
    Points at_most = 0;
    std::vector<FindingKind> kinds;  // empty: all
};

struct SelfTest {
    std::string reference;             // path of the solution
    std::string solution;              // its text; empty if it isn't at hand
    std::vector<std::string> mutants;  // paths of .mutant files
    u32 made_mutants = 60;             // how many to make of the solution by rule
};

struct Rubric {
    std::string title;
    std::string studio;                 // the address of a studio that pages link to; empty: none
    std::string name;                   // the file's, without folders
    std::string hash;                   // over the text and all files that it names
    std::vector<std::string> patterns;  // of the files that belong to a submission: "*.asm"
    std::string main_file;              // empty: all files are assembled together
    AttemptChoice attempt = AttemptChoice::last;
    LatePolicy late;
    std::map<std::string, std::string> provided;  // the instructor's own files, assembled behind the student's
    AssemblerOptions assembler;
    std::vector<Case> cases;
    std::vector<Deduction> deductions;
    std::optional<CheckRule> check;
    std::vector<CaseGroup> groups;
    Points minimum = 0;       // of a program that assembles
    std::string adjustments;  // as the rubric names it: points by hand
    SelfTest self_test;

    [[nodiscard]] GradingInfo grading_info(std::string_view program_version, Lms lms) const;
    /// What there is to be had, without bonuses.
    [[nodiscard]] Points worth() const;
    [[nodiscard]] SubmissionRules submission_rules() const;
};

/// Reads a file that a rubric names, by its path as written there.
using RubricFiles = std::function<Result<std::string>(const std::string& path)>;

/// Reads a picture's file: the colours of so many columns and rows of units.
using RubricPictures = std::function<Result<std::vector<u32>>(std::string_view bytes, u32 columns, u32 rows)>;

/// The error has a line "LINE:COLUMN: sentence" for each mistake.
Result<Rubric> read_rubric(std::string_view name, std::string_view text, const RubricFiles& files,
                           const RubricPictures& pictures);

}  // namespace mariner::grader
