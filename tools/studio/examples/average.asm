# The average of four numbers with fractions.
        .data
list:   .float  1.5, 2.25, 4.0, 8.75
four:   .float  4.0

        .text
main:   la      $t0, list
        li      $t1, 4
        mtc1    $zero, $f12         # the sum: 0
next:   lwc1    $f2, 0($t0)
        add.s   $f12, $f12, $f2
        addi    $t0, $t0, 4
        addi    $t1, $t1, -1
        bnez    $t1, next
        lwc1    $f4, four
        div.s   $f12, $f12, $f4
        li      $v0, 2              # print float
        syscall
        li      $v0, 10
        syscall
