// `mariner verify` and `mariner play` as they are typed: exit codes, and what stands on which stream.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <string>
#include <vector>

#include "emulator/app/commands.hpp"

namespace mariner::app {
namespace {

namespace fs = std::filesystem;

struct Ran {
    int code = 0;
    std::string out;
    std::string err;
};

Ran run(int (*command)(int, char**), std::vector<std::string> words) {
    std::vector<char*> arguments;
    words.insert(words.begin(), "mariner");
    for (std::string& word : words) {
        arguments.push_back(word.data());
    }
    testing::internal::CaptureStdout();
    testing::internal::CaptureStderr();
    Ran ran;
    ran.code = command(static_cast<int>(arguments.size()), arguments.data());
    std::fflush(stdout);
    ran.out = testing::internal::GetCapturedStdout();
    ran.err = testing::internal::GetCapturedStderr();
    return ran;
}

std::string program_of(const std::string& room) {
    return (fs::path(MARINER_SOURCE_DIR) / "asm" / room / (room + ".asm")).string();
}

size_t line_count(const std::string& text) {
    return static_cast<size_t>(std::count(text.begin(), text.end(), '\n'));
}

TEST(VerifyCommand, AMissingLabelIsWrongUsage) {
    const Ran ran = run(cmd_verify, {"--game", "rows", program_of("rows"), "--board", "nowhere"});
    EXPECT_EQ(ran.code, exit_code::usage);
    EXPECT_EQ(ran.out, "");
    EXPECT_EQ(ran.err, "mariner verify: the program has no label 'nowhere'\n");
}

TEST(VerifyCommand, OptionsThatDoNotGoTogetherAreWrongUsage) {
    for (const std::vector<std::string>& words :
         {std::vector<std::string>{"rows", "--compare", "output"},
          {"--game", "rows", program_of("rows"), "--compare", "colour"},
          {"--game", "rows", program_of("rows"), "--compare", "picture"},
          {"--game", "rows", program_of("rows"), "--compare", "memory", "--board", "board"},
          {"--game", "chess", program_of("rows")}}) {
        const Ran ran = run(cmd_verify, words);
        EXPECT_EQ(ran.code, exit_code::usage) << words.back();
        EXPECT_EQ(line_count(ran.err), 1U) << ran.err;
        EXPECT_EQ(ran.out, "");
    }
}

TEST(VerifyCommand, SaysWhatItComparedAndWhatNot) {
    const std::vector<std::string> few = {"--games", "5", "--plies", "1", "--no-lines", "--threads", "1"};
    std::vector<std::string> words = {"--game", "tactics", program_of("tactics")};
    words.insert(words.end(), few.begin(), few.end());
    const Ran whole = run(cmd_verify, words);
    EXPECT_EQ(whole.code, exit_code::success);
    EXPECT_NE(whole.out.find("  compared: what is printed; memory of board, ListUndo"), std::string::npos) << whole.out;
    EXPECT_NE(whole.out.find("  not compared: the picture (the game has none)"), std::string::npos) << whole.out;
    words.insert(words.end(), {"--compare", "output,registers"});
    EXPECT_NE(run(cmd_verify, words).out.find("  compared: what is printed; registers at the end\n"),
              std::string::npos);
}

TEST(PlayCommand, NativeGamesEndWithTheInputAndKeepTheirPicture) {
    const fs::path folder = fs::path(testing::TempDir()) / "mariner_native_game";
    fs::create_directories(folder);
    const std::string input = (folder / "moves.txt").string();
    std::ofstream(input) << "4\n4\nx\n3";
    std::vector<std::string> pictures;
    std::vector<std::string> replays;
    std::vector<std::string> outputs;
    for (const bool is_native : {true, false}) {
        const std::string name = (folder / (is_native ? "native" : "program")).string();
        ASSERT_NE(std::freopen(input.c_str(), "r", stdin), nullptr);
        std::vector<std::string> words = {"bitmap", "--display", "png:" + name + ".png", "--seed",
                                          "5",      "--record",  name + ".replay"};
        if (is_native) {
            words.emplace_back("--native");
        }
        const Ran ran = run(cmd_play, words);
        EXPECT_EQ(ran.code, exit_code::success) << ran.err;
        outputs.push_back(ran.out);
        for (auto& [kept, end] : {std::pair{&pictures, ".png"}, std::pair{&replays, ".replay"}}) {
            std::ifstream stream(name + end, std::ios::binary);
            kept->emplace_back(std::istreambuf_iterator<char>(stream), std::istreambuf_iterator<char>());
            EXPECT_FALSE(kept->back().empty()) << name << end;
        }
    }
    EXPECT_EQ(outputs[0], outputs[1]);
    EXPECT_EQ(pictures[0], pictures[1]);
    EXPECT_EQ(replays[0], replays[1]);
    fs::remove_all(folder);
}

TEST(PlayCommand, TheMenuTakesLinesThatEndAsInWindows) {
    const fs::path answers = fs::path(testing::TempDir()) / "mariner_menu_answers.txt";
    std::ofstream(answers, std::ios::binary) << "chess\r\nq\r\nnever read";
    ASSERT_NE(std::freopen(answers.c_str(), "r", stdin), nullptr);
    const Ran ran = run(cmd_play, {});
    EXPECT_EQ(ran.code, exit_code::success);
    const std::string question = "Which game?";
    const size_t second = ran.out.find(question, ran.out.find(question) + 1);
    EXPECT_NE(second, std::string::npos);
    EXPECT_EQ(ran.out.find(question, second + 1), std::string::npos) << ran.out;
    fs::remove(answers);
}

TEST(PlayCommand, NativeGamesShowNothingThatNeedsAMachine) {
    EXPECT_EQ(run(cmd_play, {"bitmap", "--native", "--display", "gif:x.gif"}).code, exit_code::usage);
    EXPECT_EQ(run(cmd_play, {"rows", "--native", "--display", "png:x.png"}).code, exit_code::usage);
}

}  // namespace
}  // namespace mariner::app
