# A service that doesn't exist shows its number and the registers.
        li      $v0, 99
        syscall
