# Draws a sunset over the sea.
# Bitmap Display: unit width in pixels 8, unit height in pixels 8,
# display width in pixels 256, display height in pixels 256,
# base address for display 0x10040000 (heap)
        .text
main:   li      $t0, 0x10040000     # the next unit
        li      $t1, 0              # row
row:    li      $t2, 0              # column
unit:   jal     colour
        sw      $v0, 0($t0)
        addi    $t0, $t0, 4
        addi    $t2, $t2, 1
        blt     $t2, 32, unit
        addi    $t1, $t1, 1
        blt     $t1, 32, row
        li      $v0, 10
        syscall

# $t1, $t2: row and column; $v0: the colour there
colour: bge     $t1, 20, sea
        addi    $t3, $t1, -15       # how far from the sun's middle
        addi    $t4, $t2, -16
        mul     $t3, $t3, $t3
        mul     $t4, $t4, $t4
        add     $t3, $t3, $t4
        li      $v0, 0xffd75e
        blt     $t3, 26, known
        sll     $v0, $t1, 19        # redder towards the sea
        ori     $v0, $v0, 0x3060
known:  jr      $ra
sea:    sll     $v0, $t1, 2
        ori     $v0, $v0, 0x0a3040
        jr      $ra
