#pragma once
// What a run of a student's program left behind, as plain data, and what may be asked about it. Said by whoever runs
// programs (program_runner.hpp) to whoever judges them: the one knows no expected value, the other runs no program.

#include <array>
#include <optional>
#include <string>
#include <vector>

#include "emulator/assembler/assembler.hpp"
#include "emulator/games/board_view.hpp"
#include "emulator/grader/results.hpp"
#include "emulator/grader/rubric.hpp"
#include "emulator/grader/structure.hpp"
#include "emulator/runtime/runner.hpp"
#include "emulator/support/source_file.hpp"
#include "emulator/tools/report.hpp"

namespace mariner::grader {

struct SourceQuestion {
    StructureRule require;
    StructureRule forbid;
};

/// What to assemble, and what to look for in it before anything runs.
struct AssemblyOrder {
    std::vector<SourceFile> files;
    std::vector<std::string> names;  // of those that are assembled; the others are there to be included
    AssemblerOptions options;
    std::vector<SourceQuestion> questions;
};

struct AssemblyFacts {
    bool assembled = false;
    std::string diagnostics;  // for people
    std::vector<std::vector<StructureFinding>> answers;
};

/// One run of the case that was begun.
struct RunOrder {
    std::string input;
    std::vector<u64> stations;  // of the input, in bytes read: the board is looked at whenever the program asks there
    bool again = false;         // from the start state; what a watched run has found stays
    bool watched = true;
};

/// What lies where a rule looks.
struct MemoryFacts {
    std::optional<u32> address;  // nothing: the program has no such label
    std::vector<u8> bytes;
};

/// A board that lay in memory when the program asked for more.
struct BoardMoment {
    u64 input_left = 0;
    u64 printed = 0;
    games::BoardCells cells{};
};

/// What a routine came back with.
struct CallFacts {
    bool has_returned = false;
    u32 v0 = 0;
    u32 f0 = 0;                             // raw bits
    std::string text;                       // at $v0
    std::vector<std::vector<u8>> after;     // of each argument that is looked at afterwards
    std::vector<std::string> not_restored;  // registers
};

struct RunFacts {
    std::string obstacle;        // why the case can't be put to this program at all; empty if it was
    std::string obstacle_check;  // which check says so
    RunEnding ending = RunEnding::paused;
    i32 exit_code = 0;
    u64 steps = 0;
    u64 input_left = 0;  // bytes that the program never asked for
    std::string output;
    std::string trouble;               // the end in a sentence with its place; empty if it is none
    std::optional<PlaceResult> place;  // of the trouble
    std::vector<u32> registers;        // what follows: in the order of the case's rules
    std::vector<MemoryFacts> memory;
    std::vector<std::optional<std::string>> files;
    std::vector<tools::ReportValue> figures;
    std::vector<u32> units;  // of the picture
    CallFacts call;
    std::optional<u32> board;  // its address
    std::vector<BoardMoment> moments;
    games::BoardCells last_cells{};
};

/// Who wrote last what is wrong, or printed it.
struct WriterQuestions {
    std::vector<u8> registers;  // as the checks number them
    std::vector<u32> cells;
    std::optional<u64> character;  // of the output
};

/// Lines of the source, each with its place; empty where nothing in the run did it.
struct WriterFacts {
    std::vector<std::string> registers;
    std::vector<std::string> cells;
    std::string printer;
    std::string argument;  // who wrote what it printed
};

/// The same program with something else typed.
struct TrialOrder {
    CaseLimits limits;
    std::string input;
};

struct TrialFacts {
    bool is_fine = false;  // it ended by itself
    std::string ending;
    std::string output;
};

/// Games against others and against a twin are judged where they are played.
struct PlayFacts {
    Points points = 0;
    std::vector<CheckResult> checks;
    std::optional<std::string> input;  // of a game that was lost or went wrong
    std::optional<i32> seed;
    RunFacts run;
};

}  // namespace mariner::grader
