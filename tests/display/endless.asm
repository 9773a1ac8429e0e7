# Draws stripes for ever. Bitmap display: unit 4x4, display 256x256, base address $gp.
        .text
main:   li      $t3, 0
again:  move    $t0, $gp
        li      $t1, 4096
next:   sll     $t2, $t1, 4
        xor     $t2, $t2, $t3
        sw      $t2, 0($t0)
        addiu   $t0, $t0, 4
        addiu   $t1, $t1, -1
        bnez    $t1, next
        addiu   $t3, $t3, 1
        j       again
