# rows - Four in a Row for two people, on a board that is its own picture.
#
# The board is a piece of text: six rows with a floor of dashes between them. A move writes a letter
# into the text, and showing the board is printing it. README.md tells the rules.
#
# Registers with one meaning in the whole program. Every subroutine keeps them, except where its
# header says that it changes one:
#
#   $t0-$t5   addresses of the six rows, $t0 the lowest
#   $a1       the turn: 1 or 2 at first, then counting up; odd is Player 1, even is Player 2
#   $s0       address of the cell that was filled last
#   $s1, $s2  the pieces of Player 1 and Player 2
#   $s3, $s4  undos left for Player 1 and Player 2
#   $s5, $s6  chances left for Player 1 and Player 2
#   $s7       moves kept so far
#
# That leaves $t6-$t9, $a0, $a2, $a3, $v0 and $v1 to work with.

        # Services
        .eqv    PRINT_STRING  4
        .eqv    EXIT          10
        .eqv    READ_FILE     14
        .eqv    RANDOM_RANGE  42

        # Characters
        .eqv    LINE_FEED     10
        .eqv    RETURN        13
        .eqv    EMPTY         32        # a blank: no piece in this cell
        .eqv    DIGIT_ZERO    48
        .eqv    LETTER_N      78
        .eqv    LETTER_X      88
        .eqv    LETTER_Y      89

        # The board: a row is 31 characters, so is the floor below it
        .eqv    COLUMNS       7
        .eqv    CELLS         42
        .eqv    FIRST_CELL    3         # offset of column 1 in its row
        .eqv    FOURTH_CELL   15        # offset of column 4
        .eqv    RIGHT         4         # from a cell to the next one in its row
        .eqv    UP            -62       # from a cell to the one above it
        .eqv    UP_RIGHT      -58
        .eqv    UP_LEFT       -66

        # The rules
        .eqv    UNDOS         3
        .eqv    CHANCES       3
        .eqv    DRAW_RANGE    10        # the starter is drawn from 0..9;
        .eqv    DRAW_SECOND   5         # from this number on it is Player 2

        # Input
        .eqv    STDIN         0
        .eqv    LINE_MAX      8         # characters kept of a line
        .eqv    LINE_SPACE    9         # these and one spare byte

        # A row of line_kinds
        .eqv    KIND_FIRST    0
        .eqv    KIND_COLUMNS  4
        .eqv    KIND_ROWS     8
        .eqv    KIND_STEP     12
        .eqv    KIND_SIZE     16

        .data
board:  .ascii  "\n"
        .ascii  " -----------------------------\n"
row_6:  .ascii  " |   |   |   |   |   |   |   |\n"
        .ascii  " -----------------------------\n"
row_5:  .ascii  " |   |   |   |   |   |   |   |\n"
        .ascii  " -----------------------------\n"
row_4:  .ascii  " |   |   |   |   |   |   |   |\n"
        .ascii  " -----------------------------\n"
row_3:  .ascii  " |   |   |   |   |   |   |   |\n"
        .ascii  " -----------------------------\n"
row_2:  .ascii  " |   |   |   |   |   |   |   |\n"
        .ascii  " -----------------------------\n"
row_1:  .ascii  " |   |   |   |   |   |   |   |\n"
        .ascii  " -----------------------------\n"
        .asciiz "   1   2   3   4   5   6   7\n"

# The lines of four, by kind: the first cell of a line is one of `columns` cells from offset `first`
# to the right, in one of the `rows` lowest rows; from there it is `step` bytes to each next cell.
#                       first        columns  rows  step
line_kinds:
        .word           FIRST_CELL,  4,       6,    RIGHT
        .word           FIRST_CELL,  7,       3,    UP
        .word           FIRST_CELL,  4,       3,    UP_RIGHT
        .word           FOURTH_CELL, 4,       3,    UP_LEFT
line_kinds_end:

# Texts that name a player come in pairs: the first for Player 1, the second for Player 2.
starts:         .word   starts_1, starts_2
choose_column:  .word   choose_column_1, choose_column_2
wins:           .word   wins_1, wins_2
loses:          .word   loses_1, loses_2

title:          .asciiz "FOUR IN A ROW\n"
starts_1:       .asciiz "Player 1 starts the game.\n"
starts_2:       .asciiz "Player 2 starts the game.\n"
choose_column_1:
                .asciiz "Player 1 (X), choose a column (1-7): "
choose_column_2:
                .asciiz "Player 2 (Y), choose a column (1-7): "
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
tied:           .asciiz "The game is tied.\n"
no_more_input:  .asciiz "\nEnd of input, the game stops.\n"

line:           .space  LINE_SPACE

        .text
        .globl  main

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
        la      $a0, starts
        jal     print_for_player
        la      $a0, board
        jal     print

decide_turn:
        jal     choose_cell
        beqz    $v0, lost
        move    $s0, $v0
        jal     place_piece
        la      $a0, board
        jal     print

        jal     offer_undo
        bnez    $v0, take_back

        addiu   $s7, $s7, 1
        jal     check_win
        bnez    $v0, won
        li      $t6, CELLS
        beq     $s7, $t6, tie
        addiu   $a1, $a1, 1
        j       decide_turn

take_back:
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

tie:
        la      $a0, tied
        jal     print

exit:
        li      $v0, EXIT
        syscall

# ------------------------------------------------------------------------------
# draw_starter: lets chance decide who begins
#   changes    $a1 = 1 or 2, the first turn
#   clobbers   $a0, $v0, $t6
# ------------------------------------------------------------------------------
draw_starter:
        li      $a0, 0                  # the random generator's number
        li      $a1, DRAW_RANGE
        li      $v0, RANDOM_RANGE
        syscall
        slti    $t6, $a0, DRAW_SECOND   # 1 for Player 1, 0 for Player 2
        li      $a1, 2
        subu    $a1, $a1, $t6
        jr      $ra

# ------------------------------------------------------------------------------
# choose_cell: asks the player to move for a column until there is one with room;
#              each wrong answer costs a chance
#   result     $v0 = address of the cell the piece falls into,
#              0 when the player has no chances left
#   changes    $s5 or $s6 (chances)
#   clobbers   $a0, $a2, $v1, $t6-$t9
# ------------------------------------------------------------------------------
choose_cell:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)

choose_cell_ask:
        la      $a0, choose_column
        jal     print_for_player
        jal     read_number
        addiu   $t6, $v0, -1            # as unsigned numbers, all but 1..7
        sltiu   $t6, $t6, COLUMNS       # are now 7 or more
        beqz    $t6, choose_cell_invalid

        sll     $a0, $v0, 2             # column 1 is at offset 3,
        addiu   $a0, $a0, -1            # column 7 at 27
        jal     find_cell
        bnez    $v0, choose_cell_done
        la      $a0, full
        j       choose_cell_wrong

choose_cell_invalid:
        la      $a0, invalid
choose_cell_wrong:
        jal     print
        jal     lose_chance
        bnez    $v0, choose_cell_ask    # out of chances: the result is 0

choose_cell_done:
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# ------------------------------------------------------------------------------
# find_cell: finds the lowest empty cell of a column
#   argument   $a0 = offset of the column in a row
#   result     $v0 = address of the cell, 0 when the column is full
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
        li      $v0, 0
find_cell_done:
        jr      $ra

# ------------------------------------------------------------------------------
# place_piece: writes the piece of the player to move into the chosen cell
#   argument   $s0 = address of the cell
#   clobbers   $t6
# ------------------------------------------------------------------------------
place_piece:
        andi    $t6, $a1, 1
        beqz    $t6, place_piece_second
        sb      $s1, 0($s0)
        jr      $ra
place_piece_second:
        sb      $s2, 0($s0)
        jr      $ra

# ------------------------------------------------------------------------------
# lose_chance: takes a chance from the player to move and says how many are left
#   result     $v0 = chances left
#   changes    $s5 or $s6
#   clobbers   $a0, $v1, $t6
# ------------------------------------------------------------------------------
lose_chance:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)

        andi    $t6, $a1, 1
        beqz    $t6, lose_chance_second
        addiu   $s5, $s5, -1
        move    $v1, $s5
        j       lose_chance_tell
lose_chance_second:
        addiu   $s6, $s6, -1
        move    $v1, $s6

lose_chance_tell:
        addiu   $t6, $v1, DIGIT_ZERO
        sb      $t6, chances_digit
        la      $a0, chances_text
        jal     print
        move    $v0, $v1

        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# ------------------------------------------------------------------------------
# offer_undo: asks whether the move shall be taken back, unless it is the
#             player's first one or the player's undos are used up
#   result     $v0 = 1 when the move shall be taken back, else 0
#   changes    $s3 or $s4 (undos), when it is taken back
#   clobbers   $a0, $a2, $t6-$t9
# ------------------------------------------------------------------------------
offer_undo:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)

        slti    $t6, $s7, 2             # the first two moves are first moves
        bnez    $t6, offer_undo_no
        jal     count_undos
        beqz    $v0, offer_undo_no
        addiu   $t6, $v0, DIGIT_ZERO
        sb      $t6, undo_digit

offer_undo_ask:
        la      $a0, undo_text
        jal     print
        jal     read_letter
        beq     $v0, LETTER_N, offer_undo_no
        bne     $v0, LETTER_Y, offer_undo_ask

        andi    $t6, $a1, 1             # one undo less: for Player 1
        subu    $s3, $s3, $t6           # when the turn is odd,
        xori    $t6, $t6, 1
        subu    $s4, $s4, $t6           # else for Player 2
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
#   result     $v0 = undos left
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
# check_win: looks for four in a row on the whole board: across, then up, then
#            on both diagonals
#   result     $v0 = 1 when there are four, else 0
#   clobbers   $a0, $a2, $a3, $v1, $t6-$t9
#
#   $a2 the kind of line, $a3 its step, $v1 the first cell of the current row,
#   $t6 rows left, $a0 the line's first cell, $t7 columns left
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
# print: prints a text
#   argument   $a0 = its address
#   clobbers   $v0
# ------------------------------------------------------------------------------
print:
        li      $v0, PRINT_STRING
        syscall
        jr      $ra

# ------------------------------------------------------------------------------
# print_for_player: prints that text of a pair which names the player to move
#   argument   $a0 = address of the pair
#   clobbers   $a0, $v0, $t6
# ------------------------------------------------------------------------------
print_for_player:
        andi    $t6, $a1, 1
        bnez    $t6, print_for_player_text
        addiu   $a0, $a0, 4
print_for_player_text:
        lw      $a0, 0($a0)
        li      $v0, PRINT_STRING
        syscall
        jr      $ra

# ------------------------------------------------------------------------------
# read_number: reads a line that should hold a number
#   result     $v0 = the number, -1 when the line is empty, too long or has
#              anything but digits in it
#   clobbers   $a0, $a2, $t6-$t9
# ------------------------------------------------------------------------------
read_number:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)

        jal     read_line
        addiu   $t6, $v0, -1            # as unsigned numbers, all but 1..LINE_MAX
        sltiu   $t6, $t6, LINE_MAX      # are now LINE_MAX or more
        beqz    $t6, read_number_none

        la      $t6, line
        addu    $t7, $t6, $v0           # the end of the line
        li      $v0, 0
read_number_digit:
        lbu     $t8, 0($t6)
        addiu   $t8, $t8, -DIGIT_ZERO
        sltiu   $t9, $t8, 10
        beqz    $t9, read_number_none
        mul     $v0, $v0, 10
        addu    $v0, $v0, $t8
        addiu   $t6, $t6, 1
        bne     $t6, $t7, read_number_digit
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
#   clobbers   $a0, $a2, $t6-$t9
# ------------------------------------------------------------------------------
read_letter:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)

        jal     read_line
        li      $t6, 1
        bne     $v0, $t6, read_letter_none
        lbu     $v0, line
        j       read_letter_done

read_letter_none:
        li      $v0, 0
read_letter_done:
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# ------------------------------------------------------------------------------
# read_line: reads one line, up to a line feed or the end of input, into `line`;
#            a carriage return at its end does not count. Does not return when
#            there is no line left: the game stops.
#   result     $v0 = length of the line, of which LINE_MAX characters are kept
#   clobbers   $a0, $a2, $t6-$t9
# ------------------------------------------------------------------------------
read_line:
        move    $t9, $a1                # the service wants $a1, the turn is in it
        li      $a0, STDIN
        la      $a1, line
        li      $a2, 1
        li      $t6, 0                  # characters read
        li      $t8, 0                  # the last one of them

read_line_next:
        li      $v0, READ_FILE
        syscall
        blez    $v0, read_line_no_more
        lbu     $t7, 0($a1)
        beq     $t7, LINE_FEED, read_line_done
        move    $t8, $t7
        addiu   $t6, $t6, 1
        bgt     $t6, LINE_MAX, read_line_next   # into the spare byte, again and again
        addiu   $a1, $a1, 1
        j       read_line_next

read_line_no_more:
        beqz    $t6, end_of_input
read_line_done:
        bne     $t8, RETURN, read_line_exit
        addiu   $t6, $t6, -1
read_line_exit:
        move    $a1, $t9
        move    $v0, $t6
        jr      $ra

end_of_input:
        move    $a1, $t9
        la      $a0, no_more_input
        jal     print
        j       exit
