# A function with an argument and a result: $a0 goes in, $v0 comes back.
        .text
main:   li      $a0, 12
        jal     square
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall

# $a0: a number; $v0: its square
square: mul     $v0, $a0, $a0
        jr      $ra

# $a0: a number; $v0: its third power. A function that calls another keeps $ra, and what it still needs.
cube:   addi    $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $a0, 0($sp)
        li      $v0, 0              # here square is to be called
        lw      $ra, 4($sp)
        addi    $sp, $sp, 8
        jr      $ra
