# Asks for two numbers and adds them: the debug console is where they come from.
	.data
sum:	.word 0
ask:	.asciiz "number? "
	.text
main:	jal	read
	move	$s0, $v0
	jal	read
	add	$s0, $s0, $v0
	sw	$s0, sum
	move	$a0, $s0
	li	$v0, 1
	syscall
	li	$v0, 10
	syscall

read:	la	$a0, ask
	li	$v0, 4
	syscall
	li	$v0, 5
	syscall
	jr	$ra
