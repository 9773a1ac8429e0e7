# Kernel data and the stack
.kdata
.word 1, 2
.data 0x7fffeffc
.word 9
.text
foo
