#=== three_operands | reason: $t1 is 0 | out: beqz $t1
        .text
main:   li $t0, 5
        li $t1, 0                       #<<
        div $t2, $t0, $t1
        li $v0, 10
        syscall
#=== two_operands | reason: which is 0 | out: beqz $t1
        .data
n:      .word 0
        .text
main:   li $t0, 5
        mult $t0, $t0
        lw $t1, n
        div $t0, $t1                    #<<
        mflo $a0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#=== remainder | reason: division by zero | out: beqz $s1
        .text
main:   li $s0, 9
        move $s1, $zero                 #<<
        rem $t0, $s0, $s1
        li $v0, 10
        syscall
#=== average_of_nothing | input: 0 | reason: is 0 | out: beqz
        .text
main:   li $v0, 5
        syscall
        move $t0, $v0                   #<<
        li $t1, 10
        div $t2, $t1, $t0
        li $v0, 10
        syscall
#=== counted_down | reason: division by zero | out: beqz $t0
        .text
main:   li $t0, 3
        li $t1, 60
loop:   addi $t0, $t0, -1               #<<
        div $t2, $t1, $t0
        b loop
#=== remainder_of_two | reason: which is 0 | out: beqz $t5
        .text
main:   li $t4, 17
        li $t5, 0
        div $t4, $t5                    #<<
        mfhi $a0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
