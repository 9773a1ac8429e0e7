// The twin of `bitmap` against the sessions recorded from MARS, pictures included, and its rules one by one.

#include <map>
#include <string>

#include "twin_sessions.hpp"

namespace mariner::games {
namespace {

constexpr u32 background = 0x000000;
constexpr u32 empty_hole = 0x0b1430;
constexpr u32 yellow = 0xffd21e;
constexpr u32 red = 0xe6262e;
constexpr u32 ring = 0xffffff;
constexpr u32 corner_of_the_frame = 8 * 64 + 2;
constexpr size_t turn_mark = 3 * 64 + 31;

Played play_bitmap(std::string_view input) {
    return play(make_bitmap_twin, input, 0);
}

std::vector<u32> picture_after(std::string_view input) {
    const std::unique_ptr<Twin> twin = make_bitmap_twin();
    ScriptConsole console(input);
    JavaRandom random(0);
    twin->play(console, random);
    return twin->canvas()->after(twin->canvas()->strokes.size());
}

/// The unit of a hole's upper left core, and one on its rim.
u32 core(const std::vector<u32>& picture, size_t column, size_t row) {
    return picture[(52 - 8 * row) * 64 + 7 + 8 * column];
}

u32 rim(const std::vector<u32>& picture, size_t column, size_t row) {
    return picture[(50 - 8 * row) * 64 + 7 + 8 * column];
}

std::string fnv_1a(const std::vector<u32>& picture) {
    u64 hash = 0xcbf29ce484222325ULL;
    for (const u32 unit : picture) {
        for (int shift = 0; shift < 32; shift += 8) {
            hash = (hash ^ ((unit >> shift) & 0xff)) * 0x100000001b3ULL;
        }
    }
    std::string digits;
    for (int shift = 60; shift >= 0; shift -= 4) {
        digits += "0123456789abcdef"[(hash >> shift) & 15];
    }
    return digits + "\n";
}

TEST(BitmapTwin, PlaysEverySessionAsMarsDid) {
    expect_sessions_agree(make_bitmap_twin, "bitmap");
}

TEST(BitmapTwin, DrawsTheLastPictureOfEverySession) {
    for (const std::filesystem::path& input : sessions_of("bitmap")) {
        const std::string recorded = file_text(std::filesystem::path(input).replace_extension(".pixels"));
        EXPECT_EQ(fnv_1a(picture_after(file_text(input))), recorded) << input;
    }
}

TEST(BitmapTwin, DrawsTheEmptyBoardFirst) {
    const std::vector<u32> picture = picture_after("");
    ASSERT_EQ(picture.size(), 4096U);
    std::map<u32, int> count;
    for (const u32 unit : picture) {
        ++count[unit];
    }
    EXPECT_EQ(count[empty_hole], 42 * 32);
    EXPECT_EQ(count[yellow], 32);
    EXPECT_EQ(count[red], 0);
    EXPECT_EQ(picture[corner_of_the_frame], background);
    EXPECT_EQ(picture[turn_mark], yellow);
}

TEST(BitmapTwin, PutsTokensWhereTheyFall) {
    const std::vector<u32> picture = picture_after("1\n1\n7\n");
    EXPECT_EQ(core(picture, 0, 0), yellow);
    EXPECT_EQ(core(picture, 0, 1), red);
    EXPECT_EQ(core(picture, 0, 2), empty_hole);
    EXPECT_EQ(core(picture, 6, 0), yellow);
    EXPECT_EQ(rim(picture, 6, 0), yellow);
    EXPECT_EQ(picture[turn_mark], red);
}

TEST(BitmapTwin, MarksTheFourThatWon) {
    const std::string_view game = "2\n1\n2\n1\n2\n1\n2\n";
    const std::vector<u32> picture = picture_after(game);
    for (size_t row = 0; row < 4; ++row) {
        EXPECT_EQ(rim(picture, 1, row), ring);
        EXPECT_EQ(core(picture, 1, row), yellow);
    }
    EXPECT_EQ(rim(picture, 0, 0), red);
    const std::vector<Fact> facts = play_bitmap(game).facts;
    EXPECT_EQ(fact(facts, "win_line"), (std::vector<u8>{1, 0, 0, 0, 8, 0, 0, 0, 15, 0, 0, 0, 22, 0, 0, 0}));
    EXPECT_EQ(word_fact(facts, "$s0"), 1U);
}

TEST(BitmapTwin, KeepsColumnAndRowOfTheLastAnswer) {
    const Played played = play_bitmap("3\n3\n3\nx\n");
    EXPECT_EQ(word_fact(played.facts, "$s4"), 2U);
    EXPECT_EQ(word_fact(played.facts, "$s7"), 2U);
    EXPECT_EQ(word_fact(played.facts, "$s0"), 2U);
    EXPECT_EQ(fact(played.facts, "int_arr")[4 * (2 + 7 * 1)], 2);
    EXPECT_EQ(fact(played.facts, "int_col")[4 * 2], 3);
    ASSERT_EQ(played.waiting.size(), 5U);
    EXPECT_EQ(word_fact(played.waiting[1], "$s7"), 0U);
    EXPECT_EQ(fact(played.waiting[3], "int_arr"), fact(played.waiting[4], "int_arr"));
}

TEST(BitmapTwin, AFullColumnAsksAgain) {
    const Played played = play_bitmap("1\n1\n1\n1\n1\n1\n1\n2\n");
    EXPECT_NE(played.transcript.find("That column is full.\nPlayer 1's turn: Player 2's turn: "), std::string::npos);
    EXPECT_EQ(fact(played.facts, "int_col")[0], 6);
}

TEST(BitmapTwin, ALongLineIsOneWrongAnswer) {
    std::string input(100000, '1');
    input += "\n1\n";
    const Played played = play_bitmap(input);
    EXPECT_EQ(played.waiting.size(), 3U);
    EXPECT_EQ(fact(played.facts, "int_col")[0], 1);
}

TEST(BitmapTwin, CanPlayAgain) {
    const std::unique_ptr<Twin> twin = make_bitmap_twin();
    for (int round = 0; round < 2; ++round) {
        ScriptConsole console("2\n1\n2\n1\n2\n1\n2\n");
        JavaRandom random(0);
        twin->play(console, random);
        EXPECT_TRUE(console.transcript().ends_with("Player 1 wins!!!\n"));
    }
}

}  // namespace
}  // namespace mariner::games
