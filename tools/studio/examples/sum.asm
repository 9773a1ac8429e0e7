# Adds up the numbers of a list and prints the sum.
        .data
list:   .word   3, 1, 4, 1, 5, 9, 2, 6
count:  .word   8
answer: .asciiz "The sum is "

        .text
main:   la      $t0, list           # where the next number is
        lw      $t1, count          # numbers left
        li      $t2, 0              # sum
next:   lw      $t3, 0($t0)
        add     $t2, $t2, $t3
        addi    $t0, $t0, 4
        addi    $t1, $t1, -1
        bnez    $t1, next

        la      $a0, answer
        li      $v0, 4
        syscall
        move    $a0, $t2
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
