// The reader alone: files to lines of tokens.
#include "emulator/assembler/reader.hpp"

#include "tests/unit/assembler/steps.hpp"

namespace mariner::assembler {
namespace {

using test::spelled;
using test::Steps;
using test::tokens_of;

TEST(Reader, MakesALineOfTokensOfEveryLine) {
    Steps steps;
    const SourceUnit& unit = steps.read("li $t0, 'a'  # first\r\n\r\n\tnop\rx: .word 1").units[0];
    ASSERT_EQ(unit.lines.size(), 4U);
    EXPECT_EQ(spelled(tokens_of(unit.lines[0])), "oli r$t0 n97 ## first");
    EXPECT_EQ(spelled(tokens_of(unit.lines[1])), "");
    EXPECT_EQ(spelled(tokens_of(unit.lines[2])), "onop");
    EXPECT_EQ(spelled(tokens_of(unit.lines[3])), "ix :: d.word n1");
    EXPECT_EQ(tokens_of(unit.lines[2])[0].offset, 1U);
    EXPECT_EQ(tokens_of(unit.lines[0])[2].length, 3U) << "as it stands in the source";
}

TEST(Reader, PutsIncludedLinesInPlaceWithTheirOwnNumbers) {
    Steps steps;
    steps.sources.add("b.inc", "one\ntwo\n");
    const SourceUnit& unit = steps.read("nop\n.include \"b.inc\"\nlast\n").units[0];
    ASSERT_EQ(unit.lines.size(), 4U);
    EXPECT_EQ(unit.lines[2].text(), "two");
    EXPECT_EQ(unit.lines[2].line, 2U);
    EXPECT_EQ(steps.context.diagnostics().files()[unit.lines[2].file].name, "b.inc");
    EXPECT_EQ(unit.lines[3].line, 3U);
}

TEST(Reader, ReplacesEqvNamesAndKeepsWhatWasWritten) {
    Steps steps;
    const SourceUnit& unit = steps.read(".eqv N 5\nli $t0, N\nli $t1, 6\n").units[0];
    EXPECT_EQ(unit.line(2).text(), "li $t0, 5");
    EXPECT_EQ(spelled(tokens_of(unit.line(2))), "oli r$t0 n5");
    EXPECT_EQ(unit.unreplaced_text(2), "li $t0, N");
    EXPECT_EQ(unit.unreplaced_text(3), "li $t1, 6");
}

TEST(Reader, StopsAtTheFirstFileThatIsWrong) {
    Steps steps;
    steps.sources.add("b.asm", "0b1\n");
    const SourceFiles& files = steps.read("0b1\n", {"a.asm", "b.asm"});
    EXPECT_EQ(files.units.size(), 1U);
    EXPECT_EQ(steps.messages(), (std::vector<std::string>{"invalid_element", "invalid_element"}))
        << "MARS says it twice";
}

TEST(Reader, PutsTheFirstFileBeforeAllOthersWhereItIsNamedAgain) {
    Steps steps;
    steps.sources.add("b.asm", "nop\n");
    const SourceFiles& files = steps.read("nop\n", {"a.asm", "b.asm", "a.asm", "b.asm"});
    EXPECT_EQ(files.units.size(), 3U);
    EXPECT_EQ(files.order, (std::vector<u32>{0, 0, 1, 2}));
}

/// The same line with its names replaced and as it would be written.
struct Replaced {
    std::string_view definition;
    std::string_view line;
    std::string_view written;
};

class EqvTokens : public testing::TestWithParam<Replaced> {};

TEST_P(EqvTokens, AreThoseOfTheTextReadAgain) {
    Steps steps;
    const SourceUnit& unit =
        steps.read(std::string(GetParam().definition) + "\n" + std::string(GetParam().line) + "\n").units[0];
    const test::ScannedLine again{std::string(GetParam().written)};
    EXPECT_EQ(unit.line(2).text(), GetParam().written);
    ASSERT_EQ(spelled(tokens_of(unit.line(2))), spelled(again.tokens()));
    for (size_t i = 0; i < again.tokens().size(); ++i) {
        EXPECT_EQ(tokens_of(unit.line(2))[i].offset, again.tokens()[i].offset) << i;
        EXPECT_EQ(tokens_of(unit.line(2))[i].length, again.tokens()[i].length) << i;
        EXPECT_EQ(tokens_of(unit.line(2))[i].value, again.tokens()[i].value) << i;
    }
}

INSTANTIATE_TEST_SUITE_P(Reader, EqvTokens,
                         testing::Values(Replaced{".eqv N 64", "lw $t0, N($sp) # N", "lw $t0, 64($sp) # N"},
                                         Replaced{".eqv N 64", "addi $t0, $t1, -N", "addi $t0, $t1, -64"},
                                         Replaced{".eqv N -5", "la $t0, x N", "la $t0, x -5"},
                                         Replaced{".eqv N -5", "li $t0, N", "li $t0, -5"},
                                         Replaced{".eqv N x", "la $t0, N +4", "la $t0, x +4"},
                                         Replaced{".eqv N 4($sp)", "lw $t0, N", "lw $t0, 4($sp)"},
                                         Replaced{".eqv N 1e", ".float N +5", ".float 1e +5"},
                                         Replaced{".eqv N \"a b\"", "x: .asciiz N,N", "x: .asciiz \"a b\",\"a b\""},
                                         Replaced{".eqv N 'd'", "li $t0,N", "li $t0,'d'"},
                                         Replaced{".eqv N 5 # five", "li $t0, N", "li $t0, 5"},
                                         Replaced{".eqv N %x,3", "li N", "li %x,3"}));

}  // namespace
}  // namespace mariner::assembler
