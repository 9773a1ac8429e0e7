# Where the way of an address, a loop or a result was wrong, and what was told instead led astray.

#=== a file read that was opened to append | reason: opened for writing | out: li $a1, 0
.data
path:   .asciiz "notes.tmp"
room:   .space 8
.text
main:   la   $a0, path
        li   $a1, 9                     #<< #-> li $a1, 0
        li   $a2, 0
        li   $v0, 13
        syscall
        move $s3, $v0
        bltz $s3, shut                  #+> nop
        move $a0, $s3
        la   $a1, room
        li   $a2, 8
        li   $v0, 14
        syscall                         #<<
shut:   li   $v0, 10
        syscall

#=== a result in the second register | reason: put nothing there | out: name $v0 in its place
.data
head:   .asciiz "least: "
.text
main:   la   $a0, head
        li   $v0, 4
        syscall
        li   $a0, 9
        li   $a1, 4
        jal  least
        move $a0, $v0                   #<<
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
least:  move $v1, $a0                   #-> least:  move $v0, $a0
        ble  $a0, $a1, given
        move $v1, $a1                   #<< #-> move $v0, $a1
given:  jr   $ra

#=== the second register read | reason: no instruction had written $v1 | out: name $v0 in place of $v1
main:   li   $a0, 6
        jal  half
        add  $t3, $v1, $zero            #-> add $t3, $v0, $zero
        sw   $t3, -4($sp)
        addi $a0, $t3, 1                #<<
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
half:   srl  $v0, $a0, 1
        jr   $ra

#=== the index of a read stays | steps: 50000 | reason: which nothing in the loop changes | out: addi $s4, $s4, 1
.data
row:    .word 5, 3, 8, 0
.text
main:   la   $s2, row
        li   $s4, 0
next:   sll  $t5, $s4, 2
        addu $t6, $s2, $t5
        lw   $t7, 0($t6)                #+> addi $s4, $s4, 1
        bnez $t7, next                  #<<
        li   $v0, 10
        syscall

#=== a counter that the loop uses for something else | steps: 50000 | reason: in which the loop counts | out: use another register
main:   li   $t8, 4
again:  add  $t4, $t4, $zero            #-> again:  li $t4, 0
        li   $t8, 7                     #<< #-> li $t9, 7
        sub  $t8, $t8, 1
        bgtz $t8, again                 #<<
        li   $v0, 10
        syscall

#=== the address taken again in every round | steps: 50000 | reason: back in every round | out: in front of the loop
.data
word:   .asciiz "owl"
.text
main:   li   $t3, 0                     #+> la $t2, word
count:  la   $t2, word                  #<< #-> count:  nop
        lbu  $t4, 0($t2)
        beqz $t4, all
        addi $t2, $t2, 1
        addi $t3, $t3, 1
        j    count
all:    li   $v0, 10
        syscall

#=== the inner loop tests the outer count | steps: 50000 | reason: what the loop counts is $t7 | out: compare $t7
main:   li   $t6, 0
lines:  li   $t7, 0
signs:  addi $t7, $t7, 1
        bne  $t6, 4, signs              #<< #-> bne $t7, 4, signs
        addi $t6, $t6, 1
        bne  $t6, 4, lines
        li   $v0, 10
        syscall

#=== a negative number shifted with its sign | steps: 50000 | reason: copies the sign | out: srl in place of sra
main:   li   $t1, -6
        li   $t2, 0
bits:   addi $t2, $t2, 1
        sra  $t1, $t1, 1                #<< #-> srl $t1, $t1, 1
        bne  $t1, $zero, bits           #<<
        li   $v0, 10
        syscall

#=== doubles walked in words | reason: doubles stand 8 bytes apart | out: go on by 8
.data
prices: .double 1.5, 2.5, 4.0
.text
main:   la   $t3, prices
        li   $t4, 3
        sub.d $f12, $f12, $f12          #-> mtc1 $zero, $f12 ; mtc1 $zero, $f13
each:   l.d  $f6, 0($t3)                #<<
        add.d $f12, $f12, $f6
        addiu $t3, $t3, 4               #<< #-> addiu $t3, $t3, 8
        addi $t4, $t4, -1
        bgtz $t4, each
        li   $v0, 3
        syscall
        li   $v0, 10
        syscall

#=== halfwords walked in words | reason: behind the end of marks | out: so write 2 there
.data
marks:  .half 7, 9, 12, 4
.text
main:   la   $s0, marks
        li   $s1, 4
        li   $a0, 0
add:    lhu  $t0, 0($s0)                #<<
        add  $a0, $a0, $t0
        addi $s0, $s0, 4                #<< #-> addi $s0, $s0, 2
        addi $s1, $s1, -1
        bnez $s1, add
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall

#=== a random index without its bound | reason: behind the end of faces | out: put 5, the number of elements
.data
faces:  .word 101, 102, 103, 104, 105
.text
main:   li   $a0, 3
        li   $a1, 5
        li   $v0, 40
        syscall
        li   $a0, 3
        li   $a1, 900                   #<< #-> li $a1, 5
        li   $v0, 42
        syscall
        sll  $t0, $a0, 2
        la   $t1, faces
        add  $t1, $t1, $t0
        lw   $a0, 0($t1)                #<<
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall

#=== two texts compared without their end | reason: behind the end of left | out: test for the 0 that ends the text
.data
left:   .asciiz "noon"
right:  .asciiz "noon"
.text
main:   la   $t0, left
        la   $t1, right
pair:   lbu  $t2, 0($t0)                #<<
        lbu  $t3, 0($t1)
        bne  $t2, $t3, apart            #+> beqz $t2, apart
        addiu $t0, $t0, 1
        addiu $t1, $t1, 1
        b    pair
apart:  li   $v0, 10
        syscall

#=== the link and the value have changed places | reason: for the address of the next element | out: lw $t4, 4($t4)
.data
one:    .word 21, two
two:    .word 22, 0
.text
main:   la   $t4, one
        li   $t5, 0
chain:  lw   $t6, 4($t4)                #-> chain:  lw $t6, 0($t4)
        add  $t5, $t5, $t6
        lw   $t4, 0($t4)                #<< #-> lw $t4, 4($t4)
        bnez $t4, chain
        li   $v0, 10
        syscall

#=== a local variable without a first value | reason: nothing was put on the stack there | out: sw $zero, 8($sp)
main:   li   $a0, 3
        jal  upto
        li   $v0, 10
        syscall
upto:   addi $sp, $sp, -12
        sw   $ra, 0($sp)                #+> sw $zero, 8($sp)
step:   lw   $t1, 8($sp)                #<<
        add  $t1, $t1, $a0
        sw   $t1, 8($sp)                #<<
        addi $a0, $a0, -1
        bgtz $a0, step
        lw   $v0, 8($sp)
        lw   $ra, 0($sp)
        addi $sp, $sp, 12
        jr   $ra

#=== more taken off the stack than was put there | reason: nothing was put on the stack | out: what was pushed has all been taken off
main:   li   $t0, 2
push:   addi $sp, $sp, -4
        sw   $t0, 0($sp)
        addi $t0, $t0, -1
        bnez $t0, push
        li   $t0, 3                     #<< #-> li $t0, 2
pop:    lw   $a0, 0($sp)                #<<
        addi $sp, $sp, 4
        li   $v0, 1
        syscall
        addi $t0, $t0, -1
        bnez $t0, pop
        li   $v0, 10
        syscall

#=== the answer of a question is no service | input: 5 | reason: no line has chosen | out: right in front of this line
main:   li   $v0, 5
        syscall
        addi $a0, $v0, 1                #+> li $v0, 1
        syscall                         #<<
        li   $v0, 10
        syscall

#=== one question too many | input: 2\n11\n12 | reason: the input is at its end | out: write bge in place of bgt
main:   li   $v0, 5
        syscall
        move $s5, $v0
        li   $s6, 0
ask:    bgt  $s6, $s5, told             #<< #-> ask:    bge  $s6, $s5, told
        li   $v0, 5
        syscall
        addi $s6, $s6, 1
        j    ask
told:   li   $v0, 10
        syscall

#=== the return address below the stack pointer | reason: below $sp | out: take room first
main:   jal  outer
        li   $v0, 10
        syscall
outer:  sw   $ra, -8($sp)               #<< #-> outer:  addi $sp, $sp, -8 ; sw $ra, 0($sp)
        jal  inner
        lw   $ra, -8($sp)               #-> lw $ra, 0($sp) ; addi $sp, $sp, 8
        jr   $ra
inner:  addi $sp, $sp, -8
        sw   $s1, 0($sp)
        li   $s1, 4
        lw   $s1, 0($sp)
        addi $sp, $sp, 8
        jr   $ra

#=== words stored into bytes | reason: holds single bytes | out: use sb
.data
flags:  .space 12
.text
main:   la   $t0, flags
        li   $t1, 1
set:    lbu  $t2, 0($t0)
        addi $t2, $t2, 1
        sw   $t2, 0($t0)                #<< #-> sb $t2, 0($t0)
        addi $t0, $t0, 1
        addi $t1, $t1, 1
        blt  $t1, 9, set
        li   $v0, 10
        syscall

#=== a text given to a service of files | reason: no file was opened | out: li $v0, 4 in
.data
hello:  .asciiz "hello"
.text
main:   la   $a0, hello
        li   $v0, 14                    #<< #-> li $v0, 4
        syscall
        li   $v0, 10
        syscall

#=== a value put beside the argument | reason: left from the text | out: name $a0 in
.data
sum:    .asciiz "sum "
.text
main:   la   $a0, sum
        li   $v0, 4
        syscall
        li   $t6, 8
        move $a2, $t6                   #<< #-> move $a0, $t6
        li   $v0, 1
        syscall                         #<<
        li   $v0, 10
        syscall

#=== a length beyond the text written | reason: which has 3 characters | out: put 3 into $a2
.data
name:   .asciiz "o.tmp"
three:  .asciiz "abc"
more:   .asciiz "hidden"
.text
main:   la   $a0, name
        li   $a1, 1
        li   $a2, 0
        li   $v0, 13
        syscall
        move $a0, $v0
        la   $a1, three
        li   $a2, 8                     #<< #-> li $a2, 3
        li   $v0, 15
        syscall                         #<<
        la   $a0, more
        li   $v0, 4
        syscall
        li   $v0, 10
        syscall

#=== the end of a function is a label's | reason: falls through into other | out: end sign with jr $ra
main:   li   $a0, -3
        jal  sign
        jal  other
        li   $v0, 10
        syscall
sign:   slt  $v0, $a0, $zero            #<<
sign_end:                               #+> jr $ra
other:  li   $v1, 0
        jr   $ra

#=== the result of a call lost to the next service | reason: has overwritten what | out: put this line in front of
main:   li   $a0, 4
        jal  triple                     #+> move $a0, $v0
        li   $v0, 1                     #<<
        move $a0, $v0                   #<< #->
        syscall
        li   $v0, 10
        syscall
triple: sll  $v0, $a0, 1
        addu $v0, $v0, $a0
        jr   $ra

#=== the line feed at the end of a mirrored word | input: abba | reason: compares the line feed (10) | out: put a 0 in its place
.data
word:   .space 20
.text
main:   la   $a0, word
        li   $a1, 20
        li   $v0, 8
        syscall
        la   $t0, word
        la   $t1, word
last:   lbu  $t2, 0($t1)
        addi $t1, $t1, 1
        bnez $t2, last                  #-> bgt $t2, 10, last
        addi $t1, $t1, -2
mirror: bge  $t0, $t1, out
        lbu  $t2, 0($t0)
        lbu  $t3, 0($t1)                #<<
        bne  $t2, $t3, out              #<<
        addi $t0, $t0, 1
        addi $t1, $t1, -1
        j    mirror
out:    li   $v0, 10
        syscall

#=== one way out gives nothing back | reason: 8 bytes too low | out: give back 8 bytes more | once: too low
main:   li   $a0, 2
        jal  down
        li   $v0, 10
        syscall
down:   addi $sp, $sp, -8
        sw   $ra, 0($sp)
        sw   $a0, 4($sp)
        blez $a0, least
        addi $a0, $a0, -1
        jal  down
        lw   $ra, 0($sp)
        addi $sp, $sp, 8
        jr   $ra
least:  li   $v0, 0                     #+> addi $sp, $sp, 8
        jr   $ra                        #<<

#=== an argument that the function has moved | reason: behind the end of ages | out: keep it in an $s register
.data
ages:   .word 31, 8, 64
.text
main:   la   $a0, ages
        li   $a1, 3
        jal  total                      #+> la $a0, ages
        lw   $t0, 0($a0)                #<<
        sub  $a0, $v0, $t0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
total:  li   $v0, 0
part:   lw   $t1, 0($a0)
        add  $v0, $v0, $t1
        addi $a0, $a0, 4                #<<
        addi $a1, $a1, -1
        bnez $a1, part
        jr   $ra

#=== a number printed as a character | reason: which can't be seen | out: addi $a0, $a0, 48
main:   li   $t1, 1
        addi $a0, $t1, 2                #<< #-> addi $a0, $t1, 50
        li   $v0, 11
        syscall                         #<<
        li   $v0, 10
        syscall

#=== no room for a character | input: x | reason: no character has room | out: the size of the buffer
.data
key:    .space 8
.text
main:   la   $a0, key
        li   $a1, 1                     #<< #-> li $a1, 8
        li   $v0, 8
        syscall                         #<<
        li   $v0, 10
        syscall

#=== a byte taken off the stack's words | reason: words stand 4 bytes apart | out: 4 in place of 1
main:   jal  outer
        li   $v0, 10
        syscall
outer:  addi $sp, $sp, -1               #<< #-> outer:  addi $sp, $sp, -4
        sw   $ra, 0($sp)                #<<
        jal  inner
        lw   $ra, 0($sp)
        addi $sp, $sp, 1                #-> addi $sp, $sp, 4
        jr   $ra
inner:  jr   $ra

#=== two names in a room for one | reason: behind the end of both | out: +7: make room for more
.data
given:  .asciiz "Ada"
family: .asciiz "Byron"
both:   .space 8                        #<< #-> both:   .space 12
mark:   .byte 42
.text
main:   la   $s1, both
        la   $s0, given
one:    lbu  $t5, 0($s0)
        beq  $t5, $zero, rest
        sb   $t5, 0($s1)
        addi $s0, $s0, 1
        addi $s1, $s1, 1
        b    one
rest:   la   $s0, family
two:    lbu  $t5, 0($s0)
        sb   $t5, 0($s1)                #<<
        addi $s0, $s0, 1
        addi $s1, $s1, 1
        bne  $t5, $zero, two
        la   $a0, both
        li   $v0, 4
        syscall
        li   $v0, 10
        syscall

#=== neighbours of every round | reason: behind the end of tab | out: let the loop end one round earlier
.data
tab:    .half 8, 3, 6
next:   .half 4
.text
main:   li   $s7, 2
again:  la   $s1, tab
        li   $s2, 3                     #<< #-> li $s2, 2
pair:   lh   $t6, 0($s1)
        lh   $t7, 2($s1)                #<<
        add  $a0, $t6, $t7
        li   $v0, 1
        syscall
        addi $s1, $s1, 2
        addi $s2, $s2, -1
        bnez $s2, pair                  #<<
        addi $s7, $s7, -1
        bnez $s7, again
        lh   $a0, next
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall

#=== a wheel of places is not turned back | reason: behind the end of wheel | out: made $s4 = 2, and
.data
wheel:  .space 8
after:  .word 7
.text
main:   li   $s4, 0
        li   $s5, 3
fill:   sll  $t8, $s4, 2                #<<
        sw   $s5, wheel($t8)            #<<
        addi $s4, $s4, 1                #<< #+> andi $s4, $s4, 1
        addi $s5, $s5, 3
        blt  $s5, 12, fill              #<<
        lw   $a0, after
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall

#=== the size of a block in the wrong register | reason: from the heap | out: name $a0 in place of $a1
.data
many:   .word 3
.text
main:   li   $a0, 8                     #<<
        li   $v0, 1
        syscall                         #<<
        lw   $t4, many
        mul  $a1, $t4, 4                #<< #-> mul $a0, $t4, 4
        li   $v0, 9
        syscall                         #<<
        move $s1, $v0
put:    sw   $t4, 0($s1)                #<<
        addi $s1, $s1, 4                #<<
        addi $t4, $t4, -1
        bgtz $t4, put
        li   $v0, 10
        syscall

#=== what was read is printed from $v0 | input: plum | reason: where it holds only the service's number | out: la $a0, word in place of
.data
word:   .space 12
.text
main:   la   $a0, word
        li   $a1, 12
        li   $v0, 8
        syscall                         #<<
        lb   $s0, 0($a0)
        move $a0, $v0                   #<< #-> la $a0, word
        li   $v0, 4
        syscall                         #<<
        li   $v0, 10
        syscall

#=== an argument looked for beside its place | reason: nothing was put on the stack | out: write 4 in place of 8
main:   addi $sp, $sp, -4
        li   $t3, 30
        sw   $t3, 0($sp)                #<<
        li   $a0, 12
        jal  less
        addi $sp, $sp, 4
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
less:   addi $sp, $sp, -4
        sw   $ra, 0($sp)
        lw   $t3, 8($sp)                #<< #-> lw $t3, 4($sp)
        sub  $v0, $t3, $a0
        lw   $ra, 0($sp)
        addi $sp, $sp, 4
        jr   $ra

#=== a number while texts are printed | reason: $a0 = 0x0000001e | out: li $v0, 1 in front of
.data
label:  .asciiz "points: "
points: .word 30
.text
main:   li   $v0, 4
        la   $a0, label
        syscall
        lw   $a0, points                #<< #+> li $v0, 1
        syscall                         #<<
        li   $v0, 10
        syscall

#=== the limit is compared with the pointer | reason: holds an address | out: count the rounds in another register | once: --check found 2 places to look at, told above | only: check
.data
list:   .word 4, 9, 1
.text
main:   li   $s3, 0
        la   $s0, list                  #<<
        li   $s1, 3
        li   $s2, 0
next:   lw   $a0, 0($s0)                #<<
        xor  $s3, $s3, $a0
        addi $s0, $s0, 4                #<<
        addi $s2, $s2, 1
        bne  $s1, $s0, next             #<< #-> bne $s1, $s2, next
        li   $v0, 10
        syscall

#=== no byte for the zero behind the digits | reason: behind the end of bits | out: make room for more
.data
bits:   .space 4                        #<< #-> bits:   .space 8
kept:   .byte 5
.text
main:   li   $s0, 3
        move $s1, $zero
bit:    andi $t1, $s0, 1
        addi $t1, $t1, 48
        sb   $t1, bits($s1)
        srl  $s0, $s0, 1
        addi $s1, $s1, 1                #<<
        bne  $s1, 4, bit
        sb   $zero, bits($s1)           #<<
        la   $a0, bits
        li   $v0, 4
        syscall
        li   $v0, 10
        syscall
