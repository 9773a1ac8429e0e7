# The same in a macro called by another one
.macro inner (%r)
nop
lw $t4, x(%r)
.end_macro
.macro outer (%r)
nop
inner (%r)
.end_macro
.data
a: .asciiz "abc"
x: .space 64
.text
li $t1, 2
nop
outer ($t1)
