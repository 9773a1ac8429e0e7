# Counts from 1 to 5: a loop with its counter in a register.
        .text
main:   li      $t0, 1              # the counter
next:   move    $a0, $t0
        li      $v0, 1              # print integer
        syscall
        li      $a0, '\n'
        li      $v0, 11             # print character
        syscall
        addi    $t0, $t0, 1
        ble     $t0, 5, next
        li      $v0, 10
        syscall
