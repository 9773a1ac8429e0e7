# An exception goes to the program's own handler, which skips the instruction.
        .text
        lw      $t0, 2($zero)
        li      $a0, 5
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall
        .ktext  0x80000180
        mfc0    $k0, $14
        addi    $k0, $k0, 4
        mtc0    $k0, $14
        eret
