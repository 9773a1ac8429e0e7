#=== lw_on_characters | reason: characters of one byte | out: use lb
        .data
s:      .asciiz "hello"
        .text
main:   la $t0, s
        lw $t1, 1($t0)                  #<< #-> lb $t1, 1($t0)
        li $v0, 10
        syscall
#=== number_for_an_address | reason: 100 stands where an address | out: write li
        .text
main:   lw $t0, 100                     #<< #-> li $t0, 100
        li $v0, 10
        syscall
#=== null_at_the_end | reason: is 0, which is no address | out: beqz $t0
        .data
n1:     .word 1, n2
n2:     .word 2, 0
        .text
main:   la $t0, n1
        li $t1, 0
walk:   lw $t2, 0($t0)                  #<< #-> walk: beqz $t0, end ; lw $t2, 0($t0)
        add $t1, $t1, $t2
        lw $t0, 4($t0)
        b walk  #+> end: li $v0, 10 ; syscall
#=== lw_for_la | reason: what stands in arr | out: la $t0, arr
        .data
arr:    .word 5, 6
        .text
main:   lw $t0, arr                     #<< #-> la $t0, arr
        lw $t1, 4($t0)
        li $v0, 10
        syscall
#=== index_not_times_four | reason: 4 bytes apart | out: multiply the index by 4
        .data
arr:    .word 5, 6, 7
        .text
main:   la $t0, arr
        li $t1, 1
        add $t2, $t0, $t1  #-> sll $t1, $t1, 2 ; add $t2, $t0, $t1
        lw $t3, 0($t2)                  #<<
        li $v0, 10
        syscall
#=== step_of_one | reason: 4 bytes apart | out: add 4 each round
        .data
arr:    .word 5, 6, 7
        .text
main:   la $t0, arr
        li $t1, 3
loop:   lw $t2, 0($t0)                  #<<
        addi $t0, $t0, 1
        addi $t1, $t1, -1
        bnez $t1, loop
        li $v0, 10
        syscall
#=== element_followed | reason: taken for an address | out: keep the address
        .data
arr:    .word 5, 6, 7
        .text
main:   la $t0, arr
        lw $t1, 4($t0)
        lw $t2, 0($t1)                  #<< #-> move $t2, $t1
        li $v0, 10
        syscall
#=== index_without_base | reason: no address | out: add the index
        .data
arr:    .word 5, 6, 7
        .text
main:   li $t1, 8
        lw $t2, 0($t1)                  #<< #-> lw $t2, arr($t1)
        li $v0, 10
        syscall
#=== sw_into_a_string | reason: characters of one byte | out: use sb
        .data
s:      .asciiz "hello"
        .text
main:   la $t0, s
        li $t1, 'J'
        sw $t1, 1($t0)                  #<<
        li $v0, 10
        syscall
#=== unaligned_space | reason: not divisible by 4 | out: .align 2
        .data
c:      .byte 1  #+> .align 2
buf:    .space 8
        .text
main:   la $t0, buf
        sw $zero, 0($t0)                #<<
        li $v0, 10
        syscall
#=== store_into_code | reason: instructions | out: .data
        .text  #-> .data ; x: .word 0 ; .text
main:   la $t0, main  #-> la $t0, x
        li $t1, 1
        sw $t1, 0($t0)                  #<<
        li $v0, 10
        syscall
#=== print_string_of_value | reason: no memory is | out: la
        .data
s:      .asciiz "hi"
        .text
main:   li $a0, 12  #-> la $a0, s
        li $v0, 4
        syscall                         #<<
        li $v0, 10
        syscall
#=== next_of_the_last | reason: is 0, which is no address | out: beqz $t1
        .data
head:   .word n1
n1:     .word 4, 0
        .text
main:   lw   $t0, head
        li   $t3, 8
l:      lw   $t1, 4($t0)      #<<
        move $t0, $t1
        addi $t3, $t3, -1
        bnez $t3, l
        li   $v0, 10
        syscall
#=== character_for_a_string | reason: no memory is | out: by syscall 11
        .data
c:      .byte 'x'
        .text
main:   lb   $a0, c
        li   $v0, 4
        syscall               #<<
        li   $v0, 10
        syscall
#=== lw_for_la_in_a_loop | reason: what stands in grades | out: la $s0, grades
        .data
grades: .word 90, 80, 70
        .text
main:   lw   $s0, grades      #<<
        li   $t0, 0
        li   $s1, 0
lp:     lw   $t1, 0($s0)
        add  $s1, $s1, $t1
        addi $s0, $s0, 4
        addi $t0, $t0, 1
        blt  $t0, 3, lp
        move $a0, $s1
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
#=== text_loaded_as_a_word | reason: that is text | out: la $a0, title
        .data
c:      .byte 1
title:  .asciiz "Total: "
        .text
main:   lw $a0, title                   #<<
        li $v0, 4
        syscall
        li $v0, 10
        syscall
