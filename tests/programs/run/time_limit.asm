# --time-limit ends a program that waits.
        li      $v0, 32
        li      $a0, 100000
        syscall
