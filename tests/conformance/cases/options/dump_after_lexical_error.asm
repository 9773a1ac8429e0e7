# Nothing is stored before all lines are read
.data
x: .word 1
.text
li $t0, 0b1
