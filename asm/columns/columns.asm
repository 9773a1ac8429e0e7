# Chapter 2: columns - FOUR IN A ROW for two people with names, on a board kept column by column.
#
# New in this one: arrays that are reached by index (BOARD, HEIGHT), a record for each player, and
# $s registers that a subroutine saves before it uses them. BOARD and HEIGHT are the game, as the
# report lays them out; the framed picture is brought up to date cell by cell and printed whole.
# README.md tells the rules.
#
# Registers with one meaning in the whole program; only main changes the first two:
#
#   $s0       record of the player to move
#   $s1       record of the other player
#   $v1       index in BOARD of the recent move, the result of place
#
# $v1 is the report's. By convention a call may change it, so don't take this over: it works only
# because no other subroutine writes to it once the game has begun.

        # Services
        .eqv    PRINT_STRING        4
        .eqv    EXIT                10
        .eqv    READ_FILE           14
        .eqv    WRITE_FILE          15
        .eqv    RANDOM_RANGE        42
        .eqv    STDIN               0
        .eqv    STDOUT              1

        # Characters
        .eqv    LINE_FEED           10
        .eqv    RETURN              13
        .eqv    DIGIT_ZERO          48
        .eqv    LETTER_N            78
        .eqv    LETTER_O            79
        .eqv    LETTER_X            88
        .eqv    LETTER_Y            89

        # Answers
        .eqv    LINE_MAX            8           # characters kept of a line
        .eqv    LINE_SPACE          9           # these and one spare byte
        .eqv    NAME_MAX            30          # characters kept of a name
        .eqv    NAME_SPACE          31
        .eqv    TEN                 10          # what a digit counts more than the one behind it
        .eqv    END_OF_INPUT        -1          # instead of an answer: there is no line left,
        .eqv    NO_NUMBER           -2          # the line is no number,
        .eqv    NO_CHARACTER        0           # the line is not a single character,
        .eqv    NO_COLUMN           -2          # the player has no chance left

        # The board: 7 columns of 6 cells, the lowest cell of a column first
        .eqv    COLUMNS             7
        .eqv    ROWS                6
        .eqv    CELLS               42
        .eqv    NORTH               1           # from a cell to its neighbour
        .eqv    EAST                6
        .eqv    NORTHEAST           7
        .eqv    NORTHWEST           -5
        .eqv    NEIGHBOURS          3           # cells that a line of four has beside its first
        .eqv    BLANK               0           # what BOARD holds: nothing,
        .eqv    FIRST               1           # the player who moved first,
        .eqv    SECOND              2           # the other one

        # The picture: from a cell to the one above it and to the one on its right
        .eqv    PICTURE_UP          -20
        .eqv    PICTURE_RIGHT       2

        # The rules
        .eqv    UNDOS               3           # for each player, in the whole game
        .eqv    CHANCES             3           # in one move, after the first wrong answer
        .eqv    PLAYERS             2

        # A player's record
        .eqv    LENGTH              0           # of the name
        .eqv    VALUE               4           # FIRST or SECOND
        .eqv    PIECE               8           # the character
        .eqv    UNDOS_LEFT          12
        .eqv    NAME                16

        .data
BOARD:          .space  CELLS
HEIGHT:         .space  COLUMNS
COUNT:          .word   0

player_1:       .word   0, 0, 0, UNDOS
name_1:         .space  NAME_SPACE
player_2:       .word   0, 0, 0, UNDOS
name_2:         .space  NAME_SPACE

pieces:         .ascii  "   "           # what to draw for BLANK, FIRST and SECOND

picture:        .ascii  "\n||---------------||\n"
                .ascii  "|| FOUR IN A ROW ||\n"
                .ascii  "||---------------||\n"
                .ascii  "||               ||\n"
                .ascii  "||               ||\n"
                .ascii  "||               ||\n"
                .ascii  "||               ||\n"
                .ascii  "||               ||\n"
                .ascii  "|| "
picture_cell_0: .ascii  "              ||\n"
                .ascii  "||---------------||\n"
                .ascii  "|| 1 2 3 4 5 6 7 ||\n"
                .asciiz "||---------------||\n"

welcome:        .ascii  "Welcome to FOUR IN A ROW!\n"
                .ascii  "Please follow the instruction carefully and input only integer when "
                .asciiz "required.\n"
ask_name_1:     .asciiz "Player 1, please enter your name, maximum length is 30:\n>> "
ask_name_2:     .asciiz "Player 2, please enter your name, maximum length is 30:\n>> "
first_player:   .asciiz "Player "
first_choose:   .asciiz " will move first, please choose your character 'X' or 'O':\n>> "
wrong_piece:    .asciiz "! Just accept 'X' or 'O' ! Please enter again:\n>> "
turn_its:       .asciiz "It's "
turn_playing:   .ascii  "'s turn, you are playing ["
turn_piece:     .asciiz "X], enter the line you want to drop:\n>> "
out_of_range:   .asciiz "! The line is out of range !"
full_column:    .asciiz "! This line is full !"
chances_text:   .ascii  " Please enter again, you have "
chances_digit:  .asciiz "0 chance(s) left:\n>> "
undo_text:      .ascii  "Do you want to undo your movement? Type 'Y' or 'N', you have "
undo_digit:     .asciiz "0 undo(s) left:\n>> "
wrong_undo:     .asciiz "! Just accept 'Y' or 'N' ! Please enter again:\n>> "
no_chance:      .asciiz " You have no chance left.\n"
congratulation: .asciiz "! Congratulation "
has_won:        .ascii  ", playing "
has_won_piece:  .asciiz "X, has won the game !\n"
draw_text:      .asciiz "! It's a draw, well done both players !\n"
no_more_input:  .asciiz "\n! End of input, the game stops !\n"

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
        la      $a0, welcome
        jal     print
        la      $a0, ask_name_1
        la      $a1, player_1
        jal     ask_name
        beq     $v0, END_OF_INPUT, input_ended
        la      $a0, ask_name_2
        la      $a1, player_2
        jal     ask_name
        beq     $v0, END_OF_INPUT, input_ended
        jal     draw_first
        move    $s0, $v0
        move    $s1, $v1
        li      $v1, 0                  # no move yet
        jal     choose_pieces
        beq     $v0, END_OF_INPUT, input_ended
        la      $a0, picture
        jal     print

turn:
        jal     ask_column
        beq     $v0, END_OF_INPUT, input_ended
        beq     $v0, NO_COLUMN, lost
        move    $a0, $v0
        jal     place
        la      $a0, picture
        jal     print

        jal     check_win
        bnez    $v0, won
        lw      $t0, COUNT
        beq     $t0, CELLS, drawn
        jal     offer_undo
        beq     $v0, END_OF_INPUT, input_ended
        bnez    $v0, undone

        move    $t0, $s0                # the other player's turn
        move    $s0, $s1
        move    $s1, $t0
        j       turn

undone:
        move    $a0, $v1
        jal     take_back
        la      $a0, picture
        jal     print
        j       turn

won:
        move    $a0, $s0
        jal     congratulate
        j       exit

lost:
        la      $a0, no_chance
        jal     print
        move    $a0, $s1
        jal     congratulate
        j       exit

drawn:
        la      $a0, draw_text
        jal     print
        j       exit

input_ended:
        la      $a0, no_more_input
        jal     print
exit:
        li      $v0, EXIT
        syscall

# ------------------------------------------------------------------------------
# ask_name: asks a player for a name
#   arguments  $a0 = address of the question, $a1 = the player's record
#   results    $v0 = length of the name, or END_OF_INPUT
#   clobbers   $a0-$a2, $t6-$t9
# ------------------------------------------------------------------------------
ask_name:
        addiu   $sp, $sp, -8
        sw      $ra, 0($sp)
        sw      $s2, 4($sp)

        move    $s2, $a1
        jal     print
        addiu   $a0, $s2, NAME
        li      $a1, NAME_MAX
        jal     read_line
        beq     $v0, END_OF_INPUT, ask_name_done
        ble     $v0, NAME_MAX, ask_name_keep
        li      $v0, NAME_MAX           # the rest of a longer name is dropped
ask_name_keep:
        sw      $v0, LENGTH($s2)

ask_name_done:
        lw      $s2, 4($sp)
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 8
        jr      $ra

# ------------------------------------------------------------------------------
# draw_first: lets chance decide who moves first
#   arguments  none
#   results    $v0 = record of the player who moves first, $v1 = record of the other one
#   clobbers   $a0, $a1, $t0
# ------------------------------------------------------------------------------
draw_first:
        li      $a0, 0                  # the random generator's number
        li      $a1, PLAYERS
        li      $v0, RANDOM_RANGE
        syscall
        la      $v0, player_1
        la      $v1, player_2
        beqz    $a0, draw_first_done
        la      $v0, player_2
        la      $v1, player_1
draw_first_done:
        li      $t0, FIRST
        sw      $t0, VALUE($v0)
        li      $t0, SECOND
        sw      $t0, VALUE($v1)
        jr      $ra

# ------------------------------------------------------------------------------
# choose_pieces: lets the player who moves first choose X or O; the other one gets the other
#   arguments  $s0, $s1 = records of the player who moves first and of the other one
#   results    $v0 = the piece chosen, or END_OF_INPUT
#   clobbers   $a0-$a2, $t0, $t6-$t9
# ------------------------------------------------------------------------------
choose_pieces:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)

        la      $a0, first_player
        jal     print
        move    $a0, $s0
        jal     print_name
        la      $a0, first_choose
choose_pieces_ask:
        jal     print
        jal     read_character
        beq     $v0, END_OF_INPUT, choose_pieces_done
        li      $t0, LETTER_O
        beq     $v0, LETTER_X, choose_pieces_set
        li      $t0, LETTER_X
        beq     $v0, LETTER_O, choose_pieces_set
        la      $a0, wrong_piece
        j       choose_pieces_ask

choose_pieces_set:
        sw      $v0, PIECE($s0)
        sw      $t0, PIECE($s1)
        sb      $v0, pieces + FIRST
        sb      $t0, pieces + SECOND

choose_pieces_done:
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# ------------------------------------------------------------------------------
# ask_column: asks the player to move for a column until there is one with room
#   arguments  $s0 = the player's record
#   results    $v0 = the column, 0..6; NO_COLUMN when the player has no chance left, or END_OF_INPUT
#   clobbers   $a0-$a2, $t0, $t6-$t9
# ------------------------------------------------------------------------------
ask_column:
        addiu   $sp, $sp, -8
        sw      $ra, 0($sp)
        sw      $s2, 4($sp)

        li      $s2, CHANCES            # wrong answers that may still be given
        la      $a0, turn_its
        jal     print
        move    $a0, $s0
        jal     print_name
        lw      $t0, PIECE($s0)
        sb      $t0, turn_piece
        la      $a0, turn_playing
ask_column_read:
        jal     print
        jal     read_number
        beq     $v0, END_OF_INPUT, ask_column_done
        la      $a0, out_of_range
        blt     $v0, 1, ask_column_wrong
        bgt     $v0, COLUMNS, ask_column_wrong
        addiu   $v0, $v0, -1            # 1..7 for people, 0..6 for BOARD and HEIGHT
        lbu     $t0, HEIGHT($v0)
        blt     $t0, ROWS, ask_column_done
        la      $a0, full_column

ask_column_wrong:
        jal     print
        beqz    $s2, ask_column_lost
        addiu   $t0, $s2, DIGIT_ZERO
        sb      $t0, chances_digit
        addiu   $s2, $s2, -1
        la      $a0, chances_text
        j       ask_column_read

ask_column_lost:
        li      $v0, NO_COLUMN
ask_column_done:
        lw      $s2, 4($sp)
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 8
        jr      $ra

# ------------------------------------------------------------------------------
# place: drops a piece of the player to move
#   arguments  $a0 = a column with room, 0..6; $s0 = the player's record
#   results    $v1 = index of the piece in BOARD
#   clobbers   $a0, $t0-$t2
# ------------------------------------------------------------------------------
place:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)

        lbu     $t0, HEIGHT($a0)
        mul     $v1, $a0, ROWS
        addu    $v1, $v1, $t0
        addiu   $t0, $t0, 1
        sb      $t0, HEIGHT($a0)
        lw      $t0, VALUE($s0)
        sb      $t0, BOARD($v1)
        lw      $t0, COUNT
        addiu   $t0, $t0, 1
        sw      $t0, COUNT
        move    $a0, $v1
        jal     draw_cell

        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# ------------------------------------------------------------------------------
# take_back: takes a piece off the board
#   arguments  $a0 = its index in BOARD; it is the highest one of its column
#   results    none
#   clobbers   $t0-$t2
# ------------------------------------------------------------------------------
take_back:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)

        li      $t0, BLANK
        sb      $t0, BOARD($a0)
        div     $t0, $a0, ROWS
        lbu     $t1, HEIGHT($t0)
        addiu   $t1, $t1, -1
        sb      $t1, HEIGHT($t0)
        lw      $t0, COUNT
        addiu   $t0, $t0, -1
        sw      $t0, COUNT
        jal     draw_cell

        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# ------------------------------------------------------------------------------
# draw_cell: brings a cell of the picture up to date
#   arguments  $a0 = the cell's index in BOARD
#   results    none
#   clobbers   $t0-$t2
# ------------------------------------------------------------------------------
draw_cell:
        div     $t0, $a0, ROWS          # column
        rem     $t1, $a0, ROWS          # row
        mul     $t0, $t0, PICTURE_RIGHT
        mul     $t1, $t1, PICTURE_UP
        addu    $t0, $t0, $t1
        lbu     $t1, BOARD($a0)
        lbu     $t2, pieces($t1)
        sb      $t2, picture_cell_0($t0)
        jr      $ra

# ------------------------------------------------------------------------------
# check_win: looks for four in a row of the player to move, from each of the player's cells in four
#            directions
#   arguments  $s0 = the player's record
#   results    $v0 = 1 when there are four, else 0
#   clobbers   $a0, $a1, $t0-$t2
# ------------------------------------------------------------------------------
check_win:
        addiu   $sp, $sp, -8
        sw      $ra, 0($sp)
        sw      $s2, 4($sp)

        li      $s2, 0                  # index of the cell
check_win_cell:
        li      $v0, 0
        lbu     $t0, BOARD($s2)
        lw      $t1, VALUE($s0)
        bne     $t0, $t1, check_win_next
        move    $a0, $s2
        li      $a1, NORTH
        jal     check_line
        bnez    $v0, check_win_done
        move    $a0, $s2
        li      $a1, EAST
        jal     check_line
        bnez    $v0, check_win_done
        move    $a0, $s2
        li      $a1, NORTHEAST
        jal     check_line
        bnez    $v0, check_win_done
        move    $a0, $s2
        li      $a1, NORTHWEST
        jal     check_line
        bnez    $v0, check_win_done
check_win_next:
        addiu   $s2, $s2, 1
        bne     $s2, CELLS, check_win_cell

check_win_done:
        lw      $s2, 4($sp)
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 8
        jr      $ra

# ------------------------------------------------------------------------------
# check_line: follows one direction from a cell
#   arguments  $a0 = index of the cell, $a1 = the direction
#   results    $v0 = 1 when the next three cells hold the same as this one, else 0
#   clobbers   $a0, $t0-$t2
# ------------------------------------------------------------------------------
check_line:
        lbu     $t0, BOARD($a0)
        li      $t1, NEIGHBOURS
check_line_step:
        addu    $a0, $a0, $a1
        bltz    $a0, check_line_no      # off the left edge
        bge     $a0, CELLS, check_line_no       # off the right edge
        lbu     $t2, BOARD($a0)
        bne     $t2, $t0, check_line_no
        beq     $a1, EAST, check_line_inside
        rem     $t2, $a0, ROWS          # every other direction goes up, and above
        beqz    $t2, check_line_no      # the top is another column's row 0
check_line_inside:
        addiu   $t1, $t1, -1
        bnez    $t1, check_line_step
        li      $v0, 1
        jr      $ra

check_line_no:
        li      $v0, 0
        jr      $ra

# ------------------------------------------------------------------------------
# offer_undo: asks the player to move, while undos are left, whether to take the recent move back;
#             a yes costs an undo
#   arguments  $s0 = the player's record
#   results    $v0 = 1 when the move shall be taken back, 0 when not, or END_OF_INPUT
#   clobbers   $a0-$a2, $t0, $t6-$t9
# ------------------------------------------------------------------------------
offer_undo:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)

        lw      $t0, UNDOS_LEFT($s0)
        beqz    $t0, offer_undo_no
        addiu   $t0, $t0, DIGIT_ZERO
        sb      $t0, undo_digit
        la      $a0, undo_text
offer_undo_ask:
        jal     print
        jal     read_character
        beq     $v0, END_OF_INPUT, offer_undo_done
        beq     $v0, LETTER_N, offer_undo_no
        beq     $v0, LETTER_Y, offer_undo_yes
        la      $a0, wrong_undo
        j       offer_undo_ask

offer_undo_yes:
        lw      $t0, UNDOS_LEFT($s0)
        addiu   $t0, $t0, -1
        sw      $t0, UNDOS_LEFT($s0)
        li      $v0, 1
        j       offer_undo_done

offer_undo_no:
        li      $v0, 0
offer_undo_done:
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# ------------------------------------------------------------------------------
# congratulate: names the winner
#   arguments  $a0 = the winner's record
#   results    none
#   clobbers   $a0-$a2, $v0, $t0
# ------------------------------------------------------------------------------
congratulate:
        addiu   $sp, $sp, -8
        sw      $ra, 0($sp)
        sw      $s2, 4($sp)

        move    $s2, $a0
        lw      $t0, PIECE($s2)
        sb      $t0, has_won_piece
        la      $a0, congratulation
        jal     print
        move    $a0, $s2
        jal     print_name
        la      $a0, has_won
        jal     print

        lw      $s2, 4($sp)
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 8
        jr      $ra

# ------------------------------------------------------------------------------
# print_name: prints a player's name byte for byte, as it was typed; PRINT_STRING would take each
#             byte of a letter with an accent for a character
#   arguments  $a0 = the player's record
#   results    none
#   clobbers   $a0-$a2, $v0
# ------------------------------------------------------------------------------
print_name:
        lw      $a2, LENGTH($a0)
        addiu   $a1, $a0, NAME
        li      $a0, STDOUT
        li      $v0, WRITE_FILE
        syscall
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
