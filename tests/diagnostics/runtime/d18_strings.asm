#=== ascii_printed | reason: no zero byte | out: .asciiz
        .data
one:    .ascii "one"  #-> .asciiz "one"
two:    .asciiz "two"
        .text
main:   la $a0, one
        li $v0, 4
        syscall                         #<<
        li $v0, 10
        syscall
#=== ascii_before_a_prompt | reason: .ascii, which puts no zero byte | out: with .asciiz
        .data
head:   .ascii "Result: "
bye:    .asciiz "bye\n"
        .text
main:   li $v0, 4
        la $a0, head
        syscall                         #<<
        li $v0, 1
        li $a0, 4
        syscall
        li $v0, 10
        syscall
#=== slash_n | reason: characters / and n | out: \n in the string
        .data
a:      .asciiz "a/n"  #-> .asciiz "a\n"
        .text
main:   la $a0, a
        li $v0, 4
        syscall                         #<<
        li $v0, 10
        syscall
#=== slash_n_in_a_sentence | reason: characters / and n | out: \n
        .data
hello:  .asciiz "Hello, World!/n"
        .text
main:   li $v0, 4
        la $a0, hello
        syscall                         #<<
        li $v0, 10
        syscall
#=== filled_buffer | reason: all filled | out: one byte more
        .data
word:   .space 4  #-> .space 5
rest:   .asciiz "xyz"
        .text
main:   la $t0, word
        li $t1, 'a'
        li $t2, 0
put:    sb $t1, 0($t0)
        addi $t0, $t0, 1
        addi $t2, $t2, 1
        bne $t2, 4, put
        la $a0, word
        li $v0, 4
        syscall                         #<<
        li $v0, 10
        syscall
#=== bytes_without_zero | reason: no zero byte | out: one byte more
        .data
abc:    .byte 'a', 'b', 'c'
def:    .byte 'd', 'e', 0
        .text
main:   li $v0, 4
        la $a0, abc
        syscall                         #<<
        li $v0, 10
        syscall
#=== two_prompts_of_ascii | reason: nothing ends it | out: .asciiz "Enter a number: "
        .data
q:      .ascii "Enter a number: "  #<<
r:      .ascii "You entered: "
e:      .asciiz "\n"
        .text
main:   la   $a0, q
        li   $v0, 4
        syscall
        li   $a0, 7
        li   $v0, 1
        syscall
        la   $a0, r
        li   $v0, 4
        syscall
        la   $a0, e
        syscall
        li   $v0, 10
        syscall
#=== digits_without_a_zero | reason: all filled | out: one byte more
        .data
digits: .space 3
unit:   .asciiz " km"
        .text
main:   la   $t0, digits
        li   $t1, 254
        li   $t2, 10
        addi $t0, $t0, 2
        li   $t5, 3
d:      div  $t1, $t2
        mfhi $t3
        mflo $t1
        addi $t3, $t3, 48
        sb   $t3, 0($t0)
        addi $t0, $t0, -1
        addi $t5, $t5, -1
        bgtz $t5, d
        la   $a0, digits
        li   $v0, 4
        syscall               #<<
        la   $a0, unit
        syscall
        li   $v0, 10
        syscall
#=== letters_copied_without_a_zero | reason: all filled | out: one byte more
        .data
src:    .asciiz "abcdef"
dst:    .space 3
nxt:    .asciiz "zzz"
        .text
main:   la   $t0, src
        la   $t1, dst
        li   $t2, 3
c:      lb   $t3, ($t0)
        sb   $t3, ($t1)
        addiu $t0, $t0, 1
        addiu $t1, $t1, 1
        addiu $t2, $t2, -1
        bne  $t2, $zero, c
        la   $a0, dst
        li   $v0, 4
        syscall               #<<
        li   $v0, 10
        syscall
