# 5! with a recursive function: breakpoints, call stack and watchpoints of tests/remote find something in it.
	.data
result:	.word 0, 0
text:	.asciiz "5! = "
	.text
main:	li	$a0, 5
	jal	fact
	la	$t0, result
	sw	$v0, 0($t0)
	move	$s0, $v0
	la	$a0, text
	li	$v0, 4
	syscall
	move	$a0, $s0
	li	$v0, 1
	syscall
	li	$a0, 3
	li	$v0, 17
	syscall

fact:	addi	$sp, $sp, -8
	sw	$ra, 4($sp)
	sw	$a0, 0($sp)
	bgtz	$a0, more
	li	$v0, 1
	j	done
more:	addi	$a0, $a0, -1
	jal	fact
	lw	$a0, 0($sp)
	mul	$v0, $v0, $a0
done:	lw	$ra, 4($sp)
	addi	$sp, $sp, 8
	jr	$ra
