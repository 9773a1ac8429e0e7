        .macro  print_int %r
        move    $a0, %r
        li      $v0, 1
        syscall
        li      $a0, '\n'
        li      $v0, 11
        syscall
        .end_macro

# --files none: no file can be opened; the standard streams still work.
        .data
name:   .asciiz "data.txt"
text:   .ascii  "raw\n"
        .word   0
        .text
        la      $a0, name
        li      $a1, 0
        li      $v0, 13
        syscall
        print_int $v0
        li      $a0, 1
        la      $a1, text
        li      $a2, 4
        li      $v0, 15
        syscall
