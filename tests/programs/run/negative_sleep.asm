# A negative time to sleep kills MARS itself; here it is a runtime error.
        li      $v0, 32
        li      $a0, -1
        syscall
