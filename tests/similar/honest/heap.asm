# Heap sort: sift_down builds the heap and mends it after each largest number is taken to the end.
        .data
        .align  2
h:      .space  204                     # element i at 4*i, from 1
        .text
main:
        la      $s0, h
        li      $s1, 0                  # count
        li      $s4, 0                  # sum
input:
        li      $v0, 5
        syscall
        beqz    $v0, build
        addiu   $s1, $s1, 1
        sll     $t0, $s1, 2
        addu    $t0, $t0, $s0
        sw      $v0, 0($t0)
        addu    $s4, $s4, $v0
        bne     $s1, 50, input
build:
        srl     $s2, $s1, 1
build_loop:
        beqz    $s2, take
        move    $a0, $s2
        move    $a1, $s1
        jal     sift_down
        addiu   $s2, $s2, -1
        j       build_loop
take:
        move    $s3, $s1
take_loop:
        slti    $t0, $s3, 2
        bnez    $t0, output
        sll     $t1, $s3, 2
        addu    $t1, $t1, $s0
        lw      $t2, 0($t1)
        lw      $t3, 4($s0)
        sw      $t3, 0($t1)
        sw      $t2, 4($s0)
        addiu   $s3, $s3, -1
        li      $a0, 1
        move    $a1, $s3
        jal     sift_down
        j       take_loop
output:
        li      $s2, 1
output_loop:
        bgt     $s2, $s1, finish
        sll     $t0, $s2, 2
        addu    $t0, $s0, $t0
        lw      $a0, 0($t0)
        li      $v0, 1
        syscall
        li      $v0, 11
        li      $a0, ' '
        syscall
        addiu   $s2, $s2, 1
        j       output_loop
finish:
        li      $v0, 11
        li      $a0, '\n'
        syscall
        li      $v0, 1
        move    $a0, $s4
        syscall
        li      $v0, 10
        syscall

sift_down:                              # $a0 = place, $a1 = size
        sll     $t0, $a0, 1             # left child
        bgt     $t0, $a1, sift_done
        sll     $t1, $t0, 2
        addu    $t1, $t1, $s0
        lw      $t2, 0($t1)
        beq     $t0, $a1, sift_one
        lw      $t3, 4($t1)
        ble     $t3, $t2, sift_one
        addiu   $t0, $t0, 1
        addiu   $t1, $t1, 4
        move    $t2, $t3
sift_one:
        sll     $t4, $a0, 2
        addu    $t4, $t4, $s0
        lw      $t5, 0($t4)
        bge     $t5, $t2, sift_done
        sw      $t2, 0($t4)
        sw      $t5, 0($t1)
        move    $a0, $t0
        j       sift_down
sift_done:
        jr      $ra
