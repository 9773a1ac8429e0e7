# A sorted linked list. Node: value, address of the next node or 0.
.text
main:
	li	$s0, 0		# head
	li	$s1, 0		# numbers read
again:
	li	$v0, 5
	syscall
	beqz	$v0, walk
	move	$a0, $v0
	jal	insert
	addiu	$s1, $s1, 1
	bne	$s1, 50, again
walk:
	li	$s3, 0
	move	$s2, $s0
w1:	beqz	$s2, w2
	lw	$a0, 0($s2)
	addu	$s3, $s3, $a0
	li	$v0, 1
	syscall
	la	$a0, gap
	li	$v0, 4
	syscall
	lw	$s2, 4($s2)
	b	w1
w2:	la	$a0, line
	li	$v0, 4
	syscall
	li	$v0, 1
	move	$a0, $s3
	syscall
	li	$v0, 10
	syscall

# insert $a0 before the first node that is not smaller
insert:
	move	$t9, $a0
	li	$a0, 8
	li	$v0, 9
	syscall
	sw	$t9, 0($v0)
	beqz	$s0, front
	lw	$t0, 0($s0)
	bge	$t0, $t9, front
	move	$t1, $s0
i1:	lw	$t2, 4($t1)
	beqz	$t2, i2
	lw	$t3, 0($t2)
	bge	$t3, $t9, i2
	move	$t1, $t2
	b	i1
i2:	sw	$t2, 4($v0)
	sw	$v0, 4($t1)
	jr	$ra
front:	sw	$s0, 4($v0)
	move	$s0, $v0
	jr	$ra
.data
gap:	.asciiz " "
line:	.asciiz "\n"
