# Serves the simulator's services 1, 4, 10, 11 and 17 by Linux system calls, for benchmark programs that qemu-mipsel runs
# (tests/bench/qemu_port.py puts calls of this in place of their syscalls). Keeps every register but $k1.
        .set    noat
        .text
        .globl  mariner_syscall
mariner_syscall:
        addiu   $sp, $sp, -96
        sw      $1, 0($sp)
        sw      $2, 4($sp)
        sw      $3, 8($sp)
        sw      $4, 12($sp)
        sw      $5, 16($sp)
        sw      $6, 20($sp)
        sw      $7, 24($sp)
        sw      $8, 28($sp)
        sw      $9, 32($sp)
        sw      $10, 36($sp)
        sw      $11, 40($sp)
        addiu   $8, $sp, 95             # numbers grow downwards from here
        li      $9, 1
        beq     $2, $9, integer
        li      $9, 4
        beq     $2, $9, string
        li      $9, 11
        beq     $2, $9, character
        li      $9, 17
        beq     $2, $9, exit
        move    $4, $0
exit:   li      $2, 4001
        syscall
integer:
        move    $9, $4
        bgez    $4, digits
        subu    $9, $0, $4
digits: li      $10, 10
        divu    $0, $9, $10
        mfhi    $11
        mflo    $9
        addiu   $11, $11, 48
        addiu   $8, $8, -1
        sb      $11, 0($8)
        bnez    $9, digits
        bgez    $4, integer_done
        li      $11, 45
        addiu   $8, $8, -1
        sb      $11, 0($8)
integer_done:
        move    $5, $8
        addiu   $6, $sp, 95
        subu    $6, $6, $8
        b       write
character:
        sb      $4, 0($8)
        move    $5, $8
        li      $6, 1
        b       write
string: move    $5, $4
        move    $6, $0
length: addu    $8, $5, $6
        lbu     $9, 0($8)
        beqz    $9, write
        addiu   $6, $6, 1
        b       length
write:  li      $4, 1
        li      $2, 4004
        syscall
        lw      $1, 0($sp)
        lw      $2, 4($sp)
        lw      $3, 8($sp)
        lw      $4, 12($sp)
        lw      $5, 16($sp)
        lw      $6, 20($sp)
        lw      $7, 24($sp)
        lw      $8, 28($sp)
        lw      $9, 32($sp)
        lw      $10, 36($sp)
        lw      $11, 40($sp)
        addiu   $sp, $sp, 96
        jr      $ra
