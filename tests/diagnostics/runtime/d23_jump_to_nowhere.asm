#=== j_in_place_of_jal | reason: jumps to show | out: jal show
        .text
main:   li $a0, 5
        j show                          #<< #-> jal show
        li $v0, 10
        syscall
show:   li $v0, 1
        syscall
        jr $ra
#=== wrong_stack_slot | reason: wrong place | out: same offset
        .text
main:   li $a0, 5
        jal f
        li $v0, 10
        syscall
f:      addi $sp, $sp, -8
        sw $ra, 0($sp)
        sw $a0, 4($sp)
        jal g
        lw $ra, 4($sp)                  #<< #-> lw $ra, 0($sp)
        addi $sp, $sp, 8
        jr $ra
g:      jr $ra
#=== jump_into_data | reason: where no instruction is | out: la $t0
        .data
table:  .word 1, 2
        .text
main:   la $t0, table                   #<< #-> la $t0, end
        jr $t0  #+> end: li $v0, 10 ; syscall
#=== lw_of_a_code_label | reason: where no instruction is | out: address of an instruction
        .data
here:   .word 4
        .text
main:   lw $t9, here                    #<<
        jalr $t9
        li $v0, 10
        syscall
#=== return_from_main | reason: main was never called | out: li $v0, 10
        .text
main:   li $a0, 1
        li $v0, 1
        syscall
        jr $ra                          #<< #-> li $v0, 10 ; syscall
#=== return_address_overwritten_by_array | reason: over the saved $ra | out: free
        .text
main:   jal f
        li $v0, 10
        syscall
f:      addi $sp, $sp, -12
        sw $ra, 8($sp)
        li $t0, 0
put:    sll $t1, $t0, 2
        add $t1, $t1, $sp
        sw $t0, 0($t1)                  #<<
        addi $t0, $t0, 1
        blt $t0, 3, put  #-> blt $t0, 2, put
        lw $ra, 8($sp)
        addi $sp, $sp, 12
        jr $ra
#=== return_address_computed | reason: where no instruction is | out: only jal sets it
        .text
main:   jal f
        li $v0, 10
        syscall
f:      li $ra, 12                      #<<
        jr $ra
#=== stack_released_too_early | reason: wrong place | out: same offset
        .text
main:   jal f
        li $v0, 10
        syscall
f:      addi $sp, $sp, -8
        sw $ra, 0($sp)
        sw $zero, 4($sp)
        jal g
        addi $sp, $sp, 4
        lw $ra, 0($sp)                  #<<
        addi $sp, $sp, 4
        jr $ra
g:      jr $ra
#=== b_in_place_of_jal | reason: jumps to sq | out: jal sq
        .text
main:   li $a0, 3
        b sq                            #<<
        move $a0, $v0
        li $v0, 10
        syscall
sq:     mul $v0, $a0, $a0
        jr $ra
#=== behind_a_table_of_labels | reason: behind the end of tab | out: check the offset
        .data
tab:    .word one, two
        .text
main:   li $t0, 2
        sll $t0, $t0, 2
        lw $t1, tab($t0)                #<<
        jr $t1
one:    li $v0, 10
        syscall
two:    li $v0, 10
        syscall
#=== restored_in_the_wrong_order | reason: wrong place | out: same offset
        .text
main:   li $s0, 1
        jal f
        li $v0, 10
        syscall
f:      addi $sp, $sp, -8
        sw $ra, 4($sp)
        sw $s0, 0($sp)
        li $s0, 7
        jal g
        lw $ra, 0($sp)                  #<<
        lw $s0, 4($sp)
        addi $sp, $sp, 8
        jr $ra
g:      jr $ra
#=== branch_in_place_of_a_call | reason: goes to big without saying where to return | out: turn the test around
        .text
main:   li   $a0, 9
        li   $t0, 3
        bgt  $a0, $t0, big    #<< #-> ble $a0, $t0, end ; jal big
        li   $v0, 10  #-> end: li $v0, 10
        syscall
big:    li   $v0, 1
        syscall
        jr   $ra
#=== jr_by_the_result | reason: put 5 into $v0 | out: write jr $ra
        .text
main:   li   $a0, 4
        jal  inc
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
inc:    addi $v0, $a0, 1
        jr   $v0              #<< #-> jr $ra
#=== place_in_a_table_of_labels | reason: where the address of the code stands | out: lw $t1, 0($t1)
        .data
tab:    .word c0, c1
        .text
main:   li   $t0, 1
        sll  $t0, $t0, 2
        la   $t1, tab
        add  $t1, $t1, $t0    #<<
        jr   $t1
c0:     li   $v0, 10
        syscall
c1:     li   $v0, 10
        syscall
#=== jump_behind_a_call | steps: 100000 | reason: without saying where to return to | out: jal second
        .text
main:   jal first
        j second                        #<<
        li $v0, 10
        syscall
first:  li $t0, 1
        jr $ra
second: li $t1, 2
        jr $ra                          #<<
