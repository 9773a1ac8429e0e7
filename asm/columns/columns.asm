# columns - FOUR IN A ROW for two people with names, on a board kept column by column.
#
# BOARD and HEIGHT are the game, as its report lays them out; the framed picture is brought up to date
# cell by cell and printed whole. README.md tells the rules.
#
# Registers with one meaning in the whole program. Every subroutine keeps them, except where its
# header says that it changes one:
#
#   $s0       record of the player to move
#   $s1       record of the other player
#   $v1       index in BOARD of the recent move

        # Services
        .eqv    PRINT_STRING  4
        .eqv    EXIT          10
        .eqv    READ_FILE     14
        .eqv    WRITE_FILE    15
        .eqv    RANDOM_RANGE  42
        .eqv    STDIN         0
        .eqv    STDOUT        1

        # Characters
        .eqv    LINE_FEED     10
        .eqv    RETURN        13
        .eqv    DIGIT_ZERO    48
        .eqv    LETTER_N      78
        .eqv    LETTER_O      79
        .eqv    LETTER_X      88
        .eqv    LETTER_Y      89

        # The board: 7 columns of 6 cells, the lowest cell of a column first
        .eqv    COLUMNS       7
        .eqv    ROWS          6
        .eqv    CELLS         42
        .eqv    NORTH         1         # from a cell to its neighbour
        .eqv    EAST          6
        .eqv    NORTHEAST     7
        .eqv    NORTHWEST     -5

        # The picture: from a cell to the one above it and to the one on its right
        .eqv    PICTURE_UP    -20
        .eqv    PICTURE_RIGHT 2

        # The rules
        .eqv    UNDOS         3         # for each player, in the whole game
        .eqv    CHANCES       3         # in one move, after the first wrong answer

        # Input
        .eqv    NAME_MAX      30        # characters kept of a name
        .eqv    NAME_SPACE    31        # these and one spare byte
        .eqv    ANSWER_MAX    8         # characters kept of any other line
        .eqv    ANSWER_SPACE  9

        # A player's record
        .eqv    LENGTH        0         # of the name
        .eqv    VALUE         4         # what BOARD holds for this player: 1 moves first, 2 second
        .eqv    PIECE         8         # the character
        .eqv    UNDOS_LEFT    12
        .eqv    NAME          16

        .data
BOARD:          .space  CELLS
HEIGHT:         .space  COLUMNS
COUNT:          .word   0

player_1:       .word   0, 0, 0, UNDOS
name_1:         .space  NAME_SPACE
player_2:       .word   0, 0, 0, UNDOS
name_2:         .space  NAME_SPACE

pieces:         .ascii  "   "           # the character for a cell of BOARD: blank, first, second player

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
                .asciiz "Please follow the instruction carefully and input only integer when required.\n"
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

answer:         .space  ANSWER_SPACE

        .text
        .globl  main

main:
        li      $v1, 0
        la      $a0, welcome
        jal     print
        la      $a0, ask_name_1
        la      $a1, player_1
        jal     ask_name
        la      $a0, ask_name_2
        la      $a1, player_2
        jal     ask_name
        jal     draw_first
        jal     choose_pieces
        la      $a0, picture
        jal     print

turn:
        jal     ask_column
        bltz    $v0, lost
        move    $a0, $v0
        jal     place
        la      $a0, picture
        jal     print

        jal     check_win
        bnez    $v0, won
        lw      $t0, COUNT
        li      $t1, CELLS
        beq     $t0, $t1, draw
        jal     offer_undo
        bnez    $v0, turn

        move    $t0, $s0                # the other player's turn
        move    $s0, $s1
        move    $s1, $t0
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

draw:
        la      $a0, draw_text
        jal     print

exit:
        li      $v0, EXIT
        syscall

# ------------------------------------------------------------------------------
# ask_name: asks a player for a name
#   arguments  $a0 = address of the question, $a1 = the player's record
#   clobbers   $a0-$a2, $v0, $t0-$t3
# ------------------------------------------------------------------------------
ask_name:
        addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $a1, 0($sp)

        jal     print
        lw      $a0, 0($sp)
        addiu   $a0, $a0, NAME
        li      $a1, NAME_MAX
        jal     read_line
        ble     $v0, NAME_MAX, ask_name_keep
        li      $v0, NAME_MAX           # the rest of a longer name is dropped
ask_name_keep:
        lw      $t0, 0($sp)
        sw      $v0, LENGTH($t0)

        lw      $ra, 4($sp)
        addiu   $sp, $sp, 8
        jr      $ra

# ------------------------------------------------------------------------------
# draw_first: lets chance decide who moves first
#   changes    $s0, $s1 (who is to move)
#   clobbers   $a0, $a1, $v0, $t0
# ------------------------------------------------------------------------------
draw_first:
        li      $a0, 0                  # the random generator's number
        li      $a1, 2
        li      $v0, RANDOM_RANGE
        syscall
        la      $s0, player_1
        la      $s1, player_2
        beqz    $a0, draw_first_done
        la      $s0, player_2
        la      $s1, player_1
draw_first_done:
        li      $t0, 1
        sw      $t0, VALUE($s0)
        li      $t0, 2
        sw      $t0, VALUE($s1)
        jr      $ra

# ------------------------------------------------------------------------------
# choose_pieces: lets the player who moves first choose X or O; the other player
#                gets the other one
#   clobbers   $a0-$a2, $v0, $t0-$t3
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
        jal     read_letter
        li      $t0, LETTER_O
        beq     $v0, LETTER_X, choose_pieces_set
        li      $t0, LETTER_X
        beq     $v0, LETTER_O, choose_pieces_set
        la      $a0, wrong_piece
        j       choose_pieces_ask

choose_pieces_set:
        sw      $v0, PIECE($s0)
        sw      $t0, PIECE($s1)
        la      $t1, pieces
        sb      $v0, 1($t1)
        sb      $t0, 2($t1)

        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# ------------------------------------------------------------------------------
# ask_column: asks the player to move for a column until there is one with room
#   result     $v0 = the column, 0..6; -1 when the player has no chance left
#   clobbers   $a0-$a2, $t0-$t3
# ------------------------------------------------------------------------------
ask_column:
        addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $s2, 0($sp)
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
        addiu   $v0, $v0, -1            # as an unsigned number, all but 0..6
        sltiu   $t0, $v0, COLUMNS       # is now 7 or more
        beqz    $t0, ask_column_range
        lbu     $t0, HEIGHT($v0)
        blt     $t0, ROWS, ask_column_done
        la      $a0, full_column
        j       ask_column_wrong

ask_column_range:
        la      $a0, out_of_range
ask_column_wrong:
        jal     print
        li      $v0, -1
        beqz    $s2, ask_column_done
        addiu   $t0, $s2, DIGIT_ZERO
        sb      $t0, chances_digit
        addiu   $s2, $s2, -1
        la      $a0, chances_text
        j       ask_column_read

ask_column_done:
        lw      $s2, 0($sp)
        lw      $ra, 4($sp)
        addiu   $sp, $sp, 8
        jr      $ra

# ------------------------------------------------------------------------------
# place: drops a piece of the player to move
#   argument   $a0 = a column with room, 0..6
#   changes    $v1 = index of the piece in BOARD
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
        jal     draw_cell

        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# ------------------------------------------------------------------------------
# take_back: takes the recent move back
#   argument   $v1 = index of the piece in BOARD, the highest one of its column
#   clobbers   $t0-$t2
# ------------------------------------------------------------------------------
take_back:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)

        sb      $zero, BOARD($v1)
        div     $t0, $v1, ROWS
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
#   argument   $v1 = the cell's index in BOARD
#   clobbers   $t0-$t2
# ------------------------------------------------------------------------------
draw_cell:
        li      $t0, ROWS
        div     $v1, $t0
        mflo    $t0                     # column
        mfhi    $t1                     # row
        mul     $t0, $t0, PICTURE_RIGHT
        mul     $t1, $t1, PICTURE_UP
        addu    $t0, $t0, $t1
        lbu     $t1, BOARD($v1)
        lbu     $t2, pieces($t1)
        sb      $t2, picture_cell_0($t0)
        jr      $ra

# ------------------------------------------------------------------------------
# check_win: looks for four in a row of the player to move, from each of the
#            player's cells in four directions
#   result     $v0 = 1 when there are four, else 0
#   clobbers   $a0-$a2, $t0-$t3
# ------------------------------------------------------------------------------
check_win:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)

        lw      $a2, VALUE($s0)
        li      $a0, 0
check_win_cell:
        lbu     $t0, BOARD($a0)
        bne     $t0, $a2, check_win_next
        li      $a1, NORTH
        jal     check_line
        bnez    $v0, check_win_done
        li      $a1, EAST
        jal     check_line
        bnez    $v0, check_win_done
        li      $a1, NORTHEAST
        jal     check_line
        bnez    $v0, check_win_done
        li      $a1, NORTHWEST
        jal     check_line
        bnez    $v0, check_win_done
check_win_next:
        addiu   $a0, $a0, 1
        bne     $a0, CELLS, check_win_cell
        li      $v0, 0

check_win_done:
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# ------------------------------------------------------------------------------
# check_line: follows one direction for three cells
#   arguments  $a0 = index of a cell of the player, $a1 = direction, $a2 = the
#              player's value in BOARD; all three are kept
#   result     $v0 = 1 when the three cells are the player's too, else 0
#   clobbers   $t0-$t3
# ------------------------------------------------------------------------------
check_line:
        move    $t0, $a0
        li      $t1, 3
check_line_step:
        addu    $t0, $t0, $a1
        sltiu   $t2, $t0, CELLS         # off the left or the right edge:
        beqz    $t2, check_line_no      # negative, or 42 and more
        lbu     $t2, BOARD($t0)
        bne     $t2, $a2, check_line_no
        beq     $a1, EAST, check_line_inside
        rem     $t3, $t0, ROWS          # every other direction goes up, and
        beqz    $t3, check_line_no      # above the top is another column's row 0
check_line_inside:
        addiu   $t1, $t1, -1
        bnez    $t1, check_line_step
        li      $v0, 1
        jr      $ra
check_line_no:
        li      $v0, 0
        jr      $ra

# ------------------------------------------------------------------------------
# offer_undo: asks the player to move, while undos are left, whether to take the
#             recent move back, and does so
#   result     $v0 = 1 when the move was taken back, else 0
#   clobbers   $a0-$a2, $t0-$t3
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
        jal     read_letter
        beq     $v0, LETTER_N, offer_undo_no
        beq     $v0, LETTER_Y, offer_undo_yes
        la      $a0, wrong_undo
        j       offer_undo_ask

offer_undo_yes:
        lw      $t0, UNDOS_LEFT($s0)
        addiu   $t0, $t0, -1
        sw      $t0, UNDOS_LEFT($s0)
        jal     take_back
        la      $a0, picture
        jal     print
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
#   argument   $a0 = the winner's record
#   clobbers   $a0-$a2, $v0, $t0
# ------------------------------------------------------------------------------
congratulate:
        addiu   $sp, $sp, -8
        sw      $ra, 4($sp)
        sw      $a0, 0($sp)

        lw      $t0, PIECE($a0)
        sb      $t0, has_won_piece
        la      $a0, congratulation
        jal     print
        lw      $a0, 0($sp)
        jal     print_name
        la      $a0, has_won
        jal     print

        lw      $ra, 4($sp)
        addiu   $sp, $sp, 8
        jr      $ra

# ------------------------------------------------------------------------------
# print: prints a text
#   argument   $a0 = its address
#   clobbers   $v0
# ------------------------------------------------------------------------------
print:
        li      $v0, PRINT_STRING
        syscall
        jr      $ra

# ------------------------------------------------------------------------------
# print_name: prints a player's name, byte for byte as it was typed
#   argument   $a0 = the player's record
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
# read_number: reads a line that should hold a number
#   result     $v0 = the number, -1 when the line is empty, too long or has
#              anything but digits in it
#   clobbers   $a0-$a2, $t0-$t3
# ------------------------------------------------------------------------------
read_number:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)

        la      $a0, answer
        li      $a1, ANSWER_MAX
        jal     read_line
        addiu   $t0, $v0, -1            # as unsigned numbers, all but 1..ANSWER_MAX
        sltiu   $t0, $t0, ANSWER_MAX    # are now ANSWER_MAX or more
        beqz    $t0, read_number_none

        la      $t0, answer
        addu    $t1, $t0, $v0           # the end of the line
        li      $v0, 0
read_number_digit:
        lbu     $t2, 0($t0)
        addiu   $t2, $t2, -DIGIT_ZERO
        sltiu   $t3, $t2, 10
        beqz    $t3, read_number_none
        mul     $v0, $v0, 10
        addu    $v0, $v0, $t2
        addiu   $t0, $t0, 1
        bne     $t0, $t1, read_number_digit
        j       read_number_done

read_number_none:
        li      $v0, -1
read_number_done:
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# ------------------------------------------------------------------------------
# read_letter: reads a line that should hold a single character
#   result     $v0 = the character, 0 when the line is longer or empty
#   clobbers   $a0-$a2, $t0-$t3
# ------------------------------------------------------------------------------
read_letter:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)

        la      $a0, answer
        li      $a1, ANSWER_MAX
        jal     read_line
        bne     $v0, 1, read_letter_none
        lbu     $v0, answer
        j       read_letter_done

read_letter_none:
        li      $v0, 0
read_letter_done:
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# ------------------------------------------------------------------------------
# read_line: reads one line, up to a line feed or the end of input; a carriage
#            return at its end does not count. Does not return when there is no
#            line left: the game stops.
#   arguments  $a0 = address of the buffer, $a1 = how many characters to keep;
#              the buffer has room for one more
#   result     $v0 = length of the line, which may be more than was kept
#   clobbers   $a0-$a2, $t0-$t3
# ------------------------------------------------------------------------------
read_line:
        move    $t0, $a1
        move    $a1, $a0                # where the next character goes
        li      $a0, STDIN
        li      $a2, 1
        li      $t1, 0                  # characters read
        li      $t3, 0                  # the last one of them

read_line_next:
        li      $v0, READ_FILE
        syscall
        blez    $v0, read_line_no_more
        lbu     $t2, 0($a1)
        beq     $t2, LINE_FEED, read_line_done
        move    $t3, $t2
        addiu   $t1, $t1, 1
        bgt     $t1, $t0, read_line_next        # into the spare byte, again and again
        addiu   $a1, $a1, 1
        j       read_line_next

read_line_no_more:
        beqz    $t1, end_of_input
read_line_done:
        bne     $t3, RETURN, read_line_exit
        addiu   $t1, $t1, -1
read_line_exit:
        move    $v0, $t1
        jr      $ra

end_of_input:
        la      $a0, no_more_input
        jal     print
        j       exit
