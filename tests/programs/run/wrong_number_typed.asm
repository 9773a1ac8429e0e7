# An integer that is none is a runtime error, not the end of input.
        li      $v0, 5
        syscall
