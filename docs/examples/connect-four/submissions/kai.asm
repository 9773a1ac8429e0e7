# Connect Four by Kai: a line may go on in the next row.
#
# board   42 bytes, row by row from the top; '.' is an empty cell, 'X' player 1's piece, 'O' player 2's.
# Columns are typed as 1 to 7. Anything else, and a full column, is asked for again.

        .eqv    COLUMNS 7
        .eqv    ROWS 6
        .eqv    CELLS 42
        .eqv    PRINT_STRING 4
        .eqv    READ_STRING 8
        .eqv    EXIT 10
        .eqv    PRINT_CHARACTER 11

        .data
board:  .space  CELLS
line:   .space  32
marks:  .ascii  "XO"
ask1:   .asciiz "Player 1 (X), column 1-7: "
ask2:   .asciiz "Player 2 (O), column 1-7: "
wrong:  .asciiz "There is no such column.\n"
full:   .asciiz "That column is full.\n"
wins1:  .asciiz "Player 1 wins!\n"
wins2:  .asciiz "Player 2 wins!\n"
draw:   .asciiz "It is a draw.\n"
        # For each direction: step in bytes, and what it does to column and row.
ways:   .word   1, 1, 0,   7, 0, 1,   8, 1, 1,   6, -1, 1

        .text
        .globl  main
# $s0 the player (0 or 1), $s1 the mark, $s2 moves made, $s3 the column
main:   jal     clear_board
        li      $s0, 0
        li      $s2, 0
turn:   lb      $s1, marks($s0)
        jal     show_board
        move    $a0, $s0
        jal     ask_column
        move    $s3, $v0
        bltz    $s3, bad
        move    $a0, $s3
        move    $a1, $s1
        jal     drop
        bltz    $v0, no_room
        addi    $s2, $s2, 1
        move    $a0, $s1
        jal     has_four
        bnez    $v0, won
        beq     $s2, CELLS, tied
        xori    $s0, $s0, 1
        j       turn

bad:    la      $a0, wrong
        li      $v0, PRINT_STRING
        syscall
        j       turn
no_room:
        la      $a0, full
        li      $v0, PRINT_STRING
        syscall
        j       turn

won:    jal     show_board
        la      $a0, wins1
        beqz    $s0, tell
        la      $a0, wins2
        j       tell
tied:   jal     show_board
        la      $a0, draw
tell:   li      $v0, PRINT_STRING
        syscall
        li      $v0, EXIT
        syscall

# Makes every cell empty. Changes $t0, $t1.
clear_board:
        li      $t0, CELLS
        li      $t1, '.'
clear_next:
        addi    $t0, $t0, -1
        sb      $t1, board($t0)
        bnez    $t0, clear_next
        jr      $ra

# Prints the six rows. Changes $t0, $t1, $a0, $v0.
show_board:
        li      $t0, 0
show_cell:
        lb      $a0, board($t0)
        li      $v0, PRINT_CHARACTER
        syscall
        addi    $t0, $t0, 1
        li      $t1, COLUMNS
        div     $t0, $t1
        mfhi    $t1
        bnez    $t1, show_more
        li      $a0, '\n'
        li      $v0, PRINT_CHARACTER
        syscall
show_more:
        bne     $t0, CELLS, show_cell
        jr      $ra

# Asks player $a0 (0 or 1). Returns $v0 = column 0 to 6, or -1. Changes $t0, $t1, $a0, $a1.
ask_column:
        move    $t0, $a0
        la      $a0, ask1
        beqz    $t0, ask_print
        la      $a0, ask2
ask_print:
        li      $v0, PRINT_STRING
        syscall
        la      $a0, line
        li      $a1, 32
        li      $v0, READ_STRING
        syscall
        lb      $t0, line
        la      $t1, line
        lb      $t1, 1($t1)
        beq     $t1, '\n', ask_digit
        bnez    $t1, ask_wrong
ask_digit:
        addi    $v0, $t0, -49
        bltz    $v0, ask_wrong
        bge     $v0, COLUMNS, ask_wrong
        jr      $ra
ask_wrong:
        li      $v0, -1
        jr      $ra

# Lets a piece $a1 fall into column $a0. Returns $v0 = its row (0 is the top), or -1 if the column is full.
# Changes $t0, $t1, $t2.
drop:   li      $v0, ROWS
        addi    $t0, $a0, CELLS
drop_higher:
        addi    $v0, $v0, -1
        bltz    $v0, drop_done
        addi    $t0, $t0, -7
        lb      $t1, board($t0)
        li      $t2, '.'
        bne     $t1, $t2, drop_higher
        sb      $a1, board($t0)
drop_done:
        jr      $ra

# Returns $v0 = 1 if there are four marks $a0 in a row, 0 if not. Changes $t0 to $t9.
has_four:
        li      $t0, 0                  # the cell to begin at
four_cell:
        li      $t1, 0                  # the way to go, as an offset into ways
four_way:
        lw      $t2, ways($t1)
        addi    $t3, $t1, 4
        lw      $t4, ways($t3)          # column step
        addi    $t3, $t1, 8
        lw      $t5, ways($t3)          # row step
        li      $t6, COLUMNS
        div     $t0, $t6
        mfhi    $t7                     # column
        mflo    $t8                     # row
        move    $t9, $t0
        li      $v0, 4
four_step:
        bltz    $t7, four_next
        bge     $t8, ROWS, four_next
        lb      $t6, board($t9)
        bne     $t6, $a0, four_next
        addi    $v0, $v0, -1
        beqz    $v0, four_found
        add     $t9, $t9, $t2
        add     $t7, $t7, $t4
        add     $t8, $t8, $t5
        j       four_step
four_next:
        addi    $t1, $t1, 12
        bne     $t1, 48, four_way
        addi    $t0, $t0, 1
        bne     $t0, CELLS, four_cell
        li      $v0, 0
        jr      $ra
four_found:
        li      $v0, 1
        jr      $ra
