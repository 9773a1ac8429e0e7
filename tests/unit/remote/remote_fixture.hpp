#pragma once
// A small program under a session, for the tests of both protocols. Its world is a script: nothing of the machine's own
// is read or written.

#include <cassert>
#include <memory>
#include <string>

#include "emulator/assembler/assembler.hpp"
#include "emulator/debugger/session.hpp"
#include "emulator/syscalls/script_host.hpp"

namespace mariner::remote {

inline constexpr std::string_view counting_program =
    ".data\n"
    "total: .word 0\n"
    "name:  .asciiz \"count\"\n"
    ".text\n"
    "main:  li $t0, 3\n"   // 00400000
    "loop:  jal add_it\n"  // 00400004
    "       addi $t0, $t0, -1\n"
    "       bnez $t0, loop\n"
    "       li $a0, 7\n"  // 00400010
    "       li $v0, 17\n"
    "       syscall\n"
    "add_it: lw $t1, total\n"  // 0040001c, 00400020
    "       add $t1, $t1, $t0\n"
    "       sw $t1, total\n"  // 00400028, 0040002c
    "       jr $ra\n";

inline ProgramImage image_of(std::string_view source, const std::string& name = "/test/count.asm") {
    MemorySources sources;
    sources.add(name, std::string(source));
    Assembly assembly = assemble(std::vector<std::string>{name}, sources, {});
    assert(assembly.image);
    return std::move(*assembly.image);
}

}  // namespace mariner::remote
