# Macros and their labels begin anew
.macro m
l: b l
.end_macro
.data
m: .word 1
.text
m
.eqv N 3
li $t0, N
