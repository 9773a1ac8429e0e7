# A run-time error in the first instruction of a pseudo-instruction: call and body are named
.macro f
nop
div $t2, $t3, 5
add $t2, $t4, 5
move $t5, $t6
.end_macro
.macro g
subi $t3, $t4, 100000
.end_macro
.macro h (%r)
negu $t1, %r
neg $t1, %r
.end_macro
.text
f
lui $t4, 0x8000
h ($t4)
