# Connect Four by Cleo, whose program thinks about a wrong answer for ever.

        .data
board:  .space  42
shown:  .ascii  "1234567\n1234567\n1234567\n1234567\n1234567\n1234567\n"
        .asciiz "Your move, player "
colon:  .asciiz ": "
full:   .asciiz "This column is full.\n"
winner: .asciiz " wins the game.\n"
player: .asciiz "Player "
typed:  .space  30
drawn:  .asciiz "What a draw.\n"

        .text
main:   li      $t0, 41
        li      $t1, 46
clear:  sb      $t1, board($t0)
        sub     $t0, $t0, 1
        bgez    $t0, clear
        li      $s0, 1                  # who moves
        li      $s1, 0                  # pieces on the board
play:   jal     paint
        move    $a0, $s0
        li      $v0, 1
        syscall
        la      $a0, colon
        li      $v0, 4
        syscall
        jal     get_column
judge:  bltz    $v0, reject
        move    $a0, $v0
        li      $a1, 'X'
        beq     $s0, 1, throw
        li      $a1, 'O'
throw:  jal     drop
        bgez    $v0, fell
        la      $a0, full
        li      $v0, 4
        syscall
        j       play
reject: j       judge
fell:   move    $a0, $a1
        jal     has_four
        beq     $v0, 1, celebrate
        add     $s1, $s1, 1
        beq     $s1, 42, shake_hands
        sub     $s0, $s0, 3             # 1 and 2 in turns
        neg     $s0, $s0
        j       play

celebrate:
        jal     paint_only
        la      $a0, player
        li      $v0, 4
        syscall
        move    $a0, $s0
        li      $v0, 1
        syscall
        la      $a0, winner
        j       last_words
shake_hands:
        jal     paint_only
        la      $a0, drawn
last_words:
        li      $v0, 4
        syscall
        li      $v0, 10
        syscall

# The board as a text of six lines, and the question behind it; or without.
paint:  li      $a3, 'Y'
        j       paint_it
paint_only:
        li      $a3, 0
paint_it:
        li      $t0, 0                  # in the board
        li      $t1, 0                  # in the text
paint_cell:
        lb      $t2, shown($t1)
        beq     $t2, '\n', paint_skip
        lb      $t2, board($t0)
        sb      $t2, shown($t1)
        add     $t0, $t0, 1
paint_skip:
        add     $t1, $t1, 1
        blt     $t1, 48, paint_cell
        sb      $a3, shown($t1)
        la      $a0, shown
        li      $v0, 4
        syscall
        jr      $ra

# The column that is typed, from 0, or -1.
get_column:
        la      $a0, typed
        li      $a1, 30
        li      $v0, 8
        syscall
        li      $t1, -1
measure:
        add     $t1, $t1, 1
        lb      $t0, typed($t1)
        bgt     $t0, 31, measure
        bne     $t1, 1, none
        lb      $v0, typed
        sub     $v0, $v0, 49
        bgt     $v0, 6, none
        jr      $ra
none:   li      $v0, -1
        jr      $ra

# Column $a0, piece $a1; $v0 is where it lies.
drop:   la      $t3, board
        add     $t3, $t3, $a0
        li      $v0, -1
        li      $t4, 0
drop_deeper:
        lb      $t5, 0($t3)
        bne     $t5, 46, drop_over
        move    $v0, $t4
        move    $t6, $t3
        add     $t3, $t3, 7
        add     $t4, $t4, 1
        blt     $t4, 6, drop_deeper
drop_over:
        bltz    $v0, drop_end
        sb      $a1, 0($t6)
drop_end:
        jr      $ra

# $v0 = how many pieces $a0 lie in line from column $a1, row $a2, with steps $a3 and $t9.
chain:  li      $v0, 0
        bltz    $a1, chain_end
        bgt     $a1, 6, chain_end
        bgt     $a2, 5, chain_end
        mul     $t0, $a2, 7
        add     $t0, $t0, $a1
        lb      $t0, board($t0)
        bne     $t0, $a0, chain_end
        sub     $sp, $sp, 4
        sw      $ra, 0($sp)
        add     $a1, $a1, $a3
        add     $a2, $a2, $t9
        jal     chain
        add     $v0, $v0, 1
        lw      $ra, 0($sp)
        add     $sp, $sp, 4
chain_end:
        jr      $ra

        .macro  try (%columns, %rows)
        move    $a1, $s1
        move    $a2, $s0
        li      $a3, %columns
        li      $t9, %rows
        jal     chain
        bgt     $v0, 3, four_yes
        .end_macro

has_four:
        sub     $sp, $sp, 12
        sw      $ra, 0($sp)
        sw      $s0, 4($sp)
        sw      $s1, 8($sp)
        li      $s0, 0
four_row:
        li      $s1, 0
four_column:
        try     (1, 0)
        try     (0, 1)
        try     (1, 1)
        try     (-1, 1)
        add     $s1, $s1, 1
        blt     $s1, 7, four_column
        add     $s0, $s0, 1
        blt     $s0, 6, four_row
        li      $v0, 0
        j       four_out
four_yes:
        li      $v0, 1
four_out:
        lw      $ra, 0($sp)
        lw      $s0, 4($sp)
        lw      $s1, 8($sp)
        add     $sp, $sp, 12
        jr      $ra
