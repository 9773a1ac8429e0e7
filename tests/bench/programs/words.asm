# words.asm -- splits a text into words, reverses each in place, and counts them in an open hash table.
#
# Measures: byte work in short loops, string compare, remainder, small subroutines.
# Prints the number of different words, of probes, and a checksum of the table.

        .data
rounds: .word   3000                    # @scale
text:   .ascii  "the quick brown fox jumps over the lazy dog and the dog sleeps on while four in a row "
        .ascii  "wins the game over four in a column or four on a diagonal and the fox and the dog play on "
        .asciiz "until the board is full and the game is drawn "
words:  .asciiz "words: "
probes: .asciiz "\nprobes: "
sum:    .asciiz "\nchecksum: "
line_end: .asciiz "\n"
        .align  2
table:  .space  512                     # 64 times: address of the first letter, how often seen

        .text
        .globl  main
main:
        lw      $s0, rounds
        li      $s5, 0                  # $s5 = probes
next_round:
        la      $s1, table              # forget all words
        addiu   $t0, $s1, 512
clear:
        sw      $zero, 0($s1)
        addiu   $s1, $s1, 4
        bne     $s1, $t0, clear
        li      $s4, 0                  # $s4 = different words
        la      $s1, text
next_word:
        lbu     $t0, 0($s1)
        beqz    $t0, round_done
        move    $a0, $s1
        jal     reverse
        move    $s2, $v0                # $s2 = the word's length
        move    $a0, $s1
        jal     count
        addu    $s1, $s1, $s2
        addiu   $s1, $s1, 1
        j       next_word
round_done:
        addiu   $s0, $s0, -1
        bgtz    $s0, next_round

        la      $s1, table
        addiu   $s2, $s1, 512
        li      $s3, 0                  # $s3 = checksum
tally:
        lw      $t0, 4($s1)
        li      $t1, 31
        mul     $s3, $s3, $t1
        addu    $s3, $s3, $t0
        addiu   $s1, $s1, 8
        bne     $s1, $s2, tally

        la      $a0, words
        li      $v0, 4
        syscall
        move    $a0, $s4
        li      $v0, 1
        syscall
        la      $a0, probes
        li      $v0, 4
        syscall
        move    $a0, $s5
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

# reverse: turns the word at $a0 (up to the next blank) round.
# Out: $v0 = its length. Clobbers $t0..$t3.
reverse:
        move    $t0, $a0
reverse_end:
        lbu     $t1, 0($t0)
        addiu   $t0, $t0, 1
        bne     $t1, 32, reverse_end
        addiu   $t0, $t0, -1
        subu    $v0, $t0, $a0
        addiu   $t0, $t0, -1
        move    $t3, $a0
reverse_swap:
        slt     $t1, $t3, $t0
        beqz    $t1, reverse_done
        lbu     $t1, 0($t3)
        lbu     $t2, 0($t0)
        sb      $t2, 0($t3)
        sb      $t1, 0($t0)
        addiu   $t3, $t3, 1
        addiu   $t0, $t0, -1
        j       reverse_swap
reverse_done:
        jr      $ra

# count: finds the word at $a0 in the table, or enters it, and counts it.
# $s4 and $s5 counted up. Clobbers $a1, $t0..$t4.
count:
        addiu   $sp, $sp, -8
        sw      $ra, 0($sp)
        li      $t0, 0
        move    $t1, $a0
count_hash:
        lbu     $t2, 0($t1)
        addiu   $t1, $t1, 1
        beq     $t2, 32, count_hashed
        sll     $t3, $t0, 5
        subu    $t0, $t3, $t0
        addu    $t0, $t0, $t2
        j       count_hash
count_hashed:
        li      $t1, 64
        divu    $t0, $t1
        mfhi    $t0
count_probe:
        addiu   $s5, $s5, 1
        sll     $t1, $t0, 3
        la      $t4, table
        addu    $t4, $t4, $t1
        lw      $a1, 0($t4)
        beqz    $a1, count_new
        sw      $t0, 4($sp)
        jal     same
        lw      $t0, 4($sp)
        bnez    $v0, count_found
        addiu   $t0, $t0, 1
        andi    $t0, $t0, 63
        j       count_probe
count_new:
        sw      $a0, 0($t4)
        addiu   $s4, $s4, 1
count_found:
        lw      $t1, 4($t4)
        addiu   $t1, $t1, 1
        sw      $t1, 4($t4)
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 8
        jr      $ra

# same: are the words at $a0 and $a1 the same? Out: $v0 = 1 or 0. Clobbers $a1, $t0..$t3.
same:
        move    $t0, $a0
same_next:
        lbu     $t1, 0($t0)
        lbu     $t2, 0($a1)
        bne     $t1, $t2, same_no
        beq     $t1, 32, same_yes
        addiu   $t0, $t0, 1
        addiu   $a1, $a1, 1
        j       same_next
same_yes:
        li      $v0, 1
        jr      $ra
same_no:
        li      $v0, 0
        jr      $ra
