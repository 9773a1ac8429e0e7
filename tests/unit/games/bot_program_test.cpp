// Bots that play by the protocol, and bots that don't.

#include "emulator/games/bot_program.hpp"

#include <gtest/gtest.h>

#include <string>

#include "emulator/games/emulated_game.hpp"

namespace mariner::games {
namespace {

/// Reads a line at `line`, then goes on with what is given.
std::string reading(const std::string& rest) {
    return ".data\nline: .space 64\nprompt: .asciiz \"Your line: \"\nlast: .space 4\n.text\n"
           "main: li $v0, 4\n la $a0, prompt\n syscall\n"
           " li $v0, 8\n la $a0, line\n li $a1, 64\n syscall\n" +
           rest;
}

const std::string print_four = " li $v0, 1\n li $a0, 4\n syscall\n li $v0, 11\n li $a0, 10\n syscall\n";

std::unique_ptr<BotProgram> bot_of(const std::string& text, const BotLimits& limits = {}) {
    Result<ProgramImage> image = assemble_game("bot.asm", text);
    EXPECT_TRUE(image) << image.error().message;
    Result<std::unique_ptr<BotProgram>> bot = BotProgram::create(std::move(*image), limits, EngineKind::automatic);
    EXPECT_TRUE(bot) << bot.error().message;
    return std::move(*bot);
}

TEST(BotProgram, AnswersLineByLineAndItsPromptCountsForNothing) {
    const auto bot = bot_of(reading(print_four + " b main\n"));
    EXPECT_EQ(bot->ask("").text, "4");
    EXPECT_EQ(bot->ask("44").text, "4");
    EXPECT_EQ(bot->ask("4444").fault, BotFault::none);
    EXPECT_GT(bot->ask("444444").steps, 5U);
}

TEST(BotProgram, SeesTheMovesSoFar) {
    const auto bot =
        bot_of(reading(" lb $a0, line\n li $v0, 11\n syscall\n li $a0, 10\n li $v0, 11\n syscall\n b main\n"));
    EXPECT_EQ(bot->ask("5123").text, "5");
    EXPECT_EQ(bot->ask("7").text, "7");
}

TEST(BotProgram, BeginsAnewWithEachGame) {
    const auto bot =
        bot_of(reading(" lw $a0, last\n addi $a0, $a0, 1\n sw $a0, last\n li $v0, 1\n syscall\n li $a0, 10\n"
                       " li $v0, 11\n syscall\n b main\n"));
    EXPECT_EQ(bot->ask("").text, "1");
    EXPECT_EQ(bot->ask("").text, "2");
    bot->begin_game(7);
    EXPECT_EQ(bot->ask("").text, "1");
}

TEST(BotProgram, ItsRandomNumbersComeFromTheGamesSeed) {
    const std::string text = reading(
        " li $v0, 42\n li $a0, 0\n li $a1, 1000000\n syscall\n li $v0, 1\n syscall\n"
        " li $v0, 11\n li $a0, 10\n syscall\n b main\n");
    const auto bot = bot_of(text);
    bot->begin_game(5);
    const std::string first = bot->ask("").text;
    bot->begin_game(6);
    EXPECT_NE(bot->ask("").text, first);
    bot->begin_game(5);
    EXPECT_EQ(bot->ask("").text, first);
}

TEST(BotProgram, AnEndlessLoopIsTooSlow) {
    const auto bot = bot_of(reading("loop: b loop\n"), {.steps = 100'000});
    const BotReply reply = bot->ask("");
    EXPECT_EQ(reply.fault, BotFault::too_slow);
    EXPECT_EQ(reply.why(bot->limits()), "took more than 100,000 instructions for a move");
    EXPECT_EQ(bot->ask("4").fault, BotFault::too_slow) << "a game that is lost stays so";
    bot->begin_game(0);
    EXPECT_EQ(bot->ask("").fault, BotFault::too_slow);
}

TEST(BotProgram, InputThatIsNeverReadIsTooSlowOrTooTalkative) {
    EXPECT_EQ(bot_of("main: b main\n", {.steps = 50'000})->ask("").fault, BotFault::too_slow);
    EXPECT_EQ(bot_of("main: li $v0, 1\n syscall\n b main\n")->ask("").fault, BotFault::too_talkative);
    EXPECT_EQ(bot_of(print_four)->ask("").fault, BotFault::deaf) << "what it printed answers no question";
}

TEST(BotProgram, AFloodIsTooTalkative) {
    const auto bot = bot_of(reading("flood: li $v0, 4\n la $a0, prompt\n syscall\n b flood\n"));
    const BotReply reply = bot->ask("");
    EXPECT_EQ(reply.fault, BotFault::too_talkative);
    EXPECT_EQ(reply.why(bot->limits()), "printed more than 4,096 bytes for a move");
}

TEST(BotProgram, WhoReadsOnWithoutAnAnswerIsSilent) {
    const std::string deaf = "main: li $v0, 8\n la $a0, 0x10010000\n li $a1, 64\n syscall\n b main\n";
    EXPECT_EQ(bot_of(deaf)->ask("").fault, BotFault::silent);
}

TEST(BotProgram, ACrashIsNamed) {
    const BotReply reply = bot_of(reading(" lw $t0, 1($zero)\n"))->ask("");
    EXPECT_EQ(reply.fault, BotFault::crashed);
    EXPECT_NE(reply.detail.find("address"), std::string::npos) << reply.detail;
    EXPECT_EQ(bot_of(reading(" jr $zero\n"))->ask("").fault, BotFault::crashed);
}

TEST(BotProgram, HasMarssHeapAndNoFiles) {
    const std::string grow = reading("more: li $v0, 9\n li $a0, 1048576\n syscall\n b more\n");
    const BotReply reply = bot_of(grow)->ask("");
    EXPECT_EQ(reply.fault, BotFault::crashed);
    EXPECT_NE(reply.detail.find("heap"), std::string::npos) << reply.detail;
    const auto opener =
        bot_of(reading(" li $v0, 13\n la $a0, line\n li $a1, 1\n syscall\n move $a0, $v0\n li $v0, 1\n"
                       " syscall\n li $v0, 11\n li $a0, 10\n syscall\n b main\n"));
    EXPECT_EQ(opener->ask("/tmp/x").text, "-1");
}

TEST(BotProgram, TheLastAnswerBeforeItEndsCounts) {
    const auto bot = bot_of(reading(print_four));
    EXPECT_EQ(bot->ask("").text, "4");
    EXPECT_EQ(bot->ask("44").fault, BotFault::ended);
}

}  // namespace
}  // namespace mariner::games
