# Chapter 3: solo - Connect 4 for one person against the computer.
#
# New in this one: a 2D array, whose elements are reached by row and column, loops over it, and an
# opponent that draws random numbers. The board has row 0 on top; the address of an element is
# base + (row * ROW_SIZE + column) * DATASIZE. README.md tells the rules.
#
# Registers with one meaning in the whole program; only main changes them:
#
#   $s0       address of the board
#   $s2       ROW_SIZE
#   $s6, $s7  row and column of the piece placed last
#
# These are the report's, and so is the standard that where the board is reached by row and column,
# $t0 is the row and $t1 the column, and that $a2 tells whose turn it is: PERSON or COMPUTER.

        # Services
        .eqv    PRINT_STRING        4
        .eqv    EXIT                10
        .eqv    READ_FILE           14
        .eqv    RANDOM_RANGE        42
        .eqv    STDIN               0

        # Characters
        .eqv    LINE_FEED           10
        .eqv    RETURN              13
        .eqv    DIGIT_ZERO          48
        .eqv    EMPTY               95          # '_'

        # Answers
        .eqv    LINE_MAX            9           # characters kept of a line: no overflow from these
        .eqv    LINE_SPACE          10          # these and one spare byte
        .eqv    TEN                 10          # what a digit counts more than the one behind it
        .eqv    HUGE                1000000000  # for any number of more digits than that
        .eqv    END_OF_INPUT        -1          # instead of an answer: there is no line left,
        .eqv    NO_INTEGER          -2          # the line is no integer

        # The board
        .eqv    DATASIZE            1
        .eqv    ROW_SIZE            7
        .eqv    LAST_ROW            5
        .eqv    LAST_COLUMN         6
        .eqv    IN_A_ROW            4
        .eqv    DOWN                7           # from an element to its neighbour, in bytes
        .eqv    RIGHT               1
        .eqv    UP_RIGHT            -6
        .eqv    UP_LEFT             -8
        .eqv    LAST_ROW_DOWN       2           # four downwards have room from row 2 or above,
        .eqv    FIRST_ROW_UP        3           # four upwards from row 3 or below,
        .eqv    LAST_COLUMN_RIGHT   3           # four to the right from column 3 or before,
        .eqv    FIRST_COLUMN_LEFT   3           # four to the left from column 3 or behind

        # The picture, from a place in it to the next one
        .eqv    PICTURE_RIGHT       2           # past a character and a bar
        .eqv    PICTURE_NEXT_ROW    2           # past the end of a line and the bar at the left

        # Whose turn it is
        .eqv    PERSON              0
        .eqv    COMPUTER            1

        .eqv    TRIES               5           # random columns, before one with room is looked for

        .data
board:          .ascii  "_______"
                .ascii  "_______"
                .ascii  "_______"
                .ascii  "_______"
                .ascii  "_______"
                .ascii  "_______"

picture:        .ascii  "\n|_|_|_|_|_|_|_|\n"
                .ascii  "|_|_|_|_|_|_|_|\n"
                .ascii  "|_|_|_|_|_|_|_|\n"
                .ascii  "|_|_|_|_|_|_|_|\n"
                .ascii  "|_|_|_|_|_|_|_|\n"
                .asciiz "|_|_|_|_|_|_|_|\n"

welcome:        .asciiz "Welcome to Connect 4! You play Y, the computer plays R.\n"
ask_column:     .asciiz "Pick a column from 0-6: "
ask_integer:    .asciiz "That is not an integer. Please enter an integer from 0-6: "
ask_range:      .asciiz "That column is out of range. Please enter an integer from 0-6: "
ask_not_full:   .asciiz "That column is full. Please pick a column that isn't full: "
computer_moves: .asciiz "The computer places its piece.\n"
person_wins:    .asciiz "You win!\n"
computer_wins:  .asciiz "The computer wins!\n"
draw_text:      .asciiz "The game ends in a draw.\n"
no_more_input:  .asciiz "\nEnd of input, the game stops.\n"

line:           .space  LINE_SPACE
pieces:         .ascii  "YR"            # PERSON's and COMPUTER's, like yellow and red pieces

        .text
        .globl  main

# ------------------------------------------------------------------------------
# main: the game
#   arguments  none
#   results    none, it ends the program
#   clobbers   everything
# ------------------------------------------------------------------------------
main:
        la      $s0, board
        li      $s2, ROW_SIZE
        la      $a0, welcome
        jal     print
        jal     print_board

round:
        jal     choose_by_person
        beq     $v0, END_OF_INPUT, input_ended
        move    $s7, $v0
        move    $a0, $s7
        li      $a2, PERSON
        jal     place_piece
        move    $s6, $v0
        jal     print_board
        li      $a2, PERSON
        jal     check_connection
        bnez    $v0, person_won

        jal     choose_by_computer
        move    $s7, $v0
        move    $a0, $s7
        li      $a2, COMPUTER
        jal     place_piece
        move    $s6, $v0
        la      $a0, computer_moves
        jal     print
        jal     print_board
        li      $a2, COMPUTER
        jal     check_connection
        bnez    $v0, computer_won

        jal     check_full
        beqz    $v0, round
        la      $a0, draw_text
        j       finish

person_won:
        la      $a0, person_wins
        j       finish

computer_won:
        la      $a0, computer_wins
        j       finish

input_ended:
        la      $a0, no_more_input
finish:
        jal     print
        li      $v0, EXIT
        syscall

# ------------------------------------------------------------------------------
# print_board: copies the board between the bars of the picture and prints it
#   arguments  none
#   results    none
#   clobbers   $a0, $v0, $t0-$t4
# ------------------------------------------------------------------------------
print_board:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)

        la      $t4, picture
        li      $t0, 0
print_board_row:
        addiu   $t4, $t4, PICTURE_NEXT_ROW
        li      $t1, 0
print_board_element:
        mul     $t3, $t0, $s2           # row * ROW_SIZE
        addu    $t3, $t3, $t1           # + column
        mul     $t3, $t3, DATASIZE      # * DATASIZE
        addu    $t3, $t3, $s0           # + base: the address of the element
        lbu     $t2, 0($t3)
        sb      $t2, 0($t4)
        addiu   $t4, $t4, PICTURE_RIGHT
        addiu   $t1, $t1, 1
        ble     $t1, LAST_COLUMN, print_board_element
        addiu   $t0, $t0, 1
        ble     $t0, LAST_ROW, print_board_row
        la      $a0, picture
        jal     print

        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# ------------------------------------------------------------------------------
# choose_by_person: asks the person for a column until there is one with room
#   arguments  none
#   results    $v0 = the column, 0..6, or END_OF_INPUT
#   clobbers   $a0-$a2, $t2, $t6-$t9
# ------------------------------------------------------------------------------
choose_by_person:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)

        la      $a0, ask_column
choose_by_person_ask:
        jal     print
        jal     read_answer
        beq     $v0, END_OF_INPUT, choose_by_person_done
        move    $a0, $v0
        jal     parse_integer
        la      $a0, ask_integer
        beq     $v0, NO_INTEGER, choose_by_person_ask
        la      $a0, ask_range
        bgt     $v0, LAST_COLUMN, choose_by_person_ask
        lbu     $t2, board($v0)         # its element in the top row
        la      $a0, ask_not_full
        bne     $t2, EMPTY, choose_by_person_ask

choose_by_person_done:
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# ------------------------------------------------------------------------------
# choose_by_computer: draws up to TRIES random columns; when none of them has room, takes the
#                     rightmost column that has
#   arguments  none
#   results    $v0 = the column, 0..6
#   clobbers   $a0, $a1, $t2, $t3
# ------------------------------------------------------------------------------
choose_by_computer:
        li      $t3, TRIES
choose_by_computer_draw:
        li      $a0, 0                  # the random generator's number
        li      $a1, ROW_SIZE
        li      $v0, RANDOM_RANGE
        syscall
        lbu     $t2, board($a0)
        beq     $t2, EMPTY, choose_by_computer_done
        addiu   $t3, $t3, -1
        bnez    $t3, choose_by_computer_draw

        # This loop ends, since the person leaves an odd number of elements empty.
        li      $a0, LAST_COLUMN
choose_by_computer_scan:
        lbu     $t2, board($a0)
        beq     $t2, EMPTY, choose_by_computer_done
        addiu   $a0, $a0, -1
        j       choose_by_computer_scan

choose_by_computer_done:
        move    $v0, $a0
        jr      $ra

# ------------------------------------------------------------------------------
# place_piece: drops a piece into a column
#   arguments  $a0 = a column with room, $a2 = PERSON or COMPUTER
#   results    $v0 = row where the piece lies
#   clobbers   $t0-$t3
# ------------------------------------------------------------------------------
place_piece:
        li      $t0, LAST_ROW
        move    $t1, $a0
place_piece_row:
        mul     $t3, $t0, $s2
        addu    $t3, $t3, $t1
        mul     $t3, $t3, DATASIZE
        addu    $t3, $t3, $s0
        lbu     $t2, 0($t3)
        beq     $t2, EMPTY, place_piece_here
        addiu   $t0, $t0, -1
        j       place_piece_row

place_piece_here:
        lbu     $t2, pieces($a2)
        sb      $t2, 0($t3)
        move    $v0, $t0
        jr      $ra

# ------------------------------------------------------------------------------
# check_full: looks at the top row, since there are no floating pieces
#   arguments  none
#   results    $v0 = 1 when the board is full, else 0
#   clobbers   $t1, $t2
# ------------------------------------------------------------------------------
check_full:
        li      $v0, 0
        li      $t1, 0
check_full_column:
        lbu     $t2, board($t1)
        beq     $t2, EMPTY, check_full_done
        addiu   $t1, $t1, 1
        ble     $t1, LAST_COLUMN, check_full_column
        li      $v0, 1
check_full_done:
        jr      $ra

# ------------------------------------------------------------------------------
# check_connection: looks for four in a row through the piece placed last
#   arguments  $a2 = PERSON or COMPUTER, whose piece it is; $s6, $s7 = where it lies
#   results    $v0 = 1 when four are connected, else 0
#   clobbers   $a0-$a3, $t0-$t5
# ------------------------------------------------------------------------------
check_connection:
        addiu   $sp, $sp, -8
        sw      $ra, 0($sp)
        sw      $s3, 4($sp)

        move    $s3, $a2
        jal     check_vertical
        bnez    $v0, check_connection_done
        move    $a2, $s3
        jal     check_horizontal
        bnez    $v0, check_connection_done
        move    $a2, $s3
        jal     check_rising
        bnez    $v0, check_connection_done
        move    $a2, $s3
        jal     check_falling

check_connection_done:
        lw      $s3, 4($sp)
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 8
        jr      $ra

# ------------------------------------------------------------------------------
# check_vertical: looks at the piece and the three below it
#   arguments  $a2 = PERSON or COMPUTER
#   results    $v0 = 1 when four are connected, else 0
#   clobbers   $a0, $a1, $a3, $t0-$t5
# ------------------------------------------------------------------------------
check_vertical:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)

        li      $v0, 0
        bgt     $s6, LAST_ROW_DOWN, check_vertical_done
        move    $a0, $s6
        move    $a1, $s7
        li      $a3, DOWN
        jal     check_four

check_vertical_done:
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# ------------------------------------------------------------------------------
# check_horizontal: looks at the whole row of the piece, from the left
#   arguments  $a2 = PERSON or COMPUTER
#   results    $v0 = 1 when four are connected, else 0
#   clobbers   $a0-$a3, $t0-$t5
# ------------------------------------------------------------------------------
check_horizontal:
        addiu   $sp, $sp, -12
        sw      $ra, 0($sp)
        sw      $s3, 4($sp)
        sw      $s4, 8($sp)

        move    $s3, $a2
        li      $s4, 0                  # column
check_horizontal_search:
        move    $a0, $s6
        move    $a1, $s4
        move    $a2, $s3
        li      $a3, RIGHT
        jal     check_four
        bnez    $v0, check_horizontal_done
        addiu   $s4, $s4, 1
        ble     $s4, LAST_COLUMN_RIGHT, check_horizontal_search

check_horizontal_done:
        lw      $s4, 8($sp)
        lw      $s3, 4($sp)
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 12
        jr      $ra

# ------------------------------------------------------------------------------
# check_rising: looks at the diagonal from bottom left to top right; goes down and left from the
#               piece to an edge, then searches upwards
#   arguments  $a2 = PERSON or COMPUTER
#   results    $v0 = 1 when four are connected, else 0
#   clobbers   $a0-$a3, $t0-$t5
# ------------------------------------------------------------------------------
check_rising:
        addiu   $sp, $sp, -16
        sw      $ra, 0($sp)
        sw      $s3, 4($sp)
        sw      $s4, 8($sp)
        sw      $s5, 12($sp)

        move    $s3, $a2
        move    $s4, $s6                # row
        move    $s5, $s7                # column
check_rising_edge:
        beq     $s4, LAST_ROW, check_rising_search
        beqz    $s5, check_rising_search
        addiu   $s4, $s4, 1
        addiu   $s5, $s5, -1
        j       check_rising_edge

check_rising_search:
        li      $v0, 0
        blt     $s4, FIRST_ROW_UP, check_rising_done
        bgt     $s5, LAST_COLUMN_RIGHT, check_rising_done
        move    $a0, $s4
        move    $a1, $s5
        move    $a2, $s3
        li      $a3, UP_RIGHT
        jal     check_four
        bnez    $v0, check_rising_done
        addiu   $s4, $s4, -1
        addiu   $s5, $s5, 1
        j       check_rising_search

check_rising_done:
        lw      $s5, 12($sp)
        lw      $s4, 8($sp)
        lw      $s3, 4($sp)
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 16
        jr      $ra

# ------------------------------------------------------------------------------
# check_falling: looks at the diagonal from bottom right to top left; goes down and right from the
#                piece to an edge, then searches upwards
#   arguments  $a2 = PERSON or COMPUTER
#   results    $v0 = 1 when four are connected, else 0
#   clobbers   $a0-$a3, $t0-$t5
# ------------------------------------------------------------------------------
check_falling:
        addiu   $sp, $sp, -16
        sw      $ra, 0($sp)
        sw      $s3, 4($sp)
        sw      $s4, 8($sp)
        sw      $s5, 12($sp)

        move    $s3, $a2
        move    $s4, $s6                # row
        move    $s5, $s7                # column
check_falling_edge:
        beq     $s4, LAST_ROW, check_falling_search
        beq     $s5, LAST_COLUMN, check_falling_search
        addiu   $s4, $s4, 1
        addiu   $s5, $s5, 1
        j       check_falling_edge

check_falling_search:
        li      $v0, 0
        blt     $s4, FIRST_ROW_UP, check_falling_done
        blt     $s5, FIRST_COLUMN_LEFT, check_falling_done
        move    $a0, $s4
        move    $a1, $s5
        move    $a2, $s3
        li      $a3, UP_LEFT
        jal     check_four
        bnez    $v0, check_falling_done
        addiu   $s4, $s4, -1
        addiu   $s5, $s5, -1
        j       check_falling_search

check_falling_done:
        lw      $s5, 12($sp)
        lw      $s4, 8($sp)
        lw      $s3, 4($sp)
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 16
        jr      $ra

# ------------------------------------------------------------------------------
# check_four: looks at four elements in a line
#   arguments  $a0 = row and $a1 = column of the first one, $a2 = PERSON or COMPUTER,
#              $a3 = bytes from one to the next
#   results    $v0 = 1 when all four hold the piece of $a2, else 0
#   clobbers   $t0-$t5
# ------------------------------------------------------------------------------
check_four:
        move    $t0, $a0
        move    $t1, $a1
        mul     $t3, $t0, $s2
        addu    $t3, $t3, $t1
        mul     $t3, $t3, DATASIZE
        addu    $t3, $t3, $s0
        lbu     $t2, pieces($a2)
        li      $v0, 0
        li      $t5, IN_A_ROW
check_four_element:
        lbu     $t4, 0($t3)
        bne     $t4, $t2, check_four_done
        addu    $t3, $t3, $a3
        addiu   $t5, $t5, -1
        bnez    $t5, check_four_element
        li      $v0, 1
check_four_done:
        jr      $ra

# ------------------------------------------------------------------------------
# parse_integer: makes an integer of the line in `line`, if it has nothing but digits; each digit
#                makes what stands before it ten times as much
#   arguments  $a0 = length of the line, which may be more than was kept
#   results    $v0 = the integer, HUGE when the line was not kept whole, or NO_INTEGER
#   clobbers   $t6, $t7
# ------------------------------------------------------------------------------
parse_integer:
        li      $t6, 0                  # characters checked
        li      $v0, 0                  # the accumulator
        beqz    $a0, parse_integer_none
parse_integer_digit:
        lbu     $t7, line($t6)
        addiu   $t7, $t7, -DIGIT_ZERO
        bgeu    $t7, TEN, parse_integer_none
        mul     $v0, $v0, TEN
        addu    $v0, $v0, $t7
        addiu   $t6, $t6, 1
        beq     $t6, $a0, parse_integer_done
        bne     $t6, LINE_MAX, parse_integer_digit
        li      $v0, HUGE
        j       parse_integer_done

parse_integer_none:
        li      $v0, NO_INTEGER
parse_integer_done:
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
