#=== counter_never_stepped | steps: 100000 | reason: nothing in the loop changes | out: in the loop
        .text
main:   li $t3, 0
        li $t1, 10
loop:   addi $t0, $t0, 1
        blt $t3, $t1, loop              #<<
        li $v0, 10
        syscall
#=== stepped_past_the_end | steps: 100000 | reason: only | out: bge
        .text
main:   li $t0, 0
        li $t1, 7
loop:   addi $t0, $t0, 2
        bne $t0, $t1, loop              #<<
        li $v0, 10
        syscall
#=== wrong_direction | steps: 100000 | reason: goes on from | out: direction
        .text
main:   li $t0, 5
loop:   addi $t0, $t0, -1
        blt $t0, 10, loop               #<<
        li $v0, 10
        syscall
#=== jump_without_exit | steps: 100000 | reason: no branch leads out | out: behind the loop
        .text
main:   li $t0, 0
loop:   addi $t0, $t0, 1
        j loop                          #<<
        li $v0, 10
        syscall
#=== set_anew_each_round | steps: 100000 | reason: the same value again | out: in front of the loop
        .text
main:   li $t1, 3
loop:   li $t0, 0                       #<<
        addi $t0, $t0, 1
        blt $t0, $t1, loop
        li $v0, 10
        syscall
#=== pointer_not_moved | steps: 100000 | reason: the same value again | out: next element
        .data
text:   .asciiz "abc"
        .text
main:   la $t0, text
        li $t2, 0
len:    lb $t1, 0($t0)                  #<<
        addi $t2, $t2, 1
        bnez $t1, len
        li $v0, 10
        syscall
#=== variable_not_stored | steps: 100000 | reason: the same value again | out: store
        .data
n:      .word 3
        .text
main:   nop
loop:   lw $t0, n                       #<<
        addi $t1, $t0, -1
        bnez $t0, loop
        li $v0, 10
        syscall
#=== lost_return_address | steps: 100000 | reason: $ra | out: save
        .text
main:   jal f
        li $v0, 10
        syscall
f:      jal g
        jr $ra                          #<<
g:      jr $ra
#=== main_returns_into_itself | steps: 100000 | reason: $ra | out: li $v0, 10
        .text
main:   li $a0, 1
        jal show
        jr $ra                          #<<
show:   li $v0, 1
        syscall
        jr $ra
#=== float_loop | steps: 100000 | reason: only | out: in the loop
        .data
one:    .float 1.0
ten:    .float 10.0
        .text
main:   l.s $f0, one
        l.s $f2, ten
        l.s $f4, one
loop:   add.s $f4, $f4, $f0
        c.lt.s $f0, $f2
        bc1t loop                       #<<
        li $v0, 10
        syscall
#=== inner_counter_not_reset | steps: 100000 | reason: only | out: equal
        .text
main:   li $t0, 0
outer:  li $t1, 0
inner:  addi $t1, $t1, 1
        bne $t1, 3, inner
        addi $t0, $t0, 3
        bne $t0, 10, outer              #<<
        li $v0, 10
        syscall
#=== prints_for_ever | steps: 200000 | reason: only | out: in the loop
        .data
dot:    .asciiz "."
        .text
main:   li $s0, 0
loop:   la $a0, dot
        li $v0, 4
        syscall
        blt $s0, 3, loop                #<<
        li $v0, 10
        syscall
#=== unsigned_below_zero | steps: 100000 | reason: goes on from | out: no number below 0
        .text
main:   li $t0, 5
loop:   addi $t0, $t0, -1
        bgeu $t0, $zero, loop           #<<
        li $v0, 10
        syscall
#=== wrong_end_of_a_string | steps: 1000000 | reason: far behind its data | out: 0 behind a string
        .data
s:      .asciiz "abc"
        .text
main:   la $t0, s
loop:   lb $t1, 0($t0)                  #<<
        addi $t0, $t0, 1
        bne $t1, '0', loop
        li $v0, 10
        syscall
#=== back_to_the_beginning | steps: 100000 | reason: the same value again | out: in front of the loop
        .text
main:   li $t0, 0                       #<<
        addi $t0, $t0, 1
        blt $t0, 5, main
        li $v0, 10
        syscall
