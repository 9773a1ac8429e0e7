#=== temporary_over_a_call | reason: after the call of f | out: $s register
        .text
main:   li $t3, 5  #-> li $s0, 5
        jal f
        move $a0, $t3                   #<< #-> move $a0, $s0
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
        jal sq  #+> move $s0, $v0
        la $a0, m
        li $v0, 4
        syscall
        move $a0, $v0                   #<< #-> move $a0, $s0
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
#=== tree_sum_in_a_temporary | reason: after the call of sum | out: $s register
        .data
r:      .word 5, x, y
x:      .word 3, 0, 0
y:      .word 4, 0, 0
        .text
main:   la   $a0, r
        jal  sum
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
sum:    beqz $a0, nil
        addi $sp, $sp, -8
        sw   $ra, 0($sp)
        sw   $a0, 4($sp)
        lw   $a0, 4($a0)
        jal  sum
        move $t0, $v0
        lw   $a0, 4($sp)
        lw   $a0, 8($a0)
        jal  sum
        add  $v0, $v0, $t0    #<<
        lw   $a0, 4($sp)
        lw   $t1, 0($a0)
        add  $v0, $v0, $t1
        lw   $ra, 0($sp)
        addi $sp, $sp, 8
        jr   $ra
nil:    li   $v0, 0
        jr   $ra
#=== argument_register_over_a_call | reason: after the call of f | out: save $a1
        .text
main:   li   $a0, 2
        li   $a1, 3  #+> move $s0, $a1
        jal  f
        move $t0, $v0
        add  $a0, $t0, $a1    #<< #-> add $a0, $t0, $s0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
f:      li   $a1, 10
        mul  $v0, $a0, $a1
        jr   $ra
#=== sum_used_by_a_helper | reason: after the call of abs | out: $s register
        .data
v:      .word 4, 8, 6
        .text
main:   la   $s0, v
        li   $s1, 3
        li   $t1, 0
lp:     lw   $a0, 0($s0)
        jal  abs
        add  $t1, $t1, $v0    #<<
        addi $s0, $s0, 4
        addi $s1, $s1, -1
        bnez $s1, lp
        move $a0, $t1
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
abs:    slt  $t1, $a0, $zero
        move $v0, $a0
        beqz $t1, ok
        sub  $v0, $zero, $a0
ok:     jr   $ra
#=== a float over a call | reason: which has changed it | out: from $f20 on
        .data
two:    .float 2.0
ten:    .float 10.0
        .text
main:   l.s $f4, ten
        jal half
        add.s $f12, $f4, $f0       #<<
        li $v0, 2
        syscall
        li $v0, 10
        syscall
half:   l.s $f4, two
        mov.s $f0, $f4
        mul.s $f6, $f4, $f4
        jr $ra
#=== a store into the caller's part of the stack | reason: as the caller saved it | out: take the room first | only: check
main:   addi $sp, $sp, -8
        sw $ra, 4($sp)
        jal twice
        lw $ra, 4($sp)
        addi $sp, $sp, 8
        li $v0, 10
        syscall
twice:  li $t0, 7
        sw $t0, 4($sp)             #<<
        lw $v0, 4($sp)
        add $v0, $v0, $v0
        jr $ra
#=== saved_register_of_a_recursion | reason: after the call of tree | out: let tree save $s1
main:   li $a0, 4
        jal tree
        li $v0, 10
        syscall
tree:   addi $sp, $sp, -4
        sw $ra, 0($sp)
        move $s1, $a0
        beqz $a0, out
        addi $a0, $s1, -1
        jal tree
        addi $a0, $s1, -1               #<<
        jal tree
out:    lw $ra, 0($sp)
        addi $sp, $sp, 4
        jr $ra
