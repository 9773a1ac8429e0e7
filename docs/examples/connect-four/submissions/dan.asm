# Connect Four by Dan, who takes halfwords for words.

        .data
        # step, columns to begin in, rows to begin in, first cell
plan:   .half   1, 4, 6, 0,   7, 7, 3, 0,   8, 4, 3, 0,   6, 4, 3, 3
board:  .space  42
mark:   .byte   0
used:   .byte   0
answer: .space  16
ask:    .asciiz "Which column? "
wrong:  .asciiz "No such column.\n"
full:   .asciiz "Column is full.\n"
wins:   .ascii  "Player "
number: .asciiz "1 wins.\n"
draw:   .asciiz "Draw.\n"

        .text
main:   la      $a0, board
        li      $a1, 42
        li      $a2, '.'
        jal     fill
        sb      $zero, used
        li      $t0, 'X'
        sb      $t0, mark
round:  jal     show
retry:  la      $a0, ask
        jal     say
        jal     read_column
        bltz    $v0, is_wrong
        move    $a0, $v0
        lb      $a1, mark
        jal     drop
        bltz    $v0, is_full
        lb      $a0, mark
        jal     has_four
        bgtz    $v0, is_won
        lb      $t0, used
        addi    $t0, $t0, 1
        sb      $t0, used
        beq     $t0, 42, is_drawn
        lb      $t0, mark
        xori    $t0, $t0, 0x17          # 'X' to 'O' and back
        sb      $t0, mark
        j       round
is_wrong:
        la      $a0, wrong
        jal     say
        j       retry
is_full:
        la      $a0, full
        jal     say
        j       retry
is_won: jal     show
        lb      $t0, mark
        beq     $t0, 'X', is_first
        li      $t0, '2'
        sb      $t0, number
is_first:
        la      $a0, wins
        jal     say
        j       quit
is_drawn:
        jal     show
        la      $a0, draw
        jal     say
quit:   li      $v0, 10
        syscall

say:    li      $v0, 4
        syscall
        jr      $ra

# $a1 bytes from $a0 on become $a2.
fill:   sb      $a2, 0($a0)
        addi    $a0, $a0, 1
        addi    $a1, $a1, -1
        bgtz    $a1, fill
        jr      $ra

show:   li      $t0, 0
show_row:
        li      $t1, 0
show_cell:
        add     $t2, $t0, $t1
        lb      $a0, board($t2)
        li      $v0, 11
        syscall
        addi    $t1, $t1, 1
        blt     $t1, 7, show_cell
        li      $a0, 10
        li      $v0, 11
        syscall
        addi    $t0, $t0, 7
        blt     $t0, 42, show_row
        jr      $ra

read_column:
        la      $a0, answer
        li      $a1, 16
        li      $v0, 8
        syscall
        lh      $t0, answer             # a digit and the line's end
        srl     $t1, $t0, 8
        andi    $t0, $t0, 0xff
        bne     $t1, 10, read_nothing
        addi    $v0, $t0, -49
        sltiu   $t1, $v0, 7
        bnez    $t1, read_done
read_nothing:
        li      $v0, -1
read_done:
        jr      $ra

drop:   la      $t0, board
        add     $t0, $t0, $a0
        lb      $t1, 0($t0)
        bne     $t1, '.', drop_full
        li      $v0, 0
drop_sink:
        beq     $v0, 5, drop_landed
        lb      $t1, 7($t0)
        bne     $t1, '.', drop_landed
        addi    $t0, $t0, 7
        addi    $v0, $v0, 1
        j       drop_sink
drop_landed:
        sb      $a1, 0($t0)
        jr      $ra
drop_full:
        li      $v0, -1
        jr      $ra

has_four:
        li      $t0, 0
four_plan:
        lw      $t1, plan($t0)          # step
        addi    $t2, $t0, 2
        lw      $t2, plan($t2)          # columns left
        addi    $t3, $t0, 4
        lw      $t3, plan($t3)          # rows left
        addi    $t4, $t0, 6
        lw      $t4, plan($t4)          # cell
four_row:
        move    $t5, $t2
        move    $t6, $t4
four_cell:
        lb      $t7, board($t6)
        bne     $t7, $a0, four_not
        add     $t8, $t6, $t1
        lb      $t7, board($t8)
        bne     $t7, $a0, four_not
        add     $t8, $t8, $t1
        lb      $t7, board($t8)
        bne     $t7, $a0, four_not
        add     $t8, $t8, $t1
        lb      $t7, board($t8)
        bne     $t7, $a0, four_not
        li      $v0, 1
        jr      $ra
four_not:
        addi    $t6, $t6, 1
        addi    $t5, $t5, -1
        bgtz    $t5, four_cell
        addi    $t4, $t4, 7
        addi    $t3, $t3, -1
        bgtz    $t3, four_row
        addi    $t0, $t0, 8
        blt     $t0, 32, four_plan
        li      $v0, 0
        jr      $ra
