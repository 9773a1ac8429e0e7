# What Hana's game.asm plays by.

        .data
plan:   .space  80                      # the board with a margin of one cell around it, nine cells in a row
steps:  .byte   1, 8, 9, 10, 0

        .text
        .globl  drop, has_four

# A piece $a1 falls in column $a0; $v0 is its row, from the top, or -1.
drop:   li      $v0, -1
        la      $t0, board
        addu    $t0, $t0, $a0
        addiu   $t1, $t0, 42
fall:   lb      $t2, ($t0)
        bne     $t2, '.', lies
        addiu   $t0, $t0, 7
        addiu   $v0, $v0, 1
        blt     $t0, $t1, fall
lies:   bltz    $v0, fallen
        sb      $a1, -7($t0)
fallen: jr      $ra

# $v0 = 1 if mark $a0 has four in a line. In the copy with its margin no line can run over an edge.
has_four:
        la      $t0, board
        la      $t1, plan+10
        li      $t2, 6
copy_row:
        li      $t3, 7
copy_cell:
        lb      $t4, ($t0)
        sb      $t4, ($t1)
        addiu   $t0, $t0, 1
        addiu   $t1, $t1, 1
        addiu   $t3, $t3, -1
        bgtz    $t3, copy_cell
        addiu   $t1, $t1, 2
        addiu   $t2, $t2, -1
        bgtz    $t2, copy_row

        la      $t1, plan+10
        la      $t2, plan+62
from_here:
        lb      $t3, ($t1)
        bne     $t3, $a0, from_next
        la      $t4, steps
this_way:
        lb      $t5, ($t4)
        beqz    $t5, from_next
        addiu   $t4, $t4, 1
        addu    $t6, $t1, $t5
        lb      $t7, ($t6)
        bne     $t7, $a0, this_way
        addu    $t6, $t6, $t5
        lb      $t7, ($t6)
        bne     $t7, $a0, this_way
        addu    $t6, $t6, $t5
        lb      $t7, ($t6)
        bne     $t7, $a0, this_way
        li      $v0, 1
        jr      $ra
from_next:
        addiu   $t1, $t1, 1
        bne     $t1, $t2, from_here
        li      $v0, 0
        jr      $ra
