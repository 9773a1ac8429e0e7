# Dialogs ask on standard error and read lines of input; standard output stays the program's own.
        .data
ask:    .asciiz "How many?"
sure:   .asciiz "Sure?"
        .text
        la      $a0, ask
        li      $v0, 51
        syscall
        li      $v0, 1
        syscall
        la      $a0, sure
        li      $v0, 50
        syscall
        li      $v0, 1
        syscall
        la      $a0, ask
        li      $a1, 5
        li      $v0, 56
        syscall
