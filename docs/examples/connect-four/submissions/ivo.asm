# Connect Four by Ivo, who handed in what he had at midnight.

        .data
board:  .space  42
buffer: .space  12
prompt: .asciiz "-> "
nope:   .asciiz "No such column\n"
taken:  .asciiz "Column is full\n"
yes1:   .asciiz "Player 1 wins\n"
yes2:   .asciiz "Player 2 wins\n"

        .text
main:   la      $t8, board
        li      $t9, '.'
        add     $t7, $t8, 42
dots:   sb      $t9, ($t8)
        add     $t8, $t8, 1
        bne     $t8, $t7, dots
        li      $s2, 0
loop:   li      $v0, 4
        la      $a0, prompt
        syscall
        li      $v0, 8
        la      $a0, buffer
        li      $a1, 12
        syscall
        lb      $s0, buffer
        sub     $s0, $s0, 49
        blt     $s0, 0, bad
        bgt     $s0, 6, bad
        and     $t0, $s2, 1
        li      $a1, 'X'
        beq     $t0, 0, mine
        li      $a1, 'O'
mine:   move    $a0, $s0
        jal     drop
        beq     $v0, -1, high
        move    $a0, $a1
        jal     has_four
        beq     $v0, 1, hurrah
        addi    $s2, $s2
        j       loop
bad:    li      $v0, 4
        la      $a0, nope
        syscall
        j       loop
high:   li      $v0, 4
        la      $a0, taken
        syscall
        j       loop
hurrah: and     $t0, $s2, 1
        la      $a0, yes1
        beq     $t0, 0, cheer
        la      $a0, yes2
cheer:  li      $v0, 4
        syscall
        li      $v0, 10
        syscall

drop:   mul     $v1, $a0, 1
        add     $v1, $v1, 35
        li      $v0, 5
dropping:
        lb      $t0, board($v1)
        beq     $t0, '.', dropped
        sub     $v1, $v1, 7
        sub     $v0, $v0, 1
        bne     $v0, -1, dropping
        jr      $ra
dropped:
        sb      $a1, board($v1)
        jr      $ra

# columns for now, the rest tomorrow
has_four:
        li      $t0, 0
up:     lb      $t1, board($t0)
        add     $t2, $t0, 7
        lb      $t3, board($t2)
        bne     $t1, $t3, up_next
        bne     $t1, $a0, up_next
        lb      $t3, board+14($t0)
        bne     $t1, $t3, up_next
        lb      $t3, board+21($t0)
        beq     $t1, $t3, four_fuond
up_next:
        add     $t0, $t0, 1
        bne     $t0, 21, up
        li      $v0, 0
        jr      $ra
four_found:
        li      $v0, 1
        jr      $ra
