#=== write_to_zero | reason: $zero | out: another register
        .text
main:   li $t0, 4
        add $zero, $t0, $t0             #<< #-> add $t1, $t0, $t0
        move $a0, $zero  #-> move $a0, $t1
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#=== counter_in_zero | reason: $zero | out: another register
        .text
main:   addi $zero, $zero, 5            #<<
        move $a0, $zero
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#=== value_kept_in_at | reason: $at | out: $t register
        .text
main:   li $t0, 3
        addi $at, $zero, 7  #-> li $t1, 7
        bge $t0, 5, end
        move $a0, $at                   #<< #-> move $a0, $t1
        li $v0, 1
        syscall
end:    li $v0, 10
        syscall
#=== at_over_a_load | reason: $at | out: $t register
        .data
n:      .word 5
        .text
main:   addiu $1, $zero, 9
        lw $t0, n
        addu $a0, $1, $t0               #<<
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#=== stack_upwards | reason: upwards | out: addi $sp, $sp, -8
        .text
main:   li $a0, 2
        jal f
        li $v0, 10
        syscall
f:      addi $sp, $sp, 8  #-> addi $sp, $sp, -8
        sw $ra, 0($sp)                  #<<
        sw $a0, 4($sp)
        jal g
        lw $ra, 0($sp)
        addi $sp, $sp, -8  #-> addi $sp, $sp, 8
        jr $ra
g:      jr $ra
#=== push_upwards_in_main | reason: upwards | out: addi $sp, $sp, -4
        .text
main:   li $t0, 1
        addi $sp, $sp, 4
        sw $t0, 0($sp)                  #<<
        lw $t1, 0($sp)
        addi $sp, $sp, -4
        li $v0, 10
        syscall
#=== limit_in_at | reason: reads $at | out: $t register
        .data
arr:    .word 1, 2, 3
        .text
main:   ori  $1, $zero, 3
        li   $t0, 0
        li   $t2, 0
lp:     sll  $t3, $t0, 2
        lw   $t4, arr($t3)
        add  $t2, $t2, $t4
        addi $t0, $t0, 1
        bne  $t0, $1, lp      #<<
        move $a0, $t2
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
