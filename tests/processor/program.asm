# Makes five_stages.v do everything it can. "fault N" stands in the line whose write is the first wrong one with FAULT=N.
        .text
        ori   $1, $0, 5
        ori   $2, $0, 7
        nop
        nop
        nop
        subu  $3, $2, $1                # fault 1: subtracts by adding
        addiu $4, $0, -3
        nop
        nop
        nop
        slt   $5, $4, $1                # fault 2: compares without sign
        lui   $6, 0x1234                # fault 7: shifts by too little
        ori   $7, $0, 0x40
        nop
        nop
        nop
        ori   $8, $7, 1
        addu  $8, $8, $8                # fault 3: nothing is forwarded from M
        nop
        nop
        nop
        ori   $9, $0, 0x11
        nop
        addu  $10, $9, $9               # fault 4: nothing is forwarded from W
        nop
        nop
        nop
        sw    $8, 16($0)
        ori   $11, $0, 32
        nop
        nop
        nop
        sw    $7, -4($11)               # fault 10: offsets have no sign
        lw    $12, 16($0)
        addu  $13, $12, $12             # fault 5: doesn't wait for a load
        lw    $12, 28($0)
        nop
        nop
        ori   $14, $0, 0x77
        sw    $14, 24($0)               # fault 6: the datum of a store isn't forwarded
        lw    $20, 24($0)
        beq   $20, $14, there
        addiu $21, $0, 1
        addiu $21, $0, 2
there:  bne   $1, $2, over
        ori   $15, $0, 1
        ori   $16, $0, 2
over:   ori   $17, $0, 3                # fault 9: bne is beq
        jal   routine                   # fault 8: links to its own slot
        and   $22, $17, $15
        or    $23, $22, $13
        slti  $24, $4, 0
        sll   $25, $14, 4
loop:   addiu $1, $1, -1
        bne   $1, $0, loop
        sw    $1, 32($0)
end:    beq   $0, $0, end
        nop
routine:
        addu  $18, $31, $0
        jr    $31
        addu  $19, $18, $18
