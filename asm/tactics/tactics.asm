# Chapter 5: tactics - Four in a Row for two people by name, with undo, one block, one removal, and
# violations.
#
# New in this one: what each player has is kept in lists with one word for each, so that the same
# lines serve both; a table that names other tables (directions); and many rules that meet in one
# turn. README.md tells them.
#
# Registers with one meaning in the whole program; only main changes them:
#
#   $s0       whose turn it is, as an offset in the lists: PLAYER_1 or PLAYER_2
#   $s1, $s2  addresses of the names
#   $s3       the mover's piece, 'X' or 'O'
#   $s4       index of the cell filled last
#   $s5       the opponent's piece
#   $s6       1 if the last move may be undone, else 0 (it was the mover's first)
#   $s7       row named for a removal, negative if it was no row
#
# $s1 and $s2 are the report's, and so are the names of InDiagonal1 to OutDiagonal2 and of ListUndo
# and ListViolation, which the other lists follow.

        # Services
        .eqv    PRINT_INT           1
        .eqv    PRINT_STRING        4
        .eqv    EXIT                10
        .eqv    PRINT_CHAR          11
        .eqv    READ_FILE           14
        .eqv    WRITE_FILE          15
        .eqv    RANDOM_RANGE        42
        .eqv    STDIN               0
        .eqv    STDOUT              1

        # Characters
        .eqv    LINE_FEED           10
        .eqv    RETURN              13
        .eqv    EMPTY               42          # '*': no piece in this cell
        .eqv    DIGIT_ZERO          48
        .eqv    DIGIT_CENTER        51          # '3'
        .eqv    LETTER_B            66
        .eqv    LETTER_O            79
        .eqv    LETTER_R            82
        .eqv    LETTER_X            88
        .eqv    LETTER_Y            89

        # Answers
        .eqv    LINE_MAX            3           # characters kept of a line
        .eqv    LINE_SPACE          4           # these and one spare byte
        .eqv    NAME_MAX            20          # characters that a name may have
        .eqv    NAME_SPACE          24          # these, one spare byte, and up to a whole word
        .eqv    END_OF_INPUT        -1          # instead of an answer: there is no line left,
        .eqv    NO_CHARACTER        0           # the line is not a single character,
        .eqv    NO_DIGIT            -1          # the character is not the digit asked for

        # The board: index 7*row + column, row 0 on top
        .eqv    COLUMNS             7
        .eqv    ROWS                6
        .eqv    CELLS               42
        .eqv    FLOOR               35          # first index of the lowest row
        .eqv    CENTER              3
        .eqv    IN_A_ROW            4
        .eqv    TO_FOURTH           3           # steps from a line's first cell to its fourth

        # The rules
        .eqv    UNDOS               3           # for each player
        .eqv    VIOLATIONS          3
        .eqv    PLAYERS             2
        .eqv    PLAYER_1            0           # offsets in the lists
        .eqv    PLAYER_2            4
        .eqv    BOTH_PLAYERS        4           # 0 + 4: without the one it is the other

        # A row of directions
        .eqv    FIRST_CELLS         0
        .eqv    LAST_CELLS          4
        .eqv    LINES               8
        .eqv    STEP                12
        .eqv    DIRECTION_SIZE      16

        # Places inside the texts below that the program fills in
        .eqv    PICTURE_CELL        3           # cell 0 in `picture`
        .eqv    PICTURE_RIGHT       2           # from a cell to the next one
        .eqv    PICTURE_NEXT_ROW    4           # from behind a row to the next row's first cell
        .eqv    PIECE_1             14
        .eqv    PIECE_2             30
        .eqv    STATUS_PIECE        15
        .eqv    STATUS_UNDO         23
        .eqv    STATUS_VIOLATION    37
        .eqv    STATUS_BLOCK        47
        .eqv    STATUS_REMOVE       58
        .eqv    LEFT_DIGIT          20

        .data
board:          .byte   '*':CELLS

# What each player has: a word for player 1, a word for player 2.
                .align  2
ListUndo:       .word   UNDOS, UNDOS    # undos left
ListViolation:  .word   VIOLATIONS, VIOLATIONS
ListBlock:      .word   1, 1            # blocks left
ListRemove:     .word   1, 1            # removals left
ListFirst:      .word   1, 1            # 1 until the first move is made
ListPiece:      .word   0, 0            # the piece
ListLength:     .word   0, 0            # length of the name
ListName:       .word   name_1, name_2
name_1:         .space  NAME_SPACE
name_2:         .space  NAME_SPACE
line:           .space  LINE_SPACE

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

# The directions in which these lines run.
#                       first cells, last cells,   lines, step
directions:     .word   InRow,       OutRow,       6,     1
                .word   InColumn,    OutColumn,    7,     7
                .word   InDiagonal1, OutDiagonal1, 6,     8
                .word   InDiagonal2, OutDiagonal2, 6,     6
directions_end: .word   0

rules:          .ascii  "WELCOME TO GAME FOUR IN ROW!\n\n"
                .ascii  "Here is the rule of the game\n\n"
                .ascii  "In the first move, you must drop the piece in the center column of "
                .ascii  "the board\n\n"
                .ascii  "After first move, you have 3 times to undo the move (before your "
                .ascii  "opponent's turn)\n\n"
                .ascii  "You can block the next opponent's move 1 time. But you can not use it "
                .ascii  "when your opponent have opportunity to win.\n\n"
                .ascii  "If you want to remove one arbitrary piece of the opponent, press R"
                .ascii  "(1 time)\n\n"
                .ascii  "If you place a piece at an inappropriate column, it will be count as a "
                .ascii  "violation\n\n"
                .ascii  "If you violate over 3 times, you will lose the game\n\n"
                .ascii  "If you have already understood the rule of the game, press any key to "
                .asciiz "continue\n"
start:          .asciiz "Now, let's play the game\n"
ask_name_1:     .asciiz "Player1, please enter your name(not exceed 20 chars): "
ask_name_2:     .asciiz "Player2, please enter your name(not exceed 20 chars: "
pieces:         .asciiz "The player 1: ?\nThe player 2: ?\n"
picture:        .ascii  "\n| * * * * * * * |\n| * * * * * * * |\n| * * * * * * * |\n"
                .asciiz "| * * * * * * * |\n| * * * * * * * |\n| * * * * * * * |\n"
status:         .asciiz "'s turn, piece ?\nUndo: ?, violation: ?, block: ?, remove: ?\n"
ask_first:      .asciiz "First move, enter 3: "
first_only:     .ascii  "In the first move, you must drop the piece in the center column of "
                .asciiz "the board\n"
ask_move:       .asciiz "Enter column (0 to 6) or R: "
ask_row:        .asciiz "Enter row: "
ask_column:     .asciiz "Enter column: "
ask_undo:       .ascii  "Do you want to undo the last instruction? If yes, press Y. If no, press "
                .asciiz "any other keys to continue: "
ask_block:      .ascii  "Do you want to block the next opponent's move? If yes, press B. If no, "
                .asciiz "press any other keys to continue: "
blocked:        .asciiz " is blocked.\n"
refused:        .asciiz "You can not block, your opponent have opportunity to win.\n"
violations:     .asciiz "Violation! You have ? left.\n"
violated:       .asciiz " violated over 3 times.\n"
winner:         .asciiz "Congratulation! Winner "
winner_count:   .asciiz "\nNumber of piece: "
winner_piece:   .asciiz "\nPiece char "
end_of_line:    .asciiz "\n"
no_more_input:  .asciiz "\nEnd of input, the game stops.\n"

        .text
        .globl  main

# ------------------------------------------------------------------------------
# main: the game
#   arguments  none
#   results    none, it ends the program
#   clobbers   everything
# ------------------------------------------------------------------------------
main:
        la      $a0, rules
        jal     ask
        beq     $v0, END_OF_INPUT, input_ended

        la      $a0, start
        jal     print
        la      $s1, name_1
        la      $s2, name_2
        la      $a0, ask_name_1
        move    $a1, $s1
        jal     ask_name
        beq     $v0, END_OF_INPUT, input_ended
        sw      $v0, ListLength + PLAYER_1
        la      $a0, ask_name_2
        move    $a1, $s2
        jal     ask_name
        beq     $v0, END_OF_INPUT, input_ended
        sw      $v0, ListLength + PLAYER_2
        jal     deal_pieces
        jal     show_board
        li      $s0, PLAYER_1

turn:                                   # who moves, against whom, and with what left
        lw      $s3, ListPiece($s0)
        li      $t0, BOTH_PLAYERS
        subu    $t0, $t0, $s0
        lw      $s5, ListPiece($t0)
        move    $a0, $s0
        jal     show_status
        lw      $t0, ListFirst($s0)
        bnez    $t0, first_move

instruction:                            # a column, or R
        la      $a0, ask_move
        jal     ask
        beq     $v0, END_OF_INPUT, input_ended
        beq     $v0, LETTER_R, remove
        move    $a0, $v0
        li      $a1, COLUMNS
        jal     parse_digit
        beq     $v0, NO_DIGIT, wrong_instruction
        move    $a0, $v0
        jal     find_cell
        bltz    $v0, wrong_instruction
        li      $s6, 1
        j       place

wrong_instruction:
        move    $a0, $s0
        jal     violate
        bnez    $v0, lost
        j       instruction

first_move:                             # only 3 is right, and nothing else costs anything
        la      $a0, ask_first
        jal     ask
        beq     $v0, END_OF_INPUT, input_ended
        bne     $v0, DIGIT_CENTER, wrong_first
        sw      $zero, ListFirst($s0)
        li      $a0, CENTER
        jal     find_cell               # has room: at most two pieces lie there yet
        li      $s6, 0
        j       place

wrong_first:
        la      $a0, first_only
        jal     print
        j       first_move

place:                                  # $v0: index of the cell that the piece falls into
        move    $s4, $v0
        sb      $s3, board($s4)
        jal     show_board
        move    $a0, $s3
        jal     has_four
        bnez    $v0, mover_wins
        jal     is_tie
        bnez    $v0, exit               # of a tie the board is all that is printed
        beqz    $s6, block

undo:                                   # Y: the same player gives an instruction again
        la      $a0, ask_undo
        jal     ask
        beq     $v0, END_OF_INPUT, input_ended
        bne     $v0, LETTER_Y, block
        lw      $t0, ListUndo($s0)
        beqz    $t0, wrong_undo
        addiu   $t0, $t0, -1
        sw      $t0, ListUndo($s0)
        li      $t0, EMPTY
        sb      $t0, board($s4)
        jal     show_board
        j       turn

wrong_undo:
        move    $a0, $s0
        jal     violate
        bnez    $v0, lost

block:                                  # B: the opponent loses a turn
        la      $a0, ask_block
        jal     ask
        beq     $v0, END_OF_INPUT, input_ended
        bne     $v0, LETTER_B, next_turn
        lw      $t0, ListBlock($s0)
        beqz    $t0, wrong_block
        move    $a0, $s5
        jal     can_win_at_once
        bnez    $v0, block_refused
        sw      $zero, ListBlock($s0)
        li      $t0, BOTH_PLAYERS
        subu    $a0, $t0, $s0
        jal     print_name
        la      $a0, blocked
        jal     print
        j       turn

block_refused:
        la      $a0, refused
        jal     print
        j       next_turn

wrong_block:
        move    $a0, $s0
        jal     violate
        bnez    $v0, lost

next_turn:
        li      $t0, BOTH_PLAYERS
        subu    $s0, $t0, $s0
        j       turn

remove:
        lw      $t0, ListRemove($s0)
        beqz    $t0, wrong_instruction
remove_which:                           # row and column are judged when both are given
        la      $a0, ask_row
        jal     ask
        beq     $v0, END_OF_INPUT, input_ended
        move    $a0, $v0
        li      $a1, ROWS
        jal     parse_digit
        move    $s7, $v0
        la      $a0, ask_column
        jal     ask
        beq     $v0, END_OF_INPUT, input_ended
        move    $a0, $v0
        li      $a1, COLUMNS
        jal     parse_digit
        beq     $v0, NO_DIGIT, wrong_remove
        beq     $s7, NO_DIGIT, wrong_remove
        mul     $a0, $s7, COLUMNS
        addu    $a0, $a0, $v0
        lbu     $t0, board($a0)
        bne     $t0, $s5, wrong_remove
        sw      $zero, ListRemove($s0)
        jal     remove_piece
        jal     show_board
        move    $a0, $s3
        jal     has_four
        bnez    $v0, mover_wins
        move    $a0, $s5
        jal     has_four
        bnez    $v0, opponent_wins
        j       next_turn

wrong_remove:
        move    $a0, $s0
        jal     violate
        bnez    $v0, lost
        j       remove_which

lost:                                   # by violations
        move    $a0, $s0
        jal     print_name
        la      $a0, violated
        jal     print
opponent_wins:
        li      $t0, BOTH_PLAYERS
        subu    $a0, $t0, $s0
        jal     congratulate
        j       exit

mover_wins:
        move    $a0, $s0
        jal     congratulate
        j       exit

input_ended:
        la      $a0, no_more_input
        jal     print
exit:
        li      $v0, EXIT
        syscall

# ------------------------------------------------------------------------------
# ask_name: asks until a name has 1 to NAME_MAX characters
#   arguments  $a0 = the question, $a1 = address of the name
#   results    $v0 = length of the name, or END_OF_INPUT
#   clobbers   $a0-$a2, $t6-$t9
# ------------------------------------------------------------------------------
ask_name:
        addiu   $sp, $sp, -12
        sw      $ra, 0($sp)
        sw      $s0, 4($sp)
        sw      $s1, 8($sp)

        move    $s0, $a0
        move    $s1, $a1
ask_name_again:
        move    $a0, $s0
        jal     print
        move    $a0, $s1
        li      $a1, NAME_MAX
        jal     read_line
        beqz    $v0, ask_name_again
        bgt     $v0, NAME_MAX, ask_name_again

        lw      $s1, 8($sp)
        lw      $s0, 4($sp)
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 12
        jr      $ra

# ------------------------------------------------------------------------------
# deal_pieces: lets chance decide who plays X and who O, and says so
#   arguments  none
#   results    none
#   clobbers   $a0, $a1, $v0, $t0, $t1
# ------------------------------------------------------------------------------
deal_pieces:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)

        li      $a0, 0                  # the random generator's number
        li      $a1, PLAYERS
        li      $v0, RANDOM_RANGE
        syscall
        li      $t0, LETTER_X
        li      $t1, LETTER_O
        beqz    $a0, deal_pieces_dealt
        li      $t0, LETTER_O
        li      $t1, LETTER_X
deal_pieces_dealt:
        sw      $t0, ListPiece + PLAYER_1
        sw      $t1, ListPiece + PLAYER_2
        sb      $t0, pieces + PIECE_1
        sb      $t1, pieces + PIECE_2
        la      $a0, pieces
        jal     print

        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# ------------------------------------------------------------------------------
# find_cell: finds the cell that a piece dropped into a column falls into
#   arguments  $a0 = column
#   results    $v0 = index of the cell, negative when the column is full
#   clobbers   $t0
# ------------------------------------------------------------------------------
find_cell:
        addiu   $v0, $a0, FLOOR
find_cell_up:
        lbu     $t0, board($v0)
        beq     $t0, EMPTY, find_cell_done
        addiu   $v0, $v0, -COLUMNS
        bgez    $v0, find_cell_up
find_cell_done:
        jr      $ra

# ------------------------------------------------------------------------------
# remove_piece: takes a piece off the board; those above it fall by one
#   arguments  $a0 = index of its cell
#   results    none
#   clobbers   $a0, $t0, $t1
# ------------------------------------------------------------------------------
remove_piece:
remove_piece_fall:
        addiu   $t0, $a0, -COLUMNS      # the cell above
        bltz    $t0, remove_piece_top
        lbu     $t1, board($t0)
        sb      $t1, board($a0)
        move    $a0, $t0
        j       remove_piece_fall
remove_piece_top:
        li      $t1, EMPTY
        sb      $t1, board($a0)
        jr      $ra

# ------------------------------------------------------------------------------
# has_four: looks for four equal pieces in a row along every line of the board
#   arguments  $a0 = the piece
#   results    $v0 = 1 when it has four in a row, else 0
#   clobbers   $a0-$a3, $t0, $t1
# ------------------------------------------------------------------------------
has_four:
        addiu   $sp, $sp, -24
        sw      $ra, 0($sp)
        sw      $s0, 4($sp)
        sw      $s1, 8($sp)
        sw      $s2, 12($sp)
        sw      $s3, 16($sp)
        sw      $s4, 20($sp)

        move    $s0, $a0
        la      $s1, directions
has_four_direction:
        lw      $s2, FIRST_CELLS($s1)
        lw      $s3, LAST_CELLS($s1)
        lw      $s4, LINES($s1)         # lines left
has_four_line:
        move    $a0, $s0
        lw      $a1, 0($s2)
        lw      $a2, 0($s3)
        lw      $a3, STEP($s1)
        jal     walk_line
        bnez    $v0, has_four_done
        addiu   $s2, $s2, 4
        addiu   $s3, $s3, 4
        addiu   $s4, $s4, -1
        bnez    $s4, has_four_line
        addiu   $s1, $s1, DIRECTION_SIZE
        la      $t0, directions_end
        bne     $s1, $t0, has_four_direction

has_four_done:
        lw      $s4, 20($sp)
        lw      $s3, 16($sp)
        lw      $s2, 12($sp)
        lw      $s1, 8($sp)
        lw      $s0, 4($sp)
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 24
        jr      $ra

# ------------------------------------------------------------------------------
# walk_line: walks a line and counts equal pieces; four of at most seven cells always include the
#            fourth, so a line whose fourth cell holds something else needs no walk
#   arguments  $a0 = the piece, $a1 = first cell, $a2 = last cell, $a3 = step
#   results    $v0 = 1 when there are four of the piece in a row, else 0
#   clobbers   $a1, $t0, $t1
# ------------------------------------------------------------------------------
walk_line:
        li      $v0, 0
        mul     $t0, $a3, TO_FOURTH
        addu    $t0, $t0, $a1
        lbu     $t1, board($t0)
        bne     $t1, $a0, walk_line_done

        li      $t0, 0                  # equal pieces so far
walk_line_cell:
        lbu     $t1, board($a1)
        bne     $t1, $a0, walk_line_break
        addiu   $t0, $t0, 1
        beq     $t0, IN_A_ROW, walk_line_four
        j       walk_line_next
walk_line_break:
        li      $t0, 0
walk_line_next:
        addu    $a1, $a1, $a3
        ble     $a1, $a2, walk_line_cell
        j       walk_line_done

walk_line_four:
        li      $v0, 1
walk_line_done:
        jr      $ra

# ------------------------------------------------------------------------------
# can_win_at_once: tries a piece in every column that has room
#   arguments  $a0 = the piece
#   results    $v0 = 1 when one of them would make four in a row, else 0
#   clobbers   $a0-$a3, $t0, $t1
# ------------------------------------------------------------------------------
can_win_at_once:
        addiu   $sp, $sp, -16
        sw      $ra, 0($sp)
        sw      $s0, 4($sp)
        sw      $s1, 8($sp)
        sw      $s2, 12($sp)

        move    $s0, $a0
        li      $s1, 0                  # column
can_win_at_once_column:
        move    $a0, $s1
        jal     find_cell
        bltz    $v0, can_win_at_once_next
        move    $s2, $v0
        sb      $s0, board($s2)
        move    $a0, $s0
        jal     has_four
        li      $t0, EMPTY
        sb      $t0, board($s2)
        bnez    $v0, can_win_at_once_done
can_win_at_once_next:
        addiu   $s1, $s1, 1
        blt     $s1, COLUMNS, can_win_at_once_column
        li      $v0, 0

can_win_at_once_done:
        lw      $s2, 12($sp)
        lw      $s1, 8($sp)
        lw      $s0, 4($sp)
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 16
        jr      $ra

# ------------------------------------------------------------------------------
# is_tie: looks at the highest row
#   arguments  none
#   results    $v0 = 1 when it is full, else 0
#   clobbers   $t0, $t1
# ------------------------------------------------------------------------------
is_tie:
        li      $v0, 0
        li      $t0, 0                  # column
is_tie_cell:
        lbu     $t1, board($t0)
        beq     $t1, EMPTY, is_tie_done
        addiu   $t0, $t0, 1
        blt     $t0, COLUMNS, is_tie_cell
        li      $v0, 1
is_tie_done:
        jr      $ra

# ------------------------------------------------------------------------------
# violate: counts a violation and says how many are left
#   arguments  $a0 = player
#   results    $v0 = 1 when the player had none left and has lost, else 0
#   clobbers   $a0, $t0
# ------------------------------------------------------------------------------
violate:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)

        li      $v0, 1
        lw      $t0, ListViolation($a0)
        beqz    $t0, violate_done
        addiu   $t0, $t0, -1
        sw      $t0, ListViolation($a0)
        addiu   $t0, $t0, DIGIT_ZERO
        sb      $t0, violations + LEFT_DIGIT
        la      $a0, violations
        jal     print
        li      $v0, 0

violate_done:
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# ------------------------------------------------------------------------------
# show_board: copies the board into the picture and prints it, six lines below an empty one
#   arguments  none
#   results    none
#   clobbers   $a0, $v0, $t0-$t3
# ------------------------------------------------------------------------------
show_board:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)

        la      $t0, picture + PICTURE_CELL
        li      $t1, 0                  # index of the cell
show_board_row:
        addiu   $t2, $t1, COLUMNS       # where this row ends
show_board_cell:
        lbu     $t3, board($t1)
        sb      $t3, 0($t0)
        addiu   $t0, $t0, PICTURE_RIGHT
        addiu   $t1, $t1, 1
        bne     $t1, $t2, show_board_cell
        addiu   $t0, $t0, PICTURE_NEXT_ROW
        bne     $t1, CELLS, show_board_row
        la      $a0, picture
        jal     print

        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# ------------------------------------------------------------------------------
# show_status: prints the mover's name, piece, and what is left
#   arguments  $a0 = player
#   results    none
#   clobbers   $a0-$a2, $v0, $t0
# ------------------------------------------------------------------------------
show_status:
        addiu   $sp, $sp, -8
        sw      $ra, 0($sp)
        sw      $s0, 4($sp)

        move    $s0, $a0
        la      $a0, end_of_line
        jal     print
        move    $a0, $s0
        jal     print_name
        lw      $t0, ListPiece($s0)
        sb      $t0, status + STATUS_PIECE
        lw      $t0, ListUndo($s0)
        addiu   $t0, $t0, DIGIT_ZERO
        sb      $t0, status + STATUS_UNDO
        lw      $t0, ListViolation($s0)
        addiu   $t0, $t0, DIGIT_ZERO
        sb      $t0, status + STATUS_VIOLATION
        lw      $t0, ListBlock($s0)
        addiu   $t0, $t0, DIGIT_ZERO
        sb      $t0, status + STATUS_BLOCK
        lw      $t0, ListRemove($s0)
        addiu   $t0, $t0, DIGIT_ZERO
        sb      $t0, status + STATUS_REMOVE
        la      $a0, status
        jal     print

        lw      $s0, 4($sp)
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 8
        jr      $ra

# ------------------------------------------------------------------------------
# congratulate: names the winner, the number of the winner's pieces on the board, and the piece
#   arguments  $a0 = player
#   results    none
#   clobbers   $a0-$a2, $v0, $t0, $t1
# ------------------------------------------------------------------------------
congratulate:
        addiu   $sp, $sp, -8
        sw      $ra, 0($sp)
        sw      $s0, 4($sp)

        move    $s0, $a0
        la      $a0, winner
        jal     print
        move    $a0, $s0
        jal     print_name
        la      $a0, winner_count
        jal     print
        lw      $a0, ListPiece($s0)
        jal     count_pieces
        move    $a0, $v0
        li      $v0, PRINT_INT
        syscall
        la      $a0, winner_piece
        jal     print
        lw      $a0, ListPiece($s0)
        li      $v0, PRINT_CHAR
        syscall
        la      $a0, end_of_line
        jal     print

        lw      $s0, 4($sp)
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 8
        jr      $ra

# ------------------------------------------------------------------------------
# count_pieces: counts a player's pieces on the board
#   arguments  $a0 = the piece
#   results    $v0 = their number
#   clobbers   $t0, $t1
# ------------------------------------------------------------------------------
count_pieces:
        li      $v0, 0
        li      $t0, 0                  # index of the cell
count_pieces_cell:
        lbu     $t1, board($t0)
        bne     $t1, $a0, count_pieces_next
        addiu   $v0, $v0, 1
count_pieces_next:
        addiu   $t0, $t0, 1
        blt     $t0, CELLS, count_pieces_cell
        jr      $ra

# ------------------------------------------------------------------------------
# print_name: prints a player's name byte for byte, as it was typed; PRINT_STRING would take each
#             byte of a letter with an accent for a character
#   arguments  $a0 = player
#   results    none
#   clobbers   $a0-$a2, $v0
# ------------------------------------------------------------------------------
print_name:
        lw      $a1, ListName($a0)
        lw      $a2, ListLength($a0)
        li      $a0, STDOUT
        li      $v0, WRITE_FILE
        syscall
        jr      $ra

# ------------------------------------------------------------------------------
# ask: puts a question that a single character ought to answer
#   arguments  $a0 = the question
#   results    $v0 = the character, NO_CHARACTER for any other line, or END_OF_INPUT
#   clobbers   as read_character
# ------------------------------------------------------------------------------
ask:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)

        jal     print
        jal     read_character

        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# ------------------------------------------------------------------------------
# parse_digit: makes a number of a character
#   arguments  $a0 = the character, $a1 = limit
#   results    $v0 = the digit, which is below the limit, or NO_DIGIT
#   clobbers   none
# ------------------------------------------------------------------------------
parse_digit:
        addiu   $v0, $a0, -DIGIT_ZERO
        bltz    $v0, parse_digit_none
        blt     $v0, $a1, parse_digit_done
parse_digit_none:
        li      $v0, NO_DIGIT
parse_digit_done:
        jr      $ra

# ------------------------------------------------------------------------------
# read_answer: reads a line into `line`
#   arguments  none
#   results    $v0 = length of the line, of which LINE_MAX characters are kept, or END_OF_INPUT
#   clobbers   $a0-$a2, $t6-$t9
# ------------------------------------------------------------------------------
read_answer:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)

        la      $a0, line
        li      $a1, LINE_MAX
        jal     read_line

        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# ------------------------------------------------------------------------------
# read_character: reads a line that ought to be a single character
#   arguments  none
#   results    $v0 = the character, NO_CHARACTER when the line is empty or longer, or END_OF_INPUT
#   clobbers   as read_answer
# ------------------------------------------------------------------------------
read_character:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)

        jal     read_answer
        beq     $v0, END_OF_INPUT, read_character_done
        bne     $v0, 1, read_character_none
        lbu     $v0, line
        j       read_character_done

read_character_none:
        li      $v0, NO_CHARACTER
read_character_done:
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# ------------------------------------------------------------------------------
# print: prints a text
#   arguments  $a0 = its address
#   results    none
#   clobbers   $v0
# ------------------------------------------------------------------------------
print:
        li      $v0, PRINT_STRING
        syscall
        jr      $ra

# ------------------------------------------------------------------------------
# read_line: reads one line, up to a line feed or the end of input; a carriage return at its end is
#            no part of it. Character by character, since a longer line must not run over its buffer
#            and no answer may stop the program.
#   arguments  $a0 = address of the buffer, $a1 = how many characters to keep; the buffer has room
#              for one more
#   results    $v0 = length of the line, which may be more than was kept, or END_OF_INPUT
#   clobbers   $a0-$a2, $t6-$t9
# ------------------------------------------------------------------------------
read_line:
        move    $t6, $a1
        move    $a1, $a0                # where the next character goes
        li      $a0, STDIN
        li      $a2, 1
        li      $t7, 0                  # length of the line so far
        li      $t8, 0                  # its last character

read_line_next:
        li      $v0, READ_FILE
        syscall
        blez    $v0, read_line_no_more
        lbu     $t9, 0($a1)
        beq     $t9, LINE_FEED, read_line_end
        move    $t8, $t9
        addiu   $t7, $t7, 1
        bgt     $t7, $t6, read_line_next        # the spare byte takes all that is too much
        addiu   $a1, $a1, 1
        j       read_line_next

read_line_no_more:
        li      $v0, END_OF_INPUT
        beqz    $t7, read_line_done     # else it is a last line without a line feed
read_line_end:
        move    $v0, $t7
        bne     $t8, RETURN, read_line_done
        addiu   $v0, $v0, -1
read_line_done:
        jr      $ra
