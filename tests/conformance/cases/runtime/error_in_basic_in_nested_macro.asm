# A basic instruction in a macro called by another one
.macro inner (%r)
nop
lw $t4, 1(%r)
.end_macro
.macro outer (%r)
inner (%r)
.end_macro
.data
a: .asciiz "abc"
x: .space 64
.text
la $t1, x
outer ($t1)
