# Connect Four by Finn: Ada's program with other names.

	.eqv    COLUMNS 7
	.eqv    ROWS 6
	.eqv    CELLS 42
	.eqv    PRINT_STRING 4
	.eqv    READ_STRING 8
	.eqv    EXIT 10
	.eqv    PRINT_CHARACTER 11

	.data
board:  .space  CELLS
L31:   .space  32
L30:  .ascii  "XO"
L23:   .asciiz "X to move (1..7)? "
L24:   .asciiz "O to move (1..7)? "
L27:  .asciiz "No such column, please try again.\n"
L28:   .asciiz "Sorry, this column is full!\n"
L25:  .asciiz "*** Player 1 wins ***\n"
L26:  .asciiz "*** Player 2 wins ***\n"
draw:   .asciiz "A draw, well played.\n"

L29:   .word   1, 1, 0,   7, 0, 1,   8, 1, 1,   6, -1, 1

	.text
	.globl  main
main:   jal     L07
	li      $s4, 0
	li      $s6, 0
L01:   lb      $s5, L30($s4)
	jal     L09
	move    $a0, $s4
	jal     L12
	move    $s7, $v0
	bltz    $s7, L02
	move    $a0, $s7
	move    $a1, $s5
	jal     drop
	bltz    $v0, L03
	addi    $s6, $s6, 1
	move    $a0, $s5
	jal     has_four
	bnez    $v0, L04
	beq     $s6, CELLS, L05
	xori    $s4, $s4, 1
	j       L01

L02:    la      $a0, L27
	li      $v0, PRINT_STRING
	syscall
	j       L01
L03:
	la      $a0, L28
	li      $v0, PRINT_STRING
	syscall
	j       L01

L04:    jal     L09
	la      $a0, L25
	beqz    $s4, L06
	la      $a0, L26
	j       L06
L05:   jal     L09
	la      $a0, draw
L06:   li      $v0, PRINT_STRING
	syscall
	li      $v0, EXIT
	syscall

L07:
	li      $t7, CELLS
	li      $t6, '.'
L08:
	addi    $t7, $t7, -1
	sb      $t6, board($t7)
	bnez    $t7, L08
	jr      $ra

L09:
	li      $t7, 0
L10:
	lb      $a0, board($t7)
	li      $v0, PRINT_CHARACTER
	syscall
	addi    $t7, $t7, 1
	li      $t6, COLUMNS
	div     $t7, $t6
	mfhi    $t6
	bnez    $t6, L11
	li      $a0, '\n'
	li      $v0, PRINT_CHARACTER
	syscall
L11:
	bne     $t7, CELLS, L10
	jr      $ra

L12:
	move    $t7, $a0
	la      $a0, L23
	beqz    $t7, L13
	la      $a0, L24
L13:
	li      $v0, PRINT_STRING
	syscall
	la      $a0, L31
	li      $a1, 32
	li      $v0, READ_STRING
	syscall
	lb      $t7, L31
	la      $t6, L31
	lb      $t6, 1($t6)
	beq     $t6, '\n', L14
	bnez    $t6, L15
L14:
	addi    $v0, $t7, -49
	bltz    $v0, L15
	bge     $v0, COLUMNS, L15
	jr      $ra
L15:
	li      $v0, -1
	jr      $ra

drop:   li      $v0, ROWS
	addi    $t7, $a0, CELLS
L16:
	addi    $v0, $v0, -1
	bltz    $v0, L17
	addi    $t7, $t7, -7
	lb      $t6, board($t7)
	li      $t2, '.'
	bne     $t6, $t2, L16
	sb      $a1, board($t7)
L17:
	jr      $ra

has_four:
	li      $t7, 0
L18:
	li      $t6, 0
L19:
	lw      $t2, L29($t6)
	addi    $t3, $t6, 4
	lw      $t4, L29($t3)
	addi    $t3, $t6, 8
	lw      $t5, L29($t3)
	li      $t1, COLUMNS
	div     $t7, $t1
	mfhi    $t0
	mflo    $t8
	move    $t9, $t7
	li      $v0, 4
L20:
	bltz    $t0, L21
	bge     $t0, COLUMNS, L21
	bge     $t8, ROWS, L21
	lb      $t1, board($t9)
	bne     $t1, $a0, L21
	addi    $v0, $v0, -1
	beqz    $v0, L22
	add     $t9, $t9, $t2
	add     $t0, $t0, $t4
	add     $t8, $t8, $t5
	j       L20
L21:
	addi    $t6, $t6, 12
	bne     $t6, 48, L19
	addi    $t7, $t7, 1
	bne     $t7, CELLS, L18
	li      $v0, 0
	jr      $ra
L22:
	li      $v0, 1
	jr      $ra
