# Connect Four by Lena, in which no column is ever full.

        .data
board:  .asciiz ".........................................."
text:   .space  64
state:  .word   0                       # moves made
chosen: .word   0                       # column
        .text
        .globl  main

        .macro  say (%words)
        .data
words:  .asciiz %words
        .text
        li      $v0, 4
        la      $a0, words
        syscall
        .end_macro

main:   jal     board_out
main_ask:
        lw      $t0, state
        andi    $t0, $t0, 1
        addiu   $a0, $t0, '1'
        li      $v0, 11
        syscall
        say     (", your column? ")
        jal     column_in
        sltiu   $t0, $v0, 7
        beqz    $t0, main_wrong
        sw      $v0, chosen
        jal     mark_of_turn
        move    $a1, $v0
        lw      $a0, chosen
        jal     drop
        bltz    $v0, main_full
        jal     mark_of_turn
        move    $a0, $v0
        jal     has_four
        bnez    $v0, main_won
        lw      $t0, state
        addiu   $t0, $t0, 1
        sw      $t0, state
        bne     $t0, 42, main
        jal     board_out
        say     ("A draw!\n")
        j       main_end
main_wrong:
        say     ("There is no such column.\n")
        j       main_ask
main_full:
        say     ("Sorry, that column is full.\n")
        j       main_ask
main_won:
        jal     board_out
        say     ("Player ")
        lw      $t0, state
        andi    $t0, $t0, 1
        addiu   $a0, $t0, 1
        li      $v0, 1
        syscall
        say     (" wins!\n")
main_end:
        li      $v0, 10
        syscall

mark_of_turn:
        lw      $t0, state
        sll     $t0, $t0, 31
        li      $v0, 'X'
        beqz    $t0, mark_known
        li      $v0, 'O'
mark_known:
        jr      $ra

column_in:
        la      $a0, text
        li      $a1, 64
        li      $v0, 8
        syscall
        li      $v0, 0                  # the number that is typed; letters make it large
        move    $t0, $a0
column_digit:
        lbu     $t1, 0($t0)
        addiu   $t0, $t0, 1
        ble     $t1, 10, column_end
        mul     $v0, $v0, 10
        addu    $v0, $v0, $t1
        addiu   $v0, $v0, -48
        j       column_digit
column_end:
        addiu   $v0, $v0, -1
        jr      $ra

board_out:
        la      $t2, board
        la      $t3, text
        li      $t4, 1
board_copy:
        lbu     $t0, 0($t2)
        beqz    $t0, board_print
        sb      $t0, 0($t3)
        addiu   $t2, $t2, 1
        addiu   $t3, $t3, 1
        addiu   $t4, $t4, 1
        bne     $t4, 8, board_copy
        li      $t4, 1
        li      $t0, 10
        sb      $t0, 0($t3)
        addiu   $t3, $t3, 1
        j       board_copy
board_print:
        sb      $zero, 0($t3)
        la      $a0, text
        li      $v0, 4
        syscall
        jr      $ra

# From the top down to the last empty cell; the first one is taken even if it isn't empty.
drop:   move    $t0, $a0
        li      $v0, 0
drop_below:
        addiu   $t1, $t0, 7
        bge     $t1, 42, drop_now
        lbu     $t2, board($t1)
        bne     $t2, '.', drop_now
        move    $t0, $t1
        addiu   $v0, $v0, 1
        j       drop_below
drop_now:
        sb      $a1, board($t0)
        jr      $ra

# Looks for a line from each of its pieces to the right, down, and to both sides below.
has_four:
        li      $t0, 0                  # row
row_loop:
        li      $t1, 0                  # column
cell_loop:
        sll     $t2, $t0, 3
        subu    $t2, $t2, $t0
        addu    $t2, $t2, $t1           # cell
        lbu     $t3, board($t2)
        bne     $t3, $a0, cell_next
        bgt     $t1, 3, lines_down
        lbu     $t3, board+1($t2)
        bne     $t3, $a0, lines_down
        lbu     $t3, board+2($t2)
        bne     $t3, $a0, lines_down
        lbu     $t3, board+3($t2)
        beq     $t3, $a0, line_found
lines_down:
        bgt     $t0, 2, cell_next
        lbu     $t3, board+7($t2)
        bne     $t3, $a0, lines_right
        lbu     $t3, board+14($t2)
        bne     $t3, $a0, lines_right
        lbu     $t3, board+21($t2)
        beq     $t3, $a0, line_found
lines_right:
        bgt     $t1, 3, lines_left
        lbu     $t3, board+8($t2)
        bne     $t3, $a0, lines_left
        lbu     $t3, board+16($t2)
        bne     $t3, $a0, lines_left
        lbu     $t3, board+24($t2)
        beq     $t3, $a0, line_found
lines_left:
        blt     $t1, 3, cell_next
        lbu     $t3, board+6($t2)
        bne     $t3, $a0, cell_next
        lbu     $t3, board+12($t2)
        bne     $t3, $a0, cell_next
        lbu     $t3, board+18($t2)
        beq     $t3, $a0, line_found
cell_next:
        addiu   $t1, $t1, 1
        bne     $t1, 7, cell_loop
        addiu   $t0, $t0, 1
        bne     $t0, 6, row_loop
        li      $v0, 0
        jr      $ra
line_found:
        li      $v0, 1
        jr      $ra
