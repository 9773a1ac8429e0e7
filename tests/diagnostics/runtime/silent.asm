#=== result_in_a_temporary
        .text
main:   li $t0, 4
        add $t1, $t0, $t0
        jal twice
        move $a0, $t0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
twice:  li $t2, 3
        add $t0, $t2, $t2
        jr $ra
#=== argument_in_a_temporary
        .text
main:   li $t0, 4
        jal twice
        move $a0, $t0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
twice:  add $t0, $t0, $t0
        jr $ra
#=== caller_saves
        .text
main:   li $t0, 4
        addi $sp, $sp, -4
        sw $t0, 0($sp)
        jal f
        lw $t0, 0($sp)
        addi $sp, $sp, 4
        move $a0, $t0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
f:      li $t0, 9
        add $v0, $t0, $t0
        jr $ra
#=== end_pointer
        .data
list:   .word 1, 2, 3
end:    .word 0
        .text
main:   la $t0, list
        la $t1, end
        li $t2, 0
loop:   lw $t3, 0($t0)
        add $t2, $t2, $t3
        addi $t0, $t0, 4
        bne $t0, $t1, loop
        move $a0, $t2
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#=== conversion
        .text
main:   li $t0, 6
        mtc1 $t0, $f0
        cvt.s.w $f12, $f0
        li $v0, 2
        syscall
        cvt.w.s $f2, $f12
        mfc1 $a0, $f2
        li $v0, 1
        syscall
        mtc1 $zero, $f12
        li $v0, 2
        syscall
        li $v0, 10
        syscall
#=== choice_of_y_or_n
        .data
ask:    .asciiz "Again? y/n"
        .text
main:   la $a0, ask
        li $v0, 4
        syscall
        li $v0, 10
        syscall
#=== truth_value
        .text
main:   li $a0, 4
        jal even
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
even:   li $v0, 0
        andi $t0, $a0, 1
        bnez $t0, out
        li $v0, 1
out:    jr $ra
#=== string_in_pieces
        .data
line:   .ascii "player "
who:    .ascii "?"
        .asciiz " wins\n"
        .text
main:   li $t0, 'A'
        sb $t0, who
        la $a0, line
        li $v0, 4
        syscall
        li $v0, 10
        syscall
#=== length_by_labels
        .data
list:   .word 1, 2, 3
end:
        .text
main:   la $t0, list
        la $t1, end
        sub $a0, $t1, $t0
        srl $a0, $a0, 2
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#=== global_in_a_saved_register
        .text
main:   li $s0, 0
        jal count
        jal count
        move $a0, $s0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
count:  addi $s0, $s0, 1
        jr $ra
#=== argument_that_moves_on
        .data
text:   .asciiz "ab"
        .text
main:   la $a0, text
        jal skip
        lb $t0, 0($a0)
        li $v0, 10
        syscall
skip:   addi $a0, $a0, 1
        jr $ra
#=== constants_as_results
        .text
main:   li $a0, 3
        jal small
        jal small
        li $v0, 10
        syscall
small:  blt $a0, 5, yes
        li $v0, 0
        jr $ra
yes:    li $v0, 1
        jr $ra
#=== display_by_number
        .text
main:   li $t0, 0x10010000
        li $t1, 0x00ff0000
        li $t2, 64
draw:   sw $t1, 0($t0)
        addiu $t0, $t0, 4
        addi $t2, $t2, -1
        bgtz $t2, draw
        sw $zero, -4($t0)
        li $v0, 10
        syscall
#=== bytes_seen_as_a_word
        .data
bytes:  .byte 0x78, 0x56, 0x34, 0x12
        .text
main:   lw $a0, bytes
        li $v0, 34
        syscall
        srl $a0, $a0, 8
        li $v0, 34
        syscall
        li $v0, 10
        syscall
#=== digits_less_their_codes_at_last | input: 3\n4
        .text
main:   li $v0, 12
        syscall
        move $t0, $v0
        li $v0, 12
        syscall
        add $a0, $t0, $v0
        sub $a0, $a0, 96
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#=== sum_of_codes
        .data
text:   .asciiz "a12"
        .text
main:   la $t0, text
        li $t1, 0
loop:   lb $t2, 0($t0)
        beqz $t2, end
        add $t1, $t1, $t2
        addi $t0, $t0, 1
        j loop
end:    move $a0, $t1
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#=== line_feed_is_known | input: yes
        .data
buffer: .space 20
yes:    .asciiz "yes"
        .text
main:   la $a0, buffer
        li $a1, 20
        li $v0, 8
        syscall
        la $t0, buffer
        la $t1, yes
next:   lb $t2, 0($t0)
        lb $t3, 0($t1)
        bne $t2, $t3, other
        addi $t0, $t0, 1
        addi $t1, $t1, 1
        j next
other:  bnez $t3, end
        bne $t2, 10, end
        li $a0, 1
        li $v0, 1
        syscall
end:    li $v0, 10
        syscall
#=== a_result_doubled
        .text
main:   li $a0, 6
        jal square
        move $s0, $v0
        li $a0, 2
        jal square
        add $t0, $v0, $v0
        add $a0, $t0, $s0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
square: mul $v0, $a0, $a0
        jr $ra
