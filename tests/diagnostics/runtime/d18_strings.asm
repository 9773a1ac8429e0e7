#=== ascii_printed | reason: no zero byte | out: .asciiz
        .data
one:    .ascii "one"
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
a:      .asciiz "a/n"
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
word:   .space 4
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
