# Stripes on MARS's Bitmap Display.
#   Unit width in pixels:     16
#   Unit height in pixels:    16
#   Display width in pixels:  256
#   Display height in pixels: 256
#   Base Address for Display: 0x10010000 (static data)
        .data
picture: .space 1024
        .text
        .globl  main
main:   lii     $t0, 0                  # the unit
        la      $t1, picture
        li      $t2, 0x00ff8000
next:   sw      $t2, 0($t1)
        addiu   $t1, $t1, 4
        addiu   $t2, $t2, -200
        addiu   $t0, $t0, 1
        blt     $t0, 256, next
        li      $v0, 10
        syscall
