# The same, three times
.data
x: .word 1, y
y: .byte 2
.text
li $t0, 0x12345
lw $t1, x
