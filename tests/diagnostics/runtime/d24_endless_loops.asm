#=== counter_never_stepped | steps: 100000 | reason: nothing in the loop changes | out: in the loop
        .text
main:   li $t3, 0
        li $t1, 10
loop:   addi $t0, $t0, 1  #-> addi $t3, $t3, 1
        blt $t3, $t1, loop              #<<
        li $v0, 10
        syscall
#=== stepped_past_the_end | steps: 100000 | reason: only | out: bge
        .text
main:   li $t0, 0
        li $t1, 7
loop:   addi $t0, $t0, 2
        bne $t0, $t1, loop              #<< #-> blt $t0, $t1, loop
        li $v0, 10
        syscall
#=== wrong_direction | steps: 100000 | reason: goes on from | out: direction
        .text
main:   li $t0, 5
loop:   addi $t0, $t0, -1  #-> addi $t0, $t0, 1
        blt $t0, 10, loop               #<<
        li $v0, 10
        syscall
#=== jump_without_exit | steps: 100000 | reason: no branch leads out | out: behind the loop
        .text
main:   li $t0, 0
loop:   addi $t0, $t0, 1
        j loop                          #<< #-> blt $t0, 5, loop
        li $v0, 10
        syscall
#=== set_anew_each_round | steps: 100000 | reason: the same value again | out: in front of the loop
        .text
main:   li $t1, 3  #+> li $t0, 0
loop:   li $t0, 0                       #<< #-> loop:
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
        addi $t2, $t2, 1  #+> addi $t0, $t0, 1
        bnez $t1, len
        li $v0, 10
        syscall
#=== variable_not_stored | steps: 100000 | reason: the same value again | out: store
        .data
n:      .word 3
        .text
main:   nop
loop:   lw $t0, n                       #<<
        addi $t1, $t0, -1  #+> sw $t1, n
        bnez $t0, loop
        li $v0, 10
        syscall
#=== lost_return_address | steps: 100000 | reason: $ra | out: save
        .text
main:   jal f
        li $v0, 10
        syscall
f:      jal g  #-> f: addi $sp, $sp, -4 ; sw $ra, 0($sp) ; jal g ; lw $ra, 0($sp) ; addi $sp, $sp, 4
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
        bgeu $t0, $zero, loop           #<< #-> bgez $t0, loop
        li $v0, 10
        syscall
#=== wrong_end_of_a_string | steps: 1000000 | reason: far behind its data | out: 0 behind a string
        .data
s:      .asciiz "abc"
        .text
main:   la $t0, s
loop:   lb $t1, 0($t0)                  #<<
        addi $t0, $t0, 1
        bne $t1, '0', loop  #-> bnez $t1, loop
        li $v0, 10
        syscall
#=== back_to_the_beginning | steps: 100000 | reason: the same value again | out: in front of the loop
        .text
main:   li $t0, 0                       #<<
        addi $t0, $t0, 1
        blt $t0, 5, main
        li $v0, 10
        syscall
#=== next_value_into_another_register | steps: 200000 | reason: puts the next value into $s3 | out: addi $s1, $s1, 1
        .data
n:      .word 8
        .text
main:   lw   $s0, n
        li   $s1, 0
        li   $s2, 0
while:  bge  $s1, $s0, done   #<<
        add  $s2, $s2, $s1
        addi $s3, $s1, 1  #-> addi $s1, $s1, 1
        j    while
done:   move $a0, $s2
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
#=== changed_by_zero | steps: 200000 | reason: by $a1, which is 0 | out: beqz $a1
        .text
main:   li   $a0, 12
        li   $a1, 0  #-> li $a1, 8
gcd:    beq  $a0, $a1, out    #<<
        bgt  $a0, $a1, first
        sub  $a1, $a1, $a0
        j    gcd
first:  sub  $a0, $a0, $a1
        j    gcd
out:    li   $v0, 1
        syscall
        li   $v0, 10
        syscall
#=== string_pointer_not_moved | steps: 200000 | reason: the same value again | out: addi $a0, $a0, 1
        .data
s:      .asciiz "mips"
        .text
main:   la   $a0, s
        jal  strlen
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
strlen: li   $v0, 0
sl:     lbu  $t0, 0($a0)      #<<
        beq  $t0, $zero, se
        addi $v0, $v0, 1
        b    sl
se:     jr   $ra
#=== list_in_a_circle | steps: 200000 | reason: goes on from | out: lead back to an element
        .data
n1:     .word 1, n2
n2:     .word 2, n1  #-> .word 2, 0
        .text
main:   la   $t0, n1
        li   $t1, 0
walk:   beqz $t0, end         #<<
        lw   $t2, 0($t0)
        add  $t1, $t1, $t2
        lw   $t0, 4($t0)
        j    walk
end:    move $a0, $t1
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
#=== floats_never_equal | steps: 200000 | reason: stays 1.0 | out: c.lt.s
        .data
x:      .float 0.0
step:   .float 0.1
top:    .float 1.0
        .text
main:   l.s  $f0, x
        l.s  $f1, step
        l.s  $f2, top
lp:     add.s $f0, $f0, $f1
        c.eq.s $f0, $f2  #-> c.le.s $f2, $f0
        bc1f lp               #<<
        mov.s $f12, $f0
        li   $v0, 2
        syscall
        li   $v0, 10
        syscall
#=== counter_in_v0 | steps: 200000 | reason: the number of a system call | out: another register
        .text
main:   li   $v0, 3  #-> li $s0, 3
lp:     move $a0, $v0  #-> lp: move $a0, $s0
        li   $v0, 1           #<<
        syscall
        addi $v0, $v0, -1  #-> addi $s0, $s0, -1
        bgez $v0, lp  #-> bgez $s0, lp
        li   $v0, 10
        syscall
#=== middle_never_moves | steps: 200000 | reason: the same value again | out: step on with it
        .data
a:      .word 1, 3, 5, 7, 9, 11, 13, 15
        .text
main:   li   $s0, 0
        li   $s1, 7
        li   $s2, 14
bs:     bge  $s0, $s1, no     #<<
        add  $t0, $s0, $s1
        srl  $t0, $t0, 1
        sll  $t1, $t0, 2
        lw   $t2, a($t1)
        beq  $t2, $s2, yes
        blt  $t2, $s2, right
        move $s1, $t0
        j    bs
right:  move $s0, $t0
        j    bs
yes:    li   $a0, 1
        j    pr
no:     li   $a0, 0
pr:     li   $v0, 1
        syscall
        li   $v0, 10
        syscall
#=== steps_away_from_zero | steps: 200000 | reason: goes on from | out: step the other way
        .text
main:   li   $t0, 6
        li   $t1, 4
        li   $t2, 0
m:      beqz $t1, d           #<<
        add  $t2, $t2, $t0
        addi $t1, $t1, 1
        j    m
d:      move $a0, $t2
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
#=== quotient_not_fetched | steps: 200000 | reason: leaves its result in $lo | out: mflo $t0
        .text
main:   li   $t0, 345
        li   $t1, 10
        li   $t2, 0
ds:     beqz $t0, out         #<<
        div  $t0, $t1
        mfhi $t3  #+> mflo $t0
        add  $t2, $t2, $t3
        j    ds
out:    move $a0, $t2
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
#=== step_jumped_over | steps: 200000 | reason: never comes to | out: put a label in front of it
        .text
main:   li   $t0, 0
        li   $t1, 0
l:      bge  $t0, 10, e       #<<
        andi $t2, $t0, 1
        beqz $t2, l  #-> beqz $t2, next
        add  $t1, $t1, $t0
        addi $t0, $t0, 1  #-> next: addi $t0, $t0, 1
        j    l
e:      li   $v0, 10
        syscall
#=== doubled_past_a_hundred | steps: 200000 | reason: larger and larger | out: without ever being equal
        .text
main:   li   $t0, 1
l:      sll  $t0, $t0, 1
        bne  $t0, 100, l      #<<
        li   $v0, 10
        syscall
#=== variable_that_nobody_stores | steps: 200000 | reason: the same value again | out: store another value there
        .data
done:   .word 0
        .text
main:   la   $t0, done
w:      lw   $t1, 0($t0)      #<<
        beqz $t1, w
        li   $v0, 10
        syscall
#=== sum_until_it_overflows | reason: nothing in the loop changes | out: in the loop, as in addi $t2, $t2, 1
main:   li $t0, 3
        li $t1, 2147400000
        li $t2, 1
loop:   bgt $t2, $t0, done              #<<
        add $t1, $t1, $t2               #<<
        j loop
done:   li $v0, 10
        syscall
#=== walks_until_memory_ends | reason: nothing in the loop changes it | out: addi $t1, $t1, -1
        .data
array:  .word 1, 2, 3
        .text
main:   la $t0, array
        li $t1, 3
loop:   beqz $t1, done                  #<<
        lw $t2, 0($t0)                  #<<
        add $t3, $t3, $t2
        addi $t0, $t0, 4
        j loop
done:   li $v0, 10
        syscall
#=== heap_in_a_loop | reason: times | out: ask once
main:   li $a0, 4000
        li $v0, 9
        syscall                         #<<
        move $s0, $v0
        sw $a0, 0($s0)
        j main
#=== inner_loop_ends_at_last | steps: 300000 | reason: after many more rounds | out: the loop around it
main:   li $s1, 1000000
        li $s2, 0
outer:  bge $s2, $s1, done
        sub $t9, $s1, $s2               #<<
        li $t1, 0
inner:  bge $t1, $t9, next              #<<
        addi $t1, $t1, 1
        j inner
next:   addi $s1, $s1, 1
        j outer
done:   li $v0, 10
        syscall
#=== counts_up_until_it_overflows | reason: it never does | out: check the direction
main:   li $t0, 2147400000
l:      blt $t0, 0, e                   #<<
        addi $t0, $t0, 1                #<<
        j l
e:      li $v0, 10
        syscall
#=== no_way_out_until_it_overflows | reason: no branch leads out | out: write a branch
main:   li $t1, 2147400000
m:      addi $t1, $t1, 1                #<<
        j m                             #<<
