# bubble sort, all in main
.data
nums:   .space 200
blank:  .asciiz " "
nl:     .asciiz "\n"
.text
main:
    li $t0, 0               # n
read:
    li $v0, 5
    syscall
    beq $v0, $zero, sort
    sll $t1, $t0, 2
    sw $v0, nums($t1)
    addi $t0, $t0, 1
    blt $t0, 50, read
sort:
    li $t2, 0               # swapped?
    li $t3, 1               # i
pass:
    bge $t3, $t0, pass_end
    sll $t4, $t3, 2
    addi $t5, $t4, -4
    lw $t6, nums($t5)
    lw $t7, nums($t4)
    ble $t6, $t7, no_swap
    sw $t7, nums($t5)
    sw $t6, nums($t4)
    li $t2, 1
no_swap:
    addi $t3, $t3, 1
    j pass
pass_end:
    bne $t2, $zero, sort
    li $t3, 0
    li $t8, 0
print:
    beq $t3, $t0, done
    sll $t4, $t3, 2
    lw $a0, nums($t4)
    add $t8, $t8, $a0
    li $v0, 1
    syscall
    la $a0, blank
    li $v0, 4
    syscall
    addi $t3, $t3, 1
    j print
done:
    la $a0, nl
    li $v0, 4
    syscall
    move $a0, $t8
    li $v0, 1
    syscall
    li $v0, 10
    syscall
