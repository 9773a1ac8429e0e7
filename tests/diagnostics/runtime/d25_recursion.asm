#=== no_base_case | reason: calls itself without end | out: base case
        .text
main:   li $a0, 5
        jal fact
        li $v0, 10
        syscall
fact:   addi $sp, $sp, -8  #-> fact: li $v0, 1 ; blez $a0, end ; addi $sp, $sp, -8
        sw $ra, 0($sp)
        sw $a0, 4($sp)
        addi $a0, $a0, -1
        jal fact                        #<<
        lw $a0, 4($sp)
        mul $v0, $v0, $a0
        lw $ra, 0($sp)
        addi $sp, $sp, 8
        jr $ra  #-> end: jr $ra
#=== base_case_missed | reason: never stopped it | out: base case
        .text
main:   li $a0, 5
        jal sum
        li $v0, 10
        syscall
sum:    addi $sp, $sp, -8
        sw $ra, 0($sp)
        sw $a0, 4($sp)
        beq $a0, $zero, base            #<< #-> blez $a0, base
        addi $a0, $a0, -2
        jal sum
        lw $a0, 4($sp)
        add $v0, $v0, $a0
        j back
base:   li $v0, 0
back:   lw $ra, 0($sp)
        addi $sp, $sp, 8
        jr $ra
#=== argument_not_changed | reason: in every call | out: smaller before the call
        .text
main:   li $a0, 3
        jal down
        li $v0, 10
        syscall
down:   addi $sp, $sp, -4
        sw $ra, 0($sp)
        blez $a0, done
        addi $t0, $a0, -1  #-> addi $a0, $a0, -1
        jal down                        #<<
done:   lw $ra, 0($sp)
        addi $sp, $sp, 4
        jr $ra
#=== without_the_stack | steps: 100000 | reason: calls itself | out: base case
        .text
main:   li $a0, 3
        jal f
        li $v0, 10
        syscall
f:      addi $a0, $a0, -1
        jal f                           #<<
        jr $ra
#=== with_a_limit | steps: 50000 | reason: calls itself without end | out: base case
        .text
main:   li $a0, 9
        jal f
        li $v0, 10
        syscall
f:      addi $sp, $sp, -4
        sw $ra, 0($sp)
        addi $a0, $a0, 1
        beq $a0, 3, end
        jal f                           #<<
end:    lw $ra, 0($sp)
        addi $sp, $sp, 4
        jr $ra
#=== two_functions | reason: without end | out: base case
        .text
main:   li $a0, 4
        jal even
        li $v0, 10
        syscall
even:   addi $sp, $sp, -4
        sw $ra, 0($sp)
        addi $a0, $a0, 1
        jal odd
        lw $ra, 0($sp)
        addi $sp, $sp, 4
        jr $ra
odd:    addi $sp, $sp, -4
        sw $ra, 0($sp)
        jal even                        #<<
        lw $ra, 0($sp)
        addi $sp, $sp, 4
        jr $ra
#=== base_case_of_another_register | reason: $a1 is 0 in every call | out: $a0 goes on
        .text
main:   li   $a0, 8
        jal  fib
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
fib:    addi $sp, $sp, -12
        sw   $ra, 0($sp)
        sw   $a0, 4($sp)
        sw   $s0, 8($sp)
        li   $v0, 1
        li   $t0, 2
        blt  $a1, $t0, rec    #<<
        j    ret
rec:    addi $a0, $a0, -1
        jal  fib
        move $s0, $v0
        lw   $a0, 4($sp)
        addi $a0, $a0, -2
        jal  fib
        add  $v0, $v0, $s0
ret:    lw   $ra, 0($sp)
        lw   $s0, 8($sp)
        addi $sp, $sp, 12
        jr   $ra
#=== two_arguments_swapped | reason: without end | out: base case
        .text
main:   li   $a0, 48
        li   $a1, 18
        jal  gcd
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
gcd:    addi $sp, $sp, -4
        sw   $ra, 0($sp)
        beqz $a1, base   #<<
        move $t0, $a0
        move $a0, $a1
        move $a1, $t0
        jal  gcd
        j    back
base:   move $v0, $a0
back:   lw   $ra, 0($sp)
        addi $sp, $sp, 4
        jr   $ra
#=== base_case_of_the_other_argument | reason: $a0 is 2 in every call | out: $a1 goes on
        .text
main:   li   $a0, 2
        li   $a1, 5
        jal  pow
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
pow:    addi $sp, $sp, -4
        sw   $ra, 0($sp)
        beqz $a0, one         #<<
        addi $a1, $a1, -1
        jal  pow
        mul  $v0, $v0, $a0
        j    out
one:    li   $v0, 1
out:    lw   $ra, 0($sp)
        addi $sp, $sp, 4
        jr   $ra
