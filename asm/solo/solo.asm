# solo - Connect 4 for one person against the computer.
#
# The board is a 2D array of characters, row 0 on top; the address of an element is
# base + (row * ROW_SIZE + column) * DATASIZE. README.md tells the rules.
#
# Registers with one meaning in the whole program. Every subroutine keeps them, except where its
# header says that it changes one:
#
#   $s0       address of the board
#   $s2       ROW_SIZE
#   $s6, $s7  row and column of the piece placed last
#
# By the report's standard, $t0 is a row index and $t1 a column index, and $a2 tells a subroutine
# whose turn it is: PERSON or COMPUTER.

        # Services
        .eqv    PRINT_STRING  4
        .eqv    EXIT          10
        .eqv    READ_FILE     14
        .eqv    RANDOM_RANGE  42

        # Characters
        .eqv    LINE_FEED     10
        .eqv    RETURN        13
        .eqv    DIGIT_ZERO    48
        .eqv    EMPTY         95        # '_'
        .eqv    PERSON_PIECE  89        # 'Y', like the yellow pieces of the real game
        .eqv    COMPUTER_PIECE 82       # 'R', like the red ones

        # The board
        .eqv    DATASIZE      1
        .eqv    ROW_SIZE      7
        .eqv    LAST_ROW      5
        .eqv    LAST_COLUMN   6
        .eqv    DOWN          7         # from an element to its neighbour, in bytes
        .eqv    RIGHT         1
        .eqv    UP_RIGHT      -6
        .eqv    UP_LEFT       -8
        .eqv    LAST_ROW_DOWN 2         # four downwards have room from row 2 or above,
        .eqv    FIRST_ROW_UP  3         # four upwards from row 3 or below,
        .eqv    LAST_COLUMN_RIGHT 3     # four to the right from column 3 or before,
        .eqv    FIRST_COLUMN_LEFT 3     # four to the left from column 3 or behind

        # Whose turn it is
        .eqv    PERSON        0
        .eqv    COMPUTER      1

        .eqv    TRIES         5         # random columns, before the computer looks for one with room

        # Input
        .eqv    STDIN         0
        .eqv    LINE_MAX      9         # characters kept of a line: enough that no number overflows
        .eqv    LINE_SPACE    10        # these and one spare byte
        .eqv    HUGE          1000000000  # for a line of more digits than that

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

        .text
        .globl  main

main:
        la      $s0, board
        li      $s2, ROW_SIZE
        la      $a0, welcome
        jal     print
        jal     print_board

round:
        jal     choose_person_column
        move    $a0, $v0
        li      $a2, PERSON
        jal     place_piece
        jal     print_board
        li      $a2, PERSON
        jal     check_connection
        bnez    $v0, person_won

        jal     choose_computer_column
        move    $a0, $v0
        li      $a2, COMPUTER
        jal     place_piece
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

finish:
        jal     print
        li      $v0, EXIT
        syscall

# ------------------------------------------------------------------------------
# print_board: copies the board between the bars of the picture and prints it
#   clobbers   $a0, $v0, $t0-$t4
# ------------------------------------------------------------------------------
print_board:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)

        move    $t3, $s0                # element of the board
        la      $t4, picture            # its place in the picture
        li      $t0, 0
print_board_row:
        addiu   $t4, $t4, 2             # past the end of the line and the bar at the left
        li      $t1, 0
print_board_column:
        lbu     $t2, 0($t3)
        sb      $t2, 0($t4)
        addiu   $t3, $t3, DATASIZE
        addiu   $t4, $t4, 2             # past the character and the bar
        addiu   $t1, $t1, 1
        bne     $t1, $s2, print_board_column
        addiu   $t0, $t0, 1
        ble     $t0, LAST_ROW, print_board_row

        la      $a0, picture
        jal     print

        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# ------------------------------------------------------------------------------
# choose_person_column: asks the person for a column until there is one with room
#   result     $v0 = the column, 0..6
#   clobbers   $a0-$a2, $t0-$t4
# ------------------------------------------------------------------------------
choose_person_column:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)

        la      $a0, ask_column
choose_person_column_ask:
        jal     print
        jal     read_line
        move    $a0, $v0
        jal     parse_integer
        la      $a0, ask_integer
        bltz    $v0, choose_person_column_ask
        la      $a0, ask_range
        bgt     $v0, LAST_COLUMN, choose_person_column_ask
        addu    $t0, $s0, $v0           # the column's element in the top row
        lbu     $t0, 0($t0)
        la      $a0, ask_not_full
        bne     $t0, EMPTY, choose_person_column_ask

        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# ------------------------------------------------------------------------------
# choose_computer_column: draws up to TRIES random columns; when none of them has
#                         room, takes the rightmost column that has
#   result     $v0 = the column, 0..6
#   clobbers   $a0, $a1, $t0-$t2
# ------------------------------------------------------------------------------
choose_computer_column:
        li      $t2, TRIES
choose_computer_column_draw:
        li      $a0, 0                  # the random generator's number
        li      $a1, ROW_SIZE
        li      $v0, RANDOM_RANGE
        syscall
        addu    $t0, $s0, $a0
        lbu     $t0, 0($t0)
        beq     $t0, EMPTY, choose_computer_column_done
        addiu   $t2, $t2, -1
        bnez    $t2, choose_computer_column_draw

        li      $a0, LAST_COLUMN
choose_computer_column_scan:
        addu    $t0, $s0, $a0
        lbu     $t0, 0($t0)
        beq     $t0, EMPTY, choose_computer_column_done
        addiu   $a0, $a0, -1
        j       choose_computer_column_scan     # ends: the person leaves an odd number of
                                                # empty elements behind
choose_computer_column_done:
        move    $v0, $a0
        jr      $ra

# ------------------------------------------------------------------------------
# place_piece: drops a piece into a column
#   arguments  $a0 = a column with room, $a2 = PERSON or COMPUTER
#   changes    $s6, $s7 = row and column where the piece lies
#   clobbers   $a0, $a1, $v0, $t0-$t3
# ------------------------------------------------------------------------------
place_piece:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)

        move    $a1, $a0
        li      $a0, LAST_ROW
        jal     element_address
        li      $t0, LAST_ROW
place_piece_row:
        lbu     $t2, 0($v0)
        beq     $t2, EMPTY, place_piece_here
        addiu   $t0, $t0, -1
        addiu   $v0, $v0, -DOWN
        j       place_piece_row
place_piece_here:
        move    $s6, $t0
        move    $s7, $a1
        move    $t3, $v0
        jal     piece_of
        sb      $v0, 0($t3)

        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# ------------------------------------------------------------------------------
# piece_of: tells which character a side plays
#   argument   $a2 = PERSON or COMPUTER
#   result     $v0 = its piece
# ------------------------------------------------------------------------------
piece_of:
        li      $v0, COMPUTER_PIECE
        bne     $a2, PERSON, piece_of_done
        li      $v0, PERSON_PIECE
piece_of_done:
        jr      $ra

# ------------------------------------------------------------------------------
# element_address: finds an element of the 2D array
#   arguments  $a0 = row, $a1 = column; both are kept
#   result     $v0 = base + (row * ROW_SIZE + column) * DATASIZE
# ------------------------------------------------------------------------------
element_address:
        mul     $v0, $a0, $s2
        addu    $v0, $v0, $a1
        mul     $v0, $v0, DATASIZE
        addu    $v0, $v0, $s0
        jr      $ra

# ------------------------------------------------------------------------------
# check_full: looks at the top row, since there are no floating pieces
#   result     $v0 = 1 when the board is full, else 0
#   clobbers   $t1-$t3
# ------------------------------------------------------------------------------
check_full:
        li      $v0, 0
        li      $t1, 0
        move    $t3, $s0
check_full_column:
        lbu     $t2, 0($t3)
        beq     $t2, EMPTY, check_full_done
        addiu   $t3, $t3, DATASIZE
        addiu   $t1, $t1, 1
        bne     $t1, $s2, check_full_column
        li      $v0, 1
check_full_done:
        jr      $ra

# ------------------------------------------------------------------------------
# check_connection: looks for four in a row through the piece placed last
#   arguments  $a2 = PERSON or COMPUTER, whose piece it is;
#              $s6, $s7 = where it lies
#   result     $v0 = 1 when four are connected, else 0
#   clobbers   $a0, $a1, $a3, $t2-$t4
# ------------------------------------------------------------------------------
check_connection:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)

        jal     check_vertical
        bnez    $v0, check_connection_done
        jal     check_horizontal
        bnez    $v0, check_connection_done
        jal     check_rising
        bnez    $v0, check_connection_done
        jal     check_falling
check_connection_done:
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# ------------------------------------------------------------------------------
# check_vertical: looks at the piece and the three below it
#   arguments and result as in check_connection
#   clobbers   $a0, $a1, $a3, $t2-$t4
# ------------------------------------------------------------------------------
check_vertical:
        li      $v0, 0
        bgt     $s6, LAST_ROW_DOWN, check_vertical_done
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)

        move    $a0, $s6
        move    $a1, $s7
        li      $a3, DOWN
        jal     check_four

        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
check_vertical_done:
        jr      $ra

# ------------------------------------------------------------------------------
# check_horizontal: looks at the whole row of the piece, from the left
#   arguments and result as in check_connection
#   clobbers   $a0, $a1, $a3, $t2-$t4
# ------------------------------------------------------------------------------
check_horizontal:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)

        move    $a0, $s6
        li      $a1, 0
        li      $a3, RIGHT
check_horizontal_search:
        jal     check_four
        bnez    $v0, check_horizontal_done
        addiu   $a1, $a1, 1
        ble     $a1, LAST_COLUMN_RIGHT, check_horizontal_search
check_horizontal_done:
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# ------------------------------------------------------------------------------
# check_rising: looks at the diagonal from bottom left to top right; goes down
#               and left from the piece to an edge, then searches upwards
#   arguments and result as in check_connection
#   clobbers   $a0, $a1, $a3, $t2-$t4
# ------------------------------------------------------------------------------
check_rising:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)

        move    $a0, $s6
        move    $a1, $s7
check_rising_edge:
        beq     $a0, LAST_ROW, check_rising_start
        beqz    $a1, check_rising_start
        addiu   $a0, $a0, 1
        addiu   $a1, $a1, -1
        j       check_rising_edge

check_rising_start:
        li      $a3, UP_RIGHT
        li      $v0, 0
check_rising_search:
        blt     $a0, FIRST_ROW_UP, check_rising_done
        bgt     $a1, LAST_COLUMN_RIGHT, check_rising_done
        jal     check_four
        bnez    $v0, check_rising_done
        addiu   $a0, $a0, -1
        addiu   $a1, $a1, 1
        j       check_rising_search

check_rising_done:
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# ------------------------------------------------------------------------------
# check_falling: looks at the diagonal from bottom right to top left; goes down
#                and right from the piece to an edge, then searches upwards
#   arguments and result as in check_connection
#   clobbers   $a0, $a1, $a3, $t2-$t4
# ------------------------------------------------------------------------------
check_falling:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)

        move    $a0, $s6
        move    $a1, $s7
check_falling_edge:
        beq     $a0, LAST_ROW, check_falling_start
        beq     $a1, LAST_COLUMN, check_falling_start
        addiu   $a0, $a0, 1
        addiu   $a1, $a1, 1
        j       check_falling_edge

check_falling_start:
        li      $a3, UP_LEFT
        li      $v0, 0
check_falling_search:
        blt     $a0, FIRST_ROW_UP, check_falling_done
        blt     $a1, FIRST_COLUMN_LEFT, check_falling_done
        jal     check_four
        bnez    $v0, check_falling_done
        addiu   $a0, $a0, -1
        addiu   $a1, $a1, -1
        j       check_falling_search

check_falling_done:
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
        jr      $ra

# ------------------------------------------------------------------------------
# check_four: looks at four elements in a line
#   arguments  $a0 = row and $a1 = column of the first one, $a3 = bytes from one
#              to the next, $a2 = PERSON or COMPUTER; all four are kept
#   result     $v0 = 1 when all four hold the piece of $a2, else 0
#   clobbers   $t2-$t4
# ------------------------------------------------------------------------------
check_four:
        addiu   $sp, $sp, -4
        sw      $ra, 0($sp)

        jal     piece_of
        move    $t2, $v0
        jal     element_address
        li      $t3, 4
check_four_element:
        lbu     $t4, 0($v0)
        bne     $t4, $t2, check_four_no
        addu    $v0, $v0, $a3
        addiu   $t3, $t3, -1
        bnez    $t3, check_four_element
        li      $v0, 1
        j       check_four_done

check_four_no:
        li      $v0, 0
check_four_done:
        lw      $ra, 0($sp)
        addiu   $sp, $sp, 4
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
# parse_integer: checks that the line in `line` has nothing but digits, then turns
#                it into an integer
#   argument   $a0 = length of the line, which may be more than was kept
#   result     $v0 = the integer, HUGE for a line of more than LINE_MAX
#              characters; -1 when it is no integer
#   clobbers   $t0-$t4
# ------------------------------------------------------------------------------
parse_integer:
        li      $v0, -1
        beqz    $a0, parse_integer_done
        la      $t0, line
        addu    $t1, $t0, $a0           # the end of the line, or of what was kept of it
        ble     $a0, LINE_MAX, parse_integer_check
        addiu   $t1, $t0, LINE_MAX

parse_integer_check:
        lbu     $t2, 0($t0)
        addiu   $t2, $t2, -DIGIT_ZERO
        bgeu    $t2, 10, parse_integer_done
        addiu   $t0, $t0, 1
        bne     $t0, $t1, parse_integer_check

        li      $v0, HUGE
        bgt     $a0, LINE_MAX, parse_integer_done
        la      $t0, line
        li      $v0, 0                  # the accumulator
parse_integer_digit:
        lbu     $t2, 0($t0)
        addiu   $t2, $t2, -DIGIT_ZERO
        mul     $v0, $v0, 10
        addu    $v0, $v0, $t2
        addiu   $t0, $t0, 1
        bne     $t0, $t1, parse_integer_digit
parse_integer_done:
        jr      $ra

# ------------------------------------------------------------------------------
# read_line: reads one line, up to a line feed or the end of input, into `line`;
#            a carriage return at its end does not count. Does not return when
#            there is no line left: the game stops.
#   result     $v0 = length of the line, of which LINE_MAX characters are kept
#   clobbers   $a0-$a2, $t2-$t4
# ------------------------------------------------------------------------------
read_line:
        li      $a0, STDIN
        la      $a1, line               # where the next character goes
        li      $a2, 1
        li      $t2, 0                  # characters read
        li      $t4, 0                  # the last one of them

read_line_next:
        li      $v0, READ_FILE
        syscall
        blez    $v0, read_line_no_more
        lbu     $t3, 0($a1)
        beq     $t3, LINE_FEED, read_line_done
        move    $t4, $t3
        addiu   $t2, $t2, 1
        bgt     $t2, LINE_MAX, read_line_next   # into the spare byte, again and again
        addiu   $a1, $a1, 1
        j       read_line_next

read_line_no_more:
        beqz    $t2, end_of_input
read_line_done:
        bne     $t4, RETURN, read_line_exit
        addiu   $t2, $t2, -1
read_line_exit:
        move    $v0, $t2
        jr      $ra

end_of_input:
        la      $a0, no_more_input
        j       finish
