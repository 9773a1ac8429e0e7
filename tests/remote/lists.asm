# Lists of all kinds, for who shows them
	.data
words:	.word	1, -2
	.word	3
bytes:	.byte	7, 8
text:	.asciiz	"hi, you"
one:	.word	9
reals:	.float	0.5, 1.5
	.text
main:	nop
