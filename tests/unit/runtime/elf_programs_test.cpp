// ELF files run: ours like the source they were made from, object files after GNU ld has moved them, and one of gcc.

#include <gtest/gtest.h>

#include <array>
#include <cstdlib>
#include <filesystem>
#include <fstream>

#include "emulator/assembler/assembler.hpp"
#include "emulator/execute/core.hpp"
#include "emulator/program/elf_reader.hpp"
#include "emulator/program/elf_writer.hpp"
#include "emulator/runtime/engine.hpp"
#include "emulator/runtime/runner.hpp"
#include "emulator/support/file.hpp"
#include "emulator/syscalls/script_host.hpp"

namespace mariner {
namespace {

constexpr std::string_view source = R"(
        .data
hello:  .asciiz "hello "
words:  .word hello, 5, done, words
        .byte 3
buffer: .space 70000
last:   .word 7
        .text
        .globl main
main:   la   $a0, hello
        li   $v0, 4
        syscall
        lw   $t0, words+4
        lw   $t1, words
        la   $a0, 2($t1)
        syscall
        usw  $t0, buffer+65001
        ulw  $a0, buffer+65001
        li   $v0, 1
        syscall
        la   $t2, last
        lw   $a0, ($t2)
        syscall
        bne  $a0, $t0, far
        j    main
far:    lw   $t3, words + 8
        jr   $t3
        li   $v0, 99
done:   jal  end
        j    main
end:    li   $v0, 10
        syscall
)";

ProgramImage assembled() {
    MemorySources sources;
    sources.add("a.asm", std::string(source));
    AssemblerOptions options;
    options.collect_references = true;
    const std::vector<std::string> files = {"a.asm"};
    Assembly assembly = assemble(files, sources, options);
    EXPECT_TRUE(assembly.image.has_value());
    return assembly.image.value_or(ProgramImage{});
}

std::string output_of(const ProgramImage& image, EngineKind engine) {
    const auto machine = Machine::create(image);
    EXPECT_TRUE(machine.has_value());
    CoreOptions core_options;
    core_options.delayed_branching = image.delayed_branching;
    const std::unique_ptr<Core> core = make_engine(engine, **machine, core_options);
    ScriptHost host;
    RunOptions options;
    options.limits.steps = 1'000'000;
    const RunResult result = Runner(*core, host, options).run();
    EXPECT_EQ(result.ending, RunEnding::exited) << name_of(result.ending);
    return host.output();
}

constexpr std::array engines = {EngineKind::fast, EngineKind::checked, EngineKind::jit};
constexpr std::string_view expected = "hello llo 57";

TEST(ElfPrograms, RunLikeTheirSource) {
    const ProgramImage image = assembled();
    const Result<ProgramImage> read = read_elf(*write_elf(image));
    ASSERT_TRUE(read.has_value());
    for (const EngineKind engine : engines) {
        EXPECT_EQ(output_of(image, engine), expected);
        EXPECT_EQ(output_of(*read, engine), expected);
    }
}

TEST(ElfPrograms, RunWhereGnuLdMovedThem) {
    if (std::system("command -v mipsel-linux-gnu-ld > /dev/null 2>&1") != 0) {
        GTEST_SKIP() << "mipsel-linux-gnu-ld is not installed";
    }
    std::string folder = (std::filesystem::temp_directory_path() / "mariner-object-XXXXXX").string();
    ASSERT_NE(mkdtemp(folder.data()), nullptr);
    const Result<std::string> object = write_elf_object(assembled());
    ASSERT_TRUE(object.has_value()) << object.error().message;
    std::ofstream(folder + "/a.o", std::ios::binary) << *object;
    for (const char* where : {"", " -Tdata=0x10010000", " -Tdata=0x10017fe0", " -Ttext=0x00410000"}) {
        const std::string linking =
            "mipsel-linux-gnu-ld -e main -o " + folder + "/a.elf" + where + " " + folder + "/a.o";
        ASSERT_EQ(std::system(linking.c_str()), 0) << linking;
        const Result<ProgramImage> linked = read_elf(*read_file(folder + "/a.elf"));
        ASSERT_TRUE(linked.has_value()) << linked.error().message;
        EXPECT_FALSE(linked->delayed_branching);
        for (const EngineKind engine : engines) {
            EXPECT_EQ(output_of(*linked, engine), expected) << where;
        }
    }
    std::filesystem::remove_all(folder);
}

TEST(ElfPrograms, ObjectFilesPromiseNoFixedAddress) {
    ProgramImage image = assembled();
    image.text.back().address += 16;
    EXPECT_FALSE(write_elf_object(image).has_value());
    image = assembled();
    image.configuration = MemoryConfiguration::compact_data;
    EXPECT_FALSE(write_elf_object(image).has_value());
    image = assembled();
    image.references[0].symbol = 1000;
    EXPECT_FALSE(write_elf_object(image).has_value());
}

/// C, compiled by gcc -O2 -nostdlib -static -mno-abicalls -fno-pic: delay slots, constants beside the code, traps with
/// codes, small data through $gp, a switch by table. Its source stands in tests/corpus/elf/gcc.c.
TEST(ElfPrograms, RunFromGcc) {
    const Result<ProgramImage> image = read_elf(*read_file(MARINER_SOURCE_DIR "/tests/corpus/elf/gcc.elf"));
    ASSERT_TRUE(image.has_value()) << image.error().message;
    EXPECT_TRUE(image->delayed_branching);
    for (const EngineKind engine : engines) {
        EXPECT_EQ(output_of(*image, engine), "one\ntwo\nthree\n55 11 772");
    }
}

}  // namespace
}  // namespace mariner
