// Macros, .eqv and .include: what the text of the expansion becomes.
#include "tests/unit/assembler/assemble.hpp"

namespace mariner {
namespace {

using test::assemble_text;
using test::words;
using test::words_of;

/// The source lines of a program's statements, after all substitutions.
std::vector<std::string> sources_of(const Assembly& assembly) {
    std::vector<std::string> lines;
    if (assembly.image) {
        for (const Statement& statement : assembly.image->statements) {
            lines.emplace_back(statement.source);
        }
    }
    return lines;
}

TEST(Eqv, ReplacesNamesUntilNoneIsLeft) {
    EXPECT_EQ(words(".eqv ONE TWO\n.eqv TWO 7\nli $t0, ONE\n"), words("li $t0, 7\n"));
    EXPECT_EQ(words(".eqv LOADX lw $t0, 0\nLOADX ($t1)\n"), words("lw $t0, 0($t1)\n"));
}

TEST(Eqv, CountsALiteralByTheDigitsOfItsCode) {
    EXPECT_EQ(words(".eqv D 'd'\nli $t0, D\n"), words("li $t0, 100\n"));
    const Assembly broken = assemble_text(".eqv A 'a'\nli $t0, A\n");
    EXPECT_EQ(mars_report(broken.diagnostics),
              "Error in a.asm line 2 column 9: li $t0, 'a\nInvalid language element: 'a\n");
}

TEST(Eqv, HoldsForLinesBelowItsDefinitionButForAllExpansions) {
    EXPECT_FALSE(assemble_text("li $t0, N\n.eqv N 5\n").image);
    EXPECT_EQ(words(".macro f\nli $t0, N\n.end_macro\n.eqv N 5\nf\n"), words("li $t0, 5\n"));
}

TEST(Macro, AreChosenByTheNumberOfArguments) {
    const std::string text =
        ".macro f\nli $t0, 1\n.end_macro\n.macro f %x\nli $t0, %x\n.end_macro\n.macro f\nli $t0, 3\n.end_macro\n";
    EXPECT_EQ(words(text + "f\n"), words("li $t0, 3\n"));
    EXPECT_EQ(words(text + "f (9)\n"), words("li $t0, 9\n"));
}

TEST(Macro, ReplacesTheFirstOccurrenceOfATextWhereverItStands) {
    const Assembly prefix = assemble_text(".macro f %a %ab\nadd %ab, %ab, %a\n.end_macro\nf $t1 $t0\n");
    EXPECT_EQ(mars_report(prefix.diagnostics),
              "Error in a.asm line 4->2 column 5: \"$t1b\": operand is of incorrect type\n");
    const Assembly label = assemble_text(".macro m\nl: li $t0, 1\nlw $t1, l\n.end_macro\nm\n");
    EXPECT_EQ(mars_report(label.diagnostics),
              "Error in a.asm line 5->3 column 1: \"l_M0w\" is not a recognized operator\n");
}

TEST(Macro, NumbersItsLabelsByExpansion) {
    const Assembly assembly = assemble_text(".macro m\nx1: nop\nb x1\n.end_macro\nm\nm\n");
    ASSERT_TRUE(assembly.image);
    EXPECT_EQ(test::address_of(assembly, "x1_M0"), 0x00400000U);
    EXPECT_EQ(test::address_of(assembly, "x1_M1"), 0x00400008U);
    EXPECT_EQ(sources_of(assembly), (std::vector<std::string>{"x1_M0: nop", "b x1_M0", "x1_M1: nop", "b x1_M1"}));
}

TEST(Macro, NotesTheCallsThatLedToAStatement) {
    const Assembly assembly =
        assemble_text(".macro in\nnop\n.end_macro\n.macro out\n  in  # twice\n.end_macro\nnop\nout\n");
    ASSERT_TRUE(assembly.image);
    ASSERT_EQ(assembly.image->statements.size(), 2U);
    const Statement& statement = assembly.image->statements[1];
    EXPECT_EQ(statement.chain, (std::vector<u32>{8, 5}));
    EXPECT_EQ(statement.line, 2U);
    EXPECT_EQ(statement.column, 1U);
}

TEST(Macro, BombsEndAtTheLimits) {
    AssemblerOptions options;
    options.limits.expanded_lines = 1000;
    std::string bomb = ".macro m0\nnop\n.end_macro\n";
    for (int i = 1; i < 20; ++i) {
        const std::string call = std::string("m") + std::to_string(i - 1) + "\n";
        bomb += std::string(".macro m") + std::to_string(i) + "\n" + call + call + ".end_macro\n";
    }
    const Assembly assembly = assemble_text(bomb + "m19\n", options);
    EXPECT_FALSE(assembly.image);
    EXPECT_EQ(assembly.diagnostics.all().back().message, Message::expansion_too_large);
}

TEST(Include, PutsTheLinesInPlaceAndKeepsTheirOwnNumbers) {
    const Assembly assembly =
        assemble_text("nop\n.include \"b.inc\"\nj x\n", {}, {{"b.inc", "# first\nx: li $t0, 5\n"}});
    ASSERT_TRUE(assembly.image);
    ASSERT_EQ(assembly.image->statements.size(), 3U);
    const Statement& included = assembly.image->statements[1];
    EXPECT_EQ(included.line, 2U);
    EXPECT_EQ(assembly.image->files[included.file], "b.inc");
    EXPECT_EQ(assembly.image->files[included.main_file], "a.asm");
}

TEST(Include, FindsFilesBesideTheIncludingOne) {
    MemorySources sources;
    EXPECT_EQ(sources.include_path("dir/a.asm", "b.inc"), "dir/b.inc");
    EXPECT_EQ(sources.include_path("/a.asm", "b.inc"), "//b.inc");
    EXPECT_EQ(sources.include_path("a.asm", "b.inc"), "b.inc");
    EXPECT_EQ(sources.include_path("dir/a.asm", "/x/b.inc"), "/x/b.inc");
}

}  // namespace
}  // namespace mariner
