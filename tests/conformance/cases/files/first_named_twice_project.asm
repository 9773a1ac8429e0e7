# With p the folder counts, each file once
.data
.word 5
.text
l: addi $t0, $t0, 3
