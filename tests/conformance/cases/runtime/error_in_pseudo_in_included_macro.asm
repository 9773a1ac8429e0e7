# A macro of an included file
.include "m.inc"
.data
a: .asciiz "abc"
x: .space 64
.text
li $t1, 2
f
