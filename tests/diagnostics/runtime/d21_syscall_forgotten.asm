#=== overwritten_service | reason: no syscall follows | out: write syscall before
        .data
hi:     .asciiz "hi"
        .text
main:   la $a0, hi
        li $v0, 4                       #<< #+> syscall
        li $v0, 10
        syscall
#=== exit_as_last_line | reason: no syscall follows | out: put a `syscall` behind it
        .text
main:   li $a0, 3
        li $v0, 1
        syscall
        li $v0, 10                      #<<
#=== number_not_printed | reason: no syscall follows | out: write syscall
        .data
nl:     .asciiz "\n"
        .text
main:   li $t0, 7
        li $v0, 1                       #<<
        move $a0, $t0
        li $v0, 4
        la $a0, nl
        syscall
        li $v0, 10
        syscall
#=== read_without_syscall | reason: no syscall follows | out: write syscall
        .text
main:   li $v0, 5                       #<<
        move $t0, $v0
        add $a0, $t0, $t0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#=== exit_before_a_function | steps: 10000 | reason: no syscall | out: syscall
        .text
main:   jal one
        li $v0, 10                      #<<
one:    li $a0, 1
        li $v0, 1
        syscall
        jr $ra
#=== two_prompts | input: 4 | reason: no syscall follows | out: write syscall
        .data
ask:    .asciiz "Number: "
        .text
main:   li $v0, 4                       #<<
        la $a0, ask
        li $v0, 5
        syscall
        move $a0, $v0
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#=== in_a_loop | reason: no syscall follows | out: write syscall
        .text
main:   li $s0, 3
loop:   move $a0, $s0
        li $v0, 1                       #<<
        addi $s0, $s0, -1
        bnez $s0, loop
        li $v0, 10
        syscall
#=== before_a_call | reason: no syscall follows | out: write syscall
        .data
m:      .asciiz "x"
        .text
main:   la $a0, m
        li $v0, 4                       #<<
        jal f
        li $v0, 10
        syscall
f:      li $v0, 1
        li $a0, 1
        syscall
        jr $ra
#=== in_a_loop_behind_the_choice | reason: no syscall follows | out: behind
        .data
nl:     .asciiz "\n"
        .text
main:   li   $t0, 3
again:  move $a0, $t0
        li   $v0, 1
        syscall
        la   $a0, nl
        li   $v0, 4           #<<
        addi $t0, $t0, -1
        bgtz $t0, again
        li   $v0, 10
        syscall
#=== heap_never_asked_for | reason: no syscall follows | out: write syscall before
        .text
main:   li   $v0, 9           #<<
        li   $a0, 40
        move $s0, $v0
        li   $t0, 1
        sw   $t0, 0($s0)
        li   $v0, 10
        syscall
