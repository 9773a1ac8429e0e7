# Bitmap Display: unit 8x8, display 64x64, base address 0x10010000 (static data)
# The first word is stored over with its own value, the second with another and back, the third not at all.
        .data
img:    .word   0x00ff0000, 0x0000ff00, 0x000000ff
        .text
main:   la      $t0, img
        lw      $t1, 0($t0)
        sw      $t1, 0($t0)
        lw      $t1, 4($t0)
        sw      $zero, 4($t0)
        sw      $t1, 4($t0)
        li      $v0, 10
        syscall
