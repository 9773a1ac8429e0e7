# Without statements it goes through
.data
x: .word 1, y
y: .byte 2
