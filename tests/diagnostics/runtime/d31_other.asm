#=== saved_unset_register | reason: reads $s1, which was never given a value | out: set $s1
        .text
main:   addi $sp, $sp, -4
        sw $s1, 0($sp)
        li $s1, 3
        lw $s1, 0($sp)
        addi $a0, $s1, 1                #<<
        addi $sp, $sp, 4
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#=== never_set | reason: never given a value | out: set $t1
        .text
main:   li $t0, 4
        add $a0, $t0, $t1               #<<
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#=== saved_register_changed | reason: changed | out: save $s0
        .text
main:   li $s0, 1
        jal f
        move $a0, $s0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
f:      li $s0, 2
        jr $ra                          #<<
#=== stack_not_given_back | reason: bytes too low | out: give back
        .text
main:   jal f
        li $v0, 10
        syscall
f:      addi $sp, $sp, -8
        sw $ra, 0($sp)
        lw $ra, 0($sp)
        jr $ra                          #<<
#=== missing_exit | steps: 10000 | reason: $ra | out: li $v0, 10
        .text
main:   jal f                           #<<
f:      li $a0, 1
        li $v0, 1
        syscall
        jr $ra
#=== runs_into_a_function | steps: 10000 | reason: falls through into f | out: syscall 10
        .text
main:   jal f
        li $a0, 2                       #<<
f:      jr $ra
#=== overflow | reason: does not fit | out: addu
        .text
main:   li $t0, 2147483647
        addi $t0, $t0, 1                #<<
        li $v0, 10
        syscall
