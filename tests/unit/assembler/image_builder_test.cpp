// Label values, pseudo-instructions, addresses, files together, and the finished image.
#include <fstream>
#include <sstream>

#include "emulator/program/dump.hpp"
#include "tests/unit/assembler/assemble.hpp"

namespace mariner {
namespace {

using test::address_of;
using test::assemble_text;
using test::words;
using test::words_of;

Assembly assemble_files(const std::vector<std::string>& texts, const AssemblerOptions& options = {}) {
    MemorySources sources;
    std::vector<std::string> names;
    for (size_t i = 0; i < texts.size(); ++i) {
        names.push_back(std::string("f").append(std::to_string(i)).append(".asm"));
        sources.add(names.back(), texts[i]);
    }
    return assemble(names, sources, options);
}

TEST(ImageBuilder, TakesTheFirstFormThatFits) {
    EXPECT_EQ(words("add $t0, $t0, 5\n"), std::vector<u32>{0x21080005});
    EXPECT_EQ(words("addi $t0, $t0, 0xFFFF\n"), (std::vector<u32>{0x3c010000, 0x3421ffff, 0x01014020}));
    EXPECT_EQ(words("subu $t0, $t0, 5\n"), (std::vector<u32>{0x3c010000, 0x34210005, 0x01014023}));
}

TEST(ImageBuilder, ResolvesLabelsBothWays) {
    EXPECT_EQ(words("x: beq $t0, $t1, y\nj x\ny: bne $0, $0, x\n"),
              (std::vector<u32>{0x11090001, 0x08100000, 0x1400fffd}));
}

TEST(ImageBuilder, LosesABranchToALabelNamedLikeAnInstruction) {
    const Assembly assembly = assemble_text("b add\nnop\nadd: nop\n");
    ASSERT_TRUE(assembly.image);
    EXPECT_EQ(assembly.image->text[0].word, 0x043fffffU) << "as MARS dumps it";
    EXPECT_EQ(assembly.image->text[0].instruction, (isa::Instruction{isa::Op::bgez, 0, 0, 0, 0}));
    EXPECT_EQ(words("b end\nnop\nadd:\nend: nop\n")[0], 0x043fffffU) << "the first label there counts";
    EXPECT_EQ(words("b end\nnop\nend:\nadd: nop\n")[0], 0x04010001U);
    EXPECT_EQ(words("beqz $t0, add\nnop\nadd: nop\n")[0], 0x11000001U);
}

TEST(ImageBuilder, KnowsTheOtherShapesOfPseudoInstructions) {
    AssemblerOptions delayed;
    delayed.delayed_branching = true;
    EXPECT_EQ(words("div $t0, $t1, $t2\n").size() + 1, words("div $t0, $t1, $t2\n", delayed).size());
    AssemblerOptions compact;
    compact.configuration = MemoryConfiguration::compact_data;
    EXPECT_EQ(words(".data\nx: .word 1\n.text\nlw $t0, x\n", compact), std::vector<u32>{0x8c080000});
}

TEST(ImageBuilder, ReportsTheFirstUndefinedSymbolToMarsAndAllToPeople) {
    const Assembly assembly = assemble_text("lw $t0, x\nlw $t1, y\n");
    EXPECT_EQ(mars_report(assembly.diagnostics),
              "Error in a.asm line 1 column 9: Symbol \"x\" not found in symbol table.\n");
    EXPECT_NE(people_report(assembly.diagnostics, {}).find("a.asm:2:9: error: there is no label `y`"),
              std::string::npos);
}

TEST(ImageBuilder, SortsTextByAddressAndKeepsTheWayBack) {
    const Assembly assembly = assemble_text(".ktext\nmfc0 $k0, $14\n.text 0x00400010\nb x\n.text 0x00400000\nx: nop\n");
    ASSERT_TRUE(assembly.image);
    const ProgramImage& image = *assembly.image;
    ASSERT_EQ(image.text.size(), 3U);
    EXPECT_EQ(image.text[0].address, 0x00400000U);
    EXPECT_EQ(image.text[2].address, 0x80000000U);
    EXPECT_EQ(image.find_statement(0x00400010)->source, "b x");
    EXPECT_EQ(image.find_statement(0x80000000)->line, 2U);
}

std::string read_words_file(const std::string& name) {
    std::ifstream in(std::string(MARINER_SOURCE_DIR) + "/tests/words/" + name);
    std::stringstream text;
    text << in.rdbuf();
    EXPECT_FALSE(text.str().empty());
    return text.str();
}

std::string dump_of(const ProgramImage& image) {
    return mars_dump(DumpSource(image), ".text", "HexText", "").bytes.value_or("");
}

/// mars_4_6.hex was dumped by MARS 4.6.
TEST(ImageBuilder, MakesTheMachineWordsOfMars46WhereAskedTo) {
    AssemblerOptions options;
    options.words_of_mars_46 = true;
    const Assembly assembly = assemble_text(read_words_file("mars_4_6.asm"), options);
    ASSERT_TRUE(assembly.image);
    EXPECT_EQ(dump_of(*assembly.image), read_words_file("mars_4_6.hex"));
    EXPECT_EQ(words("syscall\nteq $t1, $t2\n"), (std::vector<u32>{0x0000000c, 0x012a0034})) << "as in 4.5";
}

TEST(ImageBuilder, KeepsWhatWasStoredBeforeAnErrorOnlyWhereAskedTo) {
    const std::string text = ".data\n.word 5\n.text\nnop\nj far\n.text 0x00400000\nsyscall\n.ktext\nfar: nop\n";
    AssemblerOptions options;
    EXPECT_TRUE(assemble_text(text, options).partial.data.empty());
    options.keep_partial_image = true;
    const Assembly assembly = assemble_text(text, options);
    EXPECT_FALSE(assembly.image);
    EXPECT_EQ(dump_of(assembly.partial), "0000000c\n00000000\n") << "the later one, and the refused jump as zero";
    EXPECT_EQ(assembly.partial.data.size(), 1U);
    EXPECT_TRUE(dump_of(assemble_text(text + "foo\n", options).partial).empty()) << "the first pass failed";
}

TEST(Files, ShareGlobalsAndLocationCounters) {
    const Assembly assembly =
        assemble_files({".globl f\nf: nop\nx: nop\n", "x: j f\n.extern buffer 8\nla $t0, buffer\n"});
    ASSERT_TRUE(assembly.image) << mars_report(assembly.diagnostics);
    EXPECT_EQ(words_of(assembly), (std::vector<u32>{0, 0, 0x08100000, 0x3c011000, 0x34280000}));
    size_t locals = 0;
    for (const Symbol& symbol : assembly.image->symbols) {
        locals += symbol.name == "x" ? 1 : 0;
    }
    EXPECT_EQ(locals, 2U);
}

TEST(Files, ExportedLabelsDoNotMoveAnyMore) {
    const Assembly assembly = assemble_files({".data\n.byte 1\n.globl x\nx:\n", ".data\ny: .word 2\n"});
    EXPECT_EQ(address_of(assembly, "x"), 0x10010001U);
    EXPECT_EQ(address_of(assembly, "y"), 0x10010004U);
}

TEST(Files, StopAtTheFirstWithALexicalError) {
    const Assembly assembly = assemble_files({"foo\nli $t0, 0b1\n", "li $t0, 0b1\n"});
    EXPECT_EQ(assembly.diagnostics.all().size(), 2U) << "once for people, once more for MARS";
    for (const Diagnostic& diagnostic : assembly.diagnostics.all()) {
        EXPECT_EQ(assembly.diagnostics.files()[diagnostic.file].name, "f0.asm");
    }
}

TEST(Entry, IsGlobalMainOnlyWhenAskedFor) {
    const std::string text = "nop\n.globl main\nmain: nop\n";
    AssemblerOptions options;
    EXPECT_EQ(assemble_text(text, options).image->entry, 0x00400000U);
    options.start_at_main = true;
    EXPECT_EQ(assemble_text(text, options).image->entry, 0x00400004U);
    EXPECT_EQ(assemble_text("nop\nmain: nop\n", options).image->entry, 0x00400000U);
}

TEST(Options, WarningsCanCountAsErrors) {
    AssemblerOptions options;
    EXPECT_TRUE(assemble_text(".set x\n", options).image);
    options.warnings_are_errors = true;
    EXPECT_FALSE(assemble_text(".set x\n", options).image);
}

TEST(Symbols, ALabelAtTheLastAddressIsNeverFound) {
    EXPECT_FALSE(assemble_text(".data 0xffffffff\nz:\n.text\nla $t0, z\n").image);
}

}  // namespace
}  // namespace mariner
