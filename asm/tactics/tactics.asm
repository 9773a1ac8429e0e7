# Four in a Row with tactics, for two people by name: undo, one block, one removal, and violations.
# After the course report named in README.md beside this file; its names for lists and registers are kept.
#
# Registers that keep their meaning for the whole game; no subroutine changes them:
#   $s0  whose turn it is: offset of the mover in the lists, 0 for player 1, 4 for player 2
#   $s1  address of player 1's name
#   $s2  address of player 2's name
#   $s3  the mover's piece, 'X' or 'O'
#   $s4  index of the cell filled last
#   $s5  the opponent's piece
#   $s6  1 if the last move may be undone, else 0 (it was the mover's first)
#   $s7  row named for a removal, or -1

# ---- services -------------------------------------------------------------------------------------
        .eqv    PRINT_INT,    1
        .eqv    PRINT_STRING, 4
        .eqv    EXIT,         10
        .eqv    PRINT_CHAR,   11
        .eqv    READ,         14
        .eqv    WRITE,        15
        .eqv    RANDOM_RANGE, 42
        .eqv    STDIN,        0
        .eqv    STDOUT,       1

# ---- the board: index 7*row + column, row 0 on top -------------------------------------------------
        .eqv    COLUMNS,      7
        .eqv    ROWS,         6
        .eqv    CELLS,        42
        .eqv    FLOOR,        35        # first index of the lowest row
        .eqv    EMPTY,        42        # '*'
        .eqv    CROSS,        88        # 'X'
        .eqv    NOUGHT,       79        # 'O'
        .eqv    CENTER,       3
        .eqv    IN_A_ROW,     4

# ---- players --------------------------------------------------------------------------------------
        .eqv    PLAYER_1,     0         # offsets in the lists
        .eqv    PLAYER_2,     4         # PLAYER_2 is also the mask that changes one into the other

# ---- answers --------------------------------------------------------------------------------------
        .eqv    ANSWER_MAX,   3         # enough to tell one character (and CR) from a longer answer
        .eqv    NAME_LIMIT,   20
        .eqv    NAME_MAX,     22        # enough to tell 20 characters (and CR) from a longer name
        .eqv    LINE_FEED,    10
        .eqv    RETURN,       13
        .eqv    DIGIT_0,      48        # '0'
        .eqv    KEY_UNDO,     89        # 'Y'
        .eqv    KEY_BLOCK,    66        # 'B'
        .eqv    KEY_REMOVE,   82        # 'R'

# ---- places inside the texts below that the program fills in ---------------------------------------
        .eqv    PICTURE_CELL, 3         # cell 0 in `picture`; the next cell is 2 further,
        .eqv    PICTURE_ROW,  18        # the next row 18
        .eqv    PIECE_1,      14
        .eqv    PIECE_2,      30
        .eqv    STATUS_PIECE, 15
        .eqv    STATUS_UNDO,  23
        .eqv    STATUS_VIOLATION, 37
        .eqv    STATUS_BLOCK, 47
        .eqv    STATUS_REMOVE, 58
        .eqv    LEFT_DIGIT,   20

        .data
board:          .byte   '*':42
                .align  2
ListUndo:       .word   3, 3            # what is left to each player
ListViolation:  .word   3, 3
ListBlock:      .word   1, 1
ListRemove:     .word   1, 1
ListFirst:      .word   1, 1            # 1 until the player's first move is made
ListPiece:      .word   0, 0            # the player's piece
ListLength:     .word   0, 0            # length of the player's name
ListName:       .word   name_1, name_2
name_1:         .space  24              # NAME_MAX bytes and one for the rest of a longer line
name_2:         .space  24
line:           .space  4               # an answer: ANSWER_MAX bytes and one for the rest of a longer line

# First and last cell of every line of the board.
                .align  2
InRow:          .word   0, 7, 14, 21, 28, 35
OutRow:         .word   6, 13, 20, 27, 34, 41
InColumn:       .word   0, 1, 2, 3, 4, 5, 6
OutColumn:      .word   35, 36, 37, 38, 39, 40, 41
InDiagonal1:    .word   14, 7, 0, 1, 2, 3
OutDiagonal1:   .word   38, 39, 40, 41, 34, 27
InDiagonal2:    .word   3, 4, 5, 6, 13, 20
OutDiagonal2:   .word   21, 28, 35, 36, 37, 38
# For each direction: first cells, last cells, number of lines, distance between cells of a line.
directions:     .word   InRow, OutRow, 6, 1
                .word   InColumn, OutColumn, 7, 7
                .word   InDiagonal1, OutDiagonal1, 6, 8
                .word   InDiagonal2, OutDiagonal2, 6, 6
directions_end: .word   0

rules:          .ascii  "WELCOME TO GAME FOUR IN ROW!\n\n"
                .ascii  "Here is the rule of the game\n\n"
                .ascii  "In the first move, you must drop the piece in the center column of the board\n\n"
                .ascii  "After first move, you have 3 times to undo the move (before your opponent's turn)\n\n"
                .ascii  "You can block the next opponent's move 1 time. But you can not use it when your opponent have opportunity to win.\n\n"
                .ascii  "If you want to remove one arbitrary piece of the opponent, press R(1 time)\n\n"
                .ascii  "If you place a piece at an inappropriate column, it will be count as a violation\n\n"
                .ascii  "If you violate over 3 times, you will lose the game\n\n"
                .asciiz "If you have already understood the rule of the game, press any key to continue\n"
start:          .asciiz "Now, let's play the game\n"
ask_name_1:     .asciiz "Player1, please enter your name(not exceed 20 chars): "
ask_name_2:     .asciiz "Player2, please enter your name(not exceed 20 chars: "
pieces:         .asciiz "The player 1: ?\nThe player 2: ?\n"
picture:        .ascii  "\n| * * * * * * * |\n| * * * * * * * |\n| * * * * * * * |\n"
                .asciiz "| * * * * * * * |\n| * * * * * * * |\n| * * * * * * * |\n"
status:         .asciiz "'s turn, piece ?\nUndo: ?, violation: ?, block: ?, remove: ?\n"
ask_first:      .asciiz "First move, enter 3: "
first_only:     .asciiz "In the first move, you must drop the piece in the center column of the board\n"
ask_move:       .asciiz "Enter column (0 to 6) or R: "
ask_row:        .asciiz "Enter row: "
ask_column:     .asciiz "Enter column: "
ask_undo:       .asciiz "Do you want to undo the last instruction? If yes, press Y. If no, press any other keys to continue: "
ask_block:      .asciiz "Do you want to block the next opponent's move? If yes, press B. If no, press any other keys to continue: "
blocked:        .asciiz " is blocked.\n"
refused:        .asciiz "You can not block, your opponent have opportunity to win.\n"
violations_left: .asciiz "Violation! You have ? left.\n"
violated:       .asciiz " violated over 3 times.\n"
winner:         .asciiz "Congratulation! Winner "
winner_count:   .asciiz "\nNumber of piece: "
winner_piece:   .asciiz "\nPiece char "
end_of_line:    .asciiz "\n"
input_ended:    .asciiz "\nEnd of input, the game stops.\n"

        .text
# ---- before the game ------------------------------------------------------------------------------
main:
        la      $a0, rules
        li      $v0, PRINT_STRING
        syscall
        jal     ReadAnswer
        bltz    $v0, InputEnded

        la      $a0, start
        li      $v0, PRINT_STRING
        syscall
        la      $s1, name_1
        la      $a0, ask_name_1
        move    $a1, $s1
        jal     AskName
        bltz    $v0, InputEnded
        sw      $v0, ListLength + PLAYER_1
        la      $s2, name_2
        la      $a0, ask_name_2
        move    $a1, $s2
        jal     AskName
        bltz    $v0, InputEnded
        sw      $v0, ListLength + PLAYER_2

        jal     DealPieces
        jal     ShowBoard
        li      $s0, PLAYER_1

# ---- one turn -------------------------------------------------------------------------------------
Turn:
        lw      $s3, ListPiece($s0)
        xori    $t0, $s0, PLAYER_2
        lw      $s5, ListPiece($t0)
        move    $a0, $s0
        jal     ShowStatus
        lw      $t0, ListFirst($s0)
        bnez    $t0, FirstMove

Instruction:
        la      $a0, ask_move
        li      $v0, PRINT_STRING
        syscall
        jal     ReadAnswer
        bltz    $v0, InputEnded
        beq     $v0, KEY_REMOVE, Remove
        move    $a0, $v0
        li      $a1, COLUMNS
        jal     ParseDigit
        bltz    $v0, WrongInstruction
        move    $a0, $v0
        jal     FindCell
        bltz    $v0, WrongInstruction
        li      $s6, 1
        j       Place

WrongInstruction:
        move    $a0, $s0
        jal     Violate
        bnez    $v0, LostByViolation
        j       Instruction

FirstMove:
        la      $a0, ask_first
        li      $v0, PRINT_STRING
        syscall
        jal     ReadAnswer
        bltz    $v0, InputEnded
        move    $a0, $v0
        li      $a1, COLUMNS
        jal     ParseDigit
        bne     $v0, CENTER, WrongFirst
        sw      $zero, ListFirst($s0)
        li      $a0, CENTER
        jal     FindCell                # at most two pieces lie there yet
        li      $s6, 0
        j       Place

WrongFirst:
        la      $a0, first_only
        li      $v0, PRINT_STRING
        syscall
        j       FirstMove

Place:                                  # $v0: index of the cell that the piece falls into
        move    $s4, $v0
        sb      $s3, board($s4)
        jal     ShowBoard
        move    $a0, $s3
        jal     HasFour
        bnez    $v0, MoverWins
        jal     IsTie
        bnez    $v0, Exit
        beqz    $s6, Block

        la      $a0, ask_undo
        li      $v0, PRINT_STRING
        syscall
        jal     ReadAnswer
        bltz    $v0, InputEnded
        bne     $v0, KEY_UNDO, Block
        lw      $t0, ListUndo($s0)
        beqz    $t0, WrongUndo
        addi    $t0, $t0, -1
        sw      $t0, ListUndo($s0)
        li      $t0, EMPTY
        sb      $t0, board($s4)
        jal     ShowBoard
        j       Turn

WrongUndo:
        move    $a0, $s0
        jal     Violate
        bnez    $v0, LostByViolation

Block:
        la      $a0, ask_block
        li      $v0, PRINT_STRING
        syscall
        jal     ReadAnswer
        bltz    $v0, InputEnded
        bne     $v0, KEY_BLOCK, NextTurn
        lw      $t0, ListBlock($s0)
        beqz    $t0, WrongBlock
        move    $a0, $s5
        jal     CanWinAtOnce
        bnez    $v0, BlockRefused
        sw      $zero, ListBlock($s0)
        xori    $a0, $s0, PLAYER_2
        jal     PrintName
        la      $a0, blocked
        li      $v0, PRINT_STRING
        syscall
        j       Turn

BlockRefused:
        la      $a0, refused
        li      $v0, PRINT_STRING
        syscall
        j       NextTurn

WrongBlock:
        move    $a0, $s0
        jal     Violate
        bnez    $v0, LostByViolation

NextTurn:
        xori    $s0, $s0, PLAYER_2
        j       Turn

Remove:
        lw      $t0, ListRemove($s0)
        beqz    $t0, WrongInstruction
RemoveWhich:
        la      $a0, ask_row
        li      $v0, PRINT_STRING
        syscall
        jal     ReadAnswer
        bltz    $v0, InputEnded
        move    $a0, $v0
        li      $a1, ROWS
        jal     ParseDigit
        move    $s7, $v0
        la      $a0, ask_column
        li      $v0, PRINT_STRING
        syscall
        jal     ReadAnswer
        bltz    $v0, InputEnded
        move    $a0, $v0
        li      $a1, COLUMNS
        jal     ParseDigit
        bltz    $v0, WrongRemove
        bltz    $s7, WrongRemove
        mul     $t0, $s7, COLUMNS
        add     $a0, $t0, $v0
        lbu     $t0, board($a0)
        bne     $t0, $s5, WrongRemove
        sw      $zero, ListRemove($s0)
        jal     RemovePiece
        jal     ShowBoard
        move    $a0, $s3
        jal     HasFour
        bnez    $v0, MoverWins
        move    $a0, $s5
        jal     HasFour
        bnez    $v0, OpponentWins
        j       NextTurn

WrongRemove:
        move    $a0, $s0
        jal     Violate
        bnez    $v0, LostByViolation
        j       RemoveWhich

# ---- the end --------------------------------------------------------------------------------------
LostByViolation:
        move    $a0, $s0
        jal     PrintName
        la      $a0, violated
        li      $v0, PRINT_STRING
        syscall
OpponentWins:
        xori    $a0, $s0, PLAYER_2
        jal     Congratulate
        j       Exit

MoverWins:
        move    $a0, $s0
        jal     Congratulate
        j       Exit

InputEnded:
        la      $a0, input_ended
        li      $v0, PRINT_STRING
        syscall
Exit:
        li      $v0, EXIT
        syscall

# ---- answers --------------------------------------------------------------------------------------
# Reads one line: up to LF or the end of input, without a CR before that. Of a line longer than the
# limit the first bytes are kept and the rest is read over.
# Arguments: $a0 = buffer of $a1 + 1 bytes, $a1 = limit
# Results:   $v0 = bytes kept (the limit stands for any longer line too), or -1 at the end of input
# Clobbers:  $a0, $a1, $a2, $t0, $t1, $t2
ReadLine:
        move    $t0, $a0
        add     $t1, $a0, $a1
        move    $a1, $a0                # where the next byte goes
        li      $a0, STDIN
        li      $a2, 1
read_byte:
        li      $v0, READ
        syscall
        blez    $v0, read_at_end
        lbu     $t2, 0($a1)
        beq     $t2, LINE_FEED, read_line_done
        beq     $a1, $t1, read_byte     # full: the last place takes all the rest
        addi    $a1, $a1, 1
        j       read_byte
read_at_end:
        bne     $a1, $t0, read_line_done        # a last line without LF is a line
        li      $v0, -1
        jr      $ra
read_line_done:
        sub     $v0, $a1, $t0
        beqz    $v0, read_return
        lbu     $t2, -1($a1)
        bne     $t2, RETURN, read_return
        addi    $v0, $v0, -1
read_return:
        jr      $ra

# Reads a line that ought to be one character.
# Results:   $v0 = the character, 0 for any other line, -1 at the end of input
# Clobbers:  $a0, $a1, $a2, $t0, $t1, $t2
ReadAnswer:
        addi    $sp, $sp, -4
        sw      $ra, 0($sp)
        la      $a0, line
        li      $a1, ANSWER_MAX
        jal     ReadLine
        bltz    $v0, answer_return
        bne     $v0, 1, answer_other
        lbu     $v0, line
        j       answer_return
answer_other:
        li      $v0, 0
answer_return:
        lw      $ra, 0($sp)
        addi    $sp, $sp, 4
        jr      $ra

# Arguments: $a0 = a character, $a1 = limit
# Results:   $v0 = the digit, 0 <= digit < limit, or -1 if the character is anything else
# Clobbers:  $t0
ParseDigit:
        addi    $v0, $a0, -DIGIT_0
        sltu    $t0, $v0, $a1
        bnez    $t0, parse_return
        li      $v0, -1
parse_return:
        jr      $ra

# Asks until a name has 1 to 20 characters.
# Arguments: $a0 = the question, $a1 = buffer of NAME_MAX + 1 bytes
# Results:   $v0 = length of the name, or -1 at the end of input
# Clobbers:  $a0, $a1, $a2, $t0, $t1, $t2
AskName:
        addi    $sp, $sp, -12
        sw      $ra, 0($sp)
        sw      $a0, 4($sp)
        sw      $a1, 8($sp)
ask_name_again:
        lw      $a0, 4($sp)
        li      $v0, PRINT_STRING
        syscall
        lw      $a0, 8($sp)
        li      $a1, NAME_MAX
        jal     ReadLine
        beqz    $v0, ask_name_again
        bgt     $v0, NAME_LIMIT, ask_name_again
        lw      $ra, 0($sp)
        addi    $sp, $sp, 12
        jr      $ra

# ---- rules ----------------------------------------------------------------------------------------
# Lets chance decide who plays X and who O, and says so.
# Clobbers:  $v0, $a0, $a1, $t0, $t1
DealPieces:
        li      $a0, 0
        li      $a1, 2
        li      $v0, RANDOM_RANGE
        syscall
        li      $t0, CROSS
        li      $t1, NOUGHT
        beqz    $a0, deal_pieces
        li      $t0, NOUGHT
        li      $t1, CROSS
deal_pieces:
        sw      $t0, ListPiece + PLAYER_1
        sw      $t1, ListPiece + PLAYER_2
        la      $a0, pieces
        sb      $t0, PIECE_1($a0)
        sb      $t1, PIECE_2($a0)
        li      $v0, PRINT_STRING
        syscall
        jr      $ra

# Finds the cell that a piece dropped into a column falls into.
# Arguments: $a0 = column 0..6
# Results:   $v0 = index of the cell, or a negative number if the column is full
# Clobbers:  $t0
FindCell:
        addi    $v0, $a0, FLOOR
find_cell_up:
        lbu     $t0, board($v0)
        beq     $t0, EMPTY, find_cell_return
        addi    $v0, $v0, -COLUMNS
        bgez    $v0, find_cell_up
find_cell_return:
        jr      $ra

# Takes a piece off the board; those above it fall by one.
# Arguments: $a0 = index of its cell
# Clobbers:  $a0, $t0, $t1
RemovePiece:
        blt     $a0, COLUMNS, remove_top
        addi    $t0, $a0, -COLUMNS
        lbu     $t1, board($t0)
        sb      $t1, board($a0)
        move    $a0, $t0
        j       RemovePiece
remove_top:
        li      $t1, EMPTY
        sb      $t1, board($a0)
        jr      $ra

# Looks for four equal pieces in a row along every line of the board.
# Arguments: $a0 = the piece
# Results:   $v0 = 1 if it has four in a row, else 0
# Clobbers:  $v1, $a1, $t0..$t9
HasFour:
        la      $t0, board
        la      $t1, directions
        la      $t9, directions_end
        li      $v0, 1
four_direction:
        lw      $t2, 0($t1)             # where the line's first cell stands
        lw      $t3, 4($t1)             # where its last cell stands
        lw      $t4, 8($t1)             # lines left
        lw      $t5, 12($t1)            # from cell to cell
        add     $t6, $t5, $t5
        add     $t6, $t6, $t5
        add     $t6, $t6, $t0           # added to the first index: address of the fourth cell
four_line:
        lw      $t7, 0($t2)
        add     $t8, $t7, $t6           # four in a row of at most seven cells include the fourth,
        lbu     $t8, 0($t8)             # so a line is walked only if the piece is there
        beq     $t8, $a0, four_walk
four_next_line:
        addi    $t2, $t2, 4
        addi    $t3, $t3, 4
        addi    $t4, $t4, -1
        bnez    $t4, four_line
        addi    $t1, $t1, 16
        bne     $t1, $t9, four_direction
        li      $v0, 0
        jr      $ra

four_walk:
        lw      $t8, 0($t3)
        add     $t7, $t7, $t0           # address of the cell
        add     $t8, $t8, $t0           # address of the last cell
        li      $v1, 0                  # equal pieces so far
four_cell:
        lbu     $a1, 0($t7)
        bne     $a1, $a0, four_break
        addi    $v1, $v1, 1
        beq     $v1, IN_A_ROW, four_found
        j       four_next_cell
four_break:
        li      $v1, 0
four_next_cell:
        add     $t7, $t7, $t5
        ble     $t7, $t8, four_cell
        j       four_next_line
four_found:
        li      $v0, 1
        jr      $ra

# Would this piece, dropped into some column now, make four in a row?
# Arguments: $a0 = the piece
# Results:   $v0 = 1 if so, else 0
# Clobbers:  $v1, $a0, $a1, $t0..$t9
CanWinAtOnce:
        addi    $sp, $sp, -16
        sw      $ra, 0($sp)
        sw      $s0, 4($sp)
        sw      $s1, 8($sp)
        sw      $s2, 12($sp)
        move    $s0, $a0
        li      $s1, 0                  # column
can_win_column:
        move    $a0, $s1
        jal     FindCell
        bltz    $v0, can_win_next
        move    $s2, $v0
        sb      $s0, board($s2)         # try it
        move    $a0, $s0
        jal     HasFour
        li      $t0, EMPTY
        sb      $t0, board($s2)         # and take it back
        bnez    $v0, can_win_return
can_win_next:
        addi    $s1, $s1, 1
        blt     $s1, COLUMNS, can_win_column
        li      $v0, 0
can_win_return:
        lw      $ra, 0($sp)
        lw      $s0, 4($sp)
        lw      $s1, 8($sp)
        lw      $s2, 12($sp)
        addi    $sp, $sp, 16
        jr      $ra

# Is the highest row full?
# Results:   $v0 = 1 if so, else 0
# Clobbers:  $t0, $t1
IsTie:
        li      $v0, 0
        li      $t0, 0                  # column
tie_cell:
        lbu     $t1, board($t0)
        beq     $t1, EMPTY, tie_return
        addi    $t0, $t0, 1
        blt     $t0, COLUMNS, tie_cell
        li      $v0, 1
tie_return:
        jr      $ra

# Counts a violation and says how many are left.
# Arguments: $a0 = player (offset in the lists)
# Results:   $v0 = 1 if the player had none left and has lost, else 0
# Clobbers:  $a0, $t0
Violate:
        lw      $t0, ListViolation($a0)
        beqz    $t0, violate_lost
        addi    $t0, $t0, -1
        sw      $t0, ListViolation($a0)
        addi    $t0, $t0, DIGIT_0
        la      $a0, violations_left
        sb      $t0, LEFT_DIGIT($a0)
        li      $v0, PRINT_STRING
        syscall
        li      $v0, 0
        jr      $ra
violate_lost:
        li      $v0, 1
        jr      $ra

# ---- output ---------------------------------------------------------------------------------------
# Prints the board: six lines below an empty one.
# Clobbers:  $v0, $a0, $t0, $t1, $t2, $t3
ShowBoard:
        la      $t0, board
        addi    $t1, $t0, CELLS         # behind the last cell
        la      $a0, picture
        addi    $t2, $a0, PICTURE_CELL
show_row:
        lbu     $t3, 0($t0)
        sb      $t3, 0($t2)
        lbu     $t3, 1($t0)
        sb      $t3, 2($t2)
        lbu     $t3, 2($t0)
        sb      $t3, 4($t2)
        lbu     $t3, 3($t0)
        sb      $t3, 6($t2)
        lbu     $t3, 4($t0)
        sb      $t3, 8($t2)
        lbu     $t3, 5($t0)
        sb      $t3, 10($t2)
        lbu     $t3, 6($t0)
        sb      $t3, 12($t2)
        addi    $t0, $t0, COLUMNS
        addi    $t2, $t2, PICTURE_ROW
        bne     $t0, $t1, show_row
        li      $v0, PRINT_STRING
        syscall
        jr      $ra

# Prints the mover's name, piece, and what is left to him.
# Arguments: $a0 = player (offset in the lists)
# Clobbers:  $v0, $a0, $a1, $a2, $t0, $t1
ShowStatus:
        addi    $sp, $sp, -8
        sw      $ra, 0($sp)
        sw      $a0, 4($sp)
        la      $a0, end_of_line
        li      $v0, PRINT_STRING
        syscall
        lw      $a0, 4($sp)
        jal     PrintName
        lw      $t1, 4($sp)
        la      $a0, status
        lw      $t0, ListPiece($t1)
        sb      $t0, STATUS_PIECE($a0)
        lw      $t0, ListUndo($t1)
        addi    $t0, $t0, DIGIT_0
        sb      $t0, STATUS_UNDO($a0)
        lw      $t0, ListViolation($t1)
        addi    $t0, $t0, DIGIT_0
        sb      $t0, STATUS_VIOLATION($a0)
        lw      $t0, ListBlock($t1)
        addi    $t0, $t0, DIGIT_0
        sb      $t0, STATUS_BLOCK($a0)
        lw      $t0, ListRemove($t1)
        addi    $t0, $t0, DIGIT_0
        sb      $t0, STATUS_REMOVE($a0)
        li      $v0, PRINT_STRING
        syscall
        lw      $ra, 0($sp)
        addi    $sp, $sp, 8
        jr      $ra

# Prints a name byte for byte: service 4 would take each byte of a letter with an accent for a character.
# Arguments: $a0 = player (offset in the lists)
# Clobbers:  $v0, $a0, $a1, $a2
PrintName:
        lw      $a1, ListName($a0)
        lw      $a2, ListLength($a0)
        li      $a0, STDOUT
        li      $v0, WRITE
        syscall
        jr      $ra

# Names the winner, the number of his pieces on the board, and his piece.
# Arguments: $a0 = player (offset in the lists)
# Clobbers:  $v0, $a0, $a1, $a2, $t0, $t1, $t2
Congratulate:
        addi    $sp, $sp, -8
        sw      $ra, 0($sp)
        sw      $a0, 4($sp)
        la      $a0, winner
        li      $v0, PRINT_STRING
        syscall
        lw      $a0, 4($sp)
        jal     PrintName
        la      $a0, winner_count
        li      $v0, PRINT_STRING
        syscall
        lw      $t0, 4($sp)
        lw      $t0, ListPiece($t0)
        li      $a0, 0                  # pieces met
        li      $t1, 0                  # index of the cell
count_cell:
        lbu     $t2, board($t1)
        bne     $t2, $t0, count_next
        addi    $a0, $a0, 1
count_next:
        addi    $t1, $t1, 1
        blt     $t1, CELLS, count_cell
        li      $v0, PRINT_INT
        syscall
        la      $a0, winner_piece
        li      $v0, PRINT_STRING
        syscall
        move    $a0, $t0
        li      $v0, PRINT_CHAR
        syscall
        la      $a0, end_of_line
        li      $v0, PRINT_STRING
        syscall
        lw      $ra, 0($sp)
        addi    $sp, $sp, 8
        jr      $ra
