# The same in another memory configuration
.data
x: .word 1, 2
.text
nop
foo
