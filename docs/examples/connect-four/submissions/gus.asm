# Connect Four by Gus, who asks and asks and never listens.

        .data
masks:  .word   0:9                     # of each row a bit for each column; three empty ones behind
board:  .byte   '.':42
turns:  .word   0
said:   .space  8
names:  .asciiz "1" "2"
who:    .asciiz "Column for player "
next:   .asciiz ", please: "
hm:     .asciiz "There's no such column. "
top:    .asciiz "The column is full. "
won:    .asciiz "We have a winner: player "
none:   .asciiz "A draw. "

        .text
main:   lw      $s7, turns
        andi    $s7, $s7, 1
        sll     $s6, $s7, 1             # where its name stands
question:
        la      $a0, who
        addi    $v0, $0, 4
        syscall
        la      $a0, names($s6)
        syscall
        la      $a0, next
        syscall
        j       main

listen: la      $a0, said
        addi    $a1, $0, 8
        addi    $v0, $0, 8
        syscall
        lbu     $a0, said
        addiu   $a0, $a0, -49
        sltiu   $t0, $a0, 7
        beq     $t0, $0, unheard
        lbu     $t0, said+1
        xori    $t0, $t0, 10
        bne     $t0, $0, unheard
        addi    $a1, $0, 88
        beq     $s7, $0, throw
        addi    $a1, $0, 79
throw:  jal     drop
        slt     $t0, $v0, $0
        bne     $t0, $0, overfull
        or      $a0, $a1, $0
        jal     has_four
        bne     $v0, $0, applause
        lw      $t0, turns
        addi    $t0, $t0, 1
        sw      $t0, turns
        addi    $t0, $t0, -42
        bne     $t0, $0, main
        la      $a0, none
        j       bye
unheard:
        la      $a0, hm
        addi    $v0, $0, 4
        syscall
        j       question
overfull:
        la      $a0, top
        addi    $v0, $0, 4
        syscall
        j       question
applause:
        la      $a0, won
        addi    $v0, $0, 4
        syscall
        la      $a0, names($s6)
bye:    addi    $v0, $0, 4
        syscall
        addi    $v0, $0, 10
        syscall

# Into column $a0 with $a1. $v0: the row.
drop:   addi    $v0, $0, 5
        addi    $t1, $a0, 35
drop_try:
        lbu     $t0, board($t1)
        xori    $t0, $t0, 46
        beq     $t0, $0, drop_there
        addi    $t1, $t1, -7
        addi    $v0, $v0, -1
        slt     $t0, $v0, $0
        beq     $t0, $0, drop_try
        jr      $ra
drop_there:
        sb      $a1, board($t1)
        jr      $ra

# Four of $a0? Rows become numbers of seven bits, which are laid upon each other.
has_four:
        la      $t0, board
        la      $t1, masks
        addi    $t2, $t1, 24
mask_row:
        addi    $t3, $0, 0
        addi    $t4, $0, 64
mask_cell:
        lbu     $t5, 0($t0)
        bne     $t5, $a0, mask_next
        or      $t3, $t3, $t4
mask_next:
        addi    $t0, $t0, 1
        srl     $t4, $t4, 1
        bne     $t4, $0, mask_cell
        sw      $t3, 0($t1)
        addi    $t1, $t1, 4
        bne     $t1, $t2, mask_row
        la      $t1, masks
        addi    $v0, $0, 0
lay:    lw      $t3, 0($t1)
        lw      $t4, 4($t1)
        lw      $t5, 8($t1)
        lw      $t6, 12($t1)
        srl     $t7, $t3, 1             # across
        and     $t7, $t7, $t3
        srl     $t8, $t7, 2
        and     $t7, $t7, $t8
        or      $v0, $v0, $t7
        and     $t7, $t3, $t4           # down
        and     $t7, $t7, $t5
        and     $t7, $t7, $t6
        or      $v0, $v0, $t7
        srl     $t7, $t4, 1             # to the one side
        and     $t7, $t7, $t3
        srl     $t8, $t5, 2
        and     $t7, $t7, $t8
        srl     $t8, $t6, 3
        and     $t7, $t7, $t8
        or      $v0, $v0, $t7
        sll     $t7, $t4, 1             # to the other
        and     $t7, $t7, $t3
        sll     $t8, $t5, 2
        and     $t7, $t7, $t8
        sll     $t8, $t6, 3
        and     $t7, $t7, $t8
        or      $v0, $v0, $t7
        addi    $t1, $t1, 4
        bne     $t1, $t2, lay
        sltu    $v0, $0, $v0
        jr      $ra
