# --max-steps: exit code 75 after exactly so many instructions.
loop:   addi    $t0, $t0, 1
        li      $v0, 11
        li      $a0, '.'
        syscall
        b       loop
