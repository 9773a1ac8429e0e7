// What is seen as equal, row by row, and what isn't.

#include "tests/unit/similar/sample_program.hpp"

namespace mariner::similar::test {
namespace {

struct Row {
    const char* one;
    const char* other;
};

constexpr const char* frame = "main: nop\nnear: %\nsyscall\nfar: jr $ra\n.data\nd: .word 1, 2\n";

std::string inside(std::string statements) {
    std::string text = frame;
    return text.replace(text.find('%'), 1, statements);
}

TEST(Canonical, SeesOneThingInAllItsSpellings) {
    const std::vector<Row> rows = {
        // registers, labels, layout, names
        {"addu $t0, $t1, $t2", "   addu\t$s7,$a0 , $v1 # sum"},
        {"beq $t0, $t1, far", "\nother: beq $s0, $s1, far"},
        {".eqv N 5\nli $t0, N", "li $t0, 5"},
        {".macro inc(%r)\naddi %r, %r, 1\n.end_macro\ninc($t0)", "addi $t0, $t0, 1"},
        // constants
        {"li $t0, 7", "addiu $t0, $zero, 7"},
        {"li $t0, 7", "ori $t0, $0, 7"},
        {"li $t0, 7", "xori $t0, $0, 7"},
        {"li $t0, 0x12345", "lui $t0, 1\nori $t0, $t0, 0x2345"},
        {"li $t0, 0", "move $t0, $zero"},
        {"li $t0, 0", "sub $t0, $zero, $zero"},
        // copies
        {"move $t0, $t1", "add $t0, $t1, $zero"},
        {"move $t0, $t1", "or $t0, $zero, $t1"},
        {"move $t0, $t1", "addi $t0, $t1, 0"},
        {"move $t0, $t1", "sll $t0, $t1, 0"},
        {"move $t0, $t1", "la $t0, ($t1)"},
        {"move $t0, $t1", "subu $t0, $t1, $0"},
        // arithmetic
        {"add $t0, $t1, $t2", "addu $t0, $t2, $t1"},
        {"addi $t0, $t0, -1", "subi $t0, $t0, 1"},
        {"addi $t0, $t0, -1", "sub $t0, $t0, 1"},
        {"addi $t0, $t0, -1", "li $t9, 1\nsub $t0, $t0, $t9"},
        {"addi $t0, $t0, 100000", "li $t9, 100000\nadd $t0, $t0, $t9"},
        {"and $t0, $t1, 15", "andi $t0, $t1, 15"},
        {"sll $t0, $t1, 3", "mul $t0, $t1, 8"},
        {"sll $t0, $t1, 1", "add $t0, $t1, $t1"},
        {"mul $t0, $t1, $t2", "mult $t1, $t2\nmflo $t0"},
        {"div $t0, $t1, $t2", "div $t1, $t2\nmflo $t0"},
        {"rem $t0, $t1, 10", "li $t9, 10\nrem $t0, $t1, $t9"},
        {"not $t0, $t1", "nor $t0, $t1, $zero"},
        {"neg $t0, $t1", "sub $t0, $zero, $t1"},
        {"sgt $t0, $t1, $t2", "slt $t0, $t2, $t1"},
        {"sge $t0, $t1, $t2", "slt $t0, $t1, $t2\nxori $t0, $t0, 1"},
        // branches
        {"beqz $t0, far", "beq $t0, $0, far"},
        {"beqz $t0, far", "beq $0, $t0, far"},
        {"beqz $t0, far", "beq $t0, 0, far"},
        {"beq $t0, 5, far", "li $t9, 5\nbeq $t9, $t0, far"},
        {"blt $t0, $t1, far", "bgt $t1, $t0, far"},
        {"blt $t0, $t1, far", "slt $t9, $t0, $t1\nbnez $t9, far"},
        {"bge $t0, 5, far", "slti $t9, $t0, 5\nbeqz $t9, far"},
        {"ble $t0, 5, far", "li $t9, 5\nble $t0, $t9, far"},
        {"bltz $t0, far", "blt $t0, $zero, far"},
        {"blez $t0, far", "ble $t0, $zero, far"},
        {"j far", "b far"},
        {"j far", "beq $zero, $zero, far"},
        {"beqz $t0, far", "bnez $t0, over\nj far\nover:"},
        {"beqz $t0, far", "bnez $t0, over\nnop\nj far\nnop\nover: nop"},
        {"jr $ra", "jr $31"},
        {"ror $t0, $t1, 0", "rol $t0, $t1, 0"},  // shifts by 32 - 0, of which the machine sees 0
        // memory
        {"lw $t0, d", "la $t9, d\nlw $t0, 0($t9)"},
        {"lw $t0, d + 4", "la $t9, d\nlw $t0, 4($t9)"},
        {"sw $t0, d($t1)", "la $t9, d\naddu $t9, $t9, $t1\nsw $t0, ($t9)"},
        {"lw $t0, 8($t1)", "addi $t9, $t1, 8\nlw $t0, 0($t9)"},
        {"lb $t0, ($t1)", "lbu $t0, 0($t1)"},
        {"sw $ra, 0($sp)", "sw $ra, 16($sp)"},
        {"addi $sp, $sp, -4", "subu $sp, $sp, 4"},
        // what does nothing, and what may stand in either order
        {"li $t0, 3\nsyscall", "nop\nli $t0, 3\nmove $t1, $t1\nsll $0, $0, 0\nor $s0, $s0, $zero\nsyscall"},
        {"syscall\nj next\nnext: syscall", "syscall\nsyscall"},
        {"li $v0, 4\nla $a0, d\nsyscall", "la $a0, d\nli $v0, 4\nsyscall"},
    };
    for (const Row& row : rows) {
        EXPECT_EQ(codes_of(inside(row.one)), codes_of(inside(row.other))) << row.one << "\n~\n" << row.other;
    }
}

TEST(Canonical, KeepsApartWhatIsDifferent) {
    const std::vector<Row> rows = {
        {"li $t0, 7", "li $t0, 8"},
        {"add $t0, $t1, $t2", "sub $t0, $t1, $t2"},
        {"beqz $t0, far", "bnez $t0, far"},
        {"lw $t0, d", "sw $t0, d"},
        {"lb $t0, d", "lw $t0, d"},
        {"slt $t0, $t1, $t2", "sltu $t0, $t1, $t2"},
        {"srl $t0, $t1, 2", "sra $t0, $t1, 2"},
        {"div $t0, $t1, $t2", "rem $t0, $t1, $t2"},
        {"jal far", "j far"},
        {"li $t0, 0x00ff0000", "la $t0, d"},
    };
    for (const Row& row : rows) {
        EXPECT_NE(codes_of(inside(row.one)), codes_of(inside(row.other))) << row.one << "\n~\n" << row.other;
    }
}

}  // namespace
}  // namespace mariner::similar::test
