# What the display hears, on MARS's Bitmap Display: a key's number colours the first unit, a click its own.
#   Unit width in pixels:     16
#   Unit height in pixels:    16
#   Display width in pixels:  256
#   Display height in pixels: 256
#   Base Address for Display: 0x10010000 (static data)
        .data
picture: .space 1024
        .text
        .globl  main
main:   li      $s0, 0xffff0000         # MARS's keyboard
        li      $s1, 0xffffe000         # Mariner's own registers
        li      $t0, 0x4d415234
        sw      $t0, 0($s1)
listen: lw      $t0, 0($s0)
        andi    $t0, $t0, 1
        beqz    $t0, look
        lw      $t1, 4($s0)
        sw      $t1, picture
look:   lw      $t0, 24($s1)            # the buttons
        andi    $t0, $t0, 1
        beqz    $t0, listen
        lw      $t1, 16($s1)            # column and row
        lw      $t2, 20($s1)
        sll     $t2, $t2, 4
        addu    $t2, $t2, $t1
        sll     $t2, $t2, 2
        li      $t3, 0x00ffffff
        sw      $t3, picture($t2)
        b       listen
