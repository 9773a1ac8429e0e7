        .macro  print_int %r
        move    $a0, %r
        li      $v0, 1
        syscall
        li      $a0, '\n'
        li      $v0, 11
        syscall
        .end_macro

# --files DIR: names are taken from that folder.
        .data
name:   .asciiz "inner.txt"
        .text
        la      $a0, name
        li      $a1, 0
        li      $v0, 13
        syscall
        print_int $v0
