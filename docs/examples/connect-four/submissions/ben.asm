# Connect Four by Ben, who forgot the falling diagonal.

        .data
board:  .space  42                      # from the upper left, '.' where nothing lies
input:  .space  20
row:    .asciiz ".......\n"
x_asks: .asciiz "Player 1, your column: "
o_asks: .asciiz "Player 2, your column: "
no_col: .asciiz "There is no such column!\n"
packed: .asciiz "That column is full!\n"
first:  .asciiz "Player 1 wins!\n"
second: .asciiz "Player 2 wins!\n"
even:   .asciiz "It is a draw!\n"

        .text
        .globl  main
main:   la      $t1, board
        addiu   $t2, $t1, 42
        li      $t0, '.'
empty:  sb      $t0, 0($t1)
        addiu   $t1, $t1, 1
        blt     $t1, $t2, empty
        li      $s5, 'X'
        li      $s6, 42                 # cells that are free

next_move:
        jal     picture
again:  la      $a0, x_asks
        beq     $s5, 'X', asked
        la      $a0, o_asks
asked:  jal     answer
        li      $t0, 7
        bgeu    $v0, $t0, what
        move    $a0, $v0
        move    $a1, $s5
        jal     drop
        bltz    $v0, too_high
        subu    $s6, $s6, 1
        move    $a0, $s5
        jal     has_four
        bnez    $v0, over
        beqz    $s6, nobody
        li      $t0, 167                # 'X' + 'O'
        subu    $s5, $t0, $s5
        b       next_move
what:   la      $a0, no_col
        b       complain
too_high:
        la      $a0, packed
complain:
        li      $v0, 4
        syscall
        b       again

over:   jal     picture
        la      $a0, first
        beq     $s5, 'X', finish
        la      $a0, second
        b       finish
nobody: jal     picture
        la      $a0, even
finish: li      $v0, 4
        syscall
        li      $v0, 10
        syscall

# Prints $a0 and reads a line; $v0 is the column, from 0, or no number below 7.
answer: li      $v0, 4
        syscall
        la      $a0, input
        li      $a1, 20
        li      $v0, 8
        syscall
        lbu     $v0, 0($a0)
        lbu     $t1, 1($a0)
        subu    $v0, $v0, '1'
        beqz    $t1, answered
        beq     $t1, 10, answered
        li      $v0, -1
answered:
        jr      $ra

picture:
        la      $t0, board
        li      $t1, 6
picture_row:
        la      $t3, row
        li      $t2, 7
picture_cell:
        lb      $t4, 0($t0)
        sb      $t4, 0($t3)
        addiu   $t0, $t0, 1
        addiu   $t3, $t3, 1
        subu    $t2, $t2, 1
        bgtz    $t2, picture_cell
        la      $a0, row
        li      $v0, 4
        syscall
        subu    $t1, $t1, 1
        bgtz    $t1, picture_row
        jr      $ra

# Piece $a1 into column $a0; $v0 is its row, or -1.
drop:   li      $v0, 5
        la      $t0, board+35
        addu    $t0, $t0, $a0
look:   lb      $t1, 0($t0)
        beq     $t1, '.', here
        subu    $t0, $t0, 7
        subu    $v0, $v0, 1
        bgez    $v0, look
        jr      $ra
here:   sb      $a1, 0($t0)
        jr      $ra

# $v0 = 1 if mark $a0 has a line.
has_four:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)
        li      $a1, 4                  # columns and rows to begin in, step
        li      $a2, 6
        li      $a3, 1
        jal     scan
        bnez    $v0, known
        li      $a1, 7
        li      $a2, 3
        li      $a3, 7
        jal     scan
        bnez    $v0, known
        li      $a1, 4
        li      $a2, 3
        li      $a3, 8
        jal     scan
known:  lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

scan:   li      $t0, 0
scan_row:
        li      $t1, 0
scan_column:
        mul     $t2, $t0, 7
        addu    $t2, $t2, $t1
        la      $t3, board
        addu    $t2, $t2, $t3
        li      $t4, 4
scan_next:
        lb      $t5, 0($t2)
        bne     $t5, $a0, scan_other
        addu    $t2, $t2, $a3
        subu    $t4, $t4, 1
        bgtz    $t4, scan_next
        li      $v0, 1
        jr      $ra
scan_other:
        addiu   $t1, $t1, 1
        blt     $t1, $a1, scan_column
        addiu   $t0, $t0, 1
        blt     $t0, $a2, scan_row
        li      $v0, 0
        jr      $ra
