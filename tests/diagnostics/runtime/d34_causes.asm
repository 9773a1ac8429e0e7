# The cause rather than what follows from it, and remedies that were wrong.

#=== a crash in a recursion without its base case | reason: $a0 is 0, which is no address | out: test before following it
.data
root:   .word 5, left
left:   .word 2, 0
.text
main:   la   $a0, root
        jal  sum
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
sum:    nop                             #-> sum:  bnez $a0, node ; li $v0, 0 ; jr $ra
node:   addi $sp, $sp, -8
        sw   $ra, 0($sp)
        sw   $s0, 4($sp)
        lw   $s0, 0($a0)
        lw   $a0, 4($a0)                #<<
        jal  sum
        add  $v0, $v0, $s0
        lw   $ra, 0($sp)
        lw   $s0, 4($sp)
        addi $sp, $sp, 8
        jr   $ra

#=== another register is stored where $ra belongs | reason: nothing in this routine has saved $ra | out: sw $ra, 0($sp)
main:   jal  f
        li   $v0, 10
        syscall
f:      addi $sp, $sp, -4
        sw   $t9, 0($sp)                #<< #-> sw $ra, 0($sp)
        jal  g
        lw   $ra, 0($sp)
        addi $sp, $sp, 4
        jr   $ra
g:      jr   $ra

#=== a value of the loop that nothing reads | steps: 30000 | reason: puts a value into $t0, which nothing reads | out: move $s1, $t0
main:   li   $s0, 12
        li   $s1, 18
gcd:    beqz $s1, found
        rem  $t0, $s0, $s1              #<<
        move $s0, $s1                   #+> move $s1, $t0
        j    gcd
found:  li   $v0, 10
        syscall

#=== the next element goes into another register | steps: 30000 | reason: puts a value into $t3, which nothing reads | out: write $t0 in place of $t3
.data
first:  .word 3, second
second: .word 8, 0
.text
main:   la   $t0, first
        li   $t1, 0
walk:   beqz $t0, end
        lw   $t2, 0($t0)
        addu $t1, $t1, $t2
        lw   $t3, 4($t0)                #<< #-> lw $t0, 4($t0)
        j    walk
end:    move $a0, $t1
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall

#=== a walking address is compared with a number | reason: holds an address | out: compare $t0 with an address
.data
word:   .asciiz "stressed"
.text
main:   la   $s1, word
        li   $s0, 8
        add  $t0, $s1, $s0
back:   addi $t0, $t0, -1
        lb   $a0, 0($t0)
        li   $v0, 11
        syscall
        bne  $t0, $s0, back             #<< #-> bne $t0, $s1, back
        li   $v0, 10
        syscall

#=== a loop that steps away from its end | reason: goes on from | out: check the direction
.data
board:  .space 48
.text
main:   la   $a0, board
        li   $a2, 48
fill:   sb   $zero, 0($a0)
        addi $a0, $a0, 1
        addi $a2, $a2, 1                #-> addi $a2, $a2, -1
        bgtz $a2, fill                  #<<
        li   $v0, 10
        syscall

#=== the mean of nothing | reason: divides by $f6, which is 0 | out: test the integer before it is converted
.data
n:      .word 0                         #-> n: .word 2
sum:    .float 3.0
.text
main:   lw   $t1, n
        l.s  $f12, sum
        mtc1 $t1, $f6
        cvt.s.w $f6, $f6
        div.s $f12, $f12, $f6           #<<
        li   $v0, 2
        syscall
        li   $v0, 10
        syscall

#=== the first element in the place of the address | reason: that is what stands in list, not where list is | out: la $s0, list
.data
list:   .word 12, 7, -3
.text
main:   lw   $s0, list                  #<< #-> la $s0, list
        li   $t0, 1
        sll  $t1, $t0, 2
        add  $t1, $t1, $s0
        lw   $a0, 0($t1)
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall

#=== a stack that grows upwards loses $ra | reason: moved upwards | out: take room with addi $sp, $sp, -8
main:   li   $a0, 3
        li   $v0, 0
        jal  sum
        li   $v0, 10
        syscall
sum:    addi $sp, $sp, 8                #-> sum: addi $sp, $sp, -8
        sw   $ra, 0($sp)                #<<
        sw   $a0, 4($sp)
        blez $a0, base
        addi $a0, $a0, -1
        jal  sum
base:   lw   $ra, 0($sp)
        lw   $a0, 4($sp)
        add  $v0, $v0, $a0
        addi $sp, $sp, 8
        jr   $ra

#=== a stack that is not given back | steps: 100000 | reason: returns with $sp 12 bytes too low | out: give back 12 bytes more
main:   li   $a0, 5
        jal  fib
        move $a0, $v0
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
fib:    addiu $sp, $sp, -12
        sw   $ra, 8($sp)
        sw   $s0, 4($sp)
        sw   $s1, 0($sp)
        move $s0, $a0
        ble  $s0, 1, base
        addiu $a0, $s0, -1
        jal  fib
        move $s1, $v0
        addiu $a0, $s0, -2
        jal  fib
        addu $v0, $v0, $s1
        j    leave
base:   move $v0, $s0
leave:  lw   $s1, 0($sp)
        lw   $s0, 4($sp)
        lw   $ra, 8($sp)                #+> addiu $sp, $sp, 12
        jr   $ra                        #<<

#=== saved registers are loaded back crosswise | reason: returns with $s0 changed | out: same offset
.data
list:   .word 4, 5
.text
main:   la   $s0, list
        li   $s1, 7
        jal  f
        lw   $a0, 0($s0)
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
f:      addi $sp, $sp, -8
        sw   $s0, 0($sp)
        sw   $s1, 4($sp)
        li   $s0, 1
        li   $s1, 2
        lw   $s0, 4($sp)                #-> lw $s0, 0($sp)
        lw   $s1, 0($sp)                #-> lw $s1, 4($sp)
        addi $sp, $sp, 8
        jr   $ra                        #<<

#=== characters without an end that are read one by one | reason: reads behind the end of word | out: declare word with .asciiz
.data
word:   .ascii "stressed"               #-> word: .asciiz "stressed"
after:  .asciiz "!"
.text
main:   la   $t0, word
count:  lb   $t1, 0($t0)                #<<
        beqz $t1, known
        addi $t0, $t0, 1
        b    count
known:  la   $a0, after
        li   $v0, 4
        syscall
        li   $v0, 10
        syscall
