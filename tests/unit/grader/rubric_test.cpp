#include "emulator/grader/rubric.hpp"

#include <gtest/gtest.h>

#include "emulator/grader/pattern.hpp"

namespace mariner::grader {
namespace {

Result<std::string> no_files(const std::string& path) {
    return path == "x.in" ? Result<std::string>(std::string("7\n")) : Result<std::string>(Error{"cannot read " + path});
}

Result<std::vector<u32>> no_pictures(std::string_view bytes, u32 columns, u32 rows) {
    return bytes == "7\n" ? Result<std::vector<u32>>(std::vector<u32>(columns * rows, 7))
                          : Result<std::vector<u32>>(Error{"this is no PNG"});
}

TEST(Rubric, ReadsWhatACaseCanExpect) {
    const Result<Rubric> rubric = read_rubric("r.toml", R"(
title = "T"
[limits]
steps = 1000
[[case]]
name = "Sums, twice"
points = 2.5
visibility = "hidden"
input_file = "x.in"
seed = -3
limits = { steps = 50 }
[case.expect]
output = "14\n"
registers = { "$t0" = -1, hi = 0x10, "$f2" = 1.5 }
memory = [{ label = "a", offset = 4, words = [1, -1] }, { label = "s", text = "hi" }]
files = { "out.txt" = { match = "contains", content = ["a", "b"] } }
filters = [{ find = "\\d+ ms", replace = "N ms" }]
[[case]]
name = "call"
[case.call]
label = "f"
arguments = [1, "two", [3, 4], { bytes = [5], after = { bytes = [6] } }, 1.5]
returns = 7
[[case]]
name = "board"
board = { label = "b", marks = "0,1,2", cell = 4, layout = "columns-bottom", all_lines = true }
[[case]]
name = "game"
game = "columns"
[[case]]
name = "picture"
expect = { picture = { file = "x.in", columns = 3, rows = 2 } }
)",
                                              no_files, no_pictures);
    ASSERT_TRUE(rubric) << rubric.error().message;
    ASSERT_EQ(rubric->cases.size(), 5U);
    const Case& first = rubric->cases[0];
    EXPECT_EQ(first.info.id, "sums-twice");
    EXPECT_EQ(first.info.worth, 250);
    EXPECT_EQ(first.info.visibility, Visibility::hidden);
    EXPECT_EQ(first.input, "7\n");
    EXPECT_EQ(first.seed, -3);
    EXPECT_EQ(first.limits.steps, 50U);
    ASSERT_EQ(first.expect.registers.size(), 3U);
    EXPECT_EQ(first.expect.registers[2].value, 0x3fc00000U);
    ASSERT_EQ(first.expect.memory.size(), 2U);
    EXPECT_EQ(first.expect.memory[0].bytes.size(), 8U);
    EXPECT_EQ(first.expect.memory[1].bytes.size(), 3U);
    EXPECT_EQ(rubric->cases[1].limits.steps, 1000U);
    ASSERT_EQ(rubric->cases[1].call->arguments.size(), 5U);
    EXPECT_EQ(rubric->cases[1].call->arguments[4].kind, ArgumentKind::real);
    // 69 lines; a vertical one only by its top cell, the others by any of four; for both players.
    EXPECT_EQ(rubric->cases[2].board->plans.size(), (21U + 4U * 48U) * 2U);
    EXPECT_LE(rubric->cases[2].board->plans.front().size(), rubric->cases[2].board->plans.back().size());
    EXPECT_EQ(rubric->cases[3].game->game->room, "columns");
    EXPECT_EQ(rubric->grading_info("1", Lms::folder).worth, 650);
    EXPECT_EQ(rubric->cases[4].expect.picture->units, std::vector<u32>(6, 7));
}

struct Wrong {
    const char* text;
    const char* error;  // a part of it
};

TEST(Rubric, TellsEveryMistakeWithItsPlace) {
    const Wrong rows[] = {
        {"[[case]]\nname = \"a\"\npionts = 1\n[case.expect]\noutput = \"\"\n",
         "3:1: 'case' has no key 'pionts' (did you mean 'points'?)"},
        {"[[case]]\nname = \"a\"\nexpect = { outptu = \"x\" }\n",
         "3:12: 'expect' has no key 'outptu' (did you mean 'output'?)"},
        {"[[case]]\nname = 5\nexpect = {}\n", "2:8: 'name' is a string, not a whole number"},
        {"[[case]]\nname = \"a\"\npoints = -1\nexpect = {}\n", "3:10: 'points' is a number from 0"},
        {"[[case]]\nname = \"a\"\n", "1:1: this case expects nothing"},
        {"title = \"x\"\n", "a rubric has at least one case"},
        {"[[case]]\nname = \"a\"\nexpect = {}\n[[case]]\nname = \"A\"\nexpect = {}\n",
         "4:1: another case is called 'a'"},
        {"[[case]]\nname = \"a\"\nexpect = { match = \"regxe\", output = \"x\" }\n",
         "3:20: 'match' is one of exact, trailing, whitespace, contains, regex, ordered (did you mean 'regex'?)"},
        {"[[case]]\nname = \"a\"\nexpect = { match = \"regex\", output = \"(x\" }\n",
         "3:38: the pattern is wrong: missing ): (x"},
        {"[[case]]\nname = \"a\"\nexpect = { registers = { \"$t10\" = 1 } }\n", "3:26: there is no register '$t10'"},
        {"[[case]]\nname = \"a\"\nexpect = { memory = [{ words = [1] }] }\n", "memory is given by its 'label'"},
        {"[[case]]\nname = \"a\"\nexpect = { memory = [{ label = \"x\", bytes = [256] }] }\n",
         "3:46: a number from -128 to 255"},
        {"[[case]]\nname = \"a\"\ninput_file = \"nowhere\"\nexpect = {}\n", "3:14: cannot read nowhere"},
        {"[[case]]\nname = \"a\"\nforbid = { instructions = [\"addd\"] }\n",
         "there is no instruction 'addd' (did you mean 'add'?)"},
        {"[[case]]\nname = \"a\"\nboard = { label = \"b\", moves = \"1118\" }\n",
         "3:32: 'moves' are columns from 1 to 7"},
        {"[[case]]\nname = \"a\"\nboard = { label = \"b\", layout = \"rows\", moves = \"1\" }\n",
         "3:33: unknown layout 'rows'"},
        {"[[case]]\nname = \"a\"\ngame = \"chess\"\n", "3:8: there is no game 'chess'"},
        {"[[case]]\nname = \"a\"\nexpect = {}\nlimits = { steps = 0 }\n", "4:20: 'steps' lies between 1 and"},
        {"[[case]]\nname = \"a\"\ncall = { label = \"f\", arguments = [true] }\n", "3:36: an argument is a number"},
        {"[deduction]\nname = \"x\"\n", "1:1: 'deduction' is an array of tables: [[deduction]]"},
        {"[[case]]\nname = \"a\"\nexpect = { picture = { file = \"nowhere\" } }\n", "3:31: cannot read nowhere"},
        {"[[case]]\nname = \"a\"\nexpect = { picture = {} }\n", "3:22: a picture is judged by its 'file'"},
        {"[[case]]\nname = \"a\"\nkeys = \"x\"\nboard = { label = \"b\", moves = \"1\" }\n",
         "3:8: a board's moves and a game's input are typed"},
        {"[[case]\n", "1:8: table header: expected ']'"},
    };
    for (const Wrong& row : rows) {
        const Result<Rubric> rubric = read_rubric("r.toml", row.text, no_files, no_pictures);
        ASSERT_FALSE(rubric) << row.text;
        EXPECT_NE(rubric.error().message.find(row.error), std::string::npos)
            << row.text << "\nsays: " << rubric.error().message;
    }
    const Result<Rubric> many = read_rubric("r.toml", "titel = 1\n[[case]]\nnmae = \"a\"\n", no_files, no_pictures);
    ASSERT_FALSE(many);
    EXPECT_EQ(std::count(many.error().message.begin(), many.error().message.end(), '\n'), 3);
}

}  // namespace
}  // namespace mariner::grader
