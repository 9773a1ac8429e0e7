# Words behind -- are the program's arguments.
        lw      $s0, 0($sp)
        li      $s1, 0
next:   beq     $s1, $s0, done
        sll     $t0, $s1, 2
        add     $t0, $t0, $a1
        move    $s2, $a1
        lw      $a0, ($t0)
        li      $v0, 4
        syscall
        li      $a0, '|'
        li      $v0, 11
        syscall
        move    $a1, $s2
        addi    $s1, $s1, 1
        b       next
done:
