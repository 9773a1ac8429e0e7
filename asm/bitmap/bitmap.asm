# Connect Four on the Bitmap Display, for two people: yellow (player 1) against red (player 2).
# After the course report named in README.md beside this file; its names for subroutines, arrays and
# registers are kept.
#
# Bitmap Display (Tools > Bitmap Display; press "Connect to MIPS" before you run the program):
#   Unit width in pixels:     8
#   Unit height in pixels:    8
#   Display width in pixels:  512
#   Display height in pixels: 512
#   Base Address for Display: 0x10040000 (heap)
#
# Registers that keep their meaning for the whole game; subroutines read $s1 and change none of them:
#   $s0  the player whose turn it is, 1 or 2
#   $s1  address of the display's first unit
#   $s4  column of the last answer, 0..6
#   $s6  1 if the last CheckWin found every cell taken, else 0
#   $s7  row of the last token, 0..5 from the floor

# ---- services -------------------------------------------------------------------------------------
        .eqv    PRINT_STRING, 4
        .eqv    SBRK,         9
        .eqv    EXIT,         10
        .eqv    READ,         14
        .eqv    SLEEP,        32
        .eqv    STDIN,        0

# ---- the board ------------------------------------------------------------------------------------
        .eqv    COLUMNS,      7
        .eqv    ROWS,         6
        .eqv    CELLS,        42
        .eqv    TOP_ROW,      5
        .eqv    HIGH_START,   21        # from this index on, a line of four that rises leaves the board
        .eqv    PLAYER_1,     1
        .eqv    PLAYER_2,     2

# ---- answers --------------------------------------------------------------------------------------
        .eqv    LINE_MAX,     3         # enough to tell one character (and CR) from a longer answer
        .eqv    LINE_FEED,    10
        .eqv    RETURN,       13

# ---- the picture: 64 x 64 units of one word, row by row from the upper left ------------------------
        .eqv    DISPLAY_BYTES, 16384
        .eqv    LINE_BYTES,   256       # one line of 64 units
        .eqv    FRAME_AT,     2056      # unit (2, 8): upper left corner of the frame
        .eqv    FRAME_WIDTH,  60
        .eqv    FRAME_HEIGHT, 50
        .eqv    TOP_EDGE_AT,  2064      # unit (4, 8)
        .eqv    LOW_EDGE_AT,  14608     # unit (4, 57)
        .eqv    EDGE_WIDTH,   56
        .eqv    CORNER_1,     2056      # units (2, 8), (61, 8), (2, 57), (61, 57): cut off
        .eqv    CORNER_2,     2292
        .eqv    CORNER_3,     14600
        .eqv    CORNER_4,     14836
        .eqv    FLOOR_AT,     12820     # unit (5, 50): hole of column 0, row 0
        .eqv    HOLE_BELOW,   2048      # from a hole to the one below: 8 lines
        .eqv    CORE_IN,      260       # from a hole's upper left unit, one line down and one unit right
        .eqv    CORE_SIZE,    4
        .eqv    TURN_AT,      372       # unit (29, 1): the token that shows whose turn it is
        .eqv    DIGITS_AT,    15128     # unit (6, 59): number of column 0
        .eqv    DIGIT_WIDTH,  3
        .eqv    DIGIT_HEIGHT, 5
        .eqv    DIGIT_RETURN, 244       # from behind a digit's line to the start of its next one
        .eqv    DIGIT_FIRST,  0x4000    # the bit of a digit's upper left unit
        .eqv    FALL_MS,      30        # a falling token rests this long in each hole

        .eqv    BACKGROUND,   0x00000000
        .eqv    FRAME,        0x001e50c8
        .eqv    FRAME_LIGHT,  0x005a8cf0
        .eqv    FRAME_DARK,   0x0012348a
        .eqv    HOLE,         0x000b1430
        .eqv    YELLOW,       0x00ffd21e
        .eqv    RED,          0x00e6262e
        .eqv    DIGIT,        0x00c8d2e6
        .eqv    WIN_RING,     0x00ffffff

        .data
int_arr:        .word   0:42            # cell column + 7*row, row 0 lowest: 0 empty, else the player
int_col:        .word   0:7             # tokens in each column
win_line:       .word   0:4             # indices of the four that won; all 0 before that
digits:         .word   0x2c97, 0x73e7, 0x73cf, 0x5bc9, 0x79cf, 0x79ef, 0x7292
line:           .space  4               # the answer; LINE_MAX bytes and one for the rest of a longer line

welcome:        .asciiz "Welcome to the Connect 4.\n"
turn_1:         .asciiz "Player 1's turn: "
turn_2:         .asciiz "Player 2's turn: "
not_a_column:   .asciiz "Please enter a number from 1 to 7.\n"
column_full:    .asciiz "That column is full.\n"
wins_1:         .asciiz "Player 1 wins!!!\n"
wins_2:         .asciiz "Player 2 wins!!!\n"
tie:            .asciiz "Tie!!!\n"
input_ended:    .asciiz "\nEnd of input, the game stops.\n"

        .text
# ---- the game -------------------------------------------------------------------------------------
main:
        la      $a0, welcome
        li      $v0, PRINT_STRING
        syscall
        li      $a0, DISPLAY_BYTES
        li      $v0, SBRK
        syscall                         # the first piece of the heap: exactly what the display shows
        move    $s1, $v0
        jal     GameBoard
        li      $s0, PLAYER_1
        li      $s4, 0
        li      $s6, 0
        li      $s7, 0

# One turn. A wrong answer comes back here, so the question is asked again.
Input:
        move    $a0, $s0
        jal     ShowTurn
        jal     ReadLine
        bltz    $v0, InputEnded
        move    $a0, $v0
        jal     ParseColumn
        bltz    $v0, NotAColumn
        move    $s4, $v0

        move    $a0, $s4
        jal     CheckInput
        bltz    $v0, ColumnFull
        move    $s7, $v0

        mul     $t0, $s7, COLUMNS
        add     $t0, $t0, $s4
        sll     $t0, $t0, 2
        sw      $s0, int_arr($t0)
        move    $a0, $s4
        move    $a1, $s7
        move    $a2, $s0
        jal     DrawToken

        move    $a0, $s0
        jal     CheckWin
        move    $s6, $v1
        bnez    $v0, Won
        bnez    $s6, CheckTie
        li      $t0, 3                  # 1 becomes 2, 2 becomes 1
        sub     $s0, $t0, $s0
        j       Input

NotAColumn:
        la      $a0, not_a_column
        li      $v0, PRINT_STRING
        syscall
        j       Input

ColumnFull:
        la      $a0, column_full
        li      $v0, PRINT_STRING
        syscall
        j       Input

Won:
        move    $a0, $s0
        jal     MarkLine
        la      $a0, wins_1
        beq     $s0, PLAYER_1, Finish
        la      $a0, wins_2
        j       Finish

CheckTie:                               # the board is full and nobody has won
        addi    $a0, $s1, TURN_AT
        li      $a1, BACKGROUND
        jal     DrawDisk
        la      $a0, tie
        j       Finish

InputEnded:
        la      $a0, input_ended
Finish:                                 # $a0: the last line of the game
        li      $v0, PRINT_STRING
        syscall
        li      $v0, EXIT
        syscall

# ---- answers --------------------------------------------------------------------------------------
# Reads one line into `line`: up to LF or the end of input, without a CR before that.
# Of a longer line the first LINE_MAX bytes are kept and the rest is read over.
# Results:   $v0 = bytes kept (LINE_MAX stands for any longer line too), or -1 at the end of input
# Clobbers:  $a0, $a1, $a2, $t0, $t1, $t2
ReadLine:
        li      $a0, STDIN
        la      $a1, line               # where the next byte goes
        li      $a2, 1
        la      $t0, line
        addi    $t1, $t0, LINE_MAX
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

# The column that `line` names: exactly one character, 1..7.
# Arguments: $a0 = bytes in `line`
# Results:   $v0 = column 0..6, or -1 if the answer is anything else
# Clobbers:  $t0
ParseColumn:
        bne     $a0, 1, parse_failed
        lbu     $v0, line
        addi    $v0, $v0, -49           # '1' is column 0
        sltiu   $t0, $v0, COLUMNS
        beqz    $t0, parse_failed
        jr      $ra
parse_failed:
        li      $v0, -1
        jr      $ra

# ---- rules ----------------------------------------------------------------------------------------
# Takes the lowest empty place of a column.
# Arguments: $a0 = column 0..6
# Results:   $v0 = row 0..5, or -1 if the column is full
# Clobbers:  $t0, $t1
CheckInput:
        sll     $t0, $a0, 2
        lw      $v0, int_col($t0)
        bge     $v0, ROWS, check_input_full
        addi    $t1, $v0, 1
        sw      $t1, int_col($t0)
        jr      $ra
check_input_full:
        li      $v0, -1
        jr      $ra

# Looks for four of a player in a line, from each of that player's cells in four directions, and keeps
# the first one found in `win_line`. A line that rises begins in the three lower rows; one that goes to
# the right begins in columns 0..3, one to the left in columns 3..6.
# Arguments: $a0 = player
# Results:   $v0 = 1 if the player has four, else 0
#            $v1 = 0 if an empty cell was met (on a win not every cell has been looked at), else 1
# Clobbers:  $t0..$t6
CheckWin:
        li      $t0, 0                  # index of the cell
        la      $t1, int_arr            # its address
        li      $t2, 0                  # its column
        li      $t5, COLUMNS
        li      $t6, CELLS
        li      $v0, 0
        li      $v1, 1
win_cell:
        lw      $t3, 0($t1)
        movz    $v1, $zero, $t3         # an empty cell: the board is not full
        bne     $t3, $a0, win_next

win_right_diagonal:
        bge     $t2, 4, win_left_diagonal
        bge     $t0, HIGH_START, win_left_diagonal
        lw      $t3, 32($t1)            # index + 8
        bne     $t3, $a0, win_left_diagonal
        lw      $t3, 64($t1)            # index + 16
        bne     $t3, $a0, win_left_diagonal
        lw      $t3, 96($t1)            # index + 24
        bne     $t3, $a0, win_left_diagonal
        li      $t4, 8
        j       win_found

win_left_diagonal:
        ble     $t2, 2, win_across
        bge     $t0, HIGH_START, win_across
        lw      $t3, 24($t1)            # index + 6
        bne     $t3, $a0, win_across
        lw      $t3, 48($t1)            # index + 12
        bne     $t3, $a0, win_across
        lw      $t3, 72($t1)            # index + 18
        bne     $t3, $a0, win_across
        li      $t4, 6
        j       win_found

win_across:
        bge     $t2, 4, win_up
        lw      $t3, 4($t1)             # index + 1
        bne     $t3, $a0, win_up
        lw      $t3, 8($t1)             # index + 2
        bne     $t3, $a0, win_up
        lw      $t3, 12($t1)            # index + 3
        bne     $t3, $a0, win_up
        li      $t4, 1
        j       win_found

win_up:
        bge     $t0, HIGH_START, win_next
        lw      $t3, 28($t1)            # index + 7
        bne     $t3, $a0, win_next
        lw      $t3, 56($t1)            # index + 14
        bne     $t3, $a0, win_next
        lw      $t3, 84($t1)            # index + 21
        bne     $t3, $a0, win_next
        li      $t4, 7
        j       win_found

win_next:
        addi    $t0, $t0, 1
        addi    $t1, $t1, 4
        addi    $t2, $t2, 1
        bne     $t2, $t5, win_cell
        li      $t2, 0                  # the next row begins
        bne     $t0, $t6, win_cell
        jr      $ra

win_found:                              # $t0: index of the first cell, $t4: distance to the next
        sw      $t0, win_line
        add     $t0, $t0, $t4
        sw      $t0, win_line + 4
        add     $t0, $t0, $t4
        sw      $t0, win_line + 8
        add     $t0, $t0, $t4
        sw      $t0, win_line + 12
        li      $v0, 1
        jr      $ra

# ---- the picture ----------------------------------------------------------------------------------
# Draws the empty board: frame, 42 round holes, a number under each column.
# Clobbers:  $v0, $a0..$a3, $t0..$t3
GameBoard:
        addi    $sp, $sp, -16
        sw      $ra, 0($sp)
        sw      $s2, 4($sp)
        sw      $s3, 8($sp)
        sw      $s5, 12($sp)

        addi    $a0, $s1, FRAME_AT
        li      $a1, FRAME
        li      $a2, FRAME_WIDTH
        li      $a3, FRAME_HEIGHT
        jal     FillBlock
        addi    $a0, $s1, TOP_EDGE_AT
        li      $a1, FRAME_LIGHT
        li      $a2, EDGE_WIDTH
        li      $a3, 1
        jal     FillBlock
        addi    $a0, $s1, LOW_EDGE_AT
        li      $a1, FRAME_DARK
        li      $a2, EDGE_WIDTH
        li      $a3, 1
        jal     FillBlock
        li      $t0, BACKGROUND
        sw      $t0, CORNER_1($s1)
        sw      $t0, CORNER_2($s1)
        sw      $t0, CORNER_3($s1)
        sw      $t0, CORNER_4($s1)

        li      $s2, 0                  # column
board_column:
        move    $a0, $s2
        li      $a1, TOP_ROW
        jal     HoleAddress
        move    $s3, $v0
        li      $s5, ROWS               # holes left in this column
board_hole:
        move    $a0, $s3
        li      $a1, HOLE
        jal     DrawDisk
        addi    $s3, $s3, HOLE_BELOW
        addi    $s5, $s5, -1
        bnez    $s5, board_hole

        sll     $t0, $s2, 5             # 32 bytes to the right for each column
        add     $a0, $s1, $t0
        addi    $a0, $a0, DIGITS_AT
        sll     $t0, $s2, 2
        lw      $a1, digits($t0)
        jal     DrawDigit
        addi    $s2, $s2, 1
        blt     $s2, COLUMNS, board_column

        lw      $ra, 0($sp)
        lw      $s2, 4($sp)
        lw      $s3, 8($sp)
        lw      $s5, 12($sp)
        addi    $sp, $sp, 16
        jr      $ra

# Shows whose turn it is: by a token above the board and by the question.
# Arguments: $a0 = player
# Clobbers:  $v0, $a0, $a1
ShowTurn:
        addi    $sp, $sp, -8
        sw      $ra, 0($sp)
        sw      $a0, 4($sp)
        jal     PlayerColour
        addi    $a0, $s1, TURN_AT
        move    $a1, $v0
        jal     DrawDisk
        lw      $a1, 4($sp)
        la      $a0, turn_1
        beq     $a1, PLAYER_1, show_turn_ask
        la      $a0, turn_2
show_turn_ask:
        li      $v0, PRINT_STRING
        syscall
        lw      $ra, 0($sp)
        addi    $sp, $sp, 8
        jr      $ra

# Lets a token fall from the top hole of a column into its own.
# Arguments: $a0 = column, $a1 = row, $a2 = player
# Clobbers:  $v0, $a0, $a1, $t0
DrawToken:
        addi    $sp, $sp, -16
        sw      $ra, 0($sp)
        sw      $s2, 4($sp)
        sw      $s3, 8($sp)
        sw      $s5, 12($sp)

        jal     HoleAddress
        move    $s3, $v0                # its own hole
        li      $a1, TOP_ROW
        jal     HoleAddress
        move    $s2, $v0                # the hole it is in
        move    $a0, $a2
        jal     PlayerColour
        move    $s5, $v0
token_falls:
        move    $a0, $s2
        move    $a1, $s5
        jal     DrawDisk
        beq     $s2, $s3, token_landed
        li      $a0, FALL_MS
        li      $v0, SLEEP
        syscall
        move    $a0, $s2
        li      $a1, HOLE
        jal     DrawDisk
        addi    $s2, $s2, HOLE_BELOW
        j       token_falls
token_landed:
        lw      $ra, 0($sp)
        lw      $s2, 4($sp)
        lw      $s3, 8($sp)
        lw      $s5, 12($sp)
        addi    $sp, $sp, 16
        jr      $ra

# Puts a ring into each of the four tokens of `win_line`.
# Arguments: $a0 = player
# Clobbers:  $v0, $a0..$a3, $t0..$t2, hi, lo
MarkLine:
        addi    $sp, $sp, -20
        sw      $ra, 0($sp)
        sw      $s2, 4($sp)
        sw      $s3, 8($sp)
        sw      $s4, 12($sp)
        sw      $s5, 16($sp)

        jal     PlayerColour
        move    $s5, $v0
        la      $s2, win_line
        addi    $s3, $s2, 16            # behind its last word
mark_cell:
        lw      $t0, 0($s2)
        li      $t1, COLUMNS
        div     $t0, $t1
        mfhi    $a0                     # column
        mflo    $a1                     # row
        jal     HoleAddress
        move    $s4, $v0
        move    $a0, $s4
        li      $a1, WIN_RING
        jal     DrawDisk
        addi    $a0, $s4, CORE_IN
        move    $a1, $s5
        li      $a2, CORE_SIZE
        li      $a3, CORE_SIZE
        jal     FillBlock
        addi    $s2, $s2, 4
        bne     $s2, $s3, mark_cell

        lw      $ra, 0($sp)
        lw      $s2, 4($sp)
        lw      $s3, 8($sp)
        lw      $s4, 12($sp)
        lw      $s5, 16($sp)
        addi    $sp, $sp, 20
        jr      $ra

# Arguments: $a0 = player
# Results:   $v0 = the colour of that player's tokens
PlayerColour:
        li      $v0, YELLOW
        beq     $a0, PLAYER_1, player_colour_return
        li      $v0, RED
player_colour_return:
        jr      $ra

# Arguments: $a0 = column, $a1 = row
# Results:   $v0 = address of the upper left unit of the 6 by 6 units that hold the hole
# Clobbers:  $t0
HoleAddress:
        sll     $v0, $a0, 5             # 32 bytes to the right for each column
        add     $v0, $v0, $s1
        addi    $v0, $v0, FLOOR_AT
        sll     $t0, $a1, 11            # 2048 bytes up for each row
        sub     $v0, $v0, $t0
        jr      $ra

# Draws a disk: 6 by 6 units without the corners.
# Arguments: $a0 = address of the upper left corner, $a1 = colour
# Clobbers:  $a0
DrawDisk:
        sw      $a1, 4($a0)
        sw      $a1, 8($a0)
        sw      $a1, 12($a0)
        sw      $a1, 16($a0)
        addi    $a0, $a0, LINE_BYTES
        sw      $a1, 0($a0)
        sw      $a1, 4($a0)
        sw      $a1, 8($a0)
        sw      $a1, 12($a0)
        sw      $a1, 16($a0)
        sw      $a1, 20($a0)
        addi    $a0, $a0, LINE_BYTES
        sw      $a1, 0($a0)
        sw      $a1, 4($a0)
        sw      $a1, 8($a0)
        sw      $a1, 12($a0)
        sw      $a1, 16($a0)
        sw      $a1, 20($a0)
        addi    $a0, $a0, LINE_BYTES
        sw      $a1, 0($a0)
        sw      $a1, 4($a0)
        sw      $a1, 8($a0)
        sw      $a1, 12($a0)
        sw      $a1, 16($a0)
        sw      $a1, 20($a0)
        addi    $a0, $a0, LINE_BYTES
        sw      $a1, 0($a0)
        sw      $a1, 4($a0)
        sw      $a1, 8($a0)
        sw      $a1, 12($a0)
        sw      $a1, 16($a0)
        sw      $a1, 20($a0)
        addi    $a0, $a0, LINE_BYTES
        sw      $a1, 4($a0)
        sw      $a1, 8($a0)
        sw      $a1, 12($a0)
        sw      $a1, 16($a0)
        jr      $ra

# Draws a digit of 3 by 5 units.
# Arguments: $a0 = address of its upper left unit, $a1 = its units line by line, the first in bit 14
# Clobbers:  $a0, $a1, $t0..$t3
DrawDigit:
        li      $t0, DIGIT
        li      $t1, DIGIT_HEIGHT
digit_line:
        li      $t2, DIGIT_WIDTH
digit_unit:
        andi    $t3, $a1, DIGIT_FIRST
        beqz    $t3, digit_next
        sw      $t0, 0($a0)
digit_next:
        sll     $a1, $a1, 1
        addi    $a0, $a0, 4
        addi    $t2, $t2, -1
        bnez    $t2, digit_unit
        addi    $a0, $a0, DIGIT_RETURN
        addi    $t1, $t1, -1
        bnez    $t1, digit_line
        jr      $ra

# Fills a rectangle.
# Arguments: $a0 = address of its upper left unit, $a1 = colour,
#            $a2 = width in units, a multiple of 4, $a3 = height in lines; both above 0
# Clobbers:  $a0, $a3, $t0, $t1
FillBlock:
        sll     $t0, $a2, 2
        add     $t0, $a0, $t0           # behind the line's last unit
        move    $t1, $a0
fill_units:
        sw      $a1, 0($t1)
        sw      $a1, 4($t1)
        sw      $a1, 8($t1)
        sw      $a1, 12($t1)
        addi    $t1, $t1, 16
        bne     $t1, $t0, fill_units
        addi    $a0, $a0, LINE_BYTES
        addi    $a3, $a3, -1
        bnez    $a3, FillBlock
        jr      $ra
