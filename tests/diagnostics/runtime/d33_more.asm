#=== argument_after_the_recursion | input: 5 | reason: reads $a0 after the call of fact | out: save $a0 on the stack
        .text
main:   li $v0, 5
        syscall
        move $a0, $v0
        jal fact
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
fact:   addi $sp, $sp, -8
        sw $ra, 4($sp)
        sw $a0, 0($sp)
        bgtz $a0, more
        li $v0, 1
        addi $sp, $sp, 8
        jr $ra
more:   addi $a0, $a0, -1
        jal fact
        lw $ra, 4($sp)
        addi $sp, $sp, 8
        mul $v0, $v0, $a0               #<< #-> lw $a0, -8($sp) ; mul $v0, $v0, $a0
        jr $ra
#=== argument_gone_by_a_printing_function | reason: after the call of show | out: save $a0 on the stack
        .text
main:   li $a0, 3
loop:   jal show
        addi $a0, $a0, -1               #<<
        bgtz $a0, loop
        li $v0, 10
        syscall
show:   li $v0, 1
        syscall
        li $a0, '\n'
        li $v0, 11
        syscall
        jr $ra
#=== saved_return_address_of_main | reason: main was never called | out: li $v0, 10
        .text
main:   addi $sp, $sp, -4
        sw $ra, 0($sp)
        jal one
        lw $ra, 0($sp)
        addi $sp, $sp, 4
        jr $ra                          #<<
one:    li $v0, 1
        jr $ra
#=== recursion_entered_by_a_jump | reason: jumps to down without saying where to return to | out: jal down
        .text
main:   li $a0, 3
        j down                          #<<
        li $v0, 10
        syscall
down:   addi $sp, $sp, -4
        sw $ra, 0($sp)
        bgtz $a0, more
        addi $sp, $sp, 4
        jr $ra
more:   addi $a0, $a0, -1
        jal down
        lw $ra, 0($sp)
        addi $sp, $sp, 4
        jr $ra
#=== text_never_read | reason: no syscall follows | out: write syscall
        .data
buf:    .space 20
        .text
main:   li $v0, 8                       #<<
        la $a0, buf
        li $a1, 20
        jal length
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
length: li $v0, 0
go:     lb $t0, 0($a0)
        beqz $t0, back
        addi $v0, $v0, 1
        addi $a0, $a0, 1
        j go
back:   jr $ra
#=== pointer_that_stays | steps: 20000 | reason: reads the same place in every round | out: addi $t0, $t0, 1
        .data
text:   .asciiz "abc"
        .text
main:   la $t0, text
each:   lb $t1, 0($t0)                  #<<
        beqz $t1, done
        addi $t1, $t1, 1
        ori $t1, $t1, 1
        sb $t1, 0($t0)
        j each
done:   li $v0, 10
        syscall
#=== list_that_stays | steps: 20000 | reason: stays as it is | out: lw $t1, 4($t1)
        .data
one:    .word 1, two
two:    .word 2, last
last:   .word 3, 0
        .text
main:   la $t0, one
        move $t1, $t0
walk:   beqz $t1, done
        lw $a0, 0($t1)
        li $v0, 1
        syscall
        lw $t1, 4($t0)                  #<< #-> lw $t1, 4($t1)
        j walk
done:   li $v0, 10
        syscall
#=== overflow_of_what_lies_behind | reason: reads behind the end of nums | out: let the loop end earlier
        .data
nums:   .word 1, 2, 3
text:   .asciiz "zzzzzzzz"
        .text
main:   la $t0, nums
        li $t1, 0
        li $t2, 0
loop:   lw $t3, 0($t0)                  #<<
        add $t1, $t1, $t3
        addi $t0, $t0, 4
        addi $t2, $t2, 1
        ble $t2, 4, loop                #-> blt $t2, 3, loop
        li $v0, 10
        syscall
#=== crash_by_an_address_as_limit | reason: holds an address | out: lw $t1, count
        .data
nums:   .word 2000000000, 2000000000
count:  .word 2
        .text
main:   la $t0, nums
        la $t1, count                   #<< #-> lw $t1, count
        li $t2, 0
loop:   bge $t2, $t1, done
        lw $t3, 0($t0)
        xor $t4, $t4, $t3               #-> move $t4, $t3
        addi $t0, $t0, 4
        addi $t2, $t2, 1
        j loop
done:   li $v0, 10
        syscall
#=== loop_that_a_call_disturbs | steps: 20000 | reason: which has changed it | out: $s register
        .text
main:   li $t0, 0
loop:   jal work
        addi $t0, $t0, 1                #<<
        blt $t0, 5, loop
        li $v0, 10
        syscall
work:   li $t0, 1
        sll $t1, $t0, 2
        jr $ra
#=== step_of_records | reason: words stand 4 bytes apart | out: multiple of 4
        .data
list:   .word 1, 2, 3, 4
        .text
main:   la $t0, list
        lw $t1, 0($t0)
        addi $t0, $t0, 6
        lw $t1, 0($t0)                  #<<
        li $v0, 10
        syscall
#=== new_block_by_the_wrong_register | reason: the new block is in $v0 | out: name $v0
        .text
main:   li $a0, 8
        li $v0, 9
        syscall
        li $t0, 5
        sw $t0, 0($a0)                  #<< #-> sw $t0, 0($v0)
        li $v0, 10
        syscall
#=== word_into_a_text | reason: holds one character | out: sb
        .data
text:   .asciiz "hello"
        .text
main:   la $t0, text
        lb $t1, 0($t0)
        addi $t1, $t1, -32
        sw $t1, 0($t0)                  #<< #-> sb $t1, 0($t0)
        la $a0, text
        li $v0, 4
        syscall
        li $v0, 10
        syscall
#=== byte_of_a_word | reason: reads one byte of the word | out: lw
        .data
nums:   .word 100, 200, 300, 400
        .text
main:   la $t0, nums
        li $t1, 4
        li $t2, 0
loop:   lb $t3, 0($t0)                  #<< #-> lw $t3, 0($t0)
        add $t2, $t2, $t3
        addi $t0, $t0, 4
        addi $t1, $t1, -1
        bgtz $t1, loop
        move $a0, $t2
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#=== address_of_a_byte | reason: took the address of key | out: lb in place of la
        .data
key:    .byte 3
        .text
main:   la $t1, key                     #<< #-> lb $t1, key
        li $t0, 'x'
        add $t0, $t0, $t1
        rem $t0, $t0, 26
        move $a0, $t0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#=== text_without_end_walked | reason: behind the end of word | out: .asciiz
        .data
word:   .ascii "one"
n:      .byte 7
        .text
main:   la $t0, word
loop:   lb $t1, 0($t0)                  #<<
        beqz $t1, done
        addi $t0, $t0, 1
        j loop
done:   lb $a0, n
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#=== result_overwritten_before_it_is_copied | input: 7 | reason: has overwritten what | out: copy the result first
        .text
main:   li $v0, 5
        syscall
        li $v0, 1                       #-> move $a0, $v0
        move $a0, $v0                   #<< #-> li $v0, 1
        syscall
        li $v0, 10
        syscall
#=== address_as_counter | steps: 1000000 | reason: took the address of n | out: lw $t0, n
        .data
n:      .word 3
        .text
main:   la $t0, n                       #<< #-> lw $t0, n
loop:   blez $t0, done
        addi $t0, $t0, -1
        j loop
done:   li $v0, 10
        syscall
#=== jump_by_a_register | reason: without saying where to return to | out: jalr $t0
        .text
main:   la $t0, f
        jr $t0                          #<< #-> jalr $t0
        li $v0, 10
        syscall
f:      li $v0, 1
        li $a0, 3
        syscall
        jr $ra
#=== begins_at_its_first_line | reason: begins with its first instruction | out: in front of f
        .text
f:      li $v0, 1                       #<<
        li $a0, 3
        syscall
        jr $ra
main:   jal f
        li $v0, 10
        syscall
#=== word_of_halfwords | reason: halfwords of 2 bytes | out: use lh
        .data
h:      .half 1, 2, 3
        .text
main:   la $t0, h
        addi $t0, $t0, 2
        lw $a0, 0($t0)                  #<< #-> lh $a0, 0($t0)
        li $v0, 10
        syscall
#=== offset_of_one | reason: counts bytes | out: multiple of 4
        .data
s:      .word 1, 2
        .text
main:   la $t0, s
        lw $t1, 1($t0)                  #<< #-> lw $t1, 4($t0)
        li $v0, 10
        syscall
#=== counter_that_a_function_sets | steps: 20000 | reason: returns with $s0 changed | out: save $s0
        .text
main:   li $s0, 3
loop:   jal f
        addi $s0, $s0, -1
        bgtz $s0, loop
        li $v0, 10
        syscall
f:      li $s0, 10
        move $a0, $s0
        li $v0, 1
        syscall
        jr $ra                          #<<
#=== line_feed_in_a_comparison | input: yes | reason: line feed | out: put a 0 in its place
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
next:   lb $t2, 0($t0)  #+> bne $t2, 10, go ; li $t2, 0 ; go:
        lb $t3, 0($t1)
        bne $t2, $t3, other             #<<
        beqz $t2, other
        addi $t0, $t0, 1
        addi $t1, $t1, 1
        j next
other:  li $v0, 10
        syscall
#=== first_of_two_results | reason: overwritten | out: move $s0, $v0
        .text
main:   li $a0, 3
        jal square  #+> move $s0, $v0
        li $a0, 4
        jal square
        add $a0, $v0, $v0               #<< #-> add $a0, $v0, $s0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
square: mul $v0, $a0, $a0
        jr $ra
#=== first_of_two_numbers | input: 3\n4 | reason: overwritten | out: move $s0, $v0
        .text
main:   li $v0, 5
        syscall  #+> move $s0, $v0
        li $v0, 5
        syscall
        add $a0, $v0, $v0               #<< #-> add $a0, $v0, $s0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#=== words_of_bytes | reason: values of one byte | out: load one of them
        .data
list:   .byte 1, 2, 3, 4, 5, 6, 7, 8
        .text
main:   li $t0, 0
        li $t1, 0
loop:   lw $t2, list($t0)               #<< #-> lb $t2, list($t0)
        add $t1, $t1, $t2
        addi $t0, $t0, 4
        blt $t0, 8, loop
        move $a0, $t1
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#=== digits_added | input: 3\n4 | reason: a character is its code | out: subtract 48
        .text
main:   li $v0, 12
        syscall
        move $t0, $v0  #-> addi $t0, $v0, -48
        li $v0, 12
        syscall
        add $a0, $t0, $v0               #<< #-> addi $a0, $v0, -48 ; add $a0, $a0, $t0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#=== number_of_digits | reason: a character is its code | out: subtract 48
        .data
text:   .asciiz "123"
        .text
main:   la $t0, text
        li $t1, 0
loop:   lb $t2, 0($t0)
        beqz $t2, end
        mul $t1, $t1, 10
        add $t1, $t1, $t2               #<< #-> addi $t2, $t2, -48 ; add $t1, $t1, $t2
        addi $t0, $t0, 1
        j loop
end:    move $a0, $t1
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#=== typed_text_as_number | input: 12 | reason: stored as characters | out: syscall 5
        .data
buffer: .space 8
        .text
main:   la $a0, buffer
        li $a1, 8
        li $v0, 8
        syscall
        lw $a0, buffer  #-> lb $a0, buffer
        li $v0, 1
        syscall                         #<<
        li $v0, 10
        syscall
#=== float_read_is_in_f0 | input: 2.5 | reason: into $f0 | out: mov.s $f12, $f0
        .text
main:   li $v0, 6
        syscall
        move $a0, $v0                   #<< #-> mov.s $f12, $f0
        li $v0, 1  #-> li $v0, 2
        syscall
        li $v0, 10
        syscall
#=== text_printed_as_integer | reason: holds an address | out: syscall 4
        .data
text:   .asciiz "hi"
        .text
main:   la $a0, text
        li $v0, 1  #-> li $v0, 4
        syscall                         #<<
        li $v0, 10
        syscall
#=== index_behind_a_table | reason: behind the end of table | out: stay within the table
        .data
table:  .word one, two
        .text
main:   li $t0, 5  #-> li $t0, 1
        sll $t0, $t0, 2
        lw $t1, table($t0)
        jr $t1                          #<<
one:    li $v0, 10
        syscall
two:    li $v0, 10
        syscall
#=== stack_given_back_too_early | reason: gives the room on the stack back | out: behind the lines that load
        .text
main:   jal f
        li $v0, 10
        syscall
f:      addi $sp, $sp, -8
        sw $ra, 0($sp)
        jal g
        addi $sp, $sp, 8  #->
        lw $ra, 0($sp)                  #<< #+> addi $sp, $sp, 8
        jr $ra                          #<<
g:      jr $ra
#=== read_for_print | reason: takes nothing from $a0 | out: 11 prints a character
        .text
main:   li $a0, 'x'
        li $v0, 12  #-> li $v0, 11
        syscall                         #<<
        li $v0, 10
        syscall
