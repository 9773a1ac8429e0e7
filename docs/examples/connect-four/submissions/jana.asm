# Connect Four by Jana, whose drop uses $s2 and doesn't ask.

        .data
board:  .space  42
entry:  .space  24
        .align  2
prompt: .word   prompt1, prompt2
bravo:  .word   bravo1, bravo2
prompt1:
        .asciiz "Player 1 (X) > "
prompt2:
        .asciiz "Player 2 (O) > "
bravo1: .asciiz "Player 1 wins, bravo!\n"
bravo2: .asciiz "Player 2 wins, bravo!\n"
nosuch: .asciiz "No such column, sorry\n"
filled: .asciiz "The column is full, sorry\n"
nobody: .asciiz "A draw, bravo to both!\n"

        .text
main:   li      $t0, 0
        li      $t1, '.'
start:  sb      $t1, board($t0)
        addi    $t0, $t0, 1
        slti    $t2, $t0, 42
        bnez    $t2, start
        li      $s1, 0                  # 0 or 4: whose turn
        li      $s2, 42                 # pieces left
        jal     draw_board
go:     lw      $a0, prompt($s1)
        li      $v0, 4
        syscall
        jal     read_entry
        beq     $v0, 7, is_nosuch
        move    $a0, $v0
        li      $a1, 'X'
        beqz    $s1, go_drop
        li      $a1, 'O'
go_drop:
        jal     drop
        slt     $t0, $v0, $zero
        bnez    $t0, is_filled
        jal     draw_board
        li      $a0, 'X'
        beqz    $s1, go_look
        li      $a0, 'O'
go_look:
        jal     has_four
        bnez    $v0, is_bravo
        addi    $s2, $s2, -1
        beqz    $s2, is_nobody
        xori    $s1, $s1, 4
        j       go
is_nosuch:
        la      $a0, nosuch
        li      $v0, 4
        syscall
        j       go
is_filled:
        la      $a0, filled
        li      $v0, 4
        syscall
        j       go
is_nobody:
        la      $a0, nobody
        j       bye
is_bravo:
        lw      $a0, bravo($s1)
bye:    li      $v0, 4
        syscall
        li      $v0, 10
        syscall

# $v0 = 0 to 6, or 7 for what is no column.
read_entry:
        li      $v0, 8
        la      $a0, entry
        li      $a1, 24
        syscall
        li      $v0, 7
        lb      $t0, entry+1
        slti    $t0, $t0, 33
        beqz    $t0, read_end
        lb      $t0, entry
        addi    $t0, $t0, -49
        sltiu   $t1, $t0, 7
        beqz    $t1, read_end
        move    $v0, $t0
read_end:
        jr      $ra

# Puts each row on the stack as a text, and prints it.
draw_board:
        addi    $sp, $sp, -12
        li      $t0, 10
        sb      $t0, 7($sp)
        sb      $zero, 8($sp)
        li      $t0, 0
draw_row:
        move    $t1, $sp
        addi    $t2, $sp, 7
draw_cell:
        lb      $t3, board($t0)
        sb      $t3, 0($t1)
        addi    $t0, $t0, 1
        addi    $t1, $t1, 1
        bne     $t1, $t2, draw_cell
        move    $a0, $sp
        li      $v0, 4
        syscall
        bne     $t0, 42, draw_row
        addi    $sp, $sp, 12
        jr      $ra

drop:   li      $s2, '.'
        li      $v0, 6
        addi    $t0, $a0, 42
drop_up:
        addi    $v0, $v0, -1
        addi    $t0, $t0, -7
        bltz    $t0, drop_full
        lb      $t1, board($t0)
        bne     $t1, $s2, drop_up
        sb      $a1, board($t0)
drop_full:
        jr      $ra

# Goes along all rows, columns and diagonals and counts how many $a0 come one after the other.
has_four:
        addi    $sp, $sp, -8
        sw      $ra, 4($sp)
        li      $v1, 0
four_row:
        sw      $v1, 0($sp)
        move    $a1, $v1                # from column 0 of row $v1, to the right
        mul     $a1, $a1, 7
        li      $a2, 1
        li      $a3, 7
        jal     count
        lw      $v1, 0($sp)
        beqz    $v0, four_found
        addi    $v1, $v1, 1
        bne     $v1, 6, four_row
        li      $v1, 0
four_column:
        sw      $v1, 0($sp)
        move    $a1, $v1
        li      $a2, 7
        li      $a3, 6
        jal     count
        lw      $v1, 0($sp)
        beqz    $v0, four_found
        addi    $v1, $v1, 1
        bne     $v1, 7, four_column
        li      $v1, 0
four_diagonal:
        sw      $v1, 0($sp)
        lb      $a1, begins($v1)
        lb      $a2, goes($v1)
        lb      $a3, lasts($v1)
        jal     count
        lw      $v1, 0($sp)
        beqz    $v0, four_found
        addi    $v1, $v1, 1
        bne     $v1, 12, four_diagonal
        li      $v0, 0
        j       four_end
four_found:
        li      $v0, 1
four_end:
        lw      $ra, 4($sp)
        addi    $sp, $sp, 8
        jr      $ra

        .data
begins: .byte   14, 7, 0, 1, 2, 3, 3, 4, 5, 6, 13, 20
goes:   .byte   8, 8, 8, 8, 8, 8, 6, 6, 6, 6, 6, 6
lasts:  .byte   4, 5, 6, 6, 5, 4, 4, 5, 6, 6, 5, 4

        .text
# $v0 = 0 if four $a0 come in a row among the $a3 cells from $a1 on in steps of $a2.
count:  li      $v0, 4
count_cell:
        lb      $t0, board($a1)
        beq     $t0, $a0, count_one
        li      $v0, 5
count_one:
        addi    $v0, $v0, -1
        beqz    $v0, count_end
        add     $a1, $a1, $a2
        addi    $a3, $a3, -1
        bnez    $a3, count_cell
count_end:
        jr      $ra
