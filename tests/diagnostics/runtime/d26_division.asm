#=== three_operands | reason: $t1 is 0 | out: beqz $t1
        .text
main:   li $t0, 5
        li $t1, 0                       #<< #-> li $t1, 4
        div $t2, $t0, $t1
        li $v0, 10
        syscall
#=== two_operands | reason: which is 0 | out: beqz $t1
        .data
n:      .word 0  #-> .word 4
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
#=== begins_with_zero | reason: which is 0 | out: begin with another number
        .text
main:   li   $s0, 13
        li   $s1, 0
test:   div  $s0, $s1         #<<
        mfhi $t0
        beqz $t0, comp
        addi $s1, $s1, 1
        blt  $s1, $s0, test
        li   $a0, 1
        j    show
comp:   li   $a0, 0
show:   li   $v0, 1
        syscall
        li   $v0, 10
        syscall
#=== divisor_never_set | reason: no instruction has given $t5 | out: give $t5 a value
        .text
main:   li   $t0, 17
        rem  $a0, $t0, $t5    #<<
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
