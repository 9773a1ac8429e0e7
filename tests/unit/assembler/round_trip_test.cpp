// What the disassembler writes, the assembler makes the same program of: over the whole table with random operands, and
// for the bundled games.

#include <gtest/gtest.h>

#include "emulator/assembler/assembler.hpp"
#include "emulator/assembler/render.hpp"
#include "emulator/isa/disassemble.hpp"
#include "emulator/meaning/facts.hpp"
#include "emulator/program/disassembly.hpp"
#include "emulator/support/file.hpp"
#include "emulator/support/text.hpp"
#include "tests/unit/program/sample_programs.hpp"

namespace mariner {
namespace {

ProgramImage assembled(std::string source) {
    MemorySources sources;
    sources.add("a.asm", std::move(source));
    AssemblerOptions options;
    options.allow_pseudo = false;
    const std::vector<std::string> files = {"a.asm"};
    Assembly assembly = assemble(files, sources, options);
    EXPECT_TRUE(assembly.image.has_value()) << people_report(assembly.diagnostics, {}).substr(0, 2000);
    return assembly.image.value_or(ProgramImage{});
}

void expect_same_words(const ProgramImage& a, const ProgramImage& b) {
    ASSERT_EQ(a.text.size(), b.text.size());
    for (size_t i = 0; i < a.text.size(); ++i) {
        EXPECT_EQ(a.text[i].address, b.text[i].address);
        EXPECT_EQ(hex32(a.text[i].word), hex32(b.text[i].word)) << isa::mars_text(a.text[i].instruction);
    }
    ASSERT_EQ(a.data.size(), b.data.size());
    for (size_t i = 0; i < a.data.size(); ++i) {
        EXPECT_EQ(a.data[i].address, b.data[i].address);
        EXPECT_EQ(a.data[i].bytes, b.data[i].bytes) << hex32(a.data[i].address);
    }
}

/// Branches and jumps lead to instructions of the program, as labels do.
ProgramImage every_instruction_with_targets(u32 seed) {
    ProgramImage image = test::every_instruction(24, seed);
    std::mt19937 random(seed);
    for (TextEntry& entry : image.text) {
        const isa::InstructionInfo& row = isa::info(entry.instruction.op);
        if (meaning::facts(row.op).is_transfer() && row.pattern.count > 0 && !meaning::facts(row.op).is_indirect) {
            const u32 target = image.text[random() % image.text.size()].address;
            const i32 distance = static_cast<i32>(target - entry.address - 4) / 4;
            entry.instruction.imm = meaning::facts(row.op).is_jump ? static_cast<i32>(target) : distance;
            entry.word = isa::encode(entry.instruction);
        }
    }
    return image;
}

TEST(RoundTrip, DisassemblyOfEveryRowAssemblesToTheSameWords) {
    for (const u32 seed : {1U, 2U, 3U}) {
        const ProgramImage image = every_instruction_with_targets(seed);
        expect_same_words(image, assembled(write_disassembly(image)));
    }
}

TEST(RoundTrip, DisassemblyKeepsPiecesAndData) {
    ProgramImage image = test::scattered_program();
    image.data.push_back({0x90000100, {'a', 'b', 'c', '\n', 0, '"', 0x80, 0xff, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1}});
    expect_same_words(image, assembled(write_disassembly(image)));
}

TEST(RoundTrip, DisassemblyOfTheGamesIsTheGames) {
    for (const char* room : {"rows", "columns", "solo", "bitmap", "tactics"}) {
        const Result<std::string> source =
            read_file(std::string(MARINER_SOURCE_DIR "/asm/") + room + "/" + room + ".asm");
        ASSERT_TRUE(source.has_value()) << room;
        MemorySources sources;
        sources.add("game.asm", *source);
        const std::vector<std::string> files = {"game.asm"};
        const Assembly game = assemble(files, sources, {});
        ASSERT_TRUE(game.image.has_value()) << room;
        expect_same_words(*game.image, assembled(write_disassembly(*game.image)));
    }
}

}  // namespace
}  // namespace mariner
