# Selection sort with subroutines that follow the calling convention.
        .eqv MAX 50
        .data
values: .space  200
        .text
        .globl  main
main:
        la      $a0, values
        li      $a1, MAX
        jal     read_numbers
        move    $s0, $v0
        la      $a0, values
        move    $a1, $s0
        jal     selection_sort
        la      $a0, values
        move    $a1, $s0
        jal     print_numbers
        la      $a0, values
        move    $a1, $s0
        jal     sum_up
        move    $a0, $v0
        li      $v0, 1
        syscall
        li      $v0, 10
        syscall

read_numbers:                           # (array, max) -> count
        li      $t0, 0
        move    $t1, $a0
rn_loop:
        beq     $t0, $a1, rn_done
        li      $v0, 5
        syscall
        beqz    $v0, rn_done
        sw      $v0, 0($t1)
        addiu   $t1, $t1, 4
        addiu   $t0, $t0, 1
        j       rn_loop
rn_done:
        move    $v0, $t0
        jr      $ra

selection_sort:                         # (array, count)
        addiu   $sp, $sp, -20
        sw      $ra, 16($sp)
        sw      $s0, 12($sp)
        sw      $s1, 8($sp)
        sw      $s2, 4($sp)
        move    $s0, $a0
        move    $s1, $a1
        li      $s2, 0
ss_loop:
        addiu   $t0, $s1, -1
        bge     $s2, $t0, ss_done
        move    $a0, $s0
        move    $a1, $s2
        move    $a2, $s1
        jal     index_of_min
        sll     $t0, $s2, 2
        addu    $t0, $s0, $t0
        sll     $t1, $v0, 2
        addu    $t1, $s0, $t1
        lw      $t2, 0($t0)
        lw      $t3, 0($t1)
        sw      $t3, 0($t0)
        sw      $t2, 0($t1)
        addiu   $s2, $s2, 1
        j       ss_loop
ss_done:
        lw      $s2, 4($sp)
        lw      $s1, 8($sp)
        lw      $s0, 12($sp)
        lw      $ra, 16($sp)
        addiu   $sp, $sp, 20
        jr      $ra

index_of_min:                           # (array, from, count) -> index
        move    $v0, $a1
im_loop:
        addiu   $a1, $a1, 1
        bge     $a1, $a2, im_done
        sll     $t0, $a1, 2
        addu    $t0, $a0, $t0
        lw      $t0, 0($t0)
        sll     $t1, $v0, 2
        addu    $t1, $a0, $t1
        lw      $t1, 0($t1)
        bge     $t0, $t1, im_loop
        move    $v0, $a1
        j       im_loop
im_done:
        jr      $ra

print_numbers:                          # (array, count)
        sll     $t0, $a1, 2
        addu    $t0, $a0, $t0
        move    $t1, $a0
pn_loop:
        beq     $t1, $t0, pn_done
        lw      $a0, 0($t1)
        li      $v0, 1
        syscall
        li      $a0, 32
        li      $v0, 11
        syscall
        addiu   $t1, $t1, 4
        j       pn_loop
pn_done:
        li      $a0, 10
        li      $v0, 11
        syscall
        jr      $ra

sum_up:                                 # (array, count) -> sum
        li      $v0, 0
su_loop:
        blez    $a1, su_done
        lw      $t0, 0($a0)
        addu    $v0, $v0, $t0
        addiu   $a0, $a0, 4
        addiu   $a1, $a1, -1
        j       su_loop
su_done:
        jr      $ra
