# The second pass fails: no text
.data
x: .word 1, 2
.text
nop
lw $t0, nothing
