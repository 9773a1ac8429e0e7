# queens.asm -- counts the ways to place N queens on an N x N board, by depth-first search over bit masks.
#
# Measures: recursion with five saved registers, bit operations, branches that are hard to foresee.
# Prints the number of solutions and of placed queens.

        .data
board:     .word   10                   # the board's size, at most 16
rounds:    .word   20                   # @scale
solutions: .asciiz "solutions: "
placed:    .asciiz "\nplaced: "
line_end:  .asciiz "\n"

        .text
        .globl  main
main:
        lw      $t0, board
        li      $s0, 1
        sllv    $s0, $s0, $t0
        addiu   $s0, $s0, -1            # $s0 = every column taken
        li      $s1, 0                  # $s1 = solutions
        li      $s2, 0                  # $s2 = queens placed
        lw      $s3, rounds

next_round:
        li      $a0, 0
        li      $a1, 0
        li      $a2, 0
        jal     place
        addiu   $s3, $s3, -1
        bgtz    $s3, next_round

        la      $a0, solutions
        li      $v0, 4
        syscall
        move    $a0, $s1
        li      $v0, 1
        syscall
        la      $a0, placed
        li      $v0, 4
        syscall
        move    $a0, $s2
        li      $v0, 1
        syscall
        la      $a0, line_end
        li      $v0, 4
        syscall
        li      $v0, 10
        syscall

# place: tries every free column of one row, and the rows below it.
# In:  $a0 = columns taken, $a1 = columns hit by falling diagonals, $a2 = by rising ones; $s0 = every column
# Out: $s1 and $s2 counted up. Clobbers $t0..$t2.
place:
        bne     $a0, $s0, place_search
        addiu   $s1, $s1, 1
        jr      $ra
place_search:
        addiu   $sp, $sp, -20
        sw      $ra, 0($sp)
        sw      $a0, 4($sp)
        sw      $a1, 8($sp)
        sw      $a2, 12($sp)
        or      $t0, $a0, $a1
        or      $t0, $t0, $a2
        nor     $t0, $t0, $zero
        and     $t0, $t0, $s0           # $t0 = columns still free
place_next:
        beqz    $t0, place_done
        subu    $t1, $zero, $t0
        and     $t1, $t1, $t0           # $t1 = the lowest of them
        xor     $t0, $t0, $t1
        sw      $t0, 16($sp)
        addiu   $s2, $s2, 1
        lw      $a0, 4($sp)
        lw      $a1, 8($sp)
        lw      $a2, 12($sp)
        or      $a0, $a0, $t1
        or      $a1, $a1, $t1
        sll     $a1, $a1, 1
        or      $a2, $a2, $t1
        srl     $a2, $a2, 1
        jal     place
        lw      $t0, 16($sp)
        j       place_next
place_done:
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 20
        jr      $ra
