// `verify --game`: somebody's own program for a room, held against the twin in memory and picture, too. The wrong
// programs are made from the room's own, by instructions put in at labels and services that its page names; they print
// what the right one prints.

#include <gtest/gtest.h>

#include <algorithm>
#include <regex>

#include "emulator/games/emulated_game.hpp"
#include "emulator/games/verify.hpp"

namespace mariner::games {
namespace {

constexpr Aspects as_told_by_nobody{true, true, false, true};  // what --game compares without --compare

/// The text with `added` behind (or before) each place where the pattern matches; there is one at least.
std::string with_added(const std::string& text, const std::string& pattern, const std::string& added,
                       bool is_before = false) {
    const std::regex place(pattern);
    EXPECT_TRUE(std::regex_search(text, place)) << "the program has nothing like " << pattern;
    return std::regex_replace(text, place, is_before ? added + "$&" : "$&" + added);
}

std::string at_label(const std::string& text, const std::string& label, const std::string& added) {
    return with_added(text, "(^|\n)" + label + ":", "\n" + added);
}

std::string before_service(const std::string& text, const std::string& service, const std::string& added) {
    return with_added(text, "\n *li +\\$v0, *" + service + "\\b", "\n" + added, true);
}

std::string replaced(const std::string& text, const std::string& pattern, const std::string& by) {
    EXPECT_TRUE(std::regex_search(text, std::regex(pattern))) << "the program has nothing like " << pattern;
    return std::regex_replace(text, std::regex(pattern), by);
}

ProgramImage assembled_from(const std::string& text) {
    Result<ProgramImage> image = assemble_game("my.asm", text);
    EXPECT_TRUE(image) << image.error().message;
    return std::move(*image);
}

VerifyOptions own_options() {
    VerifyOptions options;
    options.random_games = 100;
    options.plies = 2;
    options.winning_lines = false;
    options.compare = as_told_by_nobody;
    return options;
}

VerifyReport report_on(std::string_view room, const std::string& text, const VerifyOptions& options = own_options()) {
    Result<VerifyReport> report = verify(*find_game(room), assembled_from(text), options);
    EXPECT_TRUE(report) << report.error().message;
    return *report;
}

// ---- faults that only memory or picture show ----------------------------------------------------------------------

struct Fault {
    std::string name;
    size_t lines;          // of the shortest input
    std::string sentence;  // part of it
    std::string (*make)(const std::string& program);
};

// $s1 is the display's address, $s4 and $s7 are column and row of the last token (asm/bitmap/README.md).
const std::vector<Fault> faults = {
    {"nothing_drawn", 0, "after 0 lines of input the picture's unit",
     [](const std::string& program) {
         return at_label(program, "GameBoard", "        la $s1, nowhere\n") +
                "\n        .data\n        .align 2\nnowhere: .space 16384\n";
     }},
    {"colours_swapped", 0, "is 0x00e6262e instead of 0x00ffd21e (31 more differ)",
     [](const std::string& program) {
         const std::string without_yellow = replaced(program, "0x0*ffd21e", "0x00swapped");
         return replaced(replaced(without_yellow, "0x0*e6262e", "0x00ffd21e"), "0x00swapped", "0x00e6262e");
     }},
    {"one_pixel_wrong", 0, "in column 63, row 63 is 0x00000001 instead of 0x00000000",
     [](const std::string& program) {
         return at_label(program, "GameBoard", "        li $k0, 1\n        sw $k0, 16380($s1)\n");
     }},
    {"last_token_wrong", 1, "at the end the picture's unit in column",
     [](const std::string& program) {
         return before_service(program, "EXIT",
                               "        sll  $k1, $s4, 2\n"
                               "        lw   $k1, int_col($k1)\n"
                               "        beqz $k1, right_so_far\n"
                               "        sll  $k0, $s4, 5\n"
                               "        addu $k0, $k0, $s1\n"
                               "        sll  $k1, $s7, 11\n"
                               "        subu $k0, $k0, $k1\n"
                               "        sw   $zero, 0x341c($k0)\n"  // unit (7, 52), up and right by row and column
                               "right_so_far:\n");
     }},
    {"red_pixel_while_it_waits", 0, "after 0 lines of input the picture's unit in column 0, row 0 is 0x00ff0000",
     [](const std::string& program) {
         return before_service(at_label(program, "Input", "        li $k0, 0xff0000\n        sw $k0, 0($s1)\n"), "EXIT",
                               "        sw $zero, 0($s1)\n");
     }},
    {"fall_missing", 1, "the falling piece is not shown",
     [](const std::string& program) { return replaced(program, "(li +\\$v0, *)SLEEP\\b", "$1 40"); }},
    {"trace_behind_the_falling_token", 1, "while the program sleeps, the picture's unit in column 1, row 0",
     [](const std::string& program) {
         return at_label(before_service(program, "SLEEP", "        sw $s1, 4($s1)\n"), "CheckWin",
                         "        sw $zero, 4($s1)\n");
     }},
    {"memory_wrong_while_it_waits", 0, "after 0 lines of input memory at win_line+4 holds 7 instead of 0",
     [](const std::string& program) {
         return at_label(at_label(program, "Input", "        li $k0, 7\n        sw $k0, win_line + 4\n"), "CheckWin",
                         "        sw $zero, win_line + 4\n");
     }},
};

class OwnProgram : public testing::TestWithParam<Fault> {};

TEST_P(OwnProgram, IsNotRightBecauseItPrintsTheRightThings) {
    const Fault& fault = GetParam();
    const std::string program = fault.make(std::string(find_game("bitmap")->program));
    const VerifyReport report = report_on("bitmap", program);
    ASSERT_TRUE(report.failure);
    EXPECT_NE(report.failure->difference.find(fault.sentence), std::string::npos) << report.failure->difference;
    const std::string& input = report.failure->script.input;
    EXPECT_EQ(static_cast<size_t>(std::count(input.begin(), input.end(), '\n')), fault.lines) << input;
    EXPECT_EQ(report.failure->transcripts, "") << "they are equal: nothing to see there";
    VerifyOptions only_printed = own_options();
    only_printed.compare = only_output;
    EXPECT_FALSE(report_on("bitmap", program, only_printed).failure);
}

INSTANTIATE_TEST_SUITE_P(EveryFault, OwnProgram, testing::ValuesIn(faults),
                         [](const auto& fault) { return fault.param.name; });

// ---- what can be compared
// ---------------------------------------------------------------------------------------------

std::string joined(const std::vector<std::string>& items) {
    std::string text;
    for (const std::string& item : items) {
        text += item + "\n";
    }
    return text;
}

class EveryRoomAsOwn : public testing::TestWithParam<std::string> {};

TEST_P(EveryRoomAsOwn, IsComparedInAllThatItHas) {
    const Game& game = *find_game(GetParam());
    const VerifyReport report = report_on(game.room, std::string(game.program));
    EXPECT_FALSE(report.failure) << report.failure->difference;
    for (const Fact& fact : game.make_twin()->memory()) {
        EXPECT_NE(joined(report.compared).find(fact.label), std::string::npos) << fact.label;
    }
    EXPECT_EQ(joined(report.left_out), game.uses_display ? "" : "the picture (the game has none)\n");
}

INSTANTIATE_TEST_SUITE_P(EveryRoom, EveryRoomAsOwn, testing::Values("rows", "columns", "solo", "bitmap", "tactics"),
                         [](const auto& room) { return room.param; });

TEST(OwnLabels, ThatAreMissingOrOfAnotherSizeAreNamed) {
    std::string program(find_game("bitmap")->program);
    program = replaced(program, "\\bwin_line\\b", "my_line");
    const VerifyReport report = report_on("bitmap", program);
    EXPECT_FALSE(report.failure) << report.failure->difference;
    EXPECT_EQ(joined(report.left_out), "memory of win_line (no such label)\n");

    const std::string shifted = replaced(std::string(find_game("columns")->program), "\\bBOARD\\b", "MY_BOARD") +
                                "\n        .data\nBOARD:  .word 0:42\nbehind: .byte 0\n";
    const VerifyReport other = report_on("columns", shifted);
    EXPECT_FALSE(other.failure) << other.failure->difference;
    EXPECT_EQ(other.left_out.front(), "memory of BOARD (168 bytes in place of 42)");
}

TEST(OwnLabels, OfInstructionsAreNoMemory) {
    const std::string program = replaced(std::string(find_game("bitmap")->program), "\\bwin_line\\b", "my_line") +
                                "\n        .text\nwin_line: nop\n";
    EXPECT_EQ(joined(report_on("bitmap", program).left_out), "memory of win_line (no such label)\n");
}

TEST(OwnPictures, ThatCannotBeComparedAreNamed) {
    const std::string program(find_game("bitmap")->program);
    VerifyOptions options = own_options();
    options.display = {true, 0x10040000, 32, 32};
    const VerifyReport smaller = report_on("bitmap", program, options);
    EXPECT_FALSE(smaller.failure);
    EXPECT_EQ(joined(smaller.left_out), "the picture (the program's display has 32 x 32 units, the game's 64 x 64)\n");

    // Drawn where no display looks: a difference for a program that speaks of one, else a game without a picture.
    const std::string drawn_elsewhere = faults.front().make(program);
    options.display = {};
    EXPECT_TRUE(report_on("bitmap", drawn_elsewhere, options).failure);
    options.display.is_named = false;
    const VerifyReport none = report_on("bitmap", drawn_elsewhere, options);
    EXPECT_FALSE(none.failure) << none.failure->difference;
    EXPECT_EQ(joined(none.left_out), "the picture (the program draws nothing, and no comment speaks of a display)\n");
    // Whoever draws has a picture, said or not.
    EXPECT_TRUE(report_on("bitmap", faults[2].make(program), options).failure);
}

TEST(OwnPictures, MayLieAtAnotherAddress) {
    // $s1 is 0x10010000 plus where `screen` stands: its own data in place of the heap.
    const std::string program =
        at_label(std::string(find_game("bitmap")->program), "GameBoard", "        la $s1, screen\n") +
        "\n        .data 0x10020000\nscreen: .space 16384\n";
    VerifyOptions options = own_options();
    EXPECT_TRUE(report_on("bitmap", program, options).failure);
    options.display = {true, 0x10020000, 64, 64};
    const VerifyReport report = report_on("bitmap", program, options);
    EXPECT_FALSE(report.failure) << report.failure->difference;
}

TEST(OwnPictures, ARestMayBeCutInTwo) {
    const std::string twice =
        before_service(std::string(find_game("bitmap")->program), "SLEEP", "        li $v0, SLEEP\n        syscall\n");
    const VerifyReport report = report_on("bitmap", twice);
    EXPECT_FALSE(report.failure) << report.failure->difference;
}

TEST(OwnProgramDifferences, ShowBothBoards) {
    // Player 2's pieces are noted as player 1's while the game waits.
    const std::string wrong = at_label(
        std::string(find_game("columns")->program), "read_line",
        "        lb $k0, BOARD\n        bne $k0, 2, as_it_is\n        li $k0, 1\n        sb $k0, BOARD\nas_it_is:\n");
    VerifyOptions options = own_options();
    options.random_games = 400;
    const VerifyReport report = report_on("columns", wrong, options);
    ASSERT_TRUE(report.failure);
    EXPECT_NE(
        report.failure->difference.find("the cell in column 1, row 1 (from the floor) should hold player 2's piece "
                                        "but holds player 1's piece"),
        std::string::npos)
        << report.failure->difference;
    EXPECT_NE(report.failure->boards.find("!"), std::string::npos) << report.failure->boards;
}

TEST(OwnBoards, AreShownBesideTheTwinsAndInWords) {
    const Game& game = *find_game("rows");
    VerifyOptions options = own_options();
    options.board_only = BoardOnly{"board", *parse_layout("34,4,62", 1), {}};  // the highest row for the lowest
    const VerifyReport report = report_on(game.room, std::string(game.program), options);
    ASSERT_TRUE(report.failure);
    EXPECT_EQ(report.failure->transcripts, "");
    EXPECT_NE(report.failure->boards.find("expected         program"), std::string::npos);
    EXPECT_EQ(report.failure->boards.find('?'), std::string::npos) << report.failure->boards;
    EXPECT_EQ(report.failure->difference.find("88"), std::string::npos) << report.failure->difference;
}

TEST(OwnProgramDifferences, NothingToCompareIsAnError) {
    const Game& game = *find_game("rows");
    VerifyOptions options = own_options();
    options.compare = {false, false, false, true};
    const Result<VerifyReport> report = verify(game, assembled_from(std::string(game.program)), options);
    ASSERT_FALSE(report);
    EXPECT_EQ(report.error().message, "there is nothing to compare");
}

TEST(OwnProgramDifferences, ACrashIsNamedBesideTheOutputThatIsMissing) {
    const std::string program =
        at_label(std::string(find_game("bitmap")->program), "CheckWin", "        lw $k0, 1($zero)\n");
    const VerifyReport report = report_on("bitmap", program);
    ASSERT_TRUE(report.failure);
    EXPECT_NE(report.failure->difference.find("; the program ended by "), std::string::npos)
        << report.failure->difference;
}

}  // namespace
}  // namespace mariner::games
