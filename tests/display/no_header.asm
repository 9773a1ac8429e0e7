# Needs MARS's Bitmap Display; how it is set up was never written down.
        .text
main:   lui     $t0, 0x1004
        li      $t1, 0
        li      $t4, 4096
next:   andi    $t2, $t1, 63            # column
        slti    $t3, $t2, 40
        negu    $t3, $t3
        andi    $t3, $t3, 0x00ff
        sll     $t5, $t1, 4
        andi    $t5, $t5, 0xf000
        or      $t3, $t3, $t5
        ori     $t3, $t3, 0x0010
        sw      $t3, 0($t0)
        addiu   $t0, $t0, 4
        addiu   $t1, $t1, 1
        bne     $t1, $t4, next
        li      $v0, 10
        syscall
