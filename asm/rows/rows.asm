# Chapter 1: rows - Four in a Row for two people, on a board that is its own picture.
#
# The five programs under asm/ are chapters of one textbook, from simple to rich; each can be read
# and run alone. New in this one: subroutines and their frames, a table (line_kinds), and how to
# read a line that may be anything. The board is a piece of text, six rows with a floor of dashes
# between them: a move writes a letter into the text, and showing the board is printing it.
# README.md tells the rules.
#
# Registers with one meaning in the whole program; only main changes them:
#
#   $t0-$t5   addresses of the six rows, $t0 the lowest
#   $a1       the turn: 1 or 2 at first, then counting up; odd is Player 1, even is Player 2
#   $s0       address of the cell that was filled last
#   $s1, $s2  the pieces of Player 1 and Player 2
#   $s3, $s4  undos left for Player 1 and Player 2
#   $s5, $s6  chances left for Player 1 and Player 2
#   $s7       moves kept so far
#
# $t0-$t5, $a1, $s1 and $s2 are the report's. By convention a call may change every $t and $a
# register, so don't take this over: it works only because each subroutine here leaves these seven
# alone. The chapters that follow keep such values in $s registers or in memory.

        # Services
        .eqv    PRINT_STRING        4
        .eqv    EXIT                10
        .eqv    READ_FILE           14
        .eqv    RANDOM_RANGE        42
        .eqv    STDIN               0

        # Characters
        .eqv    LINE_FEED           10
        .eqv    RETURN              13
        .eqv    EMPTY               32          # a blank: no piece in this cell
        .eqv    DIGIT_ZERO          48
        .eqv    LETTER_N            78
        .eqv    LETTER_X            88
        .eqv    LETTER_Y            89

        # Answers
        .eqv    LINE_MAX            8           # characters kept of a line
        .eqv    LINE_SPACE          9           # these and one spare byte
        .eqv    TEN                 10          # what a digit counts more than the one behind it
        .eqv    END_OF_INPUT        -1          # instead of an answer: there is no line left,
        .eqv    NO_NUMBER           -2          # the line is no number,
        .eqv    NO_CHARACTER        0           # the line is not a single character

        # The board: a row is 31 characters, so is the floor below it
        .eqv    COLUMNS             7
        .eqv    CELLS               42
        .eqv    FIRST_CELL          3           # offset of column 1 in its row
        .eqv    FOURTH_CELL         15          # offset of column 4
        .eqv    RIGHT               4           # from a cell to the next one in its row
        .eqv    UP                  -62         # from a cell to the one above it
        .eqv    UP_RIGHT            -58
        .eqv    UP_LEFT             -66
        .eqv    NO_CELL             0           # instead of a cell's address

        # The rules
        .eqv    UNDOS               3
        .eqv    CHANCES             3
        .eqv    DRAW_RANGE          10          # the starter is drawn from 0..9;
        .eqv    DRAW_SECOND         5           # from this number on it is Player 2
        .eqv    PLAYER_1            1           # the first turn is one of these
        .eqv    PLAYER_2            2
        .eqv    FIRST_MOVES         2           # kept moves that were a player's first one

        # A row of line_kinds
        .eqv    KIND_FIRST          0
        .eqv    KIND_COLUMNS        4
        .eqv    KIND_ROWS           8
        .eqv    KIND_STEP           12
        .eqv    KIND_SIZE           16

        .data
board:          .ascii  "\n"
                .ascii  " -----------------------------\n"
row_6:          .ascii  " |   |   |   |   |   |   |   |\n"
                .ascii  " -----------------------------\n"
row_5:          .ascii  " |   |   |   |   |   |   |   |\n"
                .ascii  " -----------------------------\n"
row_4:          .ascii  " |   |   |   |   |   |   |   |\n"
                .ascii  " -----------------------------\n"
row_3:          .ascii  " |   |   |   |   |   |   |   |\n"
                .ascii  " -----------------------------\n"
row_2:          .ascii  " |   |   |   |   |   |   |   |\n"
                .ascii  " -----------------------------\n"
row_1:          .ascii  " |   |   |   |   |   |   |   |\n"
                .ascii  " -----------------------------\n"
                .asciiz "   1   2   3   4   5   6   7\n"

# The lines of four, by kind: the first cell of a line is one of `columns` cells from offset `first`
# to the right, in one of the `rows` lowest rows; from there it is `step` bytes to each next cell.
#                       first        columns  rows  step
line_kinds:     .word   FIRST_CELL,  4,       6,    RIGHT
                .word   FIRST_CELL,  7,       3,    UP
                .word   FIRST_CELL,  4,       3,    UP_RIGHT
                .word   FOURTH_CELL, 4,       3,    UP_LEFT
line_kinds_end:

# Texts that name a player come in pairs: the first for Player 1, the second for Player 2.
starts:         .word   starts_1, starts_2
choose_column:  .word   choose_1, choose_2
wins:           .word   wins_1, wins_2
loses:          .word   loses_1, loses_2

title:          .asciiz "FOUR IN A ROW\n"
starts_1:       .asciiz "Player 1 starts the game.\n"
starts_2:       .asciiz "Player 2 starts the game.\n"
choose_1:       .asciiz "Player 1 (X), choose a column (1-7): "
choose_2:       .asciiz "Player 2 (Y), choose a column (1-7): "
invalid:        .asciiz "Invalid column."
full:           .asciiz "This column is full."
chances_text:   .ascii  " Chances left: "
chances_digit:  .asciiz "0\n"
undo_text:      .ascii  "Do you want to undo this move? Undos left: "
undo_digit:     .asciiz "0 (Y/N): "
wins_1:         .asciiz "Player 1 wins!\n"
wins_2:         .asciiz "Player 2 wins!\n"
loses_1:        .asciiz "Player 1 has no chances left. Player 2 wins!\n"
loses_2:        .asciiz "Player 2 has no chances left. Player 1 wins!\n"
tied_text:      .asciiz "The game is tied.\n"
no_more_input:  .asciiz "\nEnd of input, the game stops.\n"

line:           .space  LINE_SPACE

        .text
        .globl  main

# ------------------------------------------------------------------------------
# main: the game
#   arguments  none
#   results    none, it ends the program
#   clobbers   everything
# ------------------------------------------------------------------------------
main:
        la      $t0, row_1
        la      $t1, row_2
        la      $t2, row_3
        la      $t3, row_4
        la      $t4, row_5
        la      $t5, row_6
        li      $s1, LETTER_X
        li      $s2, LETTER_Y
        li      $s3, UNDOS
        li      $s4, UNDOS
        li      $s5, CHANCES
        li      $s6, CHANCES
        li      $s7, 0

        la      $a0, title
        jal     print
        jal     draw_starter
        move    $a1, $v0
        la      $a0, starts
        jal     print_for_player
        la      $a0, board
        jal     print

decide_turn:
        jal     choose_cell
        beq     $v0, END_OF_INPUT, input_ended
        beq     $v0, NO_CELL, wrong_move
        move    $s0, $v0
        jal     place_piece
        la      $a0, board
        jal     print

        jal     offer_undo
        beq     $v0, END_OF_INPUT, input_ended
        bnez    $v0, take_back

        addiu   $s7, $s7, 1
        jal     check_win
        bnez    $v0, won
        beq     $s7, CELLS, tied
        addiu   $a1, $a1, 1             # the other player's turn
        j       decide_turn

wrong_move:                             # costs the player to move a chance
        andi    $t6, $a1, 1             # 1 in odd turns, Player 1's
        beqz    $t6, wrong_move_of_2
        addiu   $s5, $s5, -1
        move    $a0, $s5
        jal     print_chances
        beqz    $s5, lost
        j       decide_turn
wrong_move_of_2:
        addiu   $s6, $s6, -1
        move    $a0, $s6
        jal     print_chances
        beqz    $s6, lost
        j       decide_turn

take_back:                              # costs the player to move an undo
        andi    $t6, $a1, 1
        beqz    $t6, take_back_of_2
        addiu   $s3, $s3, -1
        j       take_piece
take_back_of_2:
        addiu   $s4, $s4, -1
take_piece:
        li      $t6, EMPTY
        sb      $t6, 0($s0)
        la      $a0, board
        jal     print
        j       decide_turn

won:
        la      $a0, wins
        jal     print_for_player
        j       exit

lost:
        la      $a0, loses
        jal     print_for_player
        j       exit

tied:
        la      $a0, tied_text
        jal     print
        j       exit

input_ended:
        la      $a0, no_more_input
        jal     print
exit:
        li      $v0, EXIT
        syscall

# ------------------------------------------------------------------------------
# draw_starter: lets chance decide who begins
#   arguments  none
#   results    $v0 = the first turn: PLAYER_1 or PLAYER_2
#   clobbers   $a0, $a1
# ------------------------------------------------------------------------------
draw_starter:
        li      $a0, 0                  # the random generator's number
        li      $a1, DRAW_RANGE
        li      $v0, RANDOM_RANGE
        syscall
        li      $v0, PLAYER_1
        blt     $a0, DRAW_SECOND, draw_starter_done
        li      $v0, PLAYER_2
draw_starter_done:
        jr      $ra

# ------------------------------------------------------------------------------
# choose_cell: asks the player to move for a column and says so if it is a wrong one
#   arguments  $a1 = the turn
#   results    $v0 = address of the cell that the piece falls into, NO_CELL after a wrong answer,
#              or END_OF_INPUT
#   clobbers   $a0, $a2, $t6-$t9
# ------------------------------------------------------------------------------
choose_cell:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)

        la      $a0, choose_column
        jal     print_for_player
        jal     read_number
        beq     $v0, END_OF_INPUT, choose_cell_done
        blt     $v0, 1, choose_cell_invalid
        bgt     $v0, COLUMNS, choose_cell_invalid

        addiu   $t6, $v0, -1            # columns to the right of column 1
        mul     $t6, $t6, RIGHT
        addiu   $a0, $t6, FIRST_CELL
        jal     find_cell
        bne     $v0, NO_CELL, choose_cell_done
        la      $a0, full
        j       choose_cell_wrong

choose_cell_invalid:
        la      $a0, invalid
choose_cell_wrong:
        jal     print
        li      $v0, NO_CELL

choose_cell_done:
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# ------------------------------------------------------------------------------
# find_cell: finds the lowest empty cell of a column, from $t0 up to $t5 as the report does; a loop
#            can't go from register to register, so the six tests stand one below the other
#   arguments  $a0 = offset of the column in a row
#   results    $v0 = address of the cell, NO_CELL when the column is full
#   clobbers   $t6, $t7
# ------------------------------------------------------------------------------
find_cell:
        li      $t6, EMPTY
        addu    $v0, $t0, $a0
        lbu     $t7, 0($v0)
        beq     $t7, $t6, find_cell_done
        addu    $v0, $t1, $a0
        lbu     $t7, 0($v0)
        beq     $t7, $t6, find_cell_done
        addu    $v0, $t2, $a0
        lbu     $t7, 0($v0)
        beq     $t7, $t6, find_cell_done
        addu    $v0, $t3, $a0
        lbu     $t7, 0($v0)
        beq     $t7, $t6, find_cell_done
        addu    $v0, $t4, $a0
        lbu     $t7, 0($v0)
        beq     $t7, $t6, find_cell_done
        addu    $v0, $t5, $a0
        lbu     $t7, 0($v0)
        beq     $t7, $t6, find_cell_done
        li      $v0, NO_CELL
find_cell_done:
        jr      $ra

# ------------------------------------------------------------------------------
# place_piece: writes the piece of the player to move into the chosen cell
#   arguments  $a1 = the turn, $s0 = address of the cell
#   results    none
#   clobbers   $t6
# ------------------------------------------------------------------------------
place_piece:
        andi    $t6, $a1, 1
        beqz    $t6, place_piece_of_2
        sb      $s1, 0($s0)
        jr      $ra
place_piece_of_2:
        sb      $s2, 0($s0)
        jr      $ra

# ------------------------------------------------------------------------------
# print_chances: says how many chances are left
#   arguments  $a0 = chances, one digit
#   results    none
#   clobbers   $a0, $v0, $t6
# ------------------------------------------------------------------------------
print_chances:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)

        addiu   $t6, $a0, DIGIT_ZERO
        sb      $t6, chances_digit
        la      $a0, chances_text
        jal     print

        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# ------------------------------------------------------------------------------
# offer_undo: asks whether the move shall be taken back, unless it is the player's first one or the
#             player's undos are used up
#   arguments  $a1 = the turn, $s7 = moves kept before this one
#   results    $v0 = 1 when the move shall be taken back, 0 when not, or END_OF_INPUT
#   clobbers   $a0, $a2, $t6-$t9
# ------------------------------------------------------------------------------
offer_undo:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)

        blt     $s7, FIRST_MOVES, offer_undo_no
        jal     count_undos
        beqz    $v0, offer_undo_no
        addiu   $t6, $v0, DIGIT_ZERO
        sb      $t6, undo_digit

offer_undo_ask:
        la      $a0, undo_text
        jal     print
        jal     read_character
        beq     $v0, END_OF_INPUT, offer_undo_done
        beq     $v0, LETTER_N, offer_undo_no
        bne     $v0, LETTER_Y, offer_undo_ask
        li      $v0, 1
        j       offer_undo_done

offer_undo_no:
        li      $v0, 0
offer_undo_done:
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# ------------------------------------------------------------------------------
# count_undos: looks up the undos of the player to move
#   arguments  $a1 = the turn
#   results    $v0 = undos left
#   clobbers   $t6
# ------------------------------------------------------------------------------
count_undos:
        move    $v0, $s3
        andi    $t6, $a1, 1
        bnez    $t6, count_undos_done
        move    $v0, $s4
count_undos_done:
        jr      $ra

# ------------------------------------------------------------------------------
# check_win: looks for four in a row on the whole board: across, then up, then on both diagonals
#   arguments  none
#   results    $v0 = 1 when there are four, else 0
#   clobbers   $a0, $a2, $a3, $v1, $t6-$t9
#
# Three loops, one inside the other: $a2 is the kind of line (its row of the table), $a3 its step;
# $v1 is the first cell of a row, of which $t6 are left; $a0 is a line's first cell, of which $t7
# are left in the row.
# ------------------------------------------------------------------------------
check_win:
        la      $a2, line_kinds
check_win_kind:
        lw      $v1, KIND_FIRST($a2)
        addu    $v1, $v1, $t0
        lw      $t6, KIND_ROWS($a2)
        lw      $a3, KIND_STEP($a2)
check_win_row:
        move    $a0, $v1
        lw      $t7, KIND_COLUMNS($a2)
check_win_line:
        lbu     $t8, 0($a0)
        beq     $t8, EMPTY, check_win_next
        addu    $v0, $a0, $a3
        lbu     $t9, 0($v0)
        bne     $t9, $t8, check_win_next
        addu    $v0, $v0, $a3
        lbu     $t9, 0($v0)
        bne     $t9, $t8, check_win_next
        addu    $v0, $v0, $a3
        lbu     $t9, 0($v0)
        bne     $t9, $t8, check_win_next
        li      $v0, 1
        jr      $ra

check_win_next:
        addiu   $a0, $a0, RIGHT
        addiu   $t7, $t7, -1
        bnez    $t7, check_win_line
        addiu   $v1, $v1, UP
        addiu   $t6, $t6, -1
        bnez    $t6, check_win_row
        addiu   $a2, $a2, KIND_SIZE
        la      $t9, line_kinds_end
        bne     $a2, $t9, check_win_kind
        li      $v0, 0
        jr      $ra

# ------------------------------------------------------------------------------
# print_for_player: prints that text of a pair which names the player to move
#   arguments  $a0 = address of the pair, $a1 = the turn
#   results    none
#   clobbers   $a0, $v0, $t6
# ------------------------------------------------------------------------------
print_for_player:
        andi    $t6, $a1, 1
        bnez    $t6, print_for_player_text
        addiu   $a0, $a0, 4             # the second word of the pair
print_for_player_text:
        lw      $a0, 0($a0)
        li      $v0, PRINT_STRING
        syscall
        jr      $ra

# ------------------------------------------------------------------------------
# read_answer: reads a line into `line`; the turn, in whose register read_line gets an argument,
#              waits on the stack
#   arguments  none
#   results    $v0 = length of the line, of which LINE_MAX characters are kept, or END_OF_INPUT
#   clobbers   $a0, $a2, $t6-$t9
# ------------------------------------------------------------------------------
read_answer:
        addiu   $sp, $sp, -8
        sw      $ra, 0($sp)
        sw      $a1, 4($sp)

        la      $a0, line
        li      $a1, LINE_MAX
        jal     read_line

        lw      $a1, 4($sp)
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 8
        jr      $ra

# ------------------------------------------------------------------------------
# read_number: reads a line that ought to be a number
#   arguments  none
#   results    $v0 = the number, NO_NUMBER when the line is empty, longer than LINE_MAX or has
#              anything but digits in it, or END_OF_INPUT
#   clobbers   as read_answer
# ------------------------------------------------------------------------------
read_number:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)

        jal     read_answer
        beq     $v0, END_OF_INPUT, read_number_done
        beqz    $v0, read_number_none
        bgt     $v0, LINE_MAX, read_number_none
        la      $t6, line
        addu    $t7, $t6, $v0           # where the line ends
        li      $v0, 0
read_number_digit:
        lbu     $t8, 0($t6)
        addiu   $t8, $t8, -DIGIT_ZERO
        bgeu    $t8, TEN, read_number_none
        mul     $v0, $v0, TEN
        addu    $v0, $v0, $t8
        addiu   $t6, $t6, 1
        bne     $t6, $t7, read_number_digit
        j       read_number_done

read_number_none:
        li      $v0, NO_NUMBER
read_number_done:
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
