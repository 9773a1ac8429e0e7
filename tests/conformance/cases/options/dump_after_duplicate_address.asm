# Text is stored when duplicates are found: the later instruction is there
.text
addi $t0, $zero, 1
addi $t1, $zero, 2
.text 0x00400000
addi $t2, $zero, 3
.text 0x00400008
li $t3, 70000
