# Never moves a number: prints the smallest value above the one printed last, as often as it occurs.
        .data
n:      .word 0
a:      .space 200
sum:    .word 0
        .text
main:   lw $t9, n
        bge $t9, 50, print_all
        li $v0, 5
        syscall
        beqz $v0, print_all
        la $t8, a
        mul $t7, $t9, 4
        add $t8, $t8, $t7
        sw $v0, 0($t8)
        add $t9, $t9, 1
        sw $t9, n
        lw $t6, sum
        add $t6, $t6, $v0
        sw $t6, sum
        b main

print_all:
        li $s0, 0x80000000      # the value printed last
        li $s4, 1               # the very first value may be equal to it
next_value:
        li $s1, 0x7fffffff      # smallest so far
        li $s2, 0               # how often
        la $t0, a
        lw $t1, n
scan:   beqz $t1, scanned
        lw $t2, ($t0)
        add $t0, $t0, 4
        sub $t1, $t1, 1
        slt $t3, $s0, $t2
        or $t3, $t3, $s4
        beqz $t3, scan
        blt $s1, $t2, scan
        seq $t4, $s1, $t2
        mul $s2, $s2, $t4
        add $s2, $s2, 1
        move $s1, $t2
        b scan
scanned:
        beqz $s2, end
        move $s0, $s1
        li $s4, 0
times:  move $a0, $s1
        li $v0, 1
        syscall
        li $a0, 0x20
        li $v0, 11
        syscall
        sub $s2, $s2, 1
        bgtz $s2, times
        b next_value
end:    li $a0, 0x0a
        li $v0, 11
        syscall
        lw $a0, sum
        li $v0, 1
        syscall
        li $v0, 10
        syscall
