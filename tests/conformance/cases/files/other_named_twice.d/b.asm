.data
.word 5, l
.text
l: addi $t0, $t0, 3
