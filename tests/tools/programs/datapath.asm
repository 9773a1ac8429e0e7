# One instruction of each kind that a textbook's single-cycle datapath has.
        .data
list:   .word   7, 0
        .text
main:   lui     $s0, 0x1001
        lw      $t0, 0($s0)
        sw      $t0, 4($s0)
        addu    $t1, $t0, $t0
        beq     $t0, $t1, main
        bne     $t0, $t1, there
        nop
there:  jal     routine
        ori     $v0, $zero, 10
        syscall
routine:
        jr      $ra
