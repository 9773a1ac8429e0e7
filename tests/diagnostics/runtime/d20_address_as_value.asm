#=== la_printed | reason: holds an address | out: lw $a0, n
        .data
n:      .word 42
        .text
main:   la $a0, n  #-> lw $a0, n
        li $v0, 1
        syscall                         #<<
        li $v0, 10
        syscall
#=== label_as_limit | reason: holds an address | out: lw $t1, n
        .data
n:      .word 5
        .text
main:   la $t1, n  #-> lw $t1, n
        li $t0, 0
loop:   addi $t0, $t0, 1
        bge $t0, $t1, end               #<<
        blt $t0, 9, loop
end:    li $v0, 10
        syscall
#=== pointer_printed_for_element | reason: holds an address | out: load what stands there
        .data
list:   .word 4, 5, 6
        .text
main:   la $t0, list
        addi $t0, $t0, 4
        move $a0, $t0
        li $v0, 1
        syscall                         #<<
        li $v0, 10
        syscall
#=== product_of_an_address | reason: holds an address | out: lw $t0, width
        .data
width:  .word 8
        .text
main:   la $t0, width
        li $t1, 4
        mul $a0, $t0, $t1               #<<
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#=== sum_of_two_addresses | reason: holds an address | out: lw
        .data
x:      .word 3
y:      .word 4
        .text
main:   la $t0, x
        la $t1, y
        add $a0, $t0, $t1               #<<
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#=== equal_to_a_label | reason: holds an address | out: lw $t2, goal
        .data
goal:   .word 3
        .text
main:   la $t2, goal
        li $t0, 1
again:  beq $t0, $t2, found             #<<
        addi $t0, $t0, 1
        bne $t0, 8, again
found:  li $v0, 10
        syscall
#=== heap_address_printed | reason: holds an address | out: lw $a0, 0($a0)
        .text
main:   li $v0, 9
        li $a0, 8
        syscall
        move $a0, $v0
        li $v0, 1
        syscall                         #<<
        li $v0, 10
        syscall
#=== la_and_one_more | reason: holds an address | out: lw in place of la
        .data
x:      .word 41
        .text
main:   la   $t0, x
        addi $t0, $t0, 1
        move $a0, $t0
        li   $v0, 1
        syscall               #<<
        li   $v0, 10
        syscall
#=== number_minus_address | reason: subtracts $t1 | out: lw $t1, b
        .data
a:      .word 12
b:      .word 5
        .text
main:   la   $t0, a
        la   $t1, b  #-> lw $t1, b
        lw   $t0, 0($t0)
        sub  $a0, $t0, $t1   #<<
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
#=== character_of_an_address | reason: holds an address | out: lb $a0, s
        .data
s:      .asciiz "Q"
        .text
main:   la   $a0, s
        li   $v0, 11
        syscall               #<<
        li   $v0, 10
        syscall
#=== pointer_to_a_pointer | reason: holds an address | out: lw $a0, x
        .data
x:      .word 7
p:      .word x
pp:     .word p
        .text
main:   lw   $t0, pp
        lw   $a0, 0($t0)
        li   $v0, 1
        syscall               #<<
        li   $v0, 10
        syscall
#=== left_over_from_a_text | reason: left from the text | out: move $a0
        .data
msg:    .asciiz "Sum: "
        .text
main:   li $t0, 5
        la $a0, msg
        li $v0, 4
        syscall
        li $v0, 1
        syscall                         #<<
        li $v0, 10
        syscall
#=== loop_up_to_an_address | steps: 300000 | reason: holds an address | out: lw $t1, len | once: remedy
        .data
len:    .word 4
        .text
main:   la $t1, len                     #<<
        li $t2, 0
loop:   beq $t2, $t1, done              #<<
        addi $t2, $t2, 1
        j loop
done:   li $v0, 10
        syscall
