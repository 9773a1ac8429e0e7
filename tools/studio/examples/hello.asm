# The first program: say hello, then stop.
        .data
text:   .asciiz "Hello, Mars!\n"

        .text
main:   li      $v0, 4          # print string
        la      $a0, text
        syscall
        li      $v0, 10         # exit
        syscall
