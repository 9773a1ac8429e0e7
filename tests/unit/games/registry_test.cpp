#include "emulator/games/registry.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <iterator>
#include <regex>

namespace mariner::games {
namespace {

namespace fs = std::filesystem;

TEST(Registry, NamesRoomsInSentences) {
    EXPECT_EQ(room_names(), "rows, columns, solo, bitmap, tactics and master");
    EXPECT_EQ(room_names("or"), "rows, columns, solo, bitmap, tactics or master");
    EXPECT_EQ(find_game("row"), nullptr);
}

// A room is its folder and its row in asm/games.inc: the emulator names none, as a text, an example or a factory.
TEST(Registry, IsAllThatTheEmulatorKnowsOfARoom) {
    std::string rooms;
    for (const Game& game : all_games()) {
        rooms += (rooms.empty() ? "" : "|") + std::string(game.room);
    }
    const std::regex naming("== *\"(" + rooms + ")\"|make_(" + rooms + ")_twin|asm/(" + rooms +
                            ")\\b|(play|verify|--game) (" + rooms + ")\\b|find_game\\(\"");
    size_t files = 0;
    for (const auto& entry : fs::recursive_directory_iterator(fs::path(MARINER_SOURCE_DIR) / "emulator")) {
        if (!entry.is_regular_file()) {
            continue;
        }
        ++files;
        std::ifstream stream(entry.path(), std::ios::binary);
        const std::string text{std::istreambuf_iterator<char>(stream), {}};
        std::smatch found;
        EXPECT_FALSE(std::regex_search(text, found, naming)) << entry.path() << ": " << found.str();
    }
    EXPECT_GT(files, 100U);
}

}  // namespace
}  // namespace mariner::games
