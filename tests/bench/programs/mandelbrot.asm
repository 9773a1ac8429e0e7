# mandelbrot.asm -- escape times of a picture of the Mandelbrot set, in double precision.
#
# Measures: the floating-point unit (multiply, add, subtract, compare, convert) and branches on its condition.
# Prints the number of points inside and the sum of all escape times.

        .data
rounds: .word   24                      # @scale
width:  .word   72
height: .word   48
left:   .double -2.25
top:    .double -1.2
step:   .double 0.05
four:   .double 4.0
inside: .asciiz "inside: "
sum:    .asciiz "\nescape times: "
line_end: .asciiz "\n"

        .text
        .globl  main
main:
        lw      $s0, rounds
        lw      $s1, width
        lw      $s2, height
        li      $s3, 0                  # $s3 = points inside
        li      $s4, 0                  # $s4 = sum of escape times
        l.d     $f20, step
        l.d     $f22, four
next_round:
        li      $s5, 0                  # $s5 = row
next_row:
        mtc1    $s5, $f4
        cvt.d.w $f4, $f4
        mul.d   $f4, $f4, $f20
        l.d     $f6, top
        add.d   $f26, $f4, $f6          # $f26 = imaginary part of the point
        li      $s6, 0                  # $s6 = column
next_point:
        mtc1    $s6, $f4
        cvt.d.w $f4, $f4
        mul.d   $f4, $f4, $f20
        l.d     $f6, left
        add.d   $f24, $f4, $f6          # $f24 = real part
        mov.d   $f0, $f24
        mov.d   $f2, $f26
        li      $t0, 100                # $t0 = steps left
iterate:
        mul.d   $f4, $f0, $f0
        mul.d   $f6, $f2, $f2
        add.d   $f8, $f4, $f6
        c.lt.d  $f22, $f8
        bc1t    escaped
        mul.d   $f10, $f0, $f2
        sub.d   $f0, $f4, $f6
        add.d   $f0, $f0, $f24
        add.d   $f2, $f10, $f10
        add.d   $f2, $f2, $f26
        addiu   $t0, $t0, -1
        bgtz    $t0, iterate
        addiu   $s3, $s3, 1
escaped:
        addu    $s4, $s4, $t0
        addiu   $s6, $s6, 1
        bne     $s6, $s1, next_point
        addiu   $s5, $s5, 1
        bne     $s5, $s2, next_row
        addiu   $s0, $s0, -1
        bgtz    $s0, next_round

        la      $a0, inside
        li      $v0, 4
        syscall
        move    $a0, $s3
        li      $v0, 1
        syscall
        la      $a0, sum
        li      $v0, 4
        syscall
        move    $a0, $s4
        li      $v0, 1
        syscall
        la      $a0, line_end
        li      $v0, 4
        syscall
        li      $v0, 10
        syscall
