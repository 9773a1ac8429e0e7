# The main loop only counts; every key interrupts it. The handler prints the key, and after five of them the program ends.
        .text
main:   li      $t0, 2
        sw      $t0, 0xffff0000     # the keyboard may interrupt
        li      $s0, 0              # keys so far
        li      $s1, 0              # rounds of the loop
loop:   addi    $s1, $s1, 1
        blt     $s0, 5, loop
        li      $v0, 10
        syscall

        .ktext  0x80000180
        move    $k1, $at            # the handler must leave $at, $v0 and $a0 as they were
        sw      $v0, save_v0
        sw      $a0, save_a0
        lw      $a0, 0xffff0004     # the key
        li      $v0, 11
        syscall
        addi    $s0, $s0, 1
        lw      $v0, save_v0
        lw      $a0, save_a0
        move    $at, $k1
        eret                        # back to where it was

        .kdata
save_v0: .word  0
save_a0: .word  0
