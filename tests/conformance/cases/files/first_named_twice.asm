# The first file named twice is laid out twice, but its last statements count both times
.data
x: .word 1, y
y: .byte 2
.text
li $t0, 0x12345
lw $t1, x
