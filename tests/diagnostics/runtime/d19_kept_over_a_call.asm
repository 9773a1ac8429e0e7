#=== temporary_over_a_call | reason: after the call of f | out: $s register
        .text
main:   li $t3, 5
        jal f
        move $a0, $t3                   #<<
        li $v0, 1
        syscall
        li $v0, 10
        syscall
f:      li $t3, 9
        jr $ra
#=== loop_counter | reason: after the call of show | out: $s register
        .text
main:   li $t0, 0
loop:   move $a0, $t0
        jal show
        addi $t0, $t0, 1                #<<
        blt $t0, 3, loop
        li $v0, 10
        syscall
show:   li $t0, 2
        mul $a0, $a0, $t0
        li $v0, 1
        syscall
        jr $ra
#=== sum_over_a_call | reason: after the call of square | out: $s register
        .text
main:   li $t0, 3
        li $t1, 100
        move $a0, $t0
        jal square
        add $a0, $v0, $t1               #<<
        li $v0, 1
        syscall
        li $v0, 10
        syscall
square: mul $t1, $a0, $a0
        move $v0, $t1
        jr $ra
#=== recursive_saved_register | reason: after the call of fact | out: save $s0
        .text
main:   li $a0, 4
        jal fact
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
fact:   addi $sp, $sp, -4
        sw $ra, 0($sp)
        move $s0, $a0
        li $v0, 1
        blez $a0, done
        addi $a0, $a0, -1
        jal fact
        mul $v0, $v0, $s0               #<<
done:   lw $ra, 0($sp)
        addi $sp, $sp, 4
        jr $ra
#=== fibonacci | reason: after the call of fib | out: save $s1
        .text
main:   li $a0, 6
        jal fib
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
fib:    addi $sp, $sp, -8
        sw $ra, 0($sp)
        sw $a0, 4($sp)
        move $v0, $a0
        ble $a0, 1, out
        addi $a0, $a0, -1
        jal fib
        move $s1, $v0
        lw $a0, 4($sp)
        addi $a0, $a0, -2
        jal fib
        add $v0, $v0, $s1               #<<
out:    lw $ra, 0($sp)
        addi $sp, $sp, 8
        jr $ra
#=== pointer_over_a_call | reason: after the call of tens | out: $s register
        .data
list:   .word 1, 2, 3
        .text
main:   la $t5, list
        li $s0, 0
each:   lw $a0, 0($t5)
        jal tens
        addi $t5, $t5, 4                #<<
        addi $s0, $s0, 1
        blt $s0, 3, each
        li $v0, 10
        syscall
tens:   li $t5, 10
        mul $a0, $a0, $t5
        li $v0, 1
        syscall
        jr $ra
#=== argument_of_a_recursion | reason: after the call of fact | out: save $a0
        .text
main:   li $a0, 4
        jal fact
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
fact:   addi $sp, $sp, -4
        sw $ra, 0($sp)
        li $v0, 1
        blez $a0, done
        addi $a0, $a0, -1
        jal fact
        mul $v0, $v0, $a0               #<<
done:   lw $ra, 0($sp)
        addi $sp, $sp, 4
        jr $ra
#=== result_behind_a_system_call | reason: only the service's number | out: another register
        .data
m:      .asciiz "="
        .text
main:   li $a0, 4
        jal sq
        la $a0, m
        li $v0, 4
        syscall
        move $a0, $v0                   #<<
        li $v0, 1
        syscall
        li $v0, 10
        syscall
sq:     mul $v0, $a0, $a0
        jr $ra
#=== function_calls_another | reason: after the call of f | out: $s register
        .text
main:   li $t0, 2
        jal f
        add $a0, $v0, $t0               #<<
        li $v0, 1
        syscall
        li $v0, 10
        syscall
f:      addi $sp, $sp, -4
        sw $ra, 0($sp)
        jal g
        lw $ra, 0($sp)
        addi $sp, $sp, 4
        jr $ra
g:      li $t0, 5
        addi $v0, $t0, 1
        jr $ra
