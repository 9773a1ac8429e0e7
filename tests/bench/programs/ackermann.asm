# ackermann.asm -- Ackermann's function by plain recursion, and the greatest common divisor of many pairs.
#
# Measures: calls, returns, stack frames, integer division.
# Prints the function's value and a checksum of the divisors.

        .data
rounds: .word   12                      # @scale
value:  .asciiz "ackermann: "
sum:    .asciiz "\nchecksum: "
line_end: .asciiz "\n"

        .text
        .globl  main
main:
        lw      $s0, rounds
        li      $s2, 0                  # $s2 = checksum
next_round:
        li      $a0, 2
        li      $a1, 300
        jal     ackermann
        move    $s1, $v0
        li      $s3, 400                # pairs of this round
        li      $s4, 270270
next_pair:
        move    $a0, $s4
        mul     $a1, $s3, 1001
        jal     divisor
        sll     $t0, $s2, 5
        subu    $s2, $t0, $s2
        addu    $s2, $s2, $v0
        addiu   $s4, $s4, 91
        addiu   $s3, $s3, -1
        bgtz    $s3, next_pair
        addiu   $s0, $s0, -1
        bgtz    $s0, next_round

        la      $a0, value
        li      $v0, 4
        syscall
        move    $a0, $s1
        li      $v0, 1
        syscall
        la      $a0, sum
        li      $v0, 4
        syscall
        move    $a0, $s2
        li      $v0, 1
        syscall
        la      $a0, line_end
        li      $v0, 4
        syscall
        li      $v0, 10
        syscall

# ackermann: $a0 = m, $a1 = n. Out: $v0. Clobbers $a0, $a1.
ackermann:
        bnez    $a0, ackermann_m
        addiu   $v0, $a1, 1
        jr      $ra
ackermann_m:
        addiu   $sp, $sp, -8
        sw      $ra, 0($sp)
        bnez    $a1, ackermann_n
        addiu   $a0, $a0, -1
        li      $a1, 1
        jal     ackermann
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 8
        jr      $ra
ackermann_n:
        sw      $a0, 4($sp)
        addiu   $a1, $a1, -1
        jal     ackermann
        lw      $a0, 4($sp)
        addiu   $a0, $a0, -1
        move    $a1, $v0
        jal     ackermann
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 8
        jr      $ra

# divisor: the greatest common divisor of $a0 and $a1. Out: $v0. Clobbers $a0, $a1.
divisor:
        beqz    $a1, divisor_done
        divu    $a0, $a1
        move    $a0, $a1
        mfhi    $a1
        j       divisor
divisor_done:
        move    $v0, $a0
        jr      $ra
