# The factorial of 7, by a function that calls itself: watch the stack grow.
        .text
main:   li      $a0, 7
        jal     factorial
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall

# $a0: a number; $v0: its factorial
factorial:
        addi    $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $a0, 0($sp)
        li      $v0, 1
        blez    $a0, done
        addi    $a0, $a0, -1
        jal     factorial
        lw      $a0, 0($sp)
        mul     $v0, $v0, $a0
done:   lw      $ra, 4($sp)
        addi    $sp, $sp, 8
        jr      $ra
