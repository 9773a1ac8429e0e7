# A byte from 128 on is printed as the character it is in Latin-1, in UTF-8; service 15 writes it raw.
        .data
byte:   .byte   -23, 0
        .text
        la      $a0, byte
        li      $v0, 4
        syscall
        li      $v0, 11
        li      $a0, 0xdf
        syscall
        li      $v0, 15
        li      $a0, 1
        la      $a1, byte
        li      $a2, 1
        syscall
