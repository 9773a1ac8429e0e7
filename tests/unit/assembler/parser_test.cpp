// The parser alone: tokens to parts of a line, forms, operands.
#include "emulator/assembler/parser.hpp"

#include "tests/unit/assembler/steps.hpp"

namespace mariner::assembler {
namespace {

using test::ScannedLine;
using test::spelled;

FormMatch match(const ScannedLine& line) {
    const Token& word = line.tokens()[0];
    EXPECT_EQ(word.kind, TokenKind::mnemonic);
    return match_operands(isa::all_mnemonics()[word.mnemonic], line.tokens().subspan(1));
}

TEST(Parser, SplitsALineIntoLabelAndRest) {
    const ScannedLine line("add: nop # twice");
    const LineParts parts = split_line(line.tokens());
    ASSERT_NE(parts.label, nullptr);
    EXPECT_EQ(parts.label->text(), "add");
    EXPECT_EQ(spelled(parts.tokens), "oadd :: onop");
    EXPECT_EQ(split_line(ScannedLine("5: nop").tokens()).label, nullptr);
    EXPECT_TRUE(split_line(ScannedLine("# only").tokens()).tokens.empty());
}

TEST(Parser, TakesTheFirstFormThatFitsBasicOnesFirst) {
    EXPECT_EQ(match(ScannedLine("addi $t0, $t1, 5")).basic->op, isa::Op::addi);
    EXPECT_EQ(match(ScannedLine("addi $t0, $t1, 70000")).basic, nullptr);
    EXPECT_NE(match(ScannedLine("lw $t0, x+4($t1)")).pseudo, nullptr);
    EXPECT_TRUE(match(ScannedLine("lw $t0, x+4($t1)")).fits());
}

TEST(Parser, SaysWhatIsWrongWithTheFirstFormIfNoneFits) {
    EXPECT_EQ(match(ScannedLine("jr")).result.fit, OperandFit::too_few);
    EXPECT_EQ(match(ScannedLine("jr $t0 5")).result.fit, OperandFit::too_many);
    const FormMatch kind = match(ScannedLine("sll $t0, 5, 3"));
    EXPECT_EQ(kind.result.fit, OperandFit::wrong_kind);
    EXPECT_EQ(kind.result.operand, 1U);
    const FormMatch range = match(ScannedLine("sll $t0, $t1, 32"));
    EXPECT_EQ(range.result.fit, OperandFit::out_of_range);
    EXPECT_EQ(range.result.operand, 2U);
}

TEST(Parser, ReadsOperandsOfBasicAndPseudoInstructions) {
    const ScannedLine basic("beq $t0, $t1, end");
    const ParsedStatement branch = read_statement(match(basic), basic.tokens().subspan(1));
    EXPECT_EQ(branch.pseudo, nullptr);
    EXPECT_EQ(branch.instruction.op, isa::Op::beq);
    EXPECT_EQ(branch.instruction.rs, 8U);
    EXPECT_EQ(branch.instruction.rt, 9U);
    EXPECT_EQ(branch.label_offset, 14U);
    EXPECT_EQ(branch.label_length, 3U);
    const ScannedLine pseudo("sw $t0, x+4($t1)");
    const ParsedStatement store = read_statement(match(pseudo), pseudo.tokens().subspan(1));
    ASSERT_NE(store.pseudo, nullptr);
    EXPECT_EQ(store.operands.r1, 8U);
    EXPECT_EQ(store.operands.base, 9U);
    EXPECT_EQ(store.operands.constant, 4);
    EXPECT_EQ(label_of(store, {"sw $t0, x+4($t1)"}), "x");
}

TEST(Parser, FindsRegistersThatMarsRefusesLater) {
    const ScannedLine line("add.s $f0, $f1, $f02");
    const Token* const bad = find_bad_register(line.tokens());
    ASSERT_NE(bad, nullptr);
    EXPECT_EQ(bad->text(), "$f02");
    EXPECT_EQ(find_bad_register(ScannedLine("add.s $f0, $f31, $f10").tokens()), nullptr);
    EXPECT_NE(find_bad_register(ScannedLine("mov.s $f, $f1").tokens()), nullptr);
}

}  // namespace
}  // namespace mariner::assembler
