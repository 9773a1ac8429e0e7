# The first pass has stored data when it fails, but no text
.data
x: .word 1, y, 0x12345678, 4, 5, 6, 7, 8, 9
y: .asciiz "text"
.text
nop
foo
z: nop
