#pragma once
// Random programs that do a bit of everything a debugger has to get back to: arithmetic, memory, calls, exceptions, and
// all kinds of services and devices whose answers come from outside.

#include <iterator>
#include <random>
#include <string>

#include "emulator/support/types.hpp"

namespace mariner::test {

using Random = std::mt19937;

/// Pieces of programs; each leaves $s0 (the counter), $s1 (a buffer) and $sp alone.
inline constexpr const char* pieces[] = {
    "addu $t0, $t0, $t1\nxor $t1, $t1, $t0\nmul $t2, $t0, $t1\n",
    "li $v0, 30\nsyscall\naddu $t3, $t3, $a0\n",
    "li $v0, 42\nli $a0, 1\nli $a1, 1000\nsyscall\naddu $t0, $t0, $a0\n",
    "li $v0, 41\nli $a0, 2\nsyscall\nxor $t4, $t4, $a0\n",
    "li $v0, 5\nsyscall\naddu $t1, $t1, $v0\n",
    "li $v0, 8\nmove $a0, $s1\nli $a1, 12\nsyscall\n",
    "li $v0, 14\nli $a0, 0\nmove $a1, $s1\nli $a2, 3\nsyscall\n",
    "li $v0, 9\nli $a0, 16\nsyscall\nsw $t0, 0($v0)\nsw $t1, 8($v0)\n",
    "andi $t5, $t0, 0x01fc\naddu $t5, $t5, $s1\nsw $t1, 0($t5)\nlw $t6, 4($t5)\nsb $t0, 1($t5)\n",
    "li $v0, 1\nmove $a0, $t0\nsyscall\n",
    "jal function\nnop\n",
    "mtc1 $t0, $f2\ncvt.s.w $f2, $f2\nadd.s $f4, $f4, $f2\nc.lt.s $f2, $f4\n",
    "li $v0, 44\nli $a0, 3\nsyscall\nadd.d $f6, $f6, $f0\n",
    "li $v0, 32\nli $a0, 1\nsyscall\n",
    "li $v0, 13\nla $a0, name\nli $a1, 9\nsyscall\nmove $a0, $v0\nli $v0, 15\nmove $a1, $s1\nli $a2, 4\nsyscall\n"
    "li $v0, 16\nsyscall\n",
    "li $v0, 13\nla $a0, name\nli $a1, 0\nsyscall\nmove $a0, $v0\nli $v0, 14\nmove $a1, $s1\nli $a2, 64\nsyscall\n"
    "li $v0, 16\nsyscall\naddu $t2, $t2, $v0\n",
    "teq $zero, $zero\n",
    "lui $t8, 0xffff\nlw $t9, 0($t8)\nlw $t9, 4($t8)\naddu $t0, $t0, $t9\n",
    "lui $t8, 0xffff\nli $t9, 2\nsw $t9, 8($t8)\nsw $t0, 12($t8)\n",
};

inline std::string random_source(Random& random) {
    std::string text = ".data\nname: .asciiz \"f.bin\"\n.align 2\nbuffer: .space 8192\n.text\n";
    text += "la $s1, buffer\nli $s0, " + std::to_string(3 + random() % 40) + "\nloop:\n";
    for (u64 i = 4 + random() % 8; i > 0; --i) {
        text += pieces[random() % std::size(pieces)];
    }
    text += "addi $s0, $s0, -1\nnop\nbgtz $s0, loop\nnop\n";
    text += random() % 2 == 0 ? "li $v0, 10\nsyscall\n" : "lw $t0, 1($zero)\n";
    text +=
        "function: addi $sp, $sp, -8\nsw $ra, 4($sp)\nsw $t0, 0($sp)\naddu $t7, $t7, $t0\nlw $ra, 4($sp)\n"
        "addi $sp, $sp, 8\njr $ra\nnop\n"
        ".ktext 0x80000180\nmfc0 $k0, $13\nandi $k0, $k0, 0x7c\nbeqz $k0, back\nnop\n"
        "mfc0 $k0, $14\naddi $k0, $k0, 4\nmtc0 $k0, $14\nback: eret\n";
    return text;
}

inline std::string random_input(Random& random) {
    std::string input;
    for (u64 i = random() % 300; i > 0; --i) {
        input += random() % 5 == 0 ? "word\n" : std::to_string(random() % 100000) + "\n";
    }
    return input;
}

}  // namespace mariner::test
