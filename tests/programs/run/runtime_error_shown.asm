# A runtime error: exit code 70, and on standard error the place, the line, the operands and why.
        .data
word:   .word   1, 2
        .text
        la      $t0, word
        addi    $t0, $t0, 1
        lw      $t1, 4($t0)
