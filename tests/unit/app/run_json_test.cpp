#include "emulator/app/run_json.hpp"

#include <gtest/gtest.h>

#include <bit>

#include "emulator/support/json_reader.hpp"
#include "emulator/support/text.hpp"

namespace mariner::app {
namespace {

ProgramImage image_with_label() {
    ProgramImage image;
    Symbol symbol;
    symbol.name = "list";
    symbol.address = 0x10010008;
    image.symbols.push_back(symbol);
    return image;
}

TEST(RunJson, FindsRangesByAddressAndLabel) {
    const ProgramImage image = image_with_label();
    const struct {
        std::string text;
        u32 address, words;
    } rows[] = {
        {"list", 0x10010008, 1},
        {"list:3", 0x10010008, 3},
        {"0x10010000", 0x10010000, 1},
        {"0:2", 0, 2},
        {"list-0x10010010", 0x10010008, 3},
        {"0x10010000-list", 0x10010000, 3},
        {"0xffff0000:4", 0xffff0000, 4},
    };
    for (const auto& row : rows) {
        const Result<MemoryRange> range = read_memory_range(row.text, image);
        ASSERT_TRUE(range) << row.text;
        EXPECT_EQ(range->address, row.address) << row.text;
        EXPECT_EQ(range->words, row.words) << row.text;
        EXPECT_EQ(range->text, row.text);
    }
    for (const std::string text : {"", "nowhere", "list:", "list:0", "list:x", "2", "0x10010000-0x1000fff0", ":3", "-",
                                   "list:2000000", "list-", "0-0xfffffffc"}) {
        EXPECT_FALSE(read_memory_range(text, image)) << text;
    }
}

TEST(RunJson, IsValidForAnyBytesOfOutput) {
    std::string all;
    for (int byte = 0; byte < 256; ++byte) {
        all += static_cast<char>(byte);
    }
    for (const std::string& output : {all, std::string("plain"), std::string("é\x1b")}) {
        JsonWriter json;
        json.begin_object();
        write_output_json(json, output, true);
        json.end_object();
        const std::string text = json.take();
        ASSERT_TRUE(read_json(text)) << text;
        EXPECT_EQ(text.find("output_base64") != std::string::npos, output == all);
    }
}

TEST(RunJson, NumbersThatJsonLacksAreNullAndKeepTheirBits) {
    CpuState cpu;
    cpu.fpr[2] = 0x7fc00000;
    cpu.fpr[4] = std::bit_cast<u32>(1.5F);
    cpu.condition_flags = 2;
    JsonWriter json(JsonLayout::compact);
    json.begin_object();
    write_registers_json(json, cpu);
    json.end_object();
    const std::string text = json.take();
    EXPECT_TRUE(read_json(text));
    EXPECT_NE(text.find("\"bits\":[0,0,2143289344,0,1069547520,0"), std::string::npos) << text;
    EXPECT_NE(text.find("\"singles\":[0,0,null,0,1.5,0"), std::string::npos);
    EXPECT_NE(text.find("\"flags\":[false,true,false"), std::string::npos);
}

}  // namespace
}  // namespace mariner::app
