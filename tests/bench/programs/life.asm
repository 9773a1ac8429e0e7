# life.asm -- Conway's game of life on a torus of 64 x 64 bytes, started from a random picture.
#
# Measures: byte loads and stores at computed addresses, a table, two nested counted loops.
# Prints the number of living cells and a checksum of the last picture.

        .data
rounds: .word   120                     # @scale  generations
alive:  .asciiz "alive: "
sum:    .asciiz "\nchecksum: "
line_end: .asciiz "\n"
fate:   .byte   0, 0, 0, 1, 0, 0, 0, 0, 0       # of a dead cell, by its living neighbours
        .byte   0, 0, 1, 1, 0, 0, 0, 0, 0       # of a living one
        .align  2
first:  .space  4096
second: .space  4096

        .text
        .globl  main
main:
        la      $s0, first              # $s0 = this picture, $s1 = the next
        la      $s1, second
        lw      $s2, rounds
        li      $t0, 20260704           # linear congruential generator
        li      $t1, 1103515245
        move    $t2, $s0
        addiu   $t3, $s0, 4096
fill:
        mul     $t0, $t0, $t1
        addiu   $t0, $t0, 12345
        srl     $t4, $t0, 30
        sltiu   $t4, $t4, 1
        sb      $t4, 0($t2)
        addiu   $t2, $t2, 1
        bne     $t2, $t3, fill

generation:
        li      $s3, 0                  # $s3 = row
next_row:
        addiu   $t0, $s3, -1
        andi    $t0, $t0, 63
        sll     $t0, $t0, 6
        addu    $s4, $s0, $t0           # $s4, $s5, $s6 = rows above, here, below
        sll     $t0, $s3, 6
        addu    $s5, $s0, $t0
        addu    $s7, $s1, $t0           # $s7 = this row of the next picture
        addiu   $t0, $s3, 1
        andi    $t0, $t0, 63
        sll     $t0, $t0, 6
        addu    $s6, $s0, $t0
        li      $t9, 0                  # $t9 = column
next_cell:
        addiu   $t0, $t9, -1
        andi    $t0, $t0, 63
        addiu   $t1, $t9, 1
        andi    $t1, $t1, 63
        addu    $t2, $s4, $t0
        lbu     $t8, 0($t2)             # $t8 = living neighbours
        addu    $t2, $s4, $t9
        lbu     $t3, 0($t2)
        addu    $t8, $t8, $t3
        addu    $t2, $s4, $t1
        lbu     $t3, 0($t2)
        addu    $t8, $t8, $t3
        addu    $t2, $s5, $t0
        lbu     $t3, 0($t2)
        addu    $t8, $t8, $t3
        addu    $t2, $s5, $t1
        lbu     $t3, 0($t2)
        addu    $t8, $t8, $t3
        addu    $t2, $s6, $t0
        lbu     $t3, 0($t2)
        addu    $t8, $t8, $t3
        addu    $t2, $s6, $t9
        lbu     $t3, 0($t2)
        addu    $t8, $t8, $t3
        addu    $t2, $s6, $t1
        lbu     $t3, 0($t2)
        addu    $t8, $t8, $t3
        addu    $t2, $s5, $t9
        lbu     $t3, 0($t2)             # 0 or 1: which half of the table
        sll     $t4, $t3, 3
        addu    $t4, $t4, $t3
        addu    $t8, $t8, $t4
        lbu     $t3, fate($t8)
        addu    $t2, $s7, $t9
        sb      $t3, 0($t2)
        addiu   $t9, $t9, 1
        bne     $t9, 64, next_cell
        addiu   $s3, $s3, 1
        bne     $s3, 64, next_row
        move    $t0, $s0
        move    $s0, $s1
        move    $s1, $t0
        addiu   $s2, $s2, -1
        bgtz    $s2, generation

        li      $s2, 0                  # $s2 = living cells
        li      $s3, 0                  # $s3 = checksum
        addiu   $t3, $s0, 4096
tally:
        lbu     $t0, 0($s0)
        addu    $s2, $s2, $t0
        sll     $t1, $s3, 5
        srl     $t2, $s3, 27
        or      $s3, $t1, $t2
        xor     $s3, $s3, $t0
        addiu   $s0, $s0, 1
        bne     $s0, $t3, tally

        la      $a0, alive
        li      $v0, 4
        syscall
        move    $a0, $s2
        li      $v0, 1
        syscall
        la      $a0, sum
        li      $v0, 4
        syscall
        move    $a0, $s3
        li      $v0, 1
        syscall
        la      $a0, line_end
        li      $v0, 4
        syscall
        li      $v0, 10
        syscall
