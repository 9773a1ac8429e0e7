# Numbers as Java 19 and later print them.
        .data
floats: .float  5.3425099e10, 1.0e7, 9999999, 0.001, 1.0e-4, 3.4028234e38, 1.17549435e-38
doubles: .double 2e23, 4.9e-324, 0.1, 1e21, 123456789.125, -0.0
        .text
        la      $s0, floats
        li      $s1, 7
next:   l.s     $f12, ($s0)
        li      $v0, 2
        syscall
        li      $a0, '\n'
        li      $v0, 11
        syscall
        addi    $s0, $s0, 4
        addi    $s1, $s1, -1
        bnez    $s1, next
        la      $s0, doubles
        li      $s1, 6
more:   l.d     $f12, ($s0)
        li      $v0, 3
        syscall
        li      $a0, '\n'
        li      $v0, 11
        syscall
        addi    $s0, $s0, 8
        addi    $s1, $s1, -1
        bnez    $s1, more
