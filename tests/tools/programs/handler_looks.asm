# Six exceptions: MARS reads the handler's first word twice at each, which compact memory has in the picture of the text.
        .text
main:   li      $t0, 5
again:  teq     $zero, $zero
        addiu   $t0, $t0, -1
        bgtz    $t0, again
        lw      $t1, 1($zero)
        li      $v0, 10
        syscall
        .ktext  0x4180
        mfc0    $k0, $14
        addiu   $k0, $k0, 4
        mtc0    $k0, $14
        eret
