# Without --entry the first instruction is the first, main or not.
        li      $a0, 1
        b       print
        .globl  main
main:   li      $a0, 2
print:  li      $v0, 1
        syscall
