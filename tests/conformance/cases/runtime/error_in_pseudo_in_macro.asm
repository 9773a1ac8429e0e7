# A run-time error in the third instruction of a pseudo-instruction: of the macro only its call is named
.macro f
add $t3,$t3,1
sw $t4, x($t1)
.end_macro
.data
a: .asciiz "abc"
x: .space 64
.text
li $t1, 1
f
