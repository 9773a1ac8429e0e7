nop
li $t0, 2
