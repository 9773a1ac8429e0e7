#include "emulator/games/replay.hpp"

#include <gtest/gtest.h>

namespace mariner::games {
namespace {

TEST(Replay, EveryByteComesBack) {
    std::string bytes;
    for (int i = 255; i >= 0; --i) {
        bytes += static_cast<char>(i);
    }
    for (const std::string& input : {std::string(), std::string("3\n"), std::string("3\n\n4"), bytes, bytes + "\n"}) {
        const GameScript script{"rows", -7, input};
        const Result<GameScript> read = parse_replay(format_replay(script));
        ASSERT_TRUE(read) << read.error().message;
        EXPECT_EQ(read->room, script.room);
        EXPECT_EQ(read->program_seed, script.program_seed);
        EXPECT_EQ(read->input, script.input);
    }
}

TEST(Replay, WrongFilesAreExplainedWithTheLine) {
    const auto message = [](std::string_view text) {
        const Result<GameScript> read = parse_replay(text);
        return read ? std::string("no error") : read.error().message;
    };
    EXPECT_EQ(message(""), "line 1: this is no replay file: its first line must be 'mariner replay 1'");
    EXPECT_EQ(message("mariner replay 1\nseed 1\n"), "line 2: the line 'game NAME' is missing");
    EXPECT_EQ(message("mariner replay 1\ngame rows\nseed x\n"),
              "line 3: expected 'game NAME', 'seed NUMBER', '> TEXT' or '>. TEXT'");
    EXPECT_EQ(message("mariner replay 1\ngame rows\n> \\q\n"),
              "line 3: expected 'game NAME', 'seed NUMBER', '> TEXT' or '>. TEXT'");
    EXPECT_EQ(message("mariner replay 1\ngame rows\n>. 3\n> 4\n"), "line 4: nothing may follow a '>.' line");
}

}  // namespace
}  // namespace mariner::games
