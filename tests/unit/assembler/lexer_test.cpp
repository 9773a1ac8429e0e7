#include "emulator/assembler/lexer.hpp"

#include <gtest/gtest.h>

#include "emulator/assembler/characters.hpp"

namespace mariner::assembler {
namespace {

class LexerTest : public testing::Test {
protected:
    /// "kind:text" of every token, the kinds by their initial.
    std::string scan(std::string_view line) {
        m_lexer.scan(line, m_list);
        std::string out;
        for (const Token& token : m_list.tokens) {
            constexpr std::string_view letters = "!#():+-%rfnRodsi";
            out += out.empty() ? "" : " ";
            out += letters[static_cast<size_t>(token.kind)];
            out += token.text();
        }
        return out;
    }

    TextArena m_arena;
    Lexer m_lexer{m_arena};
    TokenList m_list;
};

TEST_F(LexerTest, TakesCommasForBlanks) {
    EXPECT_EQ(scan("li,,,$t0 , , 5,,"), "oli r$t0 n5");
    EXPECT_EQ(scan(" \t,"), "");
}

TEST_F(LexerTest, GluesASignToATokenThatEndsInE) {
    EXPECT_EQ(scan("table+4"), "!table+4");
    EXPECT_EQ(scan("tab+4"), "itab ++ n4");
    EXPECT_EQ(scan("1.5e-3"), "R1.5e-3");
    EXPECT_EQ(scan("table +4"), "itable ++ n4");
}

TEST_F(LexerTest, ReadsASignedNumberUnlessANameStandsBefore) {
    EXPECT_EQ(scan("addi $t0, $t0, -5"), "oaddi r$t0 r$t0 n-5");
    EXPECT_EQ(scan("x -5"), "ix -- n5");
    EXPECT_EQ(scan("(-5) --5 -x"), "(( n-5 )) -- n-5 -- ix");
}

TEST_F(LexerTest, ReadsIntegersInEveryNotation) {
    EXPECT_EQ(read_integer("010"), 8);
    EXPECT_EQ(read_integer("08"), 8);
    EXPECT_EQ(read_integer("0xFFFFFFFF"), -1);
    EXPECT_EQ(read_integer("-0x80000000"), -2147483647 - 1);
    EXPECT_EQ(read_integer("99999999999999999999"), 0x630fffff);
    EXPECT_EQ(read_integer("0x1FFFFFFFF"), std::nullopt);
    EXPECT_EQ(read_integer("-08"), std::nullopt);
    EXPECT_EQ(read_integer("1_000"), std::nullopt);
    EXPECT_EQ(read_integer("\xEF\xBC\x95"), 5) << "a full-width digit";
}

TEST_F(LexerTest, KnowsRegistersInEveryNotation) {
    EXPECT_EQ(read_integer_register("$"), 0);
    EXPECT_EQ(read_integer_register("$010"), 8);
    EXPECT_EQ(read_integer_register("$0x1f"), 31);
    EXPECT_EQ(read_integer_register("$ra"), 31);
    EXPECT_EQ(read_integer_register("$32"), std::nullopt);
    EXPECT_EQ(read_integer_register("$T0"), std::nullopt);
    EXPECT_EQ(read_float_register("$f07"), 7);
    EXPECT_EQ(read_float_register("$f32"), std::nullopt);
}

TEST_F(LexerTest, ClassifiesWordsInTheOrderOfTheReference) {
    EXPECT_EQ(scan("1f NaN Infinity ADD .WORD .foo %x $s8 a.b_$1"),
              "R1f RNaN RInfinity oADD d.WORD i.foo %%x i$s8 ia.b_$1");
    EXPECT_EQ(scan("% 5\x0c ;"), "!% R5\x0c !;");
}

TEST_F(LexerTest, EndsAStringAtAQuoteWithoutABackslashRightBefore) {
    EXPECT_EQ(scan("\"a\\\"b\" x"), "s\"a\\\"b\" ix");
    EXPECT_EQ(scan("\"ab\\\\\" # hi"), "s\"ab\\\\\" # hi");
    EXPECT_EQ(scan("\"open"), "s\"open");
    EXPECT_EQ(scan("\"a\"\"b\""), "s\"a\" s\"b\"");
}

TEST_F(LexerTest, TranslatesCharacterLiterals) {
    EXPECT_EQ(scan("'a' '\\n' '\\'' '\\101' '#'"), "n97 n10 n39 n65 n35");
    EXPECT_EQ(scan("'a''b'"), "n97 n98");
    EXPECT_EQ(scan("'\xC3\xA9'"), "n233");
    EXPECT_EQ(scan("''x y"), "!''x iy");
    EXPECT_EQ(scan("''"), "!' !'");
    EXPECT_EQ(scan("'ab'"), "!'ab'");
    EXPECT_EQ(scan("'\\400'"), "!'\\400'");
    EXPECT_EQ(scan("'"), "!'");
}

TEST_F(LexerTest, CommentsRunToTheEndOfTheLine) {
    EXPECT_EQ(scan("x#y z"), "ix ##y z");
}

TEST_F(LexerTest, TakesFourForeignLettersForTheirAsciiKin) {
    EXPECT_EQ(scan("\xC5\xBFw"), "o\xC5\xBFw") << "the long s in sw";
    EXPECT_EQ(scan("v\xC3\xA9ri"), "iv\xC3\xA9ri");
}

TEST_F(LexerTest, TellsMacroParametersFromRegisters) {
    const auto is_parameter = [&](std::string_view word) {
        scan(word);
        return is_macro_parameter(m_list.tokens.at(0));
    };
    EXPECT_TRUE(is_parameter("%x"));
    EXPECT_TRUE(is_parameter("$x"));
    EXPECT_FALSE(is_parameter("$t0"));
    EXPECT_FALSE(is_parameter("$f3"));
    EXPECT_FALSE(is_parameter("$12"));
    EXPECT_FALSE(is_parameter("%"));
}

TEST_F(LexerTest, FindsNoMnemonicInAWordWithAZeroByte) {
    EXPECT_EQ(scan(std::string_view("add\0", 4)), std::string("!add").append(1, '\0'));
}

TEST(Characters, AreCountedInUtf16Units) {
    const std::string text = decode_source("a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
    EXPECT_EQ(unit_count(text), 5U);
    EXPECT_EQ(to_utf8(text), "a\xC3\xA9\xE2\x82\xAC\xF0\x9F\x98\x80");
}

TEST(Characters, WellFormedTextBelowU10000StaysAsItIs) {
    std::string text(100, 'a');
    for (const char* const character :
         {"\xC2\x80", "\xDF\xBF", "\xE0\xA0\x80", "\xED\x9F\xBF", "\xEE\x80\x80", "\xEF\xBF\xBF"}) {
        text += character + std::string(70, 'b');
    }
    EXPECT_EQ(decode_source(text), text);
    for (const char* const wrong : {"\xC0\x80", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xC2", "\xE2\x82", "\x80"}) {
        EXPECT_NE(decode_source(text + wrong), text + wrong);
        EXPECT_TRUE(decode_source(text + wrong).starts_with(text));
    }
}

TEST(Characters, MalformedBytesBecomeReplacementCharacters) {
    EXPECT_EQ(decode_source("\xFFx\xC3"), "\xEF\xBF\xBDx\xEF\xBF\xBD");
    EXPECT_EQ(to_utf8("\xED\xA0\xBD"), "?") << "half of a pair";
}

}  // namespace
}  // namespace mariner::assembler
