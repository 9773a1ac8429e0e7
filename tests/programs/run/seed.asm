        .macro  print_int %r
        move    $a0, %r
        li      $v0, 1
        syscall
        li      $a0, '\n'
        li      $v0, 11
        syscall
        .end_macro

# --seed: unseeded random streams repeat themselves.
        li      $v0, 41
        li      $a0, 1
        syscall
        move    $s0, $a0
        print_int $s0
        li      $v0, 42
        li      $a0, 1
        li      $a1, 100
        syscall
        move    $s0, $a0
        print_int $s0
