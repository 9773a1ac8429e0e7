# The repeated file goes before the others
.text
li $t0, 1
