# A label in the data segment that no file has stays zero
.data
x: .word 1, nothing, y
y: .half 5
.text
nop
