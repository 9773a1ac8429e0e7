# Connect Four by Hana, in two files: this one asks and shows, rules.asm knows the rules.

        .eqv    CELLS 42

        .macro  print (%text)
        la      $a0, %text
        li      $v0, 4
        syscall
        .end_macro

        .data
        .globl  board
board:  .space  CELLS
reply:  .space  40
turn1:  .asciiz "Player 1 drops an X into: "
turn2:  .asciiz "Player 2 drops an O into: "
lost:   .asciiz "No such column - look again.\n"
brim:   .asciiz "This column is full - look again.\n"
champ1: .asciiz "Player 1 wins.\n"
champ2: .asciiz "Player 2 wins.\n"
peace:  .asciiz "It's a draw.\n"

        .text
        .globl  main
main:   li      $t0, 0x2e2e2e2e         # four cells at a time, and two more
        la      $t1, board
        li      $t2, 10
wipe:   usw     $t0, ($t1)
        addiu   $t1, $t1, 4
        addiu   $t2, $t2, -1
        bgtz    $t2, wipe
        ush     $t0, ($t1)
        li      $s4, CELLS

# Both players in turns, so that nobody has to remember whose turn it is.
both:   la      $a0, turn1
        li      $a1, 'X'
        jal     one_turn
        bnez    $v0, one_wins
        la      $a0, turn2
        li      $a1, 'O'
        jal     one_turn
        bnez    $v0, two_wins
        addiu   $s4, $s4, -2
        bgtz    $s4, both
        jal     show
        print   (peace)
        b       leave
one_wins:
        jal     show
        print   (champ1)
        b       leave
two_wins:
        jal     show
        print   (champ2)
leave:  li      $v0, 10
        syscall

# Asks with $a0 until a piece $a1 has fallen; $v0 = 1 if it wins.
one_turn:
        addiu   $sp, $sp, -12
        sw      $ra, 8($sp)
        sw      $a0, 4($sp)
        sw      $a1, 0($sp)
        jal     show
ask_again:
        lw      $a0, 4($sp)
        li      $v0, 4
        syscall
        la      $a0, reply
        li      $a1, 40
        li      $v0, 8
        syscall
        la      $t0, reply
        lb      $t1, 0($t0)
        blt     $t1, '1', no_such
        bgt     $t1, '7', no_such
        lb      $t2, 1($t0)
        bgt     $t2, ' ', no_such
        subu    $a0, $t1, '1'
        lw      $a1, 0($sp)
        jal     drop
        bltz    $v0, no_room
        lw      $a0, 0($sp)
        jal     has_four
        lw      $ra, 8($sp)
        addiu   $sp, $sp, 12
        jr      $ra
no_such:
        print   (lost)
        b       ask_again
no_room:
        print   (brim)
        b       ask_again

show:   la      $t0, board
        li      $t1, CELLS
        li      $t3, 7
show_next:
        lb      $a0, ($t0)
        li      $v0, 11
        syscall
        addiu   $t0, $t0, 1
        addiu   $t1, $t1, -1
        rem     $t2, $t1, $t3
        bgtz    $t2, show_next
        li      $a0, '\n'
        syscall
        bgtz    $t1, show_next
        jr      $ra
