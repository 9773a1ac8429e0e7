# Bitmap Display (settings: 16, 16, 512, 256, 0xffff0000).
.text
main:
 lui $t0, 0xffff
 li $t1, 512
 li $t2, 0x00ff0000
loop: sw $t2, 0($t0)
 addiu $t0, $t0, 4
 addiu $t1, $t1, -1
 bnez $t1, loop
 lui $t0, 0xffff
 lw $t3, 0($t0)
 lw $t4, 4($t0)
 li $v0, 5
 syscall
 move $a0, $v0
 li $v0, 1
 syscall
 move $a0, $t3
 li $v0, 34
 syscall
 li $v0, 10
 syscall
