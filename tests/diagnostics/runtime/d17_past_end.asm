#=== store_by_label_offset | reason: behind the end of a | out: last word is at a+4
        .data
a:      .space 8
b:      .word 7
        .text
main:   li $t0, 5
        sw $t0, a+8                     #<< #-> sw $t0, a+4
        lw $a0, b
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#=== last_round_of_a_loop | reason: behind the end of list | out: blt in place of ble
        .data
list:   .word 0, 0, 0, 0, 0
total:  .word 100
        .text
main:   la $t0, list
        li $t1, 0
        li $t2, 5
loop:   sw $t1, 0($t0)                  #<<
        addi $t0, $t0, 4
        addi $t1, $t1, 1
        ble $t1, $t2, loop  #-> blt $t1, $t2, loop
        lw $a0, total
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#=== sum_reads_one_too_many | reason: behind the end of nums | out: write blt in place of ble
        .data
nums:   .word 3, 4, 5
other:  .word 1000
        .text
main:   li $t0, 0
        li $t1, 0
loop:   sll $t2, $t0, 2
        lw $t3, nums($t2)               #<<
        add $t1, $t1, $t3
        addi $t0, $t0, 1
        ble $t0, 3, loop
        move $a0, $t1
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#=== read_string_into_short_buffer | input: abcdefghijkl | reason: room for 8 | out: into $a1
        .data
name:   .space 8
word:   .asciiz "fine"
        .text
main:   li $v0, 8
        la $a0, name
        li $a1, 20  #-> li $a1, 8
        syscall                         #<<
        la $a0, word
        li $v0, 4
        syscall
        li $v0, 10
        syscall
#=== read_file_into_short_buffer | reason: room for 4 | out: into $a2
        .data
file:   .asciiz "there_is_none.txt"
buffer: .space 4
after:  .word 1
        .text
main:   li $v0, 13
        la $a0, file
        li $a1, 0
        syscall
        move $a0, $zero
        li $v0, 14
        la $a1, buffer
        li $a2, 64
        syscall                         #<<
        li $v0, 10
        syscall
#=== heap_block | reason: block of 12 bytes | out: last word
        .text
main:   li $v0, 9
        li $a0, 12
        syscall
        move $s0, $v0
        li $t0, 0
fill:   sll $t1, $t0, 2
        addu $t1, $t1, $s0
        sw $t0, 0($t1)                  #<<
        addi $t0, $t0, 1
        bne $t0, 4, fill  #-> bne $t0, 3, fill
        li $v0, 10
        syscall
#=== heap_node_too_small | reason: block of 4 bytes | out: ask for more than 4 bytes
        .text
main:   li $v0, 9
        li $a0, 4
        syscall
        li $t0, 7
        sw $t0, 0($v0)
        sw $zero, 4($v0)                #<<
        li $v0, 10
        syscall
#=== pixel_before_the_display | reason: before the beginning of display | out: display+0
        .data
display: .space 4096
        .text
main:   la $t0, display
        li $t1, 0x00ff0000
        li $t2, 0
row:    sub $t3, $t0, $t2
        sw $t1, 0($t3)                  #<<
        addi $t2, $t2, 4
        blt $t2, 64, row
        li $v0, 10
        syscall
#=== pixel_behind_the_display | reason: behind the end of display | out: write bgtz in place of bgez
        .data
display: .space 1024
score:  .word 3
        .text
main:   la $t0, display
        li $t1, 0x0000ff00
        li $t2, 256
draw:   sw $t1, 0($t0)                  #<<
        addiu $t0, $t0, 4
        addi $t2, $t2, -1
        bgez $t2, draw
        li $v0, 10
        syscall
#=== index_minus_one | reason: before the beginning of tab | out: tab+0
        .data
first:  .word 9
tab:    .word 1, 2, 3
        .text
main:   li $t0, 2
        li $t1, 0
back:   sll $t2, $t0, 2
        lw $t3, tab($t2)                #<<
        add $t1, $t1, $t3
        addi $t0, $t0, -1
        bge $t0, -1, back  #-> bgez $t0, back
        move $a0, $t1
        li $v0, 1
        syscall
        li $v0, 10
        syscall
#=== byte_string_copy | reason: behind the end of copy | out: make room
        .data
text:   .asciiz "abcdefgh"
copy:   .space 5
next:   .asciiz "keep"
        .text
main:   la $t0, text
        la $t1, copy
loop:   lb $t2, 0($t0)
        sb $t2, 0($t1)                  #<<
        addi $t0, $t0, 1
        addi $t1, $t1, 1
        bnez $t2, loop
        la $a0, next
        li $v0, 4
        syscall
        li $v0, 10
        syscall
#=== array_on_the_stack | reason: behind the memory | out: take more
        .text
main:   jal fill
        li $v0, 10
        syscall
fill:   addi $sp, $sp, -16
        li $t0, 0
put:    sll $t1, $t0, 2
        add $t1, $t1, $sp
        sw $t0, 0($t1)                  #<<
        addi $t0, $t0, 1
        ble $t0, 4, put  #-> blt $t0, 4, put
        addi $sp, $sp, 16
        jr $ra
#=== words_in_a_byte_space | reason: behind the end of a | out: last word
        .data
a:      .space 5
        .align 2
sum:    .word 0
last:   .word 0
        .text
main:   la $t0, a
        li $t1, 1
        li $t2, 0
loop:   add $t3, $t2, $t2
        add $t3, $t3, $t3
        add $t3, $t3, $t0
        sw $t1, 0($t3)                  #<<
        addi $t2, $t2, 1
        blt $t2, 3, loop
        li $v0, 10
        syscall
#=== constant_offset | reason: behind the end of p | out: check the offset
        .data
p:      .word 1, 2, 3
q:      .word 9
        .text
main:   la $t1, p
        lw $a0, 12($t1)                 #<<
        li $v0, 1
        syscall
        lw $a0, q
        li $v0, 10
        syscall
#=== row_of_a_matrix | reason: behind the end of m | out: check the offset
        .data
m:      .word 1, 2, 3, 4, 5, 6
s:      .word 77
        .text
main:   li $t0, 2
        mul $t2, $t0, 3
        sll $t2, $t2, 2
        lw $a0, m($t2)                  #<<
        li $v0, 1
        syscall
        la $t9, s
        li $v0, 10
        syscall
#=== buffer_on_the_stack | input: ab | reason: has taken 8 | out: put 8 into $a1
        .text
main:   addi $sp, $sp, -8
        move $a0, $sp
        li $a1, 32  #-> li $a1, 8
        li $v0, 8
        syscall                         #<<
        addi $sp, $sp, 8
        li $v0, 10
        syscall
#=== pixel_before_a_number | reason: before the beginning of 0x10010000 | out: the first place
        .text
main:   li $t0, 0x10010000
        li $t1, 0xff
        sw $t1, -4($t0)                 #<<
        sw $t1, 0($t0)
        li $v0, 10
        syscall
#=== pixel_before_a_stored_number | reason: before the beginning of 0x10008000 | out: the first place
        .data
disp:   .word 0x10008000
        .text
main:   lw $t0, disp
        li $t1, 0xff
        sw $t1, -4($t0)                 #<<
        sw $t1, 0($t0)
        li $v0, 10
        syscall
#=== bubble_sort | reason: behind the end of arr | out: let the loop end one round earlier
        .data
arr:    .word 3, 1, 2
n:      .word 3
        .text
main:   la $t0, arr
        lw $t1, n
        li $t2, 0
loop:   bge $t2, $t1, done
        sll $t3, $t2, 2
        add $t3, $t3, $t0
        lw $t4, 0($t3)
        lw $t5, 4($t3)                  #<<
        ble $t4, $t5, skip
        sw $t5, 0($t3)
        sw $t4, 4($t3)
skip:   addi $t2, $t2, 1
        j loop
done:   li $v0, 10
        syscall
#=== walks_to_the_end_of_memory | reason: no branch leads out | out: write a branch
        .data
a:      .word 1, 2, 3
        .text
main:   la $t0, a
loop:   lw $t1, 0($t0)                  #<<
        addi $t0, $t0, 4
        b loop  #-> bne $t1, 3, loop
#=== copied_backwards | reason: behind the end of dst | out: begin there at the latest
        .data
src:    .word 10, 20, 30, 40
dst:    .space 16
len:    .word 4
        .text
main:   la   $s0, src
        la   $s1, dst
        lw   $s2, len
        sll  $t0, $s2, 2
        add  $s1, $s1, $t0
copy:   lw   $t1, 0($s0)
        sw   $t1, 0($s1)      #<<
        addi $s0, $s0, 4
        addi $s1, $s1, -4
        addi $s2, $s2, -1
        bnez $s2, copy
        la   $t2, dst
        lw   $a0, 0($t2)
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
#=== insertion_sort_goes_below | reason: before the beginning of arr | out: first place is arr+0
        .data
before: .word 77
arr:    .word 5, 2, 4, 1
n:      .word 4
        .text
main:   la   $s0, arr
        li   $s1, 1
outer:  lw   $t9, n
        bge  $s1, $t9, done
        sll  $t0, $s1, 2
        add  $t0, $t0, $s0
        lw   $s2, 0($t0)
        addi $t1, $t0, -4
inner:  lw   $t2, 0($t1)      #<<
        ble  $t2, $s2, place
        sw   $t2, 4($t1)
        addi $t1, $t1, -4
        b    inner
place:  sw   $s2, 4($t1)
        addi $s1, $s1, 1
        j    outer
done:   lw   $a0, before
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
#=== five_bytes_for_five_words | reason: block of 8 bytes | out: 4 for each word
        .text
main:   li   $v0, 9
        li   $a0, 5
        syscall
        move $s0, $v0
        move $t0, $s0
        li   $t1, 1
fill:   sw   $t1, 0($t0)      #<<
        addi $t0, $t0, 4
        addi $t1, $t1, 1
        ble  $t1, 5, fill
        lw   $a0, 16($s0)
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
#=== one_double_too_many | reason: behind the end of d | out: last double is at d+8
        .data
d:      .double 1.5, 2.5
n:      .word 3
        .text
main:   la   $t0, d
        lw   $t1, n
        mtc1 $zero, $f12
        mtc1 $zero, $f13
l:      l.d  $f0, 0($t0)      #<<
        add.d $f12, $f12, $f0
        addi $t0, $t0, 8
        addi $t1, $t1, -1
        bnez $t1, l
        li   $v0, 3
        syscall
        li   $v0, 10
        syscall
#=== half_words | reason: behind the end of h | out: last halfword is at h+6
        .data
h:      .half 5, 6, 7, 8
limit:  .word 1000
        .text
main:   la   $t0, h
        li   $t1, 0
        li   $t2, 0
next:   lh   $t3, 0($t0)      #<<
        add  $t2, $t2, $t3
        addi $t0, $t0, 2
        addi $t1, $t1, 1
        bne  $t1, 5, next
        lw   $t4, limit
        add  $a0, $t2, $t4
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
#=== pixel_one_row_too_far | reason: behind the end of fb | out: fb+16380
        .data
fb:     .space 16384
lives:  .word 3
        .text
main:   la   $s0, fb
        li   $a0, 64
        li   $a1, 63
        jal  dot
        lw   $a0, lives
        li   $v0, 1
        syscall
        li   $v0, 10
        syscall
dot:    sll  $t0, $a1, 6
        add  $t0, $t0, $a0
        sll  $t0, $t0, 2
        add  $t0, $t0, $s0
        li   $t1, 0xffffff
        sw   $t1, 0($t0)      #<<
        jr   $ra
#=== words_in_fewer_bytes | input: 4\n5 | reason: only a part of it is inside | out: a word takes 4
        .data
nums:   .space 5
msg:    .asciiz "Reversed:\n"
        .text
main:   la $t0, nums
        li $t1, 0
read:   beq $t1, 2, out
        li $v0, 5
        syscall
        sw $v0, 0($t0)                  #<<
        addi $t0, $t0, 4
        addi $t1, $t1, 1
        j read
out:    la $a0, msg
        li $v0, 4
        syscall
        li $v0, 10
        syscall
#=== counts_too_far_to_stay_in_memory | reason: left it far behind | out: last element of a
        .data
a:      .word 1, 2, 3
        .text
main:   la $t0, a
        li $t2, 0
loop:   lw $t1, 0($t0)                  #<<
        addi $t0, $t0, 4
        addi $t2, $t2, 1
        blt $t2, 30000000, loop  #-> blt $t2, 3, loop
        li $v0, 10
        syscall
