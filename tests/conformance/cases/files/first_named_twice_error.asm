# Its errors are found twice
.eqv N 5
li $t0, N
foo $t1
.data
.word 1, nothing
