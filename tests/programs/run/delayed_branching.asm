# --delayed-branching: the instruction behind a branch is executed.
        li      $a0, 1
        b       print
        li      $a0, 2
        li      $a0, 3
print:  li      $v0, 1
        syscall
