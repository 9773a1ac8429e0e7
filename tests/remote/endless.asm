# Goes round for ever: only an interrupt stops it.
	.text
main:	li	$t0, 0
loop:	addi	$t0, $t0, 1
	andi	$t0, $t0, 0xffff
	j	loop
