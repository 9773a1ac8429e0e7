# A square that w, a, s and d move; q ends the program. Polls the keyboard, draws at $gp.
#
# Bitmap Display Configuration:
# - Unit width in pixels: 16
# - Unit height in pixels: 16
# - Display width in pixels: 256
# - Display height in pixels: 256
# - Base Address for Display: 0x10008000 ($gp)

        .eqv    KEYBOARD, 0xffff0000
        .eqv    SQUARE,   0x0040c0ff
        .eqv    FLOOR,    0x00202020

        .text
main:
        move    $t0, $gp
        li      $t1, 256
        li      $t2, FLOOR
clear:
        sw      $t2, 0($t0)
        addiu   $t0, $t0, 4
        addiu   $t1, $t1, -1
        bnez    $t1, clear
        li      $s0, 0                  # column
        li      $s1, 0                  # row
        j       draw

poll:
        lui     $t0, 0xffff
        lw      $t1, 0($t0)
        andi    $t1, $t1, 1
        beqz    $t1, poll
        lw      $s2, 4($t0)
        jal     place
        li      $t2, FLOOR
        sw      $t2, 0($v0)
        li      $t3, 'q'
        beq     $s2, $t3, done
        li      $t3, 'd'
        bne     $s2, $t3, not_right
        addiu   $s0, $s0, 1
not_right:
        li      $t3, 'a'
        bne     $s2, $t3, not_left
        addiu   $s0, $s0, -1
not_left:
        li      $t3, 's'
        bne     $s2, $t3, not_down
        addiu   $s1, $s1, 1
not_down:
        li      $t3, 'w'
        bne     $s2, $t3, draw
        addiu   $s1, $s1, -1
draw:
        andi    $s0, $s0, 15
        andi    $s1, $s1, 15
        jal     place
        li      $t2, SQUARE
        sw      $t2, 0($v0)
        j       poll
done:
        li      $v0, 10
        syscall

# $v0: address of the unit in column $s0, row $s1
place:
        sll     $v0, $s1, 4
        addu    $v0, $v0, $s0
        sll     $v0, $v0, 2
        addu    $v0, $v0, $gp
        jr      $ra
