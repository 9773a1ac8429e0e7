# Loads from an address that $t1 got three instructions before: an exception without a handler.
	.text
main:	l.s	$f2, half
	add.s	$f12, $f2, $f2
	li	$t1, 6
	addi	$t1, $t1, -5
	nop
	lw	$t0, 0($t1)
	.data
half:	.float 0.5
