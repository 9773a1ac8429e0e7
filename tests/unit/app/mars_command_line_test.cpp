// Every word of MARS's command line, in the order in which MARS tries them (docs/mars/runtime.md, section 6).

#include "emulator/app/mars_command_line.hpp"

#include <gtest/gtest.h>

namespace mariner::app {
namespace {

MarsCommandLine parse(const std::vector<std::string>& words) {
    return parse_mars_words(words, [](const std::string& path) { return path.ends_with(".asm") && path[0] != 'x'; });
}

TEST(MarsCommandLine, HasMarsDefaults) {
    const MarsCommandLine line = parse({"a.asm"});
    EXPECT_TRUE(line.is_valid);
    EXPECT_TRUE(line.show_banner);
    EXPECT_TRUE(line.run);
    EXPECT_EQ(line.max_steps, -1);
    EXPECT_EQ(line.files, std::vector<std::string>{"a.asm"});
}

TEST(MarsCommandLine, TakesSwitchesInAnyCase) {
    const MarsCommandLine line =
        parse({"NC", "Me", "a", "B", "db", "np", "WE", "sm", "SMC", "ic", "Dec", "p", "d", "a.asm"});
    EXPECT_TRUE(line.is_valid);
    EXPECT_FALSE(line.show_banner);
    EXPECT_FALSE(line.run);
    EXPECT_FALSE(line.allow_pseudo);
    EXPECT_TRUE(line.messages_to_error && line.brief && line.delayed_branching && line.warnings_are_errors);
    EXPECT_TRUE(line.start_at_main && line.self_modifying_code && line.count_instructions && line.project &&
                line.debug);
    EXPECT_EQ(line.format, MarsFormat::decimal);
}

TEST(MarsCommandLine, ShowsRegistersByNameOrNumber) {
    const MarsCommandLine line = parse({"t0", "$t1", "9", "010", "0x1f", "f30", "$f1", "$", "zero"});
    EXPECT_TRUE(line.is_valid);
    ASSERT_EQ(line.registers.size(), 9U);
    EXPECT_EQ(line.registers[0].name, "$t0");
    EXPECT_EQ(line.registers[2].number, 9);
    EXPECT_EQ(line.registers[3].number, 8);
    EXPECT_EQ(line.registers[4].number, 31);
    EXPECT_TRUE(line.registers[5].is_float);
    EXPECT_EQ(line.registers[5].number, 30);
    EXPECT_EQ(line.registers[7].number, 0);
}

TEST(MarsCommandLine, AWrongRegisterIsNoFailureAnUnknownWordIs) {
    MarsCommandLine line = parse({"$pc"});
    EXPECT_TRUE(line.is_valid);
    EXPECT_EQ(line.messages, std::vector<std::string>{"Invalid Register Name: $pc"});
    line = parse({"hi", "T0", "x.asm", "se", "32x"});
    EXPECT_FALSE(line.is_valid);
    EXPECT_EQ(line.messages.size(), 5U);
    EXPECT_EQ(line.messages[0], "Invalid Command Argument: hi");
}

TEST(MarsCommandLine, ReadsNumbers) {
    const MarsCommandLine line = parse({"ae3", "SE0x10", "1000"});
    EXPECT_EQ(line.assembly_error_code, 3);
    EXPECT_EQ(line.run_error_code, 16);
    EXPECT_EQ(line.max_steps, 1000);
    EXPECT_EQ(parse({"-5"}).max_steps, -5);
    EXPECT_EQ(parse({"0100"}).max_steps, 64);
}

TEST(MarsCommandLine, ReadsMemoryRanges) {
    const MarsCommandLine line = parse({"0x10010000-0x10010010", "0xffff0000-0xffff0004", "268500992-268500992"});
    EXPECT_TRUE(line.is_valid);
    ASSERT_EQ(line.memory_ranges.size(), 3U);
    EXPECT_EQ(line.memory_ranges[0].second, 0x10010010);
    EXPECT_EQ(line.memory_ranges[1].first, -0x10000);
    for (const char* wrong : {"0x10010001-0x10010004", "8-4", "0x10-x"}) {
        EXPECT_EQ(parse({wrong}).messages.at(0), std::string("Invalid/unaligned address or invalid range: ") + wrong);
    }
    EXPECT_EQ(parse({"4-"}).messages.at(0), "Invalid Command Argument: 4-");
}

TEST(MarsCommandLine, TakesDumpsAndConfigurations) {
    MarsCommandLine line = parse({"dump", ".text", "HexText", "out", "mc", "CompactDataAtZero"});
    EXPECT_TRUE(line.is_valid);
    ASSERT_EQ(line.dumps.size(), 1U);
    EXPECT_EQ(line.dumps[0].path, "out");
    EXPECT_EQ(line.configuration, MemoryConfiguration::compact_data);
    line = parse({"mc", "compactdataatzero", "dump", ".text", "HexText"});
    EXPECT_FALSE(line.is_valid);
    EXPECT_EQ(line.messages.at(0), "Invalid memory configuration: compactdataatzero");
    EXPECT_EQ(line.messages.at(1), "Dump command line argument requires a segment, format and file name.");
    EXPECT_FALSE(parse({"mc"}).is_valid);
}

TEST(MarsCommandLine, GivesTheRestToTheProgram) {
    const MarsCommandLine line = parse({"a.asm", "PA", "x", "nc", "pa"});
    EXPECT_TRUE(line.is_valid);
    EXPECT_EQ(line.arguments, (std::vector<std::string>{"x", "nc", "pa"}));
    EXPECT_FALSE(line.show_banner);  // nc counts wherever it stands
}

TEST(MarsCommandLine, HelpStandsAlone) {
    EXPECT_TRUE(parse({"h"}).is_help);
    EXPECT_FALSE(parse({"nc", "h"}).is_help);
    EXPECT_FALSE(parse({"nc", "h"}).is_valid);
}

TEST(MarsCommandLine, TakesTheVersionOfMachineWords) {
    EXPECT_FALSE(parse({"a.asm"}).words_of_mars_46);
    EXPECT_TRUE(parse({"--words", "4.6", "a.asm"}).words_of_mars_46);
    EXPECT_FALSE(parse({"--words", "4.5", "a.asm"}).words_of_mars_46);
    EXPECT_FALSE(parse({"a.asm", "--words"}).is_valid);
    EXPECT_FALSE(parse({"--words", "4", "a.asm"}).is_valid);
    EXPECT_FALSE(parse({"a.asm", "pa", "--words", "4.6"}).words_of_mars_46) << "the program's own";
}

TEST(MarsCommandLine, FindsNoFloatingPointRegisterUnderAnotherSpelling) {
    EXPECT_TRUE(parse({"a.asm", "f1"}).registers.at(0).is_shown);
    for (const char* const name : {"f01", "$f01", "f0x1", "f+1", "f"}) {
        EXPECT_FALSE(parse({"a.asm", name}).registers.at(0).is_shown) << name;
    }
    EXPECT_TRUE(parse({"a.asm", "010"}).registers.at(0).is_shown) << "integer registers have any notation";
}

}  // namespace
}  // namespace mariner::app
