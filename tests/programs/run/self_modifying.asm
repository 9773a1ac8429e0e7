# --self-modifying: a program may replace its own instructions.
        lw      $t0, new
        sw      $t0, old
old:    li      $a0, 1
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
new:    li      $a0, 2
