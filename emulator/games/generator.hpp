#pragma once
// Makes games: plays a twin and invents the player's lines on the way, so that the result is a text of input which
// leads to wins, draws, full columns, wrong answers, undo, block, removal or an early end. Knows no emulator.

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/games/registry.hpp"

namespace mariner::games {

/// How a generated player chooses columns.
enum class Style : u8 {
    random,    // any column
    keen,      // wins if possible, stops the other's win, else any column
    stacking,  // the same column again and again: full columns
    peaceful,  // completes no four if it can be helped: long games and draws
    planned,   // the columns of GameOrder::plan, then end of input
};

/// Chances in percent that the player does something else than play a sensible column.
struct Habits {
    int wrong = 0;
    int undo = 0;
    int block = 0;
    int remove = 0;
    int ask = 0;           // what the columns are worth
    int stop = 0;          // per line: the input ends here
    int foreign_ends = 0;  // a right answer ends in CR LF
};

struct GameOrder {
    u64 seed = 0;          // of the generator's own choices
    i32 program_seed = 0;  // what --seed gives the program
    Style style = Style::random;
    Habits habits;
    std::vector<u8> plan;          // columns from 0, for Style::planned
    bool block_last_move = false;  // whoever doesn't win tries to block the plan's last move
    size_t max_lines = 600;
};

/// One game, fully determined: this input and this seed.
struct GameScript {
    std::string room;
    i32 program_seed = 0;
    std::string input;
};

/// What must be seen when the program waits for a line, or asleep while a piece falls; and at the game's end.
struct Moment {
    bool asleep = false;
    size_t printed = 0;  // bytes of output so far
    size_t strokes = 0;  // of the canvas so far
    std::vector<Fact>
        facts;  // none asleep: whether a piece is noted before its fall or after it is the program's affair
    Board board;
};

/// What is seen of one game. A twin's has all, a program's what it printed and how it ended.
struct GameRecord {
    std::string transcript;
    int exit_status = 0;
    std::string ending;           // empty for a game that ended by itself, else what stopped it
    std::vector<Moment> moments;  // in the order of the game; the last, noted always, is its end
    std::vector<RegisterFact> registers;
    GamePicture canvas;  // without a first picture for a game without a display
};

struct GeneratedGame {
    GameScript script;
    GameRecord expected;  // what the twin showed
};

/// A different mixture of styles and habits for every number.
GameOrder random_order(u64 seed);

/// How much of a twin's game is noted: every moment takes its time.
enum class Detail : u8 { output, moments };

GeneratedGame generate(const Game& game, const GameOrder& order, Detail detail = Detail::moments);

/// The twin's record of a given script.
GameRecord play_twin(const Game& game, const GameScript& script, Detail detail = Detail::moments);

}  // namespace mariner::games
