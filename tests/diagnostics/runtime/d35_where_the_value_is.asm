#=== buffer_and_length_exchanged | input: Anna | reason: no memory is | out: exchange the two
        .data
buf:    .space 20
        .text
main:   la $a1, buf  #<< #-> la $a0, buf
        li $a0, 20  #<< #-> li $a1, 20
        li $v0, 8
        syscall                         #<<
        li $v0, 10
        syscall
#=== descriptor_left_in_another_register | reason: left from something else | out: move $a0, $s6
        .data
name:   .asciiz "written.txt"
text:   .asciiz "hello"
        .text
main:   li $v0, 13
        la $a0, name                    #<<
        li $a1, 1
        li $a2, 0
        syscall
        move $s6, $v0  #+> move $a0, $s6
        li $v0, 15
        la $a1, text
        li $a2, 5
        syscall                         #<<
        li $v0, 16
        move $a0, $s6
        syscall
        li $v0, 10
        syscall
#=== descriptor_not_kept | reason: left from something else | out: keep the descriptor
        .data
name:   .asciiz "kept.txt"
text:   .asciiz "hello"
        .text
main:   li $v0, 13
        la $a0, name                    #<<
        li $a1, 1
        li $a2, 0
        syscall  #+> move $a0, $v0
        li $v0, 15
        la $a1, text
        li $a2, 5
        syscall                         #<<
        li $v0, 10
        syscall
#=== opened_for_reading_and_written | reason: for reading | out: li $a1, 1
        .data
name:   .asciiz "none_such.txt"
text:   .asciiz "hello"
        .text
main:   li $v0, 13
        la $a0, name
        li $a1, 0  #-> li $a1, 1
        li $a2, 0
        syscall                         #<<
        move $a0, $v0
        li $v0, 15
        la $a1, text
        li $a2, 5
        syscall                         #<<
        li $v0, 10
        syscall
#=== character_by_its_address | reason: holds an address | out: lb $a0, 0($a0)
        .data
text:   .asciiz "0123"
        .text
main:   la $t0, text
        addi $t0, $t0, 2
        move $a0, $t0  #-> lb $a0, 0($t0)
        li $v0, 11
        syscall                         #<<
        li $v0, 10
        syscall
#=== end_loaded_in_place_of_its_address | reason: holds an address | out: la $t1, end
        .data
list:   .word 3, 6, 9
end:    .word 0
        .text
main:   la $t0, list
        lw $t1, end  #-> la $t1, end
        li $a0, 0
loop:   bge $t0, $t1, done              #<<
        lw $t3, 0($t0)
        add $a0, $a0, $t3
        addi $t0, $t0, 4
        j loop
done:   li $v0, 1
        syscall
        li $v0, 10
        syscall
#=== result_of_reading_not_taken | input: 21 | reason: no instruction had written $a0 | out: name $v0 in place of $a0
main:   li $v0, 5
        syscall
        move $t0, $a0  #<< #-> move $t0, $v0
        mul $a0, $t0, 2                 #<<
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#=== float_left_where_it_was_read | input: 1.5 | reason: never given a value | out: mov.s $f12, $f0
main:   li $v0, 6
        syscall  #+> mov.s $f12, $f0
        li $v0, 2
        syscall                         #<<
        li $v0, 10
        syscall
#=== float_sum_in_another_register | reason: never given a value | out: mov.s $f12, $f10
        .data
a:      .float 1.25
b:      .float 2.5
        .text
main:   l.s $f0, a
        l.s $f2, b
        add.s $f10, $f0, $f2  #<< #-> add.s $f12, $f0, $f2
        li $v0, 2
        syscall                         #<<
        li $v0, 10
        syscall
#=== result_left_in_a_temporary | reason: no instruction had written $v0 | out: end with move $v0, $t0
main:   li $a0, 3
        li $a1, 4
        jal squares
        move $a0, $v0                   #<<
        li $v0, 1
        syscall                         #<<
        li $v0, 10
        syscall
squares: mul $t0, $a0, $a0
        mul $t1, $a1, $a1
        add $t0, $t0, $t1  #<< #-> add $v0, $t0, $t1
        jr $ra
#=== service_that_a_function_computed | reason: no line has chosen | out: choose the service first
main:   li $a0, 6
        li $a1, 7
        jal product
        move $a0, $v0  #+> li $v0, 1
        syscall                         #<<
        li $v0, 10
        syscall
product: mul $v0, $a0, $a1
        jr $ra
#=== service_chosen_before_a_call | reason: before any syscall | out: behind the call in
main:   li $a0, 4
        li $a1, 9
        li $v0, 1  #<< #-> nop
        jal max                         #<<
        move $a0, $v0  #+> li $v0, 1
        syscall
        li $v0, 10
        syscall
max:    move $v0, $a0
        bge $a0, $a1, done
        move $v0, $a1
done:   jr $ra
#=== digits_with_their_own_register | reason: as if they were numbers | out: addi $t2, $t2, -48
        .data
s:      .asciiz "472"
        .text
main:   la $t0, s
        li $t1, 0
loop:   lb $t2, 0($t0)
        beqz $t2, done  #+> addi $t2, $t2, -48
        mul $t1, $t1, 10
        add $t1, $t1, $t2               #<<
        addi $t0, $t0, 1
        j loop
done:   move $a0, $t1
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#=== byte_taken_for_negative | reason: before the beginning of counts | out: lbu in place of lb
        .data
text:   .byte -56, 100
counts: .space 256
        .text
main:   la $t0, text
        lb $t1, 0($t0)  #<< #-> lbu $t1, 0($t0)
        la $t2, counts
        add $t2, $t2, $t1
        lbu $t3, 0($t2)                 #<<
        li $v0, 10
        syscall
#=== room_never_taken | steps: 100000 | reason: its return address is lost | out: take room on the stack in front of
main:   li $a0, 4
        jal f
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
f:      addi $v0, $zero, 1  #+> addi $sp, $sp, -8
        sw $ra, 0($sp)                  #<<
        sw $a0, 4($sp)
        beqz $a0, r
        addi $a0, $a0, -1
        jal f
        lw $a0, 4($sp)
        mul $v0, $v0, $a0
r:      lw $ra, 0($sp)  #+> addi $sp, $sp, 8
        jr $ra
#=== function_loaded | reason: is a label of instructions | out: la $t9, three
main:   lw $t9, three  #<< #-> la $t9, three
        jalr $t9
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
three:  li $v0, 3
        jr $ra
#=== stepped_over_before_an_overflow | reason: never does | out: without ever being equal
main:   li $t0, 0
        li $t1, 0
loop:   beq $t0, 9, fin  #<< #-> bge $t0, 9, fin
        add $t1, $t1, $t0
        addi $t0, $t0, 2
        j loop
fin:    li $v0, 10
        syscall
#=== quotient_behind_a_product | reason: that of the division before it is lost | out: put this line in front of
main:   li $t0, 43
        li $t1, 10
        div $t0, $t1
        mul $t3, $t1, $t1  #<< #-> mflo $a0 ; mul $t3, $t1, $t1
        mflo $a0  #<< #-> nop
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#=== address_printed_as_text | reason: an address stands there | out: lw $a0, p
        .data
s:      .asciiz "pointer\n"
p:      .word s
        .text
main:   la $a0, p  #-> lw $a0, p
        li $v0, 4
        syscall                         #<<
        li $v0, 10
        syscall
#=== number_printed_as_text | reason: no characters | out: print it as a number
        .data
n:      .word 42
        .text
main:   la $a0, n  #-> lw $a0, n
        li $v0, 4  #-> li $v0, 1
        syscall                         #<<
        li $v0, 10
        syscall
