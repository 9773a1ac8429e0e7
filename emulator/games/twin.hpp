#pragma once
// A native twin: one of the bundled games written again in C++, so that the .asm program and the emulator can be
// checked against something that shares no line with them. A twin sees this header, the board rules beside it
// (games/board.hpp) and JavaRandom; never the emulator.

#include <array>
#include <initializer_list>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "emulator/games/board.hpp"
#include "emulator/support/java_random.hpp"
#include "emulator/support/types.hpp"

namespace mariner::games {

/// What a line of input answers. Who invents games needs it; who plays one reads the question.
enum class Ask : u8 {
    column_from_0,
    column_from_1,
    column_or_remove,  // from 0, or R
    center_from_0,     // the middle column and no other
    undo,              // Y or N
    block,             // B or anything else
    removal_row,       // from 0, the highest row
    removal_column,    // from 0
    name,
    piece,  // X or O
    any_line,
    strength,          // from 1 to 5
    seat,              // 1: who answers begins, 2: the computer does
    moves,             // columns from 1 in a row, played before the game begins
    column_or_values,  // from 1, or ? for what the columns are worth
};

/// What a game reads, prints and shows. Input is a byte stream; a line ends at LF or at the end of the input.
class TwinConsole {
public:
    virtual ~TwinConsole() = default;

    /// The next line without its LF; nothing at the end of input. A last line without LF is a line.
    virtual std::optional<std::string> read_line(Ask ask) = 0;
    /// The same without the CR of a CR LF.
    std::optional<std::string> read_answer(Ask ask) {
        std::optional<std::string> line = read_line(ask);
        if (line && line->ends_with('\r')) {
            line->pop_back();
        }
        return line;
    }
    virtual void print(std::string_view text) = 0;
    /// The program sleeps a moment (service 32), so that what it has drawn can be seen.
    virtual void sleep() {}
};

/// `bytes` stand in guest memory at `label` (little-endian words where the program keeps words).
struct Fact {
    std::string_view label;
    std::vector<u8> bytes;
};

/// Values for a fact: text, or words in guest memory.
inline std::vector<u8> bytes_of(std::string_view text) {
    return {text.begin(), text.end()};
}
template <class Words = std::initializer_list<u32>>
std::vector<u8> words(const Words& values) {
    std::vector<u8> bytes;
    bytes.reserve(sizeof(u32) * values.size());
    for (const u32 value : values) {
        for (int shift = 0; shift < 32; shift += 8) {
            bytes.push_back(static_cast<u8>(value >> shift));
        }
    }
    return bytes;
}

struct RegisterFact {
    std::string_view name;  // "$s0"
    u32 value = 0;
};

/// How a program keeps its board.
struct BoardLayout {
    i32 first = 0;        // offset in bytes from the label to column 0, row 0 (the lowest)
    i32 column_step = 1;  // from a cell to the one on its right
    i32 row_step = -7;    // from a cell to the one above it
    u32 cell_size = 1;    // 1, 2 or 4 bytes
};

/// The values of an empty cell and of each player's piece.
using CellValues = std::array<u32, 3>;

/// A byte for each cell, the highest row first.
inline constexpr BoardLayout rows_from_top{(row_count - 1) * column_count, 1, -column_count, 1};

struct BoardPlace {
    std::string_view label;
    BoardLayout layout;
    CellValues values{};
};

/// The picture of a game on the bitmap display: units are words, row by row.
struct GamePicture {
    struct Stroke {
        u32 unit = 0;
        u32 colour = 0;  // 0x00RRGGBB
    };
    u32 address = 0;  // of the first unit
    u32 columns = 1;
    std::span<const u32> first;   // what stands there before the first stroke; lives as long as the program
    std::vector<Stroke> strokes;  // all since the game began, in order

    /// What the display shows after the first so many strokes.
    [[nodiscard]] std::vector<u32> after(size_t count) const {
        std::vector<u32> units(first.begin(), first.end());
        for (size_t i = 0; i < count; ++i) {
            units[strokes[i].unit] = strokes[i].colour;
        }
        return units;
    }
};

/// What the rules leave to whose turn it is, beside dropping a token.
struct TurnRights {
    bool block = false;
    bool remove = false;
};

class Twin {
public:
    virtual ~Twin() = default;

    /// Plays one whole game: the same console transcript as the .asm program for the same input and random stream.
    /// Returns the exit status that the program ends with.
    virtual int play(TwinConsole& console, JavaRandom& random) = 0;

    /// What must stand in memory at every read_line and after the end: always the same labels in the same order.
    [[nodiscard]] virtual std::vector<Fact> memory() const = 0;

    /// What must stand in its registers after the end.
    [[nodiscard]] virtual std::vector<RegisterFact> registers() const { return {}; }

    /// The position now, and whose turn it is (1 or 2: the number that this player's pieces have on the board).
    [[nodiscard]] virtual const Board& board() const = 0;
    [[nodiscard]] virtual int mover() const = 0;

    /// Which of the people that is, in the order of their names; the person where the computer sits opposite.
    [[nodiscard]] virtual int seat() const { return mover(); }

    [[nodiscard]] virtual TurnRights rights() const { return {}; }

    /// Where the position stands in the program's memory; the label is one of memory()'s.
    [[nodiscard]] virtual BoardPlace board_place() const = 0;

    /// Columns that the rules force on the first moves.
    [[nodiscard]] virtual std::vector<u8> forced_columns() const { return {}; }

    /// For a game of one person: the column that the computer takes on such a board, which has room.
    virtual int computer_column(JavaRandom& /*random*/, const Board& /*board*/) const { return 0; }

    /// Whether the computer looks ahead: nobody directs what it plays, and a game may take it thousands of millions of
    /// steps. Such a game asks for its seat and for the moves so far.
    [[nodiscard]] virtual bool thinks() const { return false; }

    /// For a game on the bitmap display: what it has drawn, now and at every sleep; null for the others.
    [[nodiscard]] virtual const GamePicture* canvas() const { return nullptr; }
};

/// The column (0..6) that a line of at most eight characters names, if it is a number from 1 to 7.
inline std::optional<int> column_named(std::string_view line) {
    const bool is_number = line.find_first_not_of("0123456789") == line.npos;
    const size_t start = line.find_first_not_of('0');
    const bool fits = line.size() <= 8 && start != line.npos && start + 1 == line.size();
    const int number = is_number && fits ? line.back() - '0' : 0;
    return number >= 1 && number <= column_count ? std::optional(number - 1) : std::nullopt;
}

/// What stands around the cells when a board is drawn as text.
struct TextFrame {
    std::string_view row_begin;
    std::string_view cell_begin;
    std::string_view cell_end;
    std::string_view row_end;
};

/// The rows from the highest; `symbols` stand for an empty cell and for each player's piece.
inline std::string board_rows(const Board& board, const std::array<char, 3>& symbols, const TextFrame& frame = {}) {
    std::string text;
    for (int row = row_count - 1; row >= 0; --row) {
        text += frame.row_begin;
        for (int column = 0; column < column_count; ++column) {
            text += frame.cell_begin;
            text += symbols.at(static_cast<size_t>(board.at({column, row})));
            text += frame.cell_end;
        }
        text += frame.row_end;
    }
    return text;
}

using TwinFactory = std::unique_ptr<Twin> (*)();

/// Makes the twin of a room: each room's .cpp defines its own.
#define GAME(room, menu, people, display) std::unique_ptr<Twin> make_##room##_twin();
#include "asm/games.inc"
#undef GAME

}  // namespace mariner::games
