# The last instruction is the exit: no limit was reached.
        li      $v0, 10
        syscall
