# --max-heap: the second request is one too many.
        li      $v0, 9
        li      $a0, 1000
        syscall
        li      $v0, 9
        li      $a0, 100
        syscall
