# Several files are one program.
        .globl  main
main:   jal     other
        li      $v0, 10
        syscall
