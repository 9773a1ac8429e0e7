// The expander alone: a line of a macro's body becomes the tokens that its text, replaced as MARS does it, has.
#include "emulator/assembler/expander.hpp"

#include "tests/unit/assembler/steps.hpp"

namespace mariner::assembler {
namespace {

using test::spelled;
using test::Steps;

struct Expansion {
    std::string_view parameters;
    std::string_view body;
    std::string_view arguments;
    std::string_view text;
};

class ExpandedLine : public testing::TestWithParam<Expansion> {};

TEST_P(ExpandedLine, HasTheTokensOfItsText) {
    Steps steps;
    steps.program.units.resize(1);
    steps.read(".macro m\n" + std::string(GetParam().body) + "\n.end_macro\n");
    Macro macro;
    const test::ScannedLine parameters{std::string(GetParam().parameters)};
    for (const Token& token : parameters.tokens()) {
        macro.add_parameter(token.text());
    }
    macro.labels = {"l", "loop"};
    macro.first_line = 1;
    macro.last_line = 3;
    TokenList list;
    Expander expander(steps.context, steps.program.files.units[0]);
    const test::ScannedLine arguments{std::string(GetParam().arguments)};
    const std::string_view text = expander.expand(macro, 2, arguments.tokens(), 7, {}, list);
    EXPECT_EQ(text, GetParam().text);
    const test::ScannedLine again{std::string(text)};
    ASSERT_EQ(spelled(list.tokens), spelled(again.tokens()));
    for (size_t i = 0; i < again.tokens().size(); ++i) {
        EXPECT_EQ(list.tokens[i].offset, again.tokens()[i].offset) << i;
        EXPECT_EQ(list.tokens[i].length, again.tokens()[i].length) << i;
        EXPECT_EQ(list.tokens[i].value, again.tokens()[i].value) << i;
        EXPECT_EQ(list.tokens[i].number, again.tokens()[i].number) << i;
    }
}

INSTANTIATE_TEST_SUITE_P(Expander, ExpandedLine,
                         testing::Values(Expansion{"%a %b", "add %a, %a, %b # %a", "$t0 5", "add $t0, $t0, 5 # %a"},
                                         Expansion{"%a", "loop: b loop", "1", "loop_M7_M7: b loop"},
                                         Expansion{"%a", "  b loop # loop", "1", "  b loop_M7 # loop"},
                                         Expansion{"%a", "l: lw %a", "1", "l_M7: lw 1"},
                                         Expansion{"%a", "b l", "1", "b l_M7"},
                                         Expansion{"%a", "lw $t0, l", "1", "l_M7w $t0, l"},
                                         Expansion{"%a", "la $t0, loop+4", "1", "la $t0, loop_M7+4"},
                                         Expansion{"%a %ab", "add %ab, %ab, %a", "1 2", "add 1b, 2, %a"},
                                         Expansion{"%a", "li $t0, %a+4", "x", "li $t0, x+4"},
                                         Expansion{"%a", "li $t0, %a +4", "1e", "li $t0, 1e +4"},
                                         Expansion{"%a", "la $t0, x %a", "-5", "la $t0, x -5"},
                                         Expansion{"%a", "li $t0, -%a", "5", "li $t0, -5"},
                                         Expansion{"%a", ".asciiz \"%a\" %a", "1", ".asciiz \"1\" %a"},
                                         Expansion{"%a", ".asciiz %a", "\"a %a\"", ".asciiz \"a %a\""},
                                         Expansion{"%a", ".asciiz %a, %a", "\"%a\"", ".asciiz \"\"%a\"\", %a"},
                                         Expansion{"%a", ".ascii %a \"x\"", "\"open", ".ascii \"open \"x\""},
                                         Expansion{"%a", "li $t0, %a", "'a'", "li $t0, 97"},
                                         Expansion{"%a", "li $t0, 'a' # it's %a", "1", "li $t0, 'a' # it's %a"},
                                         Expansion{"%a", "%a $t0, 4(%a)", "lw", "lw $t0, 4(lw)"},
                                         Expansion{"%a $b", "add $b, %a, $t1", "$t2 $t3", "add $t3, $t2, $t1"},
                                         Expansion{"%a $t", "add %a, $t1, $t", "$t2 $t3", "add $t2, $t31, $t"},
                                         Expansion{"%a $t", "add $t, %a, $t1", "$t2 $t3", "add $t3, $t2, $t1"},
                                         Expansion{"%a", "nop", "1", "nop"}));

TEST(Expander, ReportsAParameterThatTheMacroLacks) {
    Steps steps;
    steps.read(".macro m\nli $t0, %b\n.end_macro\n");
    Macro macro;
    macro.first_line = 1;
    macro.last_line = 3;
    TokenList list;
    Expander expander(steps.context, steps.program.files.units[0]);
    EXPECT_EQ(expander.expand(macro, 2, {}, 0, {}, list), "li $t0, %b");
    EXPECT_EQ(steps.messages(), std::vector<std::string>{"unknown_macro_parameter"});
}

TEST(MacroPool, PrefersTheLastDefinitionWithThatManyParameters) {
    MacroPool pool;
    for (const u32 line : {1U, 5U, 9U}) {
        pool.begin("m", line, line);
        if (line == 5) {
            pool.current().add_parameter("%x");
        }
        pool.commit(line + 2);
    }
    ASSERT_NE(pool.find("m", 0), nullptr);
    EXPECT_EQ(pool.find("m", 0)->first_line, 9U);
    EXPECT_EQ(pool.find("m", 1)->first_line, 5U);
    EXPECT_EQ(pool.find("m", 2), nullptr);
    EXPECT_TRUE(pool.has_name("m"));
}

TEST(MacroPool, KnowsTheCallsThatAreGoingOn) {
    MacroPool pool;
    EXPECT_TRUE(pool.push_call(4, 3));
    EXPECT_TRUE(pool.push_call(5, 5));
    EXPECT_FALSE(pool.push_call(4, 3));
    EXPECT_EQ(pool.calls(), (std::vector<u32>{3, 5}));
    pool.pop_call();
    EXPECT_TRUE(pool.push_call(5, 5));
}

}  // namespace
}  // namespace mariner::assembler
