#=== write_to_zero | reason: $zero | out: another register
        .text
main:   li $t0, 4
        add $zero, $t0, $t0             #<<
        move $a0, $zero
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
        addi $at, $zero, 7
        bge $t0, 5, end
        move $a0, $at                   #<<
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
f:      addi $sp, $sp, 8
        sw $ra, 0($sp)                  #<<
        sw $a0, 4($sp)
        jal g
        lw $ra, 0($sp)
        addi $sp, $sp, -8
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
