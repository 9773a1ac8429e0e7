# Connect Four by Hana: the rules.

        .eqv    COLUMNS 7
        .eqv    ROWS 6
        .eqv    CELLS 42

        .data
        # For each direction: step in bytes, and what it does to column and row.
ways:   .word   1, 1, 0,   7, 0, 1,   8, 1, 1,   6, -1, 1


        .text
        .globl  drop, has_four
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
        bge     $t7, COLUMNS, four_next
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
