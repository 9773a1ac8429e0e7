// MARS's dump formats. What MARS itself writes is compared byte for byte by the conformance cases; here are the
// corners.

#include "emulator/program/dump.hpp"

#include <gtest/gtest.h>

#include "tests/unit/program/sample_programs.hpp"

namespace mariner {
namespace {

ProgramImage small_program() {
    ProgramImage image;
    image.files = {"a.asm"};
    image.entry = 0x00400000;
    test::append(image, 0x00400000, {isa::Op::addiu, 0, 0, 8, 1}, "        li $t0, 1");
    test::append(image, 0x00400004, {isa::Op::lui, 0, 0, 1, 0x1234}, "        li $t1, 0x12345678");
    test::append(image, 0x00400008, {isa::Op::ori, 0, 1, 9, 0x5678});
    image.text[2].statement = 1;
    image.text[2].first_of_statement = false;
    image.data = {{0x10010004, {'H', 'i', '\n', 0xff}}};
    return image;
}

std::string dump_of(const ProgramImage& image, std::string_view segment, std::string_view format) {
    const Dump dump = mars_dump(DumpSource(image), segment, format, "out");
    return dump.bytes.value_or("message: " + dump.message);
}

TEST(Dump, WritesTextInEachFormat) {
    const ProgramImage image = small_program();
    EXPECT_EQ(dump_of(image, ".text", "HexText"), "24080001\n3c011234\n34295678\n");
    EXPECT_EQ(dump_of(image, "0x400000-0x400004", "BinaryText"), "00100100000010000000000000000001\n");
    EXPECT_EQ(dump_of(image, "4194304-4194308", "Binary"), std::string("\x01\x00\x08\x24", 4));
    EXPECT_EQ(dump_of(image, "0x400000-0x400008", "HEX"), ":0400000024080001CF\n:040004003C01123475\n:00000001FF\n");
    EXPECT_EQ(dump_of(image, ".text", "SegmentWindow"),
              " Address    Code        Basic                     Source\n\n"
              "0x00400000  0x24080001  addiu $8,$0,0x000000011            li $t0, 1\n"
              "0x00400004  0x3c011234  lui $1,0x00001234     2            li $t1, 0x12345678\n"
              "0x00400008  0x34295678  ori $9,$1,0x00005678       \n");
}

TEST(Dump, WritesWholeBlocksOfData) {
    const ProgramImage image = small_program();
    const std::string hex = dump_of(image, ".data", "HexText");
    EXPECT_EQ(hex.size(), 1024 * 9U);
    EXPECT_EQ(hex.substr(0, 18), "00000000\nff0a6948\n");
    const std::string window = dump_of(image, "0x10010000-0x10010044", "SegmentWindow");
    EXPECT_EQ(window.substr(0, 36), "0x10010000    0x00000000 0xff0a6948 ");
    // The last line isn't full: MARS drops it.
    EXPECT_EQ(std::count(window.begin(), window.end(), '\n'), 2);
    EXPECT_EQ(dump_of(image, "0x10010004-0x10010008", "AsciiText"), "  . \\n  i  H\n");
}

TEST(Dump, SaysWhyThereIsNone) {
    const ProgramImage image = small_program();
    const std::string nothing = "message: This segment has not been written to, there is nothing to dump.";
    EXPECT_EQ(dump_of(ProgramImage{}, ".text", "HexText"), nothing);
    EXPECT_EQ(dump_of(image, "0x10000000-0x10000010", "HexText"), nothing);
    EXPECT_EQ(dump_of(image, "0x10010000-0x10010000", "HexText"), nothing);
    EXPECT_EQ(dump_of(image, ".text", "hextext"),
              "message: Error while attempting to save dump, format hextext was not found!");
    for (const char* range :
         {"text", "0x10010002-0x10010008", "0x10010008-0x10010000", "-5", "5-", "a-b", "0x7ffffffc-0x80000000"}) {
        EXPECT_EQ(dump_of(image, range, "HexText"),
                  "message: Error while attempting to save dump, segment/address-range " + std::string(range) +
                      " is invalid!");
    }
    EXPECT_EQ(dump_of(image, "0xffff0000-0xffff0010", "HexText"),
              "message: Error while attempting to save dump, file out!  Could not access address: -65536!");
}

TEST(Dump, KeepsTheSpellingOfOperatorAndRegisters) {
    ProgramImage image;
    test::append(image, 0x00400000, {isa::Op::add, 8, 9, 10, 0}, "x: ADD $08,$9 $0xa # $01");
    EXPECT_NE(dump_of(image, ".text", "SegmentWindow").find("ADD $08,$9,$0xa "), std::string::npos);
}

TEST(Dump, ShowsTheCallingLineOfAMacro) {
    ProgramImage image;
    test::append(image, 0x00400000, isa::Instruction{}, "   nop # in a macro  ");
    image.statements[0].line = 3;
    image.statements[0].chain = {20, 7};
    EXPECT_NE(dump_of(image, ".text", "SegmentWindow").find("nop                   20   <3> nop # in a macro\n"),
              std::string::npos);
}

TEST(Dump, WritesAMemoryInitialisationFile) {
    const ProgramImage image = small_program();
    const DumpSource source(image);
    const Dump dump = dump_words(source, *find_dump_range(".text", source.map()), *find_dump_format("mif"), "out");
    EXPECT_NE(dump.bytes->find("DEPTH = 3;\nADDRESS_RADIX = HEX;\nDATA_RADIX = HEX;\n\nCONTENT BEGIN\n"
                               "    00000000 : 24080001;\n    00000001 : 3c011234;\n    00000002 : 34295678;\nEND;\n"),
              std::string::npos);
}

TEST(Dump, FindsFormatsByEitherName) {
    EXPECT_EQ(find_dump_format("HexText"), find_dump_format("hex"));
    EXPECT_EQ(find_dump_format("HEX"), find_dump_format("intel-hex"));
    EXPECT_EQ(find_dump_format(""), nullptr);
    EXPECT_EQ(find_mars_dump_format("hex"), nullptr);
    EXPECT_EQ(find_mars_dump_format(""), nullptr);
}

}  // namespace
}  // namespace mariner
