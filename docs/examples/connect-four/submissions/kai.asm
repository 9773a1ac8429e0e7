# Connect Four by Kai: a line may go on in the next row.

        .eqv    FREE 46
        .eqv    board_end 42

        .data
hello:  .asciiz "Four in a line wins. Columns are 1 to 7.\n"
board:  .space  board_end
key:    .space  8
turn:   .asciiz "X: "
nono:   .asciiz "No such column\n"
up:     .asciiz "That column is full\n"
hip:    .asciiz "Player 1 wins\n"
hop:    .asciiz "Player 2 wins\n"
tie:    .asciiz "Draw\n"

        .text
main:   la      $a0, hello
        jal     write
        la      $s6, board
        la      $s7, board+42
        li      $t0, FREE
        move    $t1, $s7
main_free:
        subi    $t1, $t1, 1
        sb      $t0, ($t1)
        bgt     $t1, $s6, main_free

move_x: jal     rows
        li      $s0, 'X'
        jal     play
        bgtz    $v0, x_won
        jal     rows
        li      $s0, 'O'
        jal     play
        bgtz    $v0, o_won
        move    $t1, $s6                # is there room in the upper row?
room:   lbu     $t0, ($t1)
        beq     $t0, FREE, move_x
        addi    $t1, $t1, 1
        subi    $t2, $t1, 7
        blt     $t2, $s6, room
        la      $t3, tie
        j       end
x_won:  la      $t3, hip
        j       end
o_won:  la      $t3, hop
end:    jal     rows
        move    $a0, $t3
        jal     write
        li      $v0, 10
        syscall

write:  li      $v0, 4
        syscall
        jr      $ra

# One move of $s0. $v0 = 1 if it wins.
play:   subi    $sp, $sp, 4
        sw      $ra, ($sp)
play_ask:
        sb      $s0, turn
        la      $a0, turn
        jal     write
        li      $v0, 8
        la      $a0, key
        li      $a1, 8
        syscall
        lbu     $t0, key+1
        beq     $t0, 10, play_digit
        bgtz    $t0, play_no
play_digit:
        lbu     $a0, key
        subi    $a0, $a0, '1'
        bltz    $a0, play_no
        bgt     $a0, 6, play_no
        move    $a1, $s0
        jal     drop
        beq     $v0, -1, play_up
        move    $a0, $s0
        jal     has_four
        lw      $ra, ($sp)
        addi    $sp, $sp, 4
        jr      $ra
play_no:
        la      $a0, nono
        jal     write
        j       play_ask
play_up:
        la      $a0, up
        jal     write
        j       play_ask

rows:   la      $t1, board
rows_next:
        li      $t2, 7
rows_cell:
        lbu     $a0, ($t1)
        li      $v0, 11
        syscall
        addi    $t1, $t1, 1
        subi    $t2, $t2, 1
        bgtz    $t2, rows_cell
        li      $a0, 10
        syscall
        subi    $t2, $t1, 42
        la      $t4, board
        blt     $t2, $t4, rows_next
        jr      $ra

drop:   la      $v1, board+35
        add     $v1, $v1, $a0
        li      $v0, 5
        li      $t0, FREE
drop_again:
        lbu     $t1, ($v1)
        beq     $t1, $t0, drop_in
        subi    $v1, $v1, 7
        subi    $v0, $v0, 1
        bnez    $v0, drop_again
        lbu     $t1, ($v1)
        beq     $t1, $t0, drop_in
        li      $v0, -1
        j       drop_out
drop_in:
        sb      $a1, ($v1)
drop_out:
        jr      $ra

# Each distance in turn: 1, 6, 7, 8.
has_four:
        li      $t2, 1
        li      $v0, 0
four_with:
        la      $t3, board+42
        sub     $t3, $t3, $t2
        sub     $t3, $t3, $t2
        sub     $t3, $t3, $t2
        la      $t4, board
        li      $t5, 0                  # how many in a line, by the first cell
four_from:
        move    $t5, $t4
        li      $t6, 0
four_on:
        lbu     $t7, ($t5)
        bne     $t7, $a0, four_stop
        add     $t5, $t5, $t2
        addi    $t6, $t6, 1
        blt     $t6, 4, four_on
        li      $v0, 1
        jr      $ra
four_stop:
        addi    $t4, $t4, 1
        blt     $t4, $t3, four_from
        addi    $t2, $t2, 1
        bne     $t2, 2, four_more
        li      $t2, 6
four_more:
        ble     $t2, 8, four_with
        jr      $ra
